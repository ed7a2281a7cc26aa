/** Adds a section to a form; fields are placed in it by changes of their own. */
import type { Section } from '../declaration/types.generated.ts';
import { sectionOfName } from './changeNames.ts';
import type { DeclarationDraft } from './declarationDraft.ts';
import { ownSections } from './ownSections.ts';
import { sectionWords } from './sectionWords.ts';
import type { SectionChange } from './types.ts';

export function applySection(change: SectionChange, draft: DeclarationDraft): void {
  const { screen: of, block: name, section: id } = sectionOfName(change);
  const screen = draft.named('screen', of);
  const block = screen?.json.blocks.find((one) => one.id === name);
  const sections = block && ownSections(block);
  if (!screen) draft.report(change, 'no-screen', { at: '/name', params: { screen: of } });
  else if (!block) draft.report(change, 'no-block', { at: '/name', params: { screen: of, block: name } });
  else if (typeof sections === 'string')
    draft.report(change, 'sections-of', { at: '/name', params: { form: sections } });
  else if (!sections) draft.report(change, 'no-form', { at: '/name', params: { block: name } });
  else if (sections.some((one) => one.id === id))
    draft.report(change, 'section-exists', { at: '/name', params: { section: id } });
  else insert(change, { id, items: [], ...sectionWords(change, undefined, draft) }, sections, draft);
}

function insert(change: SectionChange, section: Section, sections: Section[], draft: DeclarationDraft): void {
  const { after } = change;
  const at = after === '' ? 0 : sections.findIndex(({ id }) => id === after) + 1;
  if (after && at === 0)
    draft.report(change, 'no-neighbour', { at: '/after', level: 'warning', params: { after } });
  const isLast = after === undefined || (after !== '' && at === 0);
  sections.splice(isLast ? sections.length : at, 0, draft.mark(section, change));
}
