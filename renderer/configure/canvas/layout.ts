/** The parts of a form or list as laid out on the canvas, and moves between their places. */
import type { BlockModel, ColumnModel, FilterModel, ItemModel, SectionModel } from '#engine';

export type Layout = {
  readonly sections: readonly SectionModel[];
  readonly columns: readonly ColumnModel[];
  readonly filters: readonly FilterModel[];
};

export type Part = { readonly kind: 'section' | 'item' | 'column' | 'filter'; readonly id: string };

/** A place: after a neighbour, or first with ''. */
export type Spot = { readonly section?: string; readonly after: string };

export const keyOf = ({ kind, id }: Part): string => `${kind}:${id}`;

export function layoutOf(block: BlockModel): Layout {
  const sections = block.kind === 'form' ? block.sections : [];
  const [columns, filters] = block.kind === 'grid' ? [block.columns, block.filters] : [[], []];
  return { sections, columns, filters };
}

/** All parts in the order in which the arrow keys pass them. */
export function partsIn({ sections, columns, filters }: Layout): readonly Part[] {
  return [
    ...sections.flatMap(({ id, items }): readonly Part[] => [
      { kind: 'section', id },
      ...items.map(({ field }): Part => ({ kind: 'item', id: field })),
    ]),
    ...filters.map(({ path }): Part => ({ kind: 'filter', id: path })),
    ...columns.map(({ path }): Part => ({ kind: 'column', id: path })),
  ];
}

export function sectionWith({ sections }: Layout, field: string): SectionModel | undefined {
  return sections.find(({ items }) => items.some((item) => item.field === field));
}

/** The section that contains a part, or is the part. */
export function sectionAt(layout: Layout, part: Part | undefined): SectionModel | undefined {
  if (part?.kind === 'item') return sectionWith(layout, part.id);
  return part?.kind === 'section' ? layout.sections.find(({ id }) => id === part.id) : undefined;
}

/** Where a part goes by one step; undefined at the end. */
export function stepFrom(layout: Layout, part: Part, by: -1 | 1): Spot | undefined {
  if (part.kind === 'item') return stepOfItem(layout, part.id, by);
  return stepAmong(idsLike(layout, part), part.id, by);
}

function idsLike(layout: Layout, { kind }: Part): readonly string[] {
  if (kind === 'section') return layout.sections.map(({ id }) => id);
  return (kind === 'column' ? layout.columns : layout.filters).map(({ path }) => path);
}

function stepAmong(ids: readonly string[], id: string, by: -1 | 1): Spot | undefined {
  const at = ids.indexOf(id);
  const to = at + by;
  if (at < 0 || to < 0 || to >= ids.length) return undefined;
  return { after: by > 0 ? (ids[to] ?? '') : (ids[to - 1] ?? '') };
}

/** Beyond the end of its section, an item goes into the next one. */
function stepOfItem(layout: Layout, field: string, by: -1 | 1): Spot | undefined {
  const section = sectionWith(layout, field);
  if (!section) return undefined;
  const inside = stepAmong(
    section.items.map((item) => item.field),
    field,
    by,
  );
  if (inside) return { section: section.id, ...inside };
  const next = layout.sections[layout.sections.indexOf(section) + by];
  return next && { section: next.id, after: by > 0 ? '' : (next.items.at(-1)?.field ?? '') };
}

/** The layout with a part in another place. */
export function withMove(layout: Layout, part: Part, spot: Spot): Layout {
  const { after } = spot;
  if (part.kind === 'item') return withItemAt(layout, itemOf(layout, part.id), spot);
  if (part.kind === 'section')
    return { ...layout, sections: moved(layout.sections, part.id, after, ({ id }) => id) };
  if (part.kind === 'column')
    return { ...layout, columns: moved(layout.columns, part.id, after, ({ path }) => path) };
  return { ...layout, filters: moved(layout.filters, part.id, after, ({ path }) => path) };
}

function moved<Member>(
  members: readonly Member[],
  id: string,
  after: string,
  nameOf: (member: Member) => string,
): readonly Member[] {
  const member = members.find((one) => nameOf(one) === id);
  return member === undefined
    ? members
    : inserted(
        members.filter((one) => one !== member),
        member,
        after,
        nameOf,
      );
}

function inserted<Member>(
  others: readonly Member[],
  member: Member,
  after: string,
  nameOf: (member: Member) => string,
): readonly Member[] {
  const known = others.findIndex((one) => nameOf(one) === after);
  const at = after === '' ? 0 : known < 0 ? others.length : known + 1;
  return [...others.slice(0, at), member, ...others.slice(at)];
}

/** The placed item, or a new one. */
export function itemOf(layout: Layout, field: string): ItemModel {
  const known = sectionWith(layout, field)?.items.find((item) => item.field === field);
  return known ?? { field, span: 1, options: {} };
}

/** The layout with an item, known or new, in a place. */
export function withItemAt(layout: Layout, item: ItemModel, { section, after }: Spot): Layout {
  const to = section ?? sectionWith(layout, item.field)?.id;
  const sections = layout.sections.map((one) => {
    const others = one.items.filter(({ field }) => field !== item.field);
    if (one.id === to) return { ...one, items: inserted(others, item, after, ({ field }) => field) };
    return others.length === one.items.length ? one : { ...one, items: others };
  });
  return { ...layout, sections };
}

/** The layout with an item changed in its place. */
export function withItem(layout: Layout, item: ItemModel): Layout {
  const sections = layout.sections.map((one) => ({
    ...one,
    items: one.items.map((other) => (other.field === item.field ? item : other)),
  }));
  return { ...layout, sections };
}

export function withSection(layout: Layout, section: SectionModel, after: string): Layout {
  return { ...layout, sections: inserted(layout.sections, section, after, ({ id }) => id) };
}

export function withoutPart(layout: Layout, { kind, id }: Part): Layout {
  const sections = layout.sections
    .filter((one) => kind !== 'section' || one.id !== id)
    .map((one) => (kind === 'item' ? { ...one, items: one.items.filter(({ field }) => field !== id) } : one));
  return {
    sections,
    columns: layout.columns.filter(({ path }) => kind !== 'column' || path !== id),
    filters: layout.filters.filter(({ path }) => kind !== 'filter' || path !== id),
  };
}
