/** The order of the blocks of a screen, and the changes that move or remove one that the draft added. */
import type { BlockChange, Change, ScreenModel } from '#engine';

type Ordered = {
  readonly blocks: readonly { readonly id: string }[];
  readonly groups: readonly Pick<ScreenModel['groups'][number], 'blocks'>[];
};

/** As people see them: those in no group come first. */
function blockOrder({ blocks, groups }: Ordered): readonly string[] {
  const grouped = groups.flatMap((group) => group.blocks);
  return [...blocks.map(({ id }) => id).filter((id) => !grouped.includes(id)), ...grouped];
}

/** The block after which it would come one place earlier or later; undefined at the end. */
export function placeBeside(screen: Ordered, block: string, by: -1 | 1): string | undefined {
  const order = blockOrder(screen);
  const at = order.indexOf(block);
  if (at < 0) return undefined;
  if (by > 0) return order[at + 1];
  return at === 0 ? undefined : (order[at - 2] ?? '');
}

/** Those that follow it take its place, so that they stay where they are. */
export function left(changes: readonly Change[], gone: BlockChange): readonly BlockChange[] {
  const [screen, block] = gone.name.split('.');
  return changes.flatMap((change) => {
    if (change.kind !== 'block' || change.after !== block || change.name.split('.')[0] !== screen) return [];
    const { after: _, ...kept } = change;
    return [gone.after === undefined ? kept : { ...kept, after: gone.after }];
  });
}

/** Moves it; one that it now follows does not follow it in turn. */
export function moved(
  changes: readonly Change[],
  change: BlockChange,
  after: string,
): readonly BlockChange[] {
  return [...left(changes, change), { ...change, after }];
}
