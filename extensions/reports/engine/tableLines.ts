/** The lines of a table over its rows: heads, groups with what is said above and below them, details. */
import { type Arranged, arrangeRows, type Instance } from './arrangeRows.ts';
import { fieldPlaces, filterRows } from './dataOf.ts';
import { type Around, scopeAt } from './formulaScope.ts';
import type { Line, MapLabel, Nested } from './line.ts';
import type { ColumnHead, Matrix } from './matrixColumns.ts';
import { everyRow, headersOf, linesOf } from './memberLines.ts';
import { type Extent, type FormulaScope, type Saying, saidValue } from './runFormula.ts';
import { growingCell, type LineCell, tableCell } from './tableCell.ts';
import type { Breaks, Cell, Content, DataRows, Member, Row, Sort, Subreport, Tablix } from './types.ts';
import { isVisible, type Reader } from './visibility.ts';

type TableRun = {
  readonly tablix: Tablix;
  readonly data: DataRows;
  readonly saying: Saying;
  readonly reader: Reader;
  /** Columns that are left out, by their place. */
  readonly without: ReadonlySet<number>;
  /** Text boxes that something is shown and hidden by, and whether it is hidden to begin with. */
  readonly turning: ReadonlyMap<string, boolean>;
  readonly outside: ReadonlySet<string>;
  /** The columns of a matrix. */
  readonly matrix?: Matrix | undefined;
  /** Of a table in a cell: the instances around it, and the rows of the innermost. */
  readonly within?: { readonly extents: readonly Extent[]; readonly rows: readonly Row[] };
};

export const asWritten: Reader = { toggled: new Set(), sort: undefined };

/** Undefined where others may come between. */
export function* tableLines(run: TableRun): Generator<Line | undefined> {
  const { tablix, data, saying } = run;
  const outer = run.within?.extents ?? [{ name: tablix.dataSet, rows: data.rows }];
  const around: Around = { saying, fields: fieldPlaces(data), extents: outer };
  const rows = yield* filterRows(run.within?.rows ?? data.rows, tablix.filters, around);
  const region = (of: readonly Row[]): readonly Extent[] => [
    ...outer,
    { name: tablix.name, rows: of, kind: 'region' },
  ];
  const { headMembers, members } = tablix;
  const arranged = yield* arrangeRows(
    { tablix, around, sorts: readerSort(run) },
    members.slice(headMembers),
    { rows, extents: region(rows) },
  );
  const walk = new TableWalk(run, { ...around, extents: region(arranged.rows) });
  yield* walk.heads();
  yield* walk.body(arranged);
}

/** Where a walk is: in which instances, and what is known of the texts that toggle. */
export type Place = {
  readonly extents: readonly Extent[];
  readonly row: Row | undefined;
  readonly isDetail: boolean;
  /** Places of the instances around, `1.4`. */
  readonly path: string;
  /** Text that toggles → path of the instance it is in. */
  readonly toggles: ReadonlyMap<string, string>;
  readonly headers: readonly Header[];
  readonly block: object | undefined;
  readonly labels: readonly MapLabel[];
  /** How many groups around it are in the document map. */
  readonly level: number;
  readonly breaks: boolean;
  readonly resets: boolean;
  readonly heads: readonly Line[];
  readonly depth: number;
  readonly pageName: string | undefined;
  readonly isFirstOnPage?: boolean;
};

/** A row header, and the instance it is worked out in. */
type Header = { readonly cell: Cell; readonly place: Place; isShown: boolean };

class TableWalk {
  private readonly run: TableRun;
  private readonly around: Around;
  private isFirst = true;
  /** Of a group that has ended and ends its page. */
  private owed: Pick<Breaks, 'resets'> | undefined;

  constructor(run: TableRun, around: Around) {
    this.run = run;
    this.around = around;
  }

