/** The one way in for tables that people send: xlsx, xls or csv, told apart by their content. */
import { csvRows } from './csvRows.ts';
import { SheetError } from './SheetError.ts';
import { type SheetLimits, type SheetRow, type SheetValue, sheetLimits } from './types.ts';
import { xlsxRows } from './xlsxRows.ts';

/** Rows as they are asked for; throws a `SheetError` for what is no table, or one that is too large. */
export async function* readSheet(
  bytes: Uint8Array,
  limits: Partial<SheetLimits> = {},
): AsyncGenerator<SheetRow, void, undefined> {
  const all = { ...sheetLimits, ...limits };
  if (startsWith(bytes, [0x50, 0x4b])) yield* xlsxRows(bytes, all);
  else if (startsWith(bytes, [0xd0, 0xcf, 0x11, 0xe0])) yield* xlsRows(bytes, all);
  else if (bytes.length > 0) yield* csvRows(bytes, all);
  else throw new SheetError('wrong', 'The file is empty.');
}

const startsWith = (bytes: Uint8Array, start: readonly number[]): boolean =>
  start.every((byte, at) => bytes[at] === byte);

/** The old format has no streams; its tables end at 65,536 rows. A new one that is locked wears the same coat. */
async function* xlsRows(bytes: Uint8Array, limits: SheetLimits): AsyncGenerator<SheetRow, void, undefined> {
  const { readXls } = await import('hucre/xlsx');
  const book = await readXls(bytes).catch((cause: unknown) => {
    throw new SheetError(
      /encrypt|password/i.test(String(cause)) ? 'locked' : 'wrong',
      'The workbook cannot be read.',
      cause,
    );
  });
  const rows = book.sheets[0]?.rows ?? [];
  if (rows.length > limits.rows) throw new SheetError('large', `There are more than ${limits.rows} rows.`);
  for (const [index, values] of rows.entries()) yield { number: index + 1, values: values.map(plainValue) };
}

function plainValue(value: unknown): SheetValue {
  if (value instanceof Date) return value.toISOString().replace(/(T00:00:00)?\.\d{3}Z$/, '');
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null;
}
