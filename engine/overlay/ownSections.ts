/** The sections of a block: its own, the name of the form that supplies them, or none. */
import type { ScreenDeclaration, Section } from '../declaration/types.generated.ts';

export function ownSections(block: ScreenDeclaration['blocks'][number]): Section[] | string | undefined {
  if (block.kind === 'form') return block.sections;
  if (block.kind === 'list-detail') return block.form.sections;
  return block.kind === 'grid' ? (block.edit?.sections ?? block.expand?.sections) : undefined;
}