  *heads(): Generator<Line> {
    const { corner, columnHeads, members, headMembers } = this.run.tablix;
    const top = this.start();
    const { matrix } = this.run;
    for (let level = 0; matrix && level < matrix.depth; level += 1)
      yield this.headLine(top, corner[level] ?? [], matrix.headsAt(level));
    if (!matrix && columnHeads.some((cell) => cell !== undefined))
      yield this.line(top, { cells: columnHeads, corner: corner[0] ?? [], isHead: true });
    for (const member of members.slice(0, headMembers))
      if (this.isShown(member, top))
        yield this.line(top, {
          cells: this.run.tablix.rows[member.row ?? -1]?.cells ?? [],
          corner: matrix || columnHeads.some(Boolean) ? [] : (corner[0] ?? []),
          isHead: true,
          height: this.run.tablix.rows[member.row ?? -1]?.height,
        });
  }

  /** The headings of a matrix at one level. */
  private headLine(
    top: Place,
    corner: readonly (Cell | undefined)[],
    heads: readonly { readonly head: ColumnHead | undefined; readonly span: number }[],
  ): Line {
    const cells = () => [
      ...this.leftCells(corner, top),
      ...heads.map(({ head, span }) => {
        const place = head
          ? { ...top, ...head.place, extents: [...top.extents, ...head.place.extents] }
          : top;
        return { ...this.cell(head?.cell, place), span };
      }),
    ];
    return { height: 18, isHead: true, breaks: false, heads: [], cells };
  }

  private leftCells(cells: readonly (Cell | undefined)[], place: Place): readonly LineCell[] {
    return this.run.tablix.headerWidths.map((_, index) => this.cell(cells[index], place));
  }

  /** Those that no earlier line shows, or all of them. */
  private headerCells(place: Place, shown: readonly (Header | undefined)[]): readonly LineCell[] {
    return this.run.tablix.headerWidths.map((_, index) =>
      this.cell(shown[index]?.cell, shown[index]?.place ?? place),
    );
  }

  *body(arranged: Arranged): Generator<Line | undefined> {
    const { members, headMembers } = this.run.tablix;
    for (const member of members.slice(headMembers)) yield* this.member(member, arranged, this.start());
  }

  private start(): Place {
    const { extents } = this.around;
    return {
      ...{ extents, row: undefined, isDetail: false, path: '', breaks: false, resets: false, heads: [] },
      ...{ headers: [], block: undefined, labels: [], level: 0, depth: 0, pageName: undefined },
      toggles: new Map([...this.run.outside].map((name) => [name, ''])),
    };
  }

  private *member(member: Member, arranged: Arranged, place: Place): Generator<Line | undefined> {
    const { group } = member;
    if (!group) {
      if (this.isShown(member, place)) yield* this.inside(member, arranged, place);
      return;
    }
    const { breaks } = group;
    let previous: readonly Row[] | undefined;
    for (const [at, instance] of (arranged.instances.get(member) ?? []).entries()) {
      const pending = at === 0 ? place : { ...place, labels: [] };
      const within = this.within(member, { instance, at, previous }, pending);
      previous = instance.rows;
      if (!this.isShown(member, within)) {
        yield undefined;
        continue;
      }
      const inner = instance.inner ?? { rows: instance.rows, instances: none };
      yield* this.inside(member, inner, within);
    }
    if (breaks?.end && previous) this.owed = breaks;
  }

  private within(member: Member, { instance, at, previous }: Coming, place: Place): Place {
    const { name, by, breaks, pageName } = member.group as NonNullable<Member['group']>;
    const isDetail = by.length === 0;
    const own: Extent = { name, rows: instance.rows, previous, kind: 'group' };
    const begins = at === 0 ? breaks?.start === true : breaks?.between === true;
    const within: Place = {
      ...place,
      row: instance.rows[0],
      isDetail,
      path: place.path === '' ? String(at + 1) : `${place.path}.${at + 1}`,
      extents: isDetail ? place.extents : [...place.extents, own],
      block: place.block ?? (member.isKept ? instance : undefined),
      depth: place.depth + 1,
      breaks: begins || (at === 0 && place.breaks),
      resets: (begins && breaks?.resets === true) || (at === 0 && place.resets),
    };
    const named = saidValue(pageName ?? null, this.scope(within));
    const page = named === null ? place.pageName : String(named).slice(0, longestLabel);
    const paged = { ...within, pageName: page };
    return {
      ...paged,
      ...this.labelled(member, paged),
      toggles: this.withToggles(member, within),
    };
  }

