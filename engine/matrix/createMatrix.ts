/** The state of a matrix editor: sparse cells, undo, issues. Independent of React and forms. */
import { parseTable, printTable } from './parseTable.ts';
import { sizeOf } from './selection.ts';
import type {
  Area,
  CellPlace,
  MatrixCell,
  MatrixEntry,
  MatrixOptions,
  Pasted,
  PlacedIssue,
} from './types.ts';

export type Matrix = {
  readonly columns: readonly string[];
  readonly rows: readonly string[];
  readonly cell: (at: CellPlace) => MatrixCell | undefined;
  /** The initial text of a cell editor. */
  readonly textOf: (at: CellPlace) => string;
  readonly type: (at: CellPlace, text: string) => void;
  /** Clears the cells, or sets all to one value. */
  readonly fill: (area: Area, value?: number | boolean) => void;
  /** Copies the first row of the area into the rows below. */
  readonly fillDown: (area: Area) => void;
  /** Copies the first column of the area into the columns to the right. */
  readonly fillRight: (area: Area) => void;
  readonly copy: (area: Area) => string;
  /** A single undo step. One copied cell fills the whole area; cells that do not fit are counted. */
  readonly paste: (area: Area, text: string) => Pasted;
  /** Sets cells by ids, as from another program; a single undo step. */
  readonly place: (entries: readonly MatrixEntry[]) => void;
  readonly undo: () => boolean;
  readonly redo: () => boolean;
  readonly canUndo: () => boolean;
  readonly canRedo: () => boolean;
  readonly emptyCount: () => number;
  /** Cells with issues, row by row. */
  readonly issues: () => readonly PlacedIssue[];
  readonly isDirty: () => boolean;
  readonly reset: () => void;
  /** The content of the cells row by row: values, and texts that could not be parsed. */
  readonly entries: () => readonly MatrixEntry[];
  readonly subscribe: (listener: () => void) => () => void;
  /** Changes with every step. */
  readonly version: () => number;
};

type Change = {
  readonly key: number;
  readonly before: MatrixCell | undefined;
  readonly after: MatrixCell | undefined;
};
type Step = readonly Change[];

type Core = {
  readonly options: MatrixOptions;
  readonly width: number;
  readonly height: number;
  readonly start: ReadonlyMap<number, MatrixCell>;
  /** The initial map itself until a cell changes. */
  cells: ReadonlyMap<number, MatrixCell>;
  /** The issues when last computed. */
  judged?: { readonly version: number; readonly issues: readonly PlacedIssue[] };
  done: Step[];
  undone: Step[];
  version: number;
  readonly listeners: Set<() => void>;
};

/** The number of undo steps kept: one step may be 40,000 cells. */
const longestHistory = 100;

/** Creates the state of a matrix; ids in neither list are dropped. */
export function createMatrix(options: MatrixOptions): Matrix {
  const core = createCore(options);
  const steps = { undo: () => takeBack(core), redo: () => doAgain(core) };
  return {
    columns: options.columns,
    rows: options.rows,
    ...readers(core),
    ...writers(core),
    ...steps,
    subscribe: (listener) => {
      core.listeners.add(listener);
      return () => core.listeners.delete(listener);
    },
  };
}

function createCore(options: MatrixOptions): Core {
  const start = startCells(options);
  return {
    options,
    width: options.columns.length,
    height: options.rows.length,
    start,
    cells: start,
    done: [],
    undone: [],
    version: 0,
    listeners: new Set(),
  };
}

function startCells(options: MatrixOptions): ReadonlyMap<number, MatrixCell> {
  const cells = new Map<number, MatrixCell>();
  const keyOf = keysOf(options);
  for (const entry of options.entries) {
    const key = keyOf(entry);
    if (key !== undefined && !isNothing(entry.value)) cells.set(key, storedCell(options, entry.value));
  }
  return cells;
}

