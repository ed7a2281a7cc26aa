/** Adjusts titles, order and width of form sections and list columns. */
import type { ScreenDeclaration, Section } from '../declaration/types.generated.ts';
import { adjustedTarget } from './changeNames.ts';
import type { DeclarationDraft } from './declarationDraft.ts';
import { ownSections } from './ownSections.ts';
import { sectionWords } from './sectionWords.ts';
import type { AdjustChange } from './types.ts';

type Block = ScreenDeclaration['blocks'][number];

/** A section: texts, columns, condition and preceding section. */
export function adjustSection(change: AdjustChange, draft: DeclarationDraft): void {
  const target = adjustedTarget(change);
  const block = blockOf(target, draft);
  const sections = block && ownSections(block);
  const section = Array.isArray(sections) && sections.find(({ id }) => id === target.path);
  if (!section) draft.report(change, 'no-section', { at: '/name', params: { section: target.path } });
  else {
    draft.mark(Object.assign(section, sectionWords(change, section, draft)), change);
    moveAfter<Section>(sections, section, change, ({ id }) => id, draft);
  }
}

/** A column: title, width, preceding column, and whether it is hidden by default. */
export function adjustColumn(change: AdjustChange, draft: DeclarationDraft): void {
  const target = adjustedTarget(change);
  const block = blockOf(target, draft);
  const columns = block?.kind === 'grid' ? block.columns : [];
  const index = columns.findIndex((column) => pathOf(column) === target.path);
  const known = columns[index];
  if (known === undefined)
    draft.report(change, 'no-column', { at: '/name', params: { column: target.path } });
  else {
    const title = ownTitle(change, draft);
    const { width, hidden } = change;
    const column = {
      ...(typeof known === 'string' ? { path: known } : known),
      ...(title && { title }),
      ...(width && { width }),
      ...(hidden !== undefined && { hidden }),
    };
    columns[index] = draft.mark(column, change);
    moveAfter<(typeof columns)[number]>(columns, column, change, pathOf, draft);
  }
}

const pathOf = (column: string | { path: string }): string =>
  typeof column === 'string' ? column : column.path;

function blockOf({ of, block }: { of: string; block: string }, draft: DeclarationDraft): Block | undefined {
  return draft.named('screen', of)?.json.blocks.find(({ id }) => id === block);
}

/** Creates a new text, so that other uses of the shipped message are unaffected. */
function ownTitle(change: AdjustChange, draft: DeclarationDraft): string | undefined {
  if (!change.title) return undefined;
  draft.text(change, change.name, change.title, '/title');
  return change.name;
}

function moveAfter<Member>(
  members: Member[],
  member: Member,
  change: AdjustChange,
  nameOf: (member: Member) => string,
  draft: DeclarationDraft,
): void {
  const { after } = change;
  if (after === undefined) return;
  const known = after === '' || members.some((other) => other !== member && nameOf(other) === after);
  if (!known) draft.report(change, 'no-neighbour', { at: '/after', level: 'warning', params: { after } });
  else {
    members.splice(members.indexOf(member), 1);
    members.splice(after === '' ? 0 : members.findIndex((other) => nameOf(other) === after) + 1, 0, member);
  }
}
