/** The lines of a table over its rows: heads, groups with what is said above and below them, details. */
import type { SheetFormat, SheetValue } from '#engine';
import { type Around, atOnce, fieldPlaces, filterRows, groupRows, type InParts, sortRows } from './dataOf.ts';
import { type Extent, type FormulaScope, runFormula, type Saying, saidValue } from './runFormula.ts';
import { formatOf, formatsOf, shownStyle, shownText } from './shownText.ts';
import type { Cell, Content, DataRows, Image, Member, Row, ShownStyle, Sort, Tablix } from './types.ts';

export type LineCell = {
  readonly text: string;
  readonly value: SheetValue;
  readonly format: SheetFormat;
  readonly span: number;
  readonly style: ShownStyle;
  readonly image?: Image;
  /** What it shows and hides, and whether that is shown. */
  readonly toggle?: { readonly key: string; readonly isOpen: boolean };
  /** What the reader may sort by, and how it is now. */
  readonly sort?: { readonly name: string; readonly direction?: 'up' | 'down' };
};

export type Line = {
  readonly height: number;
  /** Above the rows, on every page. */
  readonly isHead: boolean;
  /** A page of its own begins here. */
  readonly breaks: boolean;
  readonly cells: () => readonly LineCell[];
};

/** What the reader has opened and sorted by. */
export type Reader = {
  readonly toggled: ReadonlySet<string>;
  readonly sort: { readonly name: string; readonly isDescending: boolean } | undefined;
  /** Whatever can be opened is. */
  readonly isAllOpen?: boolean;
};

type TableRun = {
  readonly tablix: Tablix;
  readonly data: DataRows;
  readonly saying: Saying;
  readonly reader: Reader;
  /** Columns that are left out, by their place. */
  readonly without: ReadonlySet<number>;
};

export const asWritten: Reader = { toggled: new Set(), sort: undefined };

/** Undefined where others may come between. */
export function* tableLines(run: TableRun): Generator<Line | undefined> {
  const { tablix, data, saying } = run;
  const fields = fieldPlaces(data);
  const around: Around = { saying, fields, extents: [{ name: tablix.dataSet, rows: data.rows }] };
  const rows = yield* filterRows(data.rows, tablix.filters, around);
  const extents = [
    { name: tablix.dataSet, rows },
    ...(rows === data.rows ? [] : [{ name: tablix.name, rows }]),
  ];
  const walk = new TableWalk(run, { ...around, extents });
  yield* walk.heads();
  yield* walk.body(rows, extents);
}

/** Where a walk is: in which instances, and what is known of the texts that toggle. */
type Place = {
  readonly extents: readonly Extent[];
  readonly row: Row | undefined;
  /** Places of the instances around, `1.4`. */
  readonly path: string;
  /** Text that toggles → path of the instance it stands in. */
  readonly toggles: ReadonlyMap<string, string>;
  readonly headers: readonly (Cell | undefined)[];
  readonly breaks: boolean;
};

class TableWalk {
  private readonly run: TableRun;
  private readonly around: Around;
  /** Texts that something is shown and hidden by, and whether it is hidden to begin with. */
  private readonly toggling: ReadonlyMap<string, boolean>;
  private isFirst = true;

  constructor(run: TableRun, around: Around) {
    this.run = run;
    this.around = around;
    this.toggling = new Map(togglesOf(run.tablix.members));
  }

  *heads(): Generator<Line> {
    const { corner, columnHeads, members, headMembers, headerWidths } = this.run.tablix;
    const top: Place = { ...this.start(), headers: headerWidths.map(() => undefined) };
    if (columnHeads.some((cell) => cell !== undefined))
      yield this.line(top, { cells: columnHeads, headers: corner[0] ?? top.headers, isHead: true });
    for (const member of members.slice(0, headMembers))
      if (this.isShown(member, top))
        yield this.line(top, {
          cells: this.run.tablix.rows[member.row ?? -1]?.cells ?? [],
          headers: columnHeads.some(Boolean) ? top.headers : (corner[0] ?? top.headers),
          isHead: true,
          height: this.run.tablix.rows[member.row ?? -1]?.height,
        });
  }

  *body(rows: readonly Row[], extents: readonly Extent[]): Generator<Line | undefined> {
    const { members, headMembers } = this.run.tablix;
    const place: Place = { ...this.start(), extents };
    for (const member of members.slice(headMembers)) yield* this.member(member, rows, place);
  }

  private start(): Place {
    const { extents } = this.around;
    return { extents, row: undefined, path: '', toggles: new Map(), headers: [], breaks: false };
  }

