/** The words of a section that a change replaces, shipped or new. */
import type { Section } from '../declaration/types.generated.ts';
import type { DeclarationDraft } from './declarationDraft.ts';
import type { AdjustChange, SectionChange } from './types.ts';

/** Texts get keys of their own, so that other uses of a shipped message are unaffected. */
export function sectionWords(
  change: AdjustChange | SectionChange,
  shipped: Section | undefined,
  draft: DeclarationDraft,
): Partial<Section> {
  const { name, title, help, tab, tabVisible, columns, visible } = change;
  if (title) draft.text(change, name, title, '/title');
  if (help) draft.text(change, `${name}.help`, help, '/help');
  if (tab) draft.text(change, `${name}.tab`, tab, '/tab');
  return {
    ...(title && { title: name }),
    ...(help && { help: `${name}.help` }),
    ...(tab && { tab: `${name}.tab` }),
    ...(columns && { columns }),
    ...(tabVisible && { tabVisible: bothOf(shipped?.tabVisible, tabVisible) }),
    ...(visible && { visible: bothOf(shipped?.visible, visible) }),
  };
}

/** An overlay may only add to a shipped condition. */
export function bothOf(shipped: string | undefined, own: string): string {
  return shipped === undefined || shipped === own ? own : `(${shipped}) and (${own})`;
}