function keysOf({ columns, rows }: MatrixOptions): (entry: MatrixEntry) => number | undefined {
  const [xs, ys] = [columns, rows].map((ids) => new Map(ids.map((id, index) => [id, index])));
  return ({ x, y }) => {
    const [column, row] = [xs?.get(x), ys?.get(y)];
    return column === undefined || row === undefined ? undefined : row * columns.length + column;
  };
}

function storedCell({ check, read }: MatrixOptions, value: unknown): MatrixCell {
  if (typeof value === 'string') return typedCell(read(value), value);
  return cellWith({ value: value as number | boolean }, check?.(value)?.issue);
}

function typedCell({ value, issue }: ReturnType<MatrixOptions['read']>, text: string): MatrixCell {
  return cellWith(value === undefined ? { text } : { value }, issue);
}

/** Called for 40,000 cells at once, most of them without an issue. */
function cellWith(cell: MatrixCell, issue: MatrixCell['issue']): MatrixCell {
  return issue ? { ...cell, issue } : cell;
}

const isNothing = (value: unknown): boolean => value === null || value === undefined || value === '';

function readers(core: Core) {
  const { options, width, height } = core;
  const cell = ({ row, column }: CellPlace) => core.cells.get(row * width + column);
  const textOf = (at: CellPlace) => {
    const found = cell(at);
    return found?.value === undefined ? (found?.text ?? '') : options.write(found.value);
  };
  return {
    cell,
    textOf,
    copy: (area: Area) =>
      printTable(rowsOf(area).map((row) => columnsOf(area).map((column) => textOf({ row, column })))),
    canUndo: () => core.done.length > 0,
    canRedo: () => core.undone.length > 0,
    emptyCount: () => width * height - core.cells.size,
    issues: () => {
      if (core.judged?.version !== core.version)
        core.judged = { version: core.version, issues: issuesOf(core) };
      return core.judged.issues;
    },
    isDirty: () => isDirty(core),
    entries: () => entriesOf(core),
    version: () => core.version,
  };
}

function writers(core: Core) {
  const { options, width } = core;
  const keyOf = keysOf(options);
  const key = ({ row, column }: CellPlace) => row * width + column;
  const each = (area: Area, valueAt: (row: number, column: number) => MatrixCell | undefined) =>
    apply(
      core,
      rowsOf(area).flatMap((row) =>
        columnsOf(area).map((column) => [row * width + column, valueAt(row, column)] as const),
      ),
    );
  return {
    type: (at: CellPlace, text: string) => apply(core, [[key(at), cellOf(options, text)]]),
    fill: (area: Area, value?: number | boolean) =>
      each(area, () => (value === undefined ? undefined : storedCell(options, value))),
    fillDown: (area: Area) => each(area, (_row, column) => core.cells.get(area.top * width + column)),
    fillRight: (area: Area) => each(area, (row) => core.cells.get(row * width + area.left)),
    paste: (area: Area, text: string) => paste(core, area, text),
    place: (entries: readonly MatrixEntry[]) =>
      apply(
        core,
        entries.flatMap((entry) => {
          const at = keyOf(entry);
          if (at === undefined) return [];
          return [[at, isNothing(entry.value) ? undefined : storedCell(options, entry.value)] as const];
        }),
      ),
    reset: () => {
      core.cells = core.start;
      core.done = [];
      core.undone = [];
      announce(core);
    },
  };
}

function cellOf(options: MatrixOptions, text: string): MatrixCell | undefined {
  return text.trim() === '' ? undefined : typedCell(options.read(text), text.trim());
}

