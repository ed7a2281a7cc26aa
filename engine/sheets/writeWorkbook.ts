/** Writes several sheets with outlines and formulas as a workbook. Everything is in memory; long lists are streamed. */
import type { Cell, CellValue, WriteSheet } from 'hucre/xlsx';
import type { SheetColumn, SheetFormat, SheetValue } from './types.ts';
import { cellOf, columnOf, sheetName } from './writeXlsx.ts';

export type SheetLine = {
  readonly values: readonly SheetValue[];
  /** Depth in the outline; 0 or absent: none. */
  readonly level?: number;
  /** By the place of the column; the value is what the formula gives. */
  readonly formulas?: ReadonlyMap<number, string>;
  /** Coloured cells by the place of the column, each with a word for those who do not see colours. */
  readonly marks?: ReadonlyMap<number, CellMark>;
};

/** Colours are `#rrggbb`. */
export type CellMark = { readonly word: string; readonly color: string; readonly background: string };

export type OutlinedSheet = {
  readonly name: string;
  readonly columns: readonly SheetColumn[];
  readonly lines: readonly SheetLine[];
  /** Texts before the headings: titles, and headings above them. */
  readonly above?: readonly (readonly string[])[];
  /** Totals are below what they sum up. */
  readonly isSummaryBelow: boolean;
};

export async function writeWorkbook(sheets: readonly OutlinedSheet[]): Promise<Uint8Array<ArrayBuffer>> {
  const { writeXlsx } = await import('hucre/xlsx');
  const names = new Set<string>();
  const bytes = await writeXlsx({
    sheets: sheets.map((sheet) => writtenSheet(sheet, freeIn(names, sheet.name))),
  });
  return bytes as Uint8Array<ArrayBuffer>;
}

const deepest = 7;

function writtenSheet(sheet: OutlinedSheet, name: string): WriteSheet {
  const { columns, lines, above = [], isSummaryBelow } = sheet;
  const rows: CellValue[][] = [...above.map((texts) => [...texts]), columns.map(({ title }) => title)];
  const heads = rows.length;
  const cells = new Map<string, Cell>();
  const rowDefs: NonNullable<WriteSheet['rowDefs']> = new Map();
  for (const [at, { values, level = 0, formulas = none, marks = unmarked }] of lines.entries()) {
    rows.push(values.map((value, column) => cellOf(value, columns[column]?.format)));
    if (level > 0) rowDefs.set(at + heads, { outlineLevel: Math.min(level, deepest) });
    for (const [column, formula] of formulas) {
      const formulaResult = values[column] ?? null;
      // In a column of texts it is a number all the same.
      const style = columns[column]?.format === 'text' ? { style: { numFmt: '0' } } : {};
      const cell = { value: formulaResult, type: 'formula', formula, formulaResult, ...style } as const;
      cells.set(`${at + heads},${column}`, cell);
    }
    for (const [column, mark] of marks) {
      const place = `${at + heads},${column}`;
      const known = cells.get(place) ?? plainCellOf(values[column] ?? null, columns[column]?.format);
      const format = known.style?.numFmt ?? (columns[column] && columnOf(columns[column]).numFmt);
      cells.set(place, { ...known, style: styleOf(mark, format) });
    }
  }
  return {
    ...{ name, rows, cells, rowDefs },
    columns: columns.map(columnOf).map(({ header: _, ...column }) => column),
    freezePane: { rows: heads },
    outlineProperties: { summaryBelow: isSummaryBelow },
  };
}

const none: ReadonlyMap<number, string> = new Map();
const unmarked: ReadonlyMap<number, CellMark> = new Map();

function plainCellOf(of: SheetValue, format: SheetFormat | undefined): Cell {
  const value = cellOf(of, format);
  if (value instanceof Date) return { value, type: 'date' };
  if (typeof value === 'number') return { value, type: 'number' };
  return { value, type: typeof value === 'boolean' ? 'boolean' : 'string' };
}

/** The word is in the format, so that the value stays a number, a date or the text. */
function styleOf({ word, color, background }: CellMark, format = 'General'): NonNullable<Cell['style']> {
  const said = `"${word.replaceAll('"', '')} · "`;
  // One section alone would write the sign of a negative number before the word.
  const isSigned = format !== '@' && !format.includes('yy');
  return {
    numFmt: isSigned ? `${said}${format};${said}-${format}` : `${said}${format}`,
    font: { color: { rgb: color.slice(1).toUpperCase() } },
    fill: { type: 'pattern', pattern: 'solid', fgColor: { rgb: background.slice(1).toUpperCase() } },
  };
}

/** Excel compares the names of sheets without case. */
function freeIn(names: Set<string>, wanted: string): string {
  const plain = sheetName(wanted);
  let name = plain;
  for (let count = 2; names.has(name.toLowerCase()); count += 1) {
    const suffix = ` (${count})`;
    name = `${plain.slice(0, 31 - suffix.length)}${suffix}`;
  }
  names.add(name.toLowerCase());
  return name;
}
