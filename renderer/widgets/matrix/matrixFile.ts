/** Exports and imports a matrix as a spreadsheet. Loaded on demand. */
import {
  cellAddress,
  decideNotations,
  isBroken,
  isFilled,
  type Matrix,
  type MatrixEntry,
  type NotationIssue,
  plainCell,
  readNumber,
  readSheet,
  type SheetCell,
  type SheetColumn,
  SheetError,
  type SheetRow,
  type SheetSource,
  type SheetValue,
  shownText,
  writeXlsx,
  xlsxType,
} from '#engine';
import type { MatrixFormat } from './matrixFormat.ts';
import type { MatrixKind } from './matrixOptions.ts';
import type { Axis } from './useAxis.ts';

type File = {
  readonly matrix: Matrix;
  readonly format: MatrixFormat;
  readonly columns: Axis;
  readonly rows: Axis;
  readonly titles: { readonly columns: string; readonly rows: string };
};

/** The table with its headings; numbers stay numbers. */
export async function writeMatrix({ matrix, format, columns, rows, titles }: File): Promise<Blob> {
  const corner = [titles.rows, titles.columns].filter(Boolean).join(' \\ ');
  const lines = rows.labels.map((label, row): SheetValue[] => [
    label,
    ...columns.labels.map((_, column) => {
      const cell = matrix.cell({ row, column });
      return cell?.value ?? cell?.text ?? null;
    }),
  ]);
  const stream = writeXlsx({
    name: 'Matrix',
    columns: [
      { title: corner, format: 'text', width: 28 },
      ...columns.labels.map((title): SheetColumn => {
        return { title, format: 'number', width: 14, numberFormat: numberFormats[format.kind] };
      }),
    ],
    rows: lines,
    fixed: 1,
  });
  return new Blob([await new Response(stream as BodyInit).arrayBuffer()], { type: xlsxType });
}

/** A stored 5 means 5 %: the sign is literal, without Excel's factor of 100. */
const numberFormats: Readonly<Record<MatrixKind, string | undefined>> = {
  currency: '#,##0.00 "$"',
  percent: '0.####" %"',
  number: undefined,
  boolean: undefined,
};

type Read = {
  readonly message: string;
  readonly params?: Readonly<Record<string, unknown>>;
};

/** Maps the cells of a file by column and row names. Returns all entries or a message. */
export async function readMatrix(
  chosen: Blob,
  file: Pick<File, 'columns' | 'rows' | 'format'>,
): Promise<Read | (Read & { readonly entries: readonly MatrixEntry[] })> {
  const bytes = new Uint8Array(await chosen.slice(0, largest + 1).arrayBuffer());
  if (bytes.length > largest) return { message: 'ui.matrix.file-large' };
  const table = await readTable(bytes);
  if (typeof table === 'string') return { message: table };
  const [head, ...lines] = table.rows;
  const columns = finder(file.columns);
  const rows = finder(file.rows);
  const named = (head?.values ?? []).slice(1).map(textOf);
  const names = lines.map(({ values }) => textOf(values[0]));
  const unknown = [
    ...named.filter((name) => name !== '' && !columns.has(name)),
    ...names.filter((name) => name !== '' && !rows.has(name)),
  ];
  if (unknown.length > 0 || !named.some(Boolean))
    return { message: 'ui.matrix.file-names', params: { names: unknown.slice(0, 3).join(', ') || '–' } };
  const cells = lines.flatMap(({ values, number }, line) =>
    values.slice(1).map((cell, at) => {
      return { cell, place: cellAddress(at + 1, number), isNamed: Boolean(named[at] && names[line]) };
    }),
  );
  const { valueIn, issues } = createReading(cells, file.format, table.source);
  // Refuse content without a known name or unit, as it would be lost silently.
  const lost = cells.filter(({ cell, isNamed, place }) => {
    return isFilled(cell) && (!isNamed || isForeign(cell, file.format) || issues.has(place));
  });
  if (lost.length > 0) return refuseCells(lost, issues);
  const entries = lines.flatMap(({ values: [name, ...values] }) => {
    const y = rows.take(textOf(name));
    columns.begin();
    const xs = named.map((column) => columns.take(column));
    return y === undefined
      ? []
      : xs.flatMap((x, at) => (x === undefined ? [] : [{ x, y, value: valueIn(values[at]) }]));
  });
  return {
    message: 'ui.matrix.imported',
    params: { count: entries.filter(({ value }) => value !== null).length },
    entries,
  };
}

