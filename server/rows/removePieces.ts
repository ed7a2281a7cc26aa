import type { Store } from '../store/types.ts';

export type Pieces = {
  readonly entity: string;
  readonly of: { readonly field: string; readonly id: string };
  /** Between two pieces others have their turn. */
  readonly yieldTurn: () => Promise<void>;
};

const atOnce = 300;

/** Removes all records of one owner, some at a time: nobody waits for a million of them. */
export async function removePieces(store: Store, { entity, of, yieldTurn }: Pieces): Promise<void> {
  for (;;) {
    const { items } = await store.scan({ entity, of, size: atOnce });
    if (items.length === 0) return;
    await store.transaction(async (session) => {
      for (const { Id } of items) await session.remove(entity, String(Id));
    });
    await yieldTurn();
  }
}