  private labelled({ group }: Member, place: Place): Pick<Place, 'labels' | 'level'> {
    if (group?.label === undefined) return place;
    const text = String(saidValue(group.label, this.scope(place)) ?? '').slice(0, longestLabel);
    if (text === '') return place;
    return { labels: [...place.labels, { text, level: place.level }], level: place.level + 1 };
  }

  private *inside(member: Member, arranged: Arranged, place: Place): Generator<Line | undefined> {
    const headers = member.header
      ? [...place.headers, { cell: member.header, place, isShown: false }]
      : place.headers;
    if (member.row !== undefined) {
      yield this.rowLine({ ...place, headers }, member.row, member);
      return;
    }
    let isFirst = true;
    let { heads } = place;
    for (const inner of member.members) {
      const labels = isFirst ? place.labels : [];
      const here = { ...place, headers, labels, breaks: isFirst && place.breaks, heads };
      for (const line of this.member(inner, arranged, here)) {
        if (line) isFirst = false;
        if (line && inner.isRepeated && !inner.group && inner.row !== undefined) heads = [...heads, line];
        yield line;
      }
    }
    // A group whose lines are all collapsed keeps one beside its header, with its own totals.
    const [row] = isFirst && member.group && member.header ? everyRow(member) : [];
    if (row !== undefined) yield this.rowLine({ ...place, headers }, row, member);
  }

  private rowLine(place: Place, at: number, { keepWith }: Member): Line {
    const row = this.run.tablix.rows[at];
    return this.line(place, { cells: row?.cells ?? [], height: row?.height, keepWith });
  }

  private isShown(member: Member, place: Place): boolean {
    const key = this.keyOf(member.toggle, place);
    if (member.needsRows && place.extents.at(-1)?.rows.length === 0) return false;
    return isVisible(member, key, { scope: this.scope(place), reader: this.run.reader });
  }

  private keyOf(toggle: string | undefined, { toggles }: Place): string | undefined {
    const path = toggle === undefined ? undefined : toggles.get(toggle);
    return path === undefined ? undefined : `${toggle}@${path}`;
  }

  /** Texts of the lines of this instance toggle what is in it. */
  private withToggles(member: Member, place: Place): ReadonlyMap<string, string> {
    if (this.run.turning.size === 0) return place.toggles;
    const { rows } = this.run.tablix;
    const own = [...headersOf(member), ...linesOf(member).flatMap((row) => rows[row]?.cells ?? [])]
      .flatMap((cell) => cell?.contents ?? [])
      .filter(({ name }) => this.run.turning.has(name));
    return own.length === 0
      ? place.toggles
      : new Map([...place.toggles, ...own.map(({ name }) => [name, place.path] as const)]);
  }

  private scope({ row, extents, isDetail }: Place): FormulaScope {
    return scopeAt(this.around, { row, extents, isDetail });
  }

  private line(place: Place, { cells, corner, isHead = false, height = 18, keepWith }: Making): Line {
    const breaks = (place.breaks || this.owed !== undefined) && !this.isFirst;
    const resets = breaks && (place.resets || this.owed?.resets === true);
    if (!isHead) {
      this.isFirst = false;
      this.owed = undefined;
    }
    const nested = this.nested(cells, place);
    // A header is beside the first of its lines only.
    const fresh = place.headers.map((one) => (one.isShown ? undefined : one));
    for (const one of place.headers) one.isShown = true;
    return {
      ...(nested.length > 0 ? { nested } : {}),
      ...(place.labels.length > 0 ? { labels: place.labels } : {}),
      ...(place.pageName ? { pageName: place.pageName } : {}),
      rows: place.isDetail && place.row ? [place.row] : (place.extents.at(-1)?.rows ?? []),
      depth: place.depth,
      ...(resets ? { resets } : {}),
      ...{ height, isHead, breaks, heads: place.heads, block: place.block, keepWith },
      cells: (isFirstOnPage = false) => [
        ...(corner
          ? this.leftCells(corner, place)
          : this.headerCells(place, isFirstOnPage ? place.headers : fresh)
        ).map(growingCell),
        ...this.bodyCells(cells, { ...place, isFirstOnPage }),
      ],
    };
  }

