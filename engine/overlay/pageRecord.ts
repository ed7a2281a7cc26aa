import type { ScreenDeclaration } from '../declaration/types.generated.ts';
import type { BlockModel } from '../types/screenTypes.ts';

/** The record that a page shows in a form: its entity, and its name in the data of the page. */
export function pageRecord({
  blocks,
}: {
  readonly blocks: readonly (ScreenDeclaration['blocks'][number] | BlockModel)[];
}): { readonly entity: string; readonly record: string } | undefined {
  return blocks.flatMap((block) =>
    block.kind === 'form' && block.record !== undefined
      ? [{ entity: block.entity, record: block.record }]
      : [],
  )[0];
}