  private *member(member: Member, rows: readonly Row[], place: Place): Generator<Line | undefined> {
    if (!member.group) {
      if (this.isShown(member, place)) yield* this.inside(member, rows, place);
      return;
    }
    if (!this.isShown(member, place) && member.toggle) return;
    const { name, by } = member.group;
    let count = 0;
    for (const instance of yield* this.instances(member, rows, place)) {
      count += 1;
      const [row] = instance;
      const within: Place = {
        ...place,
        row,
        path: place.path === '' ? String(count) : `${place.path}.${count}`,
        extents: by.length > 0 ? [...place.extents, { name, rows: instance }] : place.extents,
        breaks: member.group.isPaged && count > 1,
      };
      const known = { ...within, toggles: this.withToggles(member, within) };
      if (!this.isShown(member, known)) {
        yield undefined;
        continue;
      }
      yield* this.inside(member, instance, known);
    }
  }

  private *instances(member: Member, rows: readonly Row[], place: Place): InParts<Iterable<readonly Row[]>> {
    const { group } = member;
    if (!group) return [];
    const around: Around = { ...this.around, extents: place.extents };
    const sorts = [...this.readerSort(member), ...group.sort];
    if (group.by.length === 0) {
      const kept = yield* filterRows(rows, group.filters, around);
      const sorted = yield* sortRows(kept, sorts.length > 0 ? sorts : this.run.tablix.sort, around);
      return oneByOne(sorted);
    }
    const sorted = yield* sortRows(
      rows,
      group.sort.length > 0 || sorts.length > 0 ? [] : this.run.tablix.sort,
      around,
    );
    const found = yield* groupRows(sorted, group.by, around);
    // Groups are sorted as wholes: by a sum as well as by what they share.
    const scopes = found.map((instance) => ({
      instance,
      scope: {
        ...this.around,
        row: instance[0],
        extents: [...place.extents, { name: group.name, rows: instance }],
      },
    }));
    const kept = scopes.filter(
      ({ instance, scope }) => atOnce(filterRows(instance.slice(0, 1), group.filters, scope)).length > 0,
    );
    const rank = new Map<Row, FormulaScope>(kept.map(({ instance, scope }) => [instance[0] as Row, scope]));
    const first = kept.map(({ instance }) => instance[0] as Row);
    const order = yield* sortByScopes(first, sorts, rank);
    const byFirst = new Map(kept.map(({ instance }) => [instance[0] as Row, instance]));
    return order.map((row) => byFirst.get(row) ?? [row]);
  }

  /** What the reader sorts by goes to the innermost rows. */
  private readerSort(member: Member): readonly Sort[] {
    const { sort } = this.run.reader;
    if (!sort || member.members.some(({ group }) => group)) return [];
    const text = textsOf(this.run.tablix).find(({ name }) => name === sort.name);
    return text?.sort ? [{ by: text.sort, isDescending: sort.isDescending }] : [];
  }

  private *inside(member: Member, rows: readonly Row[], place: Place): Generator<Line | undefined> {
    const headers = member.header ? [...place.headers, member.header] : place.headers;
    if (member.row !== undefined) {
      const row = this.run.tablix.rows[member.row];
      yield this.line({ ...place, headers }, { cells: row?.cells ?? [], headers, height: row?.height });
      return;
    }
    let isFirst = true;
    for (const inner of member.members) {
      // The header stands beside the first of its lines only.
      const shown = isFirst ? headers : headers.map(() => undefined);
      for (const line of this.member(inner, rows, {
        ...place,
        headers: shown,
        breaks: isFirst && place.breaks,
      })) {
        if (line) isFirst = false;
        yield line;
      }
    }
  }

  private isShown(member: Member, place: Place): boolean {
    const isHidden = saidValue(member.hidden, this.scope(place)) === true || member.hidden === 'true';
    const key = this.keyOf(member.toggle, place);
    if (key !== undefined && this.run.reader.isAllOpen) return true;
    return key === undefined ? !isHidden : isHidden === this.run.reader.toggled.has(key);
  }

  private keyOf(toggle: string | undefined, { toggles }: Place): string | undefined {
    const path = toggle === undefined ? undefined : toggles.get(toggle);
    return path === undefined ? undefined : `${toggle}@${path}`;
  }

  /** Texts of the lines of this instance toggle what is in it. */
  private withToggles(member: Member, place: Place): ReadonlyMap<string, string> {
    const own = [member.header, ...linesOf(member).flatMap((row) => this.run.tablix.rows[row]?.cells ?? [])]
      .flatMap((cell) => cell?.contents ?? [])
      .filter(({ name }) => this.toggling.has(name));
    return own.length === 0
      ? place.toggles
      : new Map([...place.toggles, ...own.map(({ name }) => [name, place.path] as const)]);
  }

