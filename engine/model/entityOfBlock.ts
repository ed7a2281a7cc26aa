import type { Model } from '../types/modelTypes.ts';

/** The entity whose records a block shows; undefined when there is none. */
export function entityOfBlock(
  { screens }: Pick<Model, 'screens'>,
  screen: string,
  block: string,
): string | undefined {
  const found = screens.get(screen)?.blocks.find(({ id }) => id === block);
  return found && 'entity' in found ? found.entity : undefined;
}