const largest = 5 * 1024 * 1024;
const limits = { unpacked: 60 * 1024 * 1024, rows: 2001 };

async function readTable(
  bytes: Uint8Array,
): Promise<{ readonly rows: readonly SheetRow[]; readonly source: SheetSource | undefined } | string> {
  const rows: SheetRow[] = [];
  let source: SheetSource | undefined;
  const onSource = (found: SheetSource) => {
    source = found;
  };
  try {
    for await (const row of readSheet(bytes, { ...limits, onSource }))
      if (row.values.some(isFilled)) rows.push(row);
  } catch (error) {
    // Only says that it is not a table; the exact reason helps nobody.
    if (!(error instanceof SheetError)) throw error;
    return error.reason === 'large' ? 'ui.matrix.file-large' : 'ui.matrix.file-wrong';
  }
  return { rows, source };
}

type PlacedCell = { readonly cell: SheetCell; readonly place: string };

/** Reads all cells with one number notation, decided over the whole file. */
function createReading(
  cells: readonly PlacedCell[],
  { kind }: MatrixFormat,
  source: SheetSource | undefined,
) {
  const texts = cells.flatMap(({ cell, place }) =>
    typeof cell === 'string' && cell.trim() !== '' ? [{ text: cell, cell: place }] : [],
  );
  const [decided] = decideNotations([{ texts: kind === 'boolean' ? [] : texts }], source?.separator);
  const { notation = 'point', issues = [] } = decided ?? {};
  /** Invalid numbers stay text, which is reported at their cell. */
  const valueIn = (cell: SheetCell | undefined): unknown => {
    const value = plainCell(cell);
    if (typeof value === 'number') return kind === 'boolean' ? value !== 0 : value;
    if (typeof value === 'boolean') return value;
    const text = textOf(cell);
    return kind === 'boolean' ? text || null : (readNumber(text, notation)?.value ?? (text || null));
  };
  return { valueIn, issues: new Map(issues.map((one) => [one.cell, one])) };
}

/** An error, a date, or a number in another unit: 5 % is not an amount of dollars. */
function isForeign(cell: SheetCell, { kind }: MatrixFormat): boolean {
  if (isBroken(cell)) return true;
  const unit =
    typeof cell === 'string'
      ? (readNumber(cell, 'point')?.unit ?? readNumber(cell, 'comma')?.unit)
      : undefined;
  const shown = typeof cell === 'object' && cell?.kind === 'number' ? cell.unit : unit;
  if (typeof cell === 'object' && cell?.kind === 'date') return true;
  return shown !== undefined && shown !== unitOf[kind];
}

const unitOf: Readonly<Record<MatrixKind, '%' | '$' | undefined>> = {
  currency: '$',
  percent: '%',
  number: undefined,
  boolean: undefined,
};

function refuseCells(lost: readonly PlacedCell[], issues: ReadonlyMap<string, NotationIssue>): Read {
  const isDoubtful = lost.every(({ place }) => issues.has(place));
  const shown = lost.slice(0, 3).map(({ cell, place }) => `${place} (${shownText(cell)})`);
  const more = lost.length - shown.length;
  return {
    message: isDoubtful ? 'ui.matrix.file-numbers' : 'ui.matrix.file-cells',
    params: { cells: shown.join(', ') + (more > 0 ? ` + ${more}` : '') },
  };
}

/** Looks up ids by name; duplicate names match in order. */
function finder({ ids, labels }: Axis) {
  const all = new Map<string, string[]>();
  for (const [index, label] of labels.entries())
    all.set(keyOf(label), [...(all.get(keyOf(label)) ?? []), ids[index] ?? '']);
  let taken = new Map<string, number>();
  return {
    has: (label: string) => all.has(keyOf(label)),
    begin: () => {
      taken = new Map();
    },
    take: (label: string): string | undefined => {
      const key = keyOf(label);
      const at = taken.get(key) ?? 0;
      taken.set(key, at + 1);
      return all.get(key)?.[at];
    },
  };
}

const textOf = (value: SheetCell | undefined): string => shownText(value).trim();
const keyOf = (label: string): string => label.trim().toLowerCase();
