/**
 * Spreadsheets as written by programs that cannot run here: the parts of an xlsx by SheetJS, and an xls by
 * Excel 97.
 */
import { strToU8, zipSync } from 'fflate';

type Parts = Readonly<Record<string, string>>;

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** The archive of a workbook with one sheet; `cellXfs` names the number formats of its styles. */
export function workbookOf(sheet: string, { formats = [] as readonly string[], parts = {} as Parts } = {}) {
  const own = formats.map((code, at) => `<numFmt numFmtId="${164 + at}" formatCode="${escaped(code)}"/>`);
  const styles = ['<xf numFmtId="0"/>', ...formats.map((_, at) => `<xf numFmtId="${164 + at}"/>`)];
  return archiveOf({
    '[Content_Types].xml': `${declaration}<Types/>`,
    '_rels/.rels': `${declaration}<Relationships><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `${declaration}<workbook xmlns="${main}" xmlns:r="${office}"><workbookPr codeName="ThisWorkbook"/><sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${declaration}<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml" Type="${office}/worksheet"/><Relationship Id="rId2" Target="styles.xml" Type="${office}/styles"/></Relationships>`,
    'xl/styles.xml': `${declaration}<styleSheet xmlns="${main}"><numFmts count="${own.length}">${own.join('')}</numFmts><cellXfs count="${styles.length}">${styles.join('')}</cellXfs></styleSheet>`,
    'xl/worksheets/sheet1.xml': `${declaration}<worksheet xmlns="${main}"><sheetData>${sheet}</sheetData></worksheet>`,
    ...parts,
  });
}

export function archiveOf(parts: Parts, level: 0 | 6 = 6): Uint8Array {
  return zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)])), {
    level,
  });
}

/**
 * A text, or a number with its format; `formula`: one without a stored result; `error` replaces the value.
 */
export type Written =
  | string
  | { readonly number: number; readonly format?: string }
  | { readonly formula: string }
  | { readonly error: string }
  | null;

/** Like SheetJS: inline texts (`t="str"`), a formula without a result has an empty value. */
export function xlsxBySheetJs(rows: readonly (readonly Written[])[]): Uint8Array {
  const formats = formatsOf(rows);
  const lines = rows.map((cells, row) => {
    const line = cells.map((cell, column) =>
      xmlOf(cell, `${String.fromCharCode(65 + column)}${row + 1}`, formats),
    );
    return `<row r="${row + 1}">${line.join('')}</row>`;
  });
  return workbookOf(lines.join(''), { formats });
}

function xmlOf(cell: Written, place: string, formats: readonly string[]): string {
  if (cell === null) return '';
  if (typeof cell === 'string') return `<c r="${place}" t="str"><v>${escaped(cell)}</v></c>`;
  if ('error' in cell) return `<c r="${place}" t="e"><v>${cell.error}</v></c>`;
  if ('formula' in cell) return `<c r="${place}"><f>${escaped(cell.formula)}</f><v></v></c>`;
  const style = cell.format === undefined ? '' : ` s="${formats.indexOf(cell.format) + 1}"`;
  return `<c r="${place}"${style}><v>${cell.number}</v></c>`;
}

const formatsOf = (rows: readonly (readonly Written[])[]): readonly string[] => [
  ...new Set(
    rows
      .flat()
      .flatMap((cell) => (typeof cell === 'object' && cell && 'format' in cell ? [cell.format ?? ''] : [])),
  ),
];

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

const codesOfErrors: Readonly<Record<string, number>> = { '#REF!': 23, '#N/A': 42, '#VALUE!': 15 };