function paste(core: Core, area: Area, text: string): Pasted {
  const { width, height, options } = core;
  const table = parseTable(text);
  const [first = ['']] = table;
  const isOne = table.length === 1 && first.length === 1;
  const target = isOne ? area : pasteArea(core, area, table);
  const cells: [number, MatrixCell | undefined][] = [];
  for (let row = target.top; row <= target.bottom; row += 1)
    for (let column = target.left; column <= target.right; column += 1) {
      const source = isOne ? first[0] : table[row - target.top]?.[column - target.left];
      if (source !== undefined) cells.push([row * width + column, cellOf(options, source)]);
    }
  apply(core, cells);
  const all = isOne ? cells.length : table.reduce((sum, row) => sum + row.length, 0);
  return {
    area: { ...target, bottom: Math.min(target.bottom, height - 1) },
    placed: cells.length,
    left: all - cells.length,
  };
}

function pasteArea(
  { width, height }: Core,
  { top, left }: Area,
  table: readonly (readonly string[])[],
): Area {
  const widest = table.reduce((most, row) => Math.max(most, row.length), 0);
  return {
    top,
    left,
    bottom: Math.min(height, top + table.length) - 1,
    right: Math.min(width, left + widest) - 1,
  };
}

/** Applies one step, without cells that do not change; an empty step is not recorded. */
function apply(core: Core, cells: readonly (readonly [number, MatrixCell | undefined])[]): void {
  const step: Change[] = [];
  for (const [key, after] of cells) {
    const before = core.cells.get(key);
    if (same(before, after)) continue;
    step.push({ key, before, after });
  }
  if (step.length === 0) return;
  for (const { key, after } of step) put(core, key, after);
  core.done.push(step);
  if (core.done.length > longestHistory) core.done.shift();
  core.undone = [];
  announce(core);
}

function put(core: Core, key: number, cell: MatrixCell | undefined): void {
  if (core.cells === core.start) core.cells = new Map(core.start);
  const cells = core.cells as Map<number, MatrixCell>;
  if (cell) cells.set(key, cell);
  else cells.delete(key);
}

const same = (one: MatrixCell | undefined, other: MatrixCell | undefined): boolean =>
  one === other || (one?.value === other?.value && one?.text === other?.text);

function takeBack(core: Core): boolean {
  const step = core.done.pop();
  if (!step) return false;
  for (const { key, before } of step) put(core, key, before);
  core.undone.push(step);
  announce(core);
  return true;
}

function doAgain(core: Core): boolean {
  const step = core.undone.pop();
  if (!step) return false;
  for (const { key, after } of step) put(core, key, after);
  core.done.push(step);
  announce(core);
  return true;
}

function announce(core: Core): void {
  core.version += 1;
  for (const listener of [...core.listeners]) listener();
}

function isDirty({ cells, start }: Core): boolean {
  if (cells === start) return false;
  if (cells.size !== start.size) return true;
  for (const [key, cell] of cells) if (!same(cell, start.get(key))) return true;
  return false;
}

function issuesOf(core: Core): readonly PlacedIssue[] {
  const found: (PlacedIssue & { readonly key: number })[] = [];
  for (const [key, cell] of core.cells)
    if (cell.issue) found.push({ key, ...placeOf(core, key), cell, issue: cell.issue });
  return found.sort((one, other) => one.key - other.key);
}

function entriesOf(core: Core): readonly MatrixEntry[] {
  const { columns, rows } = core.options;
  const keys = [...core.cells.keys()].sort((one, other) => one - other);
  return keys.map((key) => {
    const { row, column } = placeOf(core, key);
    const cell = core.cells.get(key);
    return { x: columns[column] ?? '', y: rows[row] ?? '', value: cell?.value ?? cell?.text };
  });
}

function placeOf({ width }: Core, key: number): CellPlace {
  return { row: Math.floor(key / width), column: key % width };
}

const range = (from: number, to: number): readonly number[] =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);
const rowsOf = ({ top, bottom }: Area) => range(top, bottom);
const columnsOf = ({ left, right }: Area) => range(left, right);

/** Whether an area has more than one cell. */
export function isMany(area: Area): boolean {
  return sizeOf(area) > 1;
}
