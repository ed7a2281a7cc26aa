/** Steps that a person makes on the canvas: the next layout, and the changes of the draft that make it. */
import {
  type AdjustChange,
  type Change,
  type PlaceChange,
  type SectionChange,
  sameJson,
  type Texts,
} from '#engine';
import { findChange } from '../changes.ts';
import {
  itemOf,
  type Layout,
  type Part,
  type Spot,
  sectionAt,
  withItem,
  withItemAt,
  withMove,
  withoutPart,
  withSection,
} from './layout.ts';
import { type ItemWords, layoutChanges, newPlace, placeOf, removal, type Where } from './layoutChanges.ts';

export type State = Where & { readonly layout: Layout; readonly changes: readonly Change[] };
export type Step = {
  readonly next: Layout;
  readonly put: readonly Change[];
  readonly gone?: readonly Change[];
};
export type NewPart = 'section' | 'tab' | 'help' | 'divider';

const item = (id: string): Part => ({ kind: 'item', id });

/** Undefined if the part is there already. */
export function moveStep(state: State, part: Part, spot: Spot): Step | undefined {
  const next = withMove(state.layout, part, spot);
  if (sameJson(idsOf(next), idsOf(state.layout))) return undefined;
  return { next, put: layoutChanges({ ...state, layout: next, touched: [part] }) };
}

const idsOf = ({ sections, columns, filters }: Layout) => [
  sections.map(({ id, items }) => [id, items.map(({ field }) => field)]),
  columns.map(({ path }) => path),
  filters.map(({ path }) => path),
];

/** Words of an item; those that are undefined are removed. The condition shows once it is compiled. */
export function wordsStep(state: State, field: string, words: ItemWords): Step {
  const { visible: _, ...shown } = words;
  const next = withItem(state.layout, { ...itemOf(state.layout, field), ...shown });
  return { next, put: layoutChanges({ ...state, layout: next, touched: [item(field)], words }) };
}

/** A column added by the draft is described by its place; a shipped one is adjusted. */
export function columnWidthStep(state: State, path: string, width: number): Step {
  const columns = state.layout.columns.map((one) => (one.path === path ? { ...one, width } : one));
  return { next: { ...state.layout, columns }, put: [{ ...columnChange(state, path), width }] };
}

function columnChange(state: State, path: string): PlaceChange | AdjustChange {
  const placed = placeOf(state, 'column', path);
  if (placed && !placed.was) return placed;
  const name = `column.${state.screen}.${state.block}.${path}`;
  return findChange(state.changes, 'adjust', name) ?? { kind: 'adjust', name };
}

/** A field is added after the selected one, otherwise at the end of the section. */
export function addFieldStep(state: State, field: string, selected: Part | undefined): Step | undefined {
  const { layout } = state;
  const section = sectionAt(layout, selected) ?? layout.sections.at(-1);
  if (!section) return undefined;
  const after = selected?.kind === 'item' ? selected.id : (section.items.at(-1)?.field ?? '');
  const next = withItemAt(layout, itemOf(layout, field), { section: section.id, after });
  return { next, put: layoutChanges({ ...state, layout: next, touched: [item(field)] }) };
}

/** A column or filter is added at the end. */
export function addMemberStep(state: State, as: 'column' | 'filter', path: string): Step {
  const { remove: _, ...before } = placeOf(state, as, path) ?? newPlace(state, as, path);
  return { next: state.layout, put: [before] };
}

export function removeStep(state: State, part: Part): Step {
  if (part.kind === 'section') return removeSection(state, part);
  const next = withoutPart(state.layout, part);
  const { put, gone } = removal(state, part.kind, part.id);
  return { next, put: [...put, ...layoutChanges({ ...state, layout: next, touched: [] })], gone };
}

/** An own section leaves its fields to its neighbour; a shipped one is hidden with them. */
function removeSection(state: State, part: Part): Step {
  const { layout, changes, screen, block } = state;
  const section = sectionAt(layout, part);
  const fields = section?.items.map(({ field }) => field) ?? [];
  const own = findChange(changes, 'section', `${screen}.${block}.${part.id}`);
  if (own) return dissolve(state, part, own, fields);
  const taken = fields.map((field) => removal(state, 'item', field));
  return {
    next: fields.reduce((now, id) => withoutPart(now, item(id)), layout),
    put: taken.flatMap(({ put }) => put),
    gone: taken.flatMap(({ gone }) => gone),
  };
}

function dissolve(state: State, part: Part, own: SectionChange, fields: readonly string[]): Step {
  const { sections } = state.layout;
  const at = sections.findIndex(({ id }) => id === part.id);
  const to = (sections[at - 1] ?? sections[at + 1])?.id ?? '';
  const moved = fields.reduce((now, field) => {
    const last = now.sections.find(({ id }) => id === to)?.items.at(-1)?.field;
    return withItemAt(now, itemOf(now, field), { section: to, after: last ?? '' });
  }, state.layout);
  const next = withoutPart(moved, part);
  return { next, put: layoutChanges({ ...state, layout: next, touched: fields.map(item) }), gone: [own] };
}

/** A new section after the current one; a divider takes the fields below the selected one. */
export function addSectionStep(
  state: State,
  kind: NewPart,
  texts: Texts,
  selected: Part | undefined,
): Step & { readonly added: Part } {
  const { layout, changes, screen, block } = state;
  const current = sectionAt(layout, selected) ?? layout.sections.at(-1);
  const id = freeName(
    layout.sections.map((one) => one.id),
    changes.map(({ name }) => name.split('.').at(-1) ?? ''),
  );
  const word = wordOf[kind];
  const change: SectionChange = {
    kind: 'section',
    name: `${screen}.${block}.${id}`,
    ...(word && { [word]: texts }),
    after: current?.id ?? '',
  };
  const section = { id, columns: current?.columns ?? 2, items: [] } as const;
  const below = kind === 'divider' && selected?.kind === 'item' ? fieldsAfter(current, selected.id) : [];
  const next = below.reduce(
    (now, field, index) =>
      withItemAt(now, itemOf(now, field), { section: id, after: below[index - 1] ?? '' }),
    withSection(layout, section, current?.id ?? ''),
  );
  const touched = below.map(item);
  const made = layoutChanges({ ...state, changes: [...changes, change], layout: next, touched });
  return { next, put: [change, ...made], added: { kind: 'section', id } };
}

const wordOf = { section: 'title', tab: 'tab', help: 'help', divider: undefined } as const;

const fieldsAfter = (section: Layout['sections'][number] | undefined, field: string): readonly string[] => {
  const fields = section?.items.map((one) => one.field) ?? [];
  return fields.slice(fields.indexOf(field) + 1);
};

/** A name that neither the form nor the draft knows. */
function freeName(...taken: readonly (readonly string[])[]): string {
  const known = new Set(taken.flat());
  for (let number = 1; ; number++) if (!known.has(`own-${number}`)) return `own-${number}`;
}
