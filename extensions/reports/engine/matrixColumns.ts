/** The columns of a matrix: which groups each belongs to, what its headings say, and which rows it covers. */
import { type Arranged, arrangeRows, type Instance } from './arrangeRows.ts';
import type { InParts } from './dataOf.ts';
import { FormulaError } from './FormulaError.ts';
import { type Around, type Extent, scopeAt } from './formulaScope.ts';
import type { Cell, Member, Row, Tablix } from './types.ts';
import { isVisible, type Reader } from './visibility.ts';

/** Where a heading or a column is: the instances of groups around it, and the texts that toggle them. */
type ColumnPlace = {
  readonly extents: readonly Extent[];
  readonly row: Row | undefined;
  readonly path: string;
  readonly toggles: ReadonlyMap<string, string>;
};

export type ColumnHead = { readonly cell: Cell | undefined; readonly place: ColumnPlace };

type Column = {
  /** Its column in the body of the definition. */
  readonly index: number;
  readonly width: number;
  readonly extents: readonly Extent[];
  readonly heads: readonly ColumnHead[];
};

/** More cannot be read, and no spreadsheet is as wide. */
const mostColumns = 1000;

type Making = {
  readonly tablix: Tablix;
  readonly around: Around;
  readonly region: readonly Extent[];
  readonly rows: readonly Row[];
  readonly reader: Reader;
  /** Columns that the reader has left out, by their index. */
  readonly without: ReadonlySet<number>;
  readonly turning: ReadonlyMap<string, boolean>;
  readonly outside: ReadonlySet<string>;
};

/** Undefined if the columns do not depend on the rows. */
export function* matrixOf(making: Making): InParts<Matrix | undefined> {
  const { tablix, around, region, rows } = making;
  if (!tablix.columnMembers) return undefined;
  const arranging = { tablix: { ...tablix, sort: [] }, around, sorts: [] };
  const arranged = yield* arrangeRows(arranging, tablix.columnMembers, { rows, extents: region });
  const top: ColumnPlace = {
    ...{ extents: [], row: undefined, path: 'c' },
    toggles: new Map([...making.outside].map((name) => [name, ''])),
  };
  const columns: Column[] = [];
  const found = { add: (one: Column) => columns.push(one), count: () => columns.length };
  const walk = new ColumnWalk(making, found);
  for (const member of tablix.columnMembers) walk.member(member, arranged, { place: top, heads: [] });
  return new Matrix(columns);
}

type Standing = { readonly place: ColumnPlace; readonly heads: readonly ColumnHead[] };

class ColumnWalk {
  private readonly making: Making;
  private readonly found: { readonly add: (one: Column) => void; readonly count: () => number };

  constructor(making: Making, found: ColumnWalk['found']) {
    this.making = making;
    this.found = found;
  }

  member(member: Member, arranged: Arranged, standing: Standing): void {
    if (!member.group) {
      if (this.isShown(member, standing.place)) this.inside(member, arranged, standing);
      return;
    }
    let previous: readonly Row[] | undefined;
    for (const [at, instance] of (arranged.instances.get(member) ?? []).entries()) {
      const place = this.within(member, { instance, at, previous }, standing.place);
      previous = instance.rows;
      if (!this.isShown(member, place)) continue;
      const inner = instance.inner ?? { rows: instance.rows, instances: new Map() };
      this.inside(member, inner, { ...standing, place });
    }
  }

  private within(
    member: Member,
    {
      instance,
      at,
      previous,
    }: { readonly instance: Instance; readonly at: number; readonly previous: readonly Row[] | undefined },
    place: ColumnPlace,
  ): ColumnPlace {
    const path = `${place.path}${place.path === 'c' ? '' : '.'}${at + 1}`;
    const own = { name: member.group?.name ?? '', rows: instance.rows, previous, kind: 'group' } as const;
    const turned = (member.header?.contents ?? []).filter(({ name }) => this.making.turning.has(name));
    return {
      extents: [...place.extents, own],
      row: instance.rows[0],
      path,
      toggles: new Map([...place.toggles, ...turned.map(({ name }) => [name, path] as const)]),
    };
  }

  private inside(member: Member, arranged: Arranged, { place, heads: around }: Standing): void {
    const heads = member.header ? [...around, { cell: member.header, place }] : around;
    const before = this.found.count();
    for (const inner of member.members) this.member(inner, arranged, { place, heads });
    // A group whose columns are all collapsed keeps one, with its own totals.
    if (member.row === undefined && (this.found.count() > before || !member.group)) return;
    const index = member.row ?? firstColumn(member);
    if (index === undefined || this.making.without.has(index)) return;
    if (before >= mostColumns) throw new FormulaError('report.columns.too-many', String(mostColumns));
    this.found.add({ index, width: this.making.tablix.widths[index] ?? 72, extents: place.extents, heads });
  }

  private isShown(member: Member, { extents, row, toggles }: ColumnPlace): boolean {
    const { around, region, reader } = this.making;
    const path = member.toggle === undefined ? undefined : toggles.get(member.toggle);
    const key = path === undefined ? undefined : `${member.toggle}@${path}`;
    const scope = scopeAt(around, { row, extents: [...region, ...extents] });
    return isVisible(member, key, { scope, reader });
  }
}

const firstColumn = (member: Member): number | undefined =>
  member.row ?? member.members.map(firstColumn).find((one) => one !== undefined);

export class Matrix {
  readonly columns: readonly Column[];
  /** How many headings are above each other. */
  readonly depth: number;
  /** By row, the columns whose groups contain it. */
  private readonly columnsOf = new Map<Row, number[]>();
  private readonly cells = new WeakMap<readonly Row[], readonly (readonly Row[])[]>();

  constructor(columns: readonly Column[]) {
    this.columns = columns;
    this.depth = columns.reduce((most, { heads }) => Math.max(most, heads.length), 0);
    for (const [at, { extents }] of columns.entries())
      for (const row of extents.at(-1)?.rows ?? []) {
        const known = this.columnsOf.get(row);
        if (known) known.push(at);
        else this.columnsOf.set(row, [at]);
      }
  }

  /** Of these rows, those of each column. */
  rowsByColumn(rows: readonly Row[]): readonly (readonly Row[])[] {
    const known = this.cells.get(rows);
    if (known) return known;
    const found: (readonly Row[])[] = this.columns.map(({ extents }) => (extents.length === 0 ? rows : []));
    for (const row of rows) for (const at of this.columnsOf.get(row) ?? []) (found[at] as Row[]).push(row);
    this.cells.set(rows, found);
    return found;
  }

  /** The headings of a level from the left; one covers all columns of its instance. */
  headsAt(level: number): readonly { readonly head: ColumnHead | undefined; readonly span: number }[] {
    const found: { head: ColumnHead | undefined; span: number }[] = [];
    for (const { heads } of this.columns) {
      const head = heads[level];
      const last = found.at(-1);
      if (last && head !== undefined && last.head === head) last.span += 1;
      else found.push({ head, span: 1 });
    }
    return found;
  }
}
