/** A matrix as a spreadsheet, out and in again. Loaded only when somebody asks for one. */
import {
  type Matrix,
  type MatrixEntry,
  readSheet,
  type SheetColumn,
  SheetError,
  type SheetValue,
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

/** The table with its headings; numbers are numbers there. */
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

/** A stored 5 is 5 %: the sign is a text behind the number, not Excel's hundredfold. */
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

/** The cells of a file by the names of their columns and rows: all of it, or a sentence that says why not. */
export async function readMatrix(
  chosen: Blob,
  file: Pick<File, 'columns' | 'rows' | 'format'>,
): Promise<Read | (Read & { readonly entries: readonly MatrixEntry[] })> {
  const bytes = new Uint8Array(await chosen.slice(0, largest + 1).arrayBuffer());
  if (bytes.length > largest) return { message: 'ui.matrix.file-large' };
  const sheet = await readLines(bytes);
  if (typeof sheet === 'string') return { message: sheet };
  const [head = [], ...lines] = sheet;
  const columns = finder(file.columns);
  const rows = finder(file.rows);
  const named = head.slice(1).map(textOf);
  const unknown = [
    ...named.filter(Boolean).filter((name) => !columns.has(name)),
    ...lines
      .map(([name]) => textOf(name))
      .filter(Boolean)
      .filter((name) => !rows.has(name)),
  ];
  if (unknown.length > 0 || !named.some(Boolean))
    return { message: 'ui.matrix.file-names', params: { names: unknown.slice(0, 3).join(', ') || '–' } };
  const entries = lines.flatMap(([name, ...cells]) => {
    const y = rows.take(textOf(name));
    columns.begin();
    const xs = named.map((column) => columns.take(column));
    return y === undefined
      ? []
      : xs.flatMap((x, at) => (x === undefined ? [] : [{ x, y, value: cellValue(cells[at], file.format) }]));
  });
  return {
    message: 'ui.matrix.imported',
    params: { count: entries.filter(({ value }) => value !== null).length },
    entries,
  };
}

const largest = 5 * 1024 * 1024;
const limits = { unpacked: 60 * 1024 * 1024, rows: 2001 };

async function readLines(bytes: Uint8Array): Promise<readonly (readonly SheetValue[])[] | string> {
  const lines: (readonly SheetValue[])[] = [];
  try {
    for await (const { values } of readSheet(bytes, limits)) lines.push(values);
  } catch (error) {
    // What is no table is said to be none; why it is none helps nobody.
    if (!(error instanceof SheetError)) throw error;
    return error.reason === 'large' ? 'ui.matrix.file-large' : 'ui.matrix.file-wrong';
  }
  return lines;
}

/** Ids by their names; where two are called alike, the first is the first. */
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

const textOf = (value: SheetValue | undefined): string =>
  value === null || value === undefined ? '' : String(value).trim();
const keyOf = (label: string): string => label.trim().toLowerCase();

/** A text goes the way of a typed one. */
function cellValue(value: SheetValue | undefined, { kind }: MatrixFormat): unknown {
  if (typeof value === 'number') return kind === 'boolean' ? value !== 0 : value;
  if (typeof value === 'boolean') return value;
  return textOf(value) || null;
}
