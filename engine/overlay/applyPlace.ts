/** Places a field on a form, in a list or among a list's filters; also moves and removes it. */
import type { Filter, ScreenDeclaration, Section } from '../declaration/types.generated.ts';
import type { DeclarationDraft } from './declarationDraft.ts';
import { filterOf } from './filterOf.ts';
import { ownSections } from './ownSections.ts';
import { bothOf } from './sectionWords.ts';
import type { PlaceChange } from './types.ts';
import { writeByForm } from './writeByForm.ts';

type Block = ScreenDeclaration['blocks'][number];
type Item = Section['items'][number];

/** Applies the placement of a field. */
export function applyPlace(change: PlaceChange, draft: DeclarationDraft): void {
  const screen = draft.named('screen', change.screen);
  const block = screen?.json.blocks.find(({ id }) => id === change.block);
  const { screen: of, block: name } = change;
  if (!screen) draft.report(change, 'no-screen', { at: '/screen', params: { screen: of } });
  else if (!block) draft.report(change, 'no-block', { at: '/block', params: { screen: of, block: name } });
  else placing[change.as](change, block, draft);
}

const placing = {
  item: placeItem,
  column: placeColumn,
  filter: placeFilter,
} satisfies Record<PlaceChange['as'], (change: PlaceChange, block: Block, draft: DeclarationDraft) => void>;

function placeItem(change: PlaceChange, block: Block, draft: DeclarationDraft): void {
  const sections = sectionsOf(block, change, draft);
  const from = sections?.find(({ items }) => items.some((item) => fieldOf(item) === change.field));
  const to = change.section ? sections?.find(({ id }) => id === change.section) : (from ?? sections?.at(-1));
  if (!sections) return;
  if (change.remove && !from) missing(change, draft);
  else if (!to)
    draft.report(change, 'no-section', { at: '/section', params: { section: change.section ?? '' } });
  else moveItem(change, { from, to }, draft);
}

function moveItem(
  change: PlaceChange,
  { from, to }: { readonly from?: Section; readonly to: Section },
  draft: DeclarationDraft,
): void {
  const known = from?.items.find((item) => fieldOf(item) === change.field);
  // A section left empty stays for others to be placed in; it is not shown.
  if (from) from.items = from.items.filter((item) => item !== known);
  if (change.remove) return;
  const item = draft.mark(itemOf(asItem(known ?? change.field), change), change);
  to.items = [...inserted<Item>(to.items, item, { change, nameOf: fieldOf, draft })];
  // A field that was placed already is saved as the form declares.
  if (!known) writeByForm(change, draft);
}

type PlacedItem = Exclude<Item, string>;

function itemOf(known: PlacedItem, { widget, span, twelfths, readOnly, visible }: PlaceChange): PlacedItem {
  return {
    ...known,
    ...(widget && { widget }),
    ...(span && { span }),
    ...(twelfths && { twelfths }),
    ...(readOnly && { readOnly }),
    ...(visible && { visible: bothOf(known.visible, visible) }),
  };
}

const asItem = (item: Item) => (typeof item === 'string' ? { field: item } : item);
const fieldOf = (item: Item): string => asItem(item).field;

/** The block's own sections; a block that uses another form's is reported with its name. */
function sectionsOf(block: Block, change: PlaceChange, draft: DeclarationDraft): Section[] | undefined {
  const owned = ownSections(block);
  if (Array.isArray(owned)) return owned;
  if (typeof owned === 'string')
    draft.report(change, 'sections-of', { at: '/block', params: { form: owned } });
  else draft.report(change, 'no-form', { at: '/block', params: { block: change.block } });
  return undefined;
}

function placeColumn(change: PlaceChange, block: Block, draft: DeclarationDraft): void {
  if (block.kind !== 'grid') noList(change, draft);
  else {
    const known = block.columns.find((column) => pathOf(column) === change.field);
    const column = {
      ...(typeof known === 'object' ? known : { path: change.field }),
      ...columnWords(change),
    };
    const columns = placed<Column>(block.columns, { known, next: column, nameOf: pathOf }, change, draft);
    if (columns.length === 0) draft.report(change, 'last-column', { params: { field: change.field } });
    else block.columns = columns as typeof block.columns;
  }
}

type Column = Extract<Block, { kind: 'grid' }>['columns'][number];

/** A list of columns or filters with one of them added, moved or removed. */
function placed<Member extends string | object>(
  members: readonly Member[],
  { known, next, nameOf }: { known?: Member; next: Member & object; nameOf: (member: Member) => string },
  change: PlaceChange,
  draft: DeclarationDraft,
): readonly Member[] {
  const others = members.filter((member) => member !== known);
  if (change.remove && !known) missing(change, draft);
  if (change.remove) return others;
  return inserted<Member>(others, draft.mark(next, change), { change, nameOf, draft });
}

function columnWords({ widget, width, hidden }: PlaceChange) {
  return { ...(widget && { widget }), ...(width && { width }), ...(hidden !== undefined && { hidden }) };
}

const pathOf = (column: string | { path: string }): string =>
  typeof column === 'string' ? column : column.path;

function placeFilter(change: PlaceChange, block: Block, draft: DeclarationDraft): void {
  if (block.kind !== 'grid') noList(change, draft);
  else {
    const filters = block.filters ?? [];
    const known = filters.find(({ path }) => path === change.field);
    const next: Filter = filterOf(change, block.entity, known, draft);
    block.filters = [...placed(filters, { known, next, nameOf: ({ path }) => path }, change, draft)];
  }
}

/** Inserts a member after its neighbour; reports a missing neighbour and appends. */
function inserted<Member>(
  members: readonly Member[],
  member: Member,
  options: { change: PlaceChange; nameOf: (member: Member) => string; draft: DeclarationDraft },
): readonly Member[] {
  const { change, nameOf, draft } = options;
  if (change.after === undefined) return [...members, member];
  if (change.after === '') return [member, ...members];
  const at = members.findIndex((other) => nameOf(other) === change.after);
  if (at >= 0) return [...members.slice(0, at + 1), member, ...members.slice(at + 1)];
  draft.report(change, 'no-neighbour', { at: '/after', level: 'warning', params: { after: change.after } });
  return [...members, member];
}

function noList(change: PlaceChange, draft: DeclarationDraft): void {
  draft.report(change, 'no-list', { at: '/block', params: { block: change.block } });
}

function missing(change: PlaceChange, draft: DeclarationDraft): void {
  draft.report(change, 'not-placed', { at: '/field', level: 'warning', params: { field: change.field } });
}
