import type { FilterTree } from '#engine';
import type { Store } from '../store/types.ts';
import { removePieces } from './removePieces.ts';

type Unwanted = {
  readonly entity: string;
  readonly id: string;
  /** What it owns many of, and the field that says so. */
  readonly many: readonly { readonly entity: string; readonly field: string }[];
  readonly yieldTurn: () => Promise<void>;
};

/** Removes a record that never was there for anybody, with all it owns and what history says of it. */
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
