import type { FilterTree } from '#engine';
import type { Store } from '../store/types.ts';

type Unwanted = {
  readonly entity: string;
  readonly id: string;
  /** Entities of which it owns many records, and their owner field. */
  readonly many: readonly { readonly entity: string; readonly field: string }[];
  readonly yieldTurn: () => Promise<void>;
};

/** Removes a record that was never visible to anyone, with all it owns and its history. */
export async function takeBack(store: Store, { entity, id, many, yieldTurn }: Unwanted): Promise<void> {
  for (const below of many)
    await removePieces(store, { entity: below.entity, of: { field: below.field, id }, yieldTurn });
  await store.transaction(async (session) => {
    await session.remove(entity, id);
    const filter: FilterTree = { kind: 'compare', path: 'RecordId', operator: 'eq', value: id };
    const { items } = await session.find({ entity: 'history', filter });
    for (const { Id } of items) await session.remove('history', String(Id));
  });
}

type Pieces = {
  readonly entity: string;
  readonly of: { readonly field: string; readonly id: string };
  /** Called between batches so that other calls are served. */
  readonly yieldTurn: () => Promise<void>;
};

const atOnce = 300;

/** Removes all records of one owner in batches, so that a million of them block nobody. */
async function removePieces(store: Store, { entity, of, yieldTurn }: Pieces): Promise<void> {
  for (;;) {
    const { items } = await store.scan({ entity, of, size: atOnce });
    if (items.length === 0) return;
    await store.transaction(async (session) => {
      for (const { Id } of items) await session.remove(entity, String(Id));
    });
    await yieldTurn();
  }
}