/** Like Excel 97 (BIFF8 in a compound file), without formulas. */
export function xlsByExcel97(rows: readonly (readonly Written[])[]): Uint8Array {
  const formats = formatsOf(rows);
  const start = [
    record(0x809, [...u16(0x600), ...u16(5), ...u16(0), ...u16(0), ...u32(0), ...u32(0)]),
    ...formats.map((code, at) => record(0x41e, [...u16(164 + at), ...wide(code)])),
    ...[0, ...formats.map((_, at) => 164 + at)].map((id) =>
      record(0xe0, [...u16(0), ...u16(id), ...zeros(16)]),
    ),
  ].flat();
  const name = [6, 0, ...new TextEncoder().encode('Sheet1')];
  // Its own record and the end record of the book come before the sheet.
  const at = start.length + 4 + 6 + name.length + 4;
  const cells = rows.flatMap((line, row) =>
    line.flatMap((cell, column) =>
      cell === null ? [] : biffOf(cell, [...u16(row), ...u16(column)], formats),
    ),
  );
  const stream = [
    ...start,
    ...record(0x85, [...u32(at), 0, 0, ...name]),
    ...record(0x0a, []),
    ...record(0x809, [...u16(0x600), ...u16(0x10), ...zeros(12)]),
    ...cells,
    ...record(0x0a, []),
  ];
  return compoundOf(Uint8Array.from(stream));
}

function biffOf(
  cell: Exclude<Written, null>,
  place: readonly number[],
  formats: readonly string[],
): number[] {
  if (typeof cell === 'string') return record(0x204, [...place, ...u16(0), ...wide(cell)]);
  if ('error' in cell) return record(0x205, [...place, ...u16(0), codesOfErrors[cell.error] ?? 0, 1]);
  if ('formula' in cell) throw new Error('An xls always holds the result of a formula.');
  const style = cell.format === undefined ? 0 : formats.indexOf(cell.format) + 1;
  const bytes = new Uint8Array(new Float64Array([cell.number]).buffer);
  return record(0x203, [...place, ...u16(style), ...bytes]);
}

const u16 = (value: number): number[] => [value & 255, (value >> 8) & 255];
const u32 = (value: number): number[] => [...u16(value & 0xffff), ...u16(value >>> 16)];
const zeros = (count: number): number[] => Array.from({ length: count }, () => 0);
const record = (id: number, data: readonly number[]): number[] => [...u16(id), ...u16(data.length), ...data];
const wide = (text: string): number[] => [
  ...u16(text.length),
  1,
  ...[...text].flatMap((_, at) => u16(text.charCodeAt(at))),
];

const [endOfChain, tableSector, free] = [0xfffffffe, 0xfffffffd, 0xffffffff];

/** One stream, `Workbook`, in sectors of 512 bytes: the table, the directory, the stream. */
function compoundOf(stream: Uint8Array): Uint8Array {
  // Shorter streams are stored elsewhere.
  const size = Math.max(4096, stream.length);
  const count = Math.ceil(size / 512);
  const bytes = new Uint8Array((count + 3) * 512);
  const view = new DataView(bytes.buffer);
  bytes.set([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
  const numbers: readonly (readonly [number, number])[] = [
    ...([
      [0x2c, 1],
      [0x30, 1],
      [0x38, 4096],
      [0x3c, endOfChain],
      [0x44, endOfChain],
    ] as const),
    ...Array.from({ length: 109 }, (_, at) => [0x4c + at * 4, at === 0 ? 0 : free] as const),
    ...Array.from({ length: 128 }, (_, at) => [512 + at * 4, free] as const),
    ...([
      [512, tableSector],
      [516, endOfChain],
    ] as const),
    ...Array.from({ length: count }, (_, at) => {
      return [520 + at * 4, at === count - 1 ? endOfChain : at + 3] as const;
    }),
  ];
  for (const [at, value] of numbers) view.setUint32(at, value, true);
  view.setUint16(0x1e, 9, true);
  view.setUint16(0x20, 6, true);
  writeEntry(view, 1024, { name: 'Root Entry', type: 5, start: endOfChain, size: 0 });
  writeEntry(view, 1152, { name: 'Workbook', type: 2, start: 2, size });
  bytes.set(stream, 1536);
  return bytes;
}

type Entry = { readonly name: string; readonly type: number; readonly start: number; readonly size: number };

function writeEntry(view: DataView, at: number, { name, type, start, size }: Entry): void {
  for (const [index, letter] of [...name].entries())
    view.setUint16(at + index * 2, letter.charCodeAt(0), true);
  view.setUint16(at + 64, (name.length + 1) * 2, true);
  view.setUint8(at + 66, type);
  view.setUint32(at + 116, start, true);
  view.setUint32(at + 120, size, true);
}