  /** Of the same data set over the rows here; of another over all of its rows. */
  private nested(cells: readonly (Cell | undefined)[], place: Place): readonly Nested[] {
    const { extents, row, isDetail } = place;
    const innermost = extents.at(-1)?.rows ?? [];
    const tables = cells
      .flatMap((cell) => cell?.contents ?? [])
      .filter((one): one is Tablix | Subreport => one.kind === 'tablix' || one.kind === 'subreport')
      .filter(({ visibility }) => {
        const key = this.keyOf(visibility?.toggle, place);
        const { reader } = this.run;
        return !visibility || isVisible(visibility, key, { scope: this.scope(place), reader });
      });
    const within = { extents, rows: isDetail && row ? [row] : innermost };
    return tables.map((one) =>
      one.kind === 'tablix'
        ? { kind: 'tablix', tablix: one, within }
        : { kind: 'subreport', subreport: one, scope: this.scope(place) },
    );
  }

  /** What one that spans covers is not there; it is as wide as the columns that are left of it. */
  private bodyCells(cells: readonly (Cell | undefined)[], place: Place): readonly LineCell[] {
    const { without, tablix, matrix } = this.run;
    if (matrix) return this.matrixCells(cells, place, matrix);
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

  /** Each over the rows that its line and its column share. */
  private matrixCells(
    cells: readonly (Cell | undefined)[],
    place: Place,
    matrix: Matrix,
  ): readonly LineCell[] {
    const { extents, row, isDetail } = place;
    const { columns } = matrix;
    const shared = matrix.rowsByColumn(isDetail && row ? [row] : (extents.at(-1)?.rows ?? []));
    const found: LineCell[] = [];
    for (let at = 0; at < columns.length; ) {
      const { index, extents: own } = columns[at] as Matrix['columns'][number];
      const cell = cells[index];
      const rows = shared[at] ?? [];
      const here = {
        ...place,
        row: rows[0],
        isDetail: false,
        extents: [...extents, ...own, { name: '', rows }],
      };
      let span = 1;
      while (span < (cell?.span ?? 1) && columns[at + span]?.index === index + span) span += 1;
      found.push({ ...this.cell(cell, own.length === 0 ? place : here), span });
      at += span;
    }
    return found;
  }

  private cell(cell: Cell | undefined, place: Place): LineCell {
    return tableCell(cell, {
      ...{ run: this.run, scope: this.scope(place), isFirstOnPage: place.isFirstOnPage === true },
      keyOf: (toggle) => this.keyOf(toggle, place),
    });
  }
}

const longestLabel = 300;
const none: Arranged['instances'] = new Map();

type Coming = {
  readonly instance: Instance;
  readonly at: number;
  readonly previous: readonly Row[] | undefined;
};

type Making = {
  readonly cells: readonly (Cell | undefined)[];
  /** What is left of a heading; other lines have the headers of their groups there. */
  readonly corner?: readonly (Cell | undefined)[];
  readonly keepWith?: Line['keepWith'];
  readonly isHead?: boolean | undefined;
  readonly height?: number | undefined;
};

/** What the reader sorts by goes to the innermost rows. */
function readerSort({ reader: { sort }, tablix }: TableRun): readonly Sort[] {
  const text = sort && textsOf(tablix).find(({ name }) => name === sort.name);
  return sort && text?.sort ? [{ by: text.sort, isDescending: sort.isDescending }] : [];
}

const textsOf = ({ rows, columnHeads, corner }: Tablix) =>
  [...rows.flatMap(({ cells }) => cells), ...columnHeads, ...corner.flat()]
    .flatMap((cell): readonly Content[] => cell?.contents ?? [])
    .filter((content) => content.kind === 'text');

/** What stands where there is no row; null where the table says nothing then. */
export const saidWithoutRows = ({ noRows }: Tablix, scope: FormulaScope): string | null => {
  const value = saidValue(noRows, scope);
  return value === null ? null : String(value);
};