  private scope({ row, extents }: Place): FormulaScope {
    return { ...this.around, row, extents };
  }

  private line(place: Place, { cells, headers, isHead = false, height = 18 }: Making): Line {
    const { headerWidths } = this.run.tablix;
    const breaks = place.breaks && !this.isFirst;
    if (!isHead) this.isFirst = false;
    const left = headerWidths.map((_, index) => headers[index]);
    return {
      height,
      isHead,
      breaks,
      cells: () => [...left.map((cell) => this.cell(cell, place)), ...this.bodyCells(cells, place)],
    };
  }

  /** What one that spans covers is not there; it is as wide as the columns that are left of it. */
  private bodyCells(cells: readonly (Cell | undefined)[], place: Place): readonly LineCell[] {
    const { without, tablix } = this.run;
    const found: LineCell[] = [];
    for (let at = 0; at < tablix.widths.length; ) {
      const cell = cells[at];
      const span = Math.min(cell?.span ?? 1, tablix.widths.length - at);
      const left = Array.from({ length: span }, (_, by) => at + by).filter((one) => !without.has(one)).length;
      if (left > 0) found.push({ ...this.cell(cell, place), span: left });
      at += span;
    }
    return found;
  }

  private cell(cell: Cell | undefined, place: Place): LineCell {
    const scope = this.scope(place);
    const texts = (cell?.contents ?? []).filter((one) => one.kind === 'text');
    const image = cell?.contents.find((one): one is Image => one.kind === 'image');
    const [first] = texts;
    const { value, text } = shownText(texts, scope, formatsOf(this.run.data));
    const key = first && this.toggling.has(first.name) ? this.keyOf(first.name, place) : undefined;
    const { reader } = this.run;
    return {
      ...{ text, value, format: formatOf(first, this.run.data), span: 1 },
      style: first ? shownStyle(first.style, scope, value) : {},
      ...(image ? { image } : {}),
      ...(key === undefined
        ? {}
        : { toggle: { key, isOpen: this.toggling.get(first?.name ?? '') === reader.toggled.has(key) } }),
      ...(first?.sort ? { sort: sortState(first.name, reader) } : {}),
    };
  }
}

type Making = {
  readonly cells: readonly (Cell | undefined)[];
  readonly headers: readonly (Cell | undefined)[];
  readonly isHead?: boolean | undefined;
  readonly height?: number | undefined;
};

const sortState = (name: string, { sort }: Reader) =>
  sort?.name === name ? ({ name, direction: sort.isDescending ? 'down' : 'up' } as const) : { name };

const togglesOf = (members: readonly Member[]): readonly (readonly [string, boolean])[] =>
  members.flatMap(({ toggle, hidden, members: inner }) => [
    ...(toggle ? [[toggle, hidden !== null && hidden !== 'false'] as const] : []),
    ...togglesOf(inner),
  ]);

/** Rows of the body that stand in an instance itself, not in a group within. */
const linesOf = (member: Member): readonly number[] =>
  member.row === undefined ? member.members.filter(({ group }) => !group).flatMap(linesOf) : [member.row];

const textsOf = ({ rows, columnHeads, corner }: Tablix) =>
  [...rows.flatMap(({ cells }) => cells), ...columnHeads, ...corner.flat()]
    .flatMap((cell): readonly Content[] => cell?.contents ?? [])
    .filter((content) => content.kind === 'text');

function* oneByOne(rows: readonly Row[]): Generator<readonly Row[]> {
  for (const row of rows) yield [row];
}

function* sortByScopes(
  rows: readonly Row[],
  sorts: readonly Sort[],
  scopes: ReadonlyMap<Row, FormulaScope>,
): InParts<readonly Row[]> {
  if (sorts.length === 0) return rows;
  const keys = new Map<Row, Row>();
  for (const row of rows) {
    keys.set(
      row,
      sorts.map(({ by }) => runFormula(by, scopes.get(row) as FormulaScope)),
    );
    yield;
  }
  const [scope] = scopes.values();
  if (!scope) return rows;
  // Keys stand in for rows: what is compared was worked out once.
  const places = sorts.map(({ isDescending }, index) => ({
    by: { kind: 'field', name: String(index) } as const,
    isDescending,
  }));
  const fields = new Map(sorts.map((_, index) => [String(index), index]));
  const stand = new Map<Row, Row>([...keys].map(([row, key]) => [key, row]));
  const sorted = yield* sortRows([...keys.values()], places, { ...scope, fields });
  return sorted.map((key) => stand.get(key) as Row);
}
