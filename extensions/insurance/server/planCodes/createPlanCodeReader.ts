/** Finds plan codes and their names in a table. Values that are not codes are reported, never stored. */
import { cellAddress, isBroken, isFilled, type SheetCell, type SheetRow, shownText } from '#engine';
import type { Finding } from '#server/extension';

export type PlanCode = { readonly Code: string; readonly Description: string | null };

type PlanCodeReader = {
  /** A code, or its mistake; undefined for empty rows and headings. */
  readonly read: (row: SheetRow) => PlanCode | Finding | undefined;
};

type Columns = { readonly code: number; readonly description: number };

const headings = {
  code: ['plan code', 'plan codes', 'plancode', 'code', 'codes', 'code de plan', 'codes de plan'],
  description: ['description', 'name', 'plan', 'plan name', 'nom', 'nom du plan'],
};

const longest = { code: 64, description: 256 };

/** The first filled row holds the headings; a table of one column may omit them. */
export function createPlanCodeReader(): PlanCodeReader {
  let columns: Columns | undefined;
  return {
    read: (row) => {
      if (!row.values.some(isFilled)) return undefined;
      if (columns) return codeIn(row, columns);
      const code = headingIn(row.values, headings.code);
      if (code >= 0) {
        columns = { code, description: headingIn(row.values, headings.description) };
        return undefined;
      }
      const only = row.values.findIndex(isFilled);
      columns = { code: only, description: -1 };
      if (row.values.filter(isFilled).length === 1) return codeIn(row, columns);
      return { cell: cellAddress(only, row.number), message: 'plan-code.no-heading', params: {} };
    },
  };
}

function headingIn(values: readonly SheetCell[], names: readonly string[]): number {
  return values.findIndex((cell) => typeof cell === 'string' && names.includes(plain(cell)));
}

function plain(text: string): string {
  return text
    .toLowerCase()
    .replace(/[_\-\s]+/g, ' ')
    .trim();
}

function codeIn(row: SheetRow, { code, description }: Columns): PlanCode | Finding {
  const wrong = wrongCell(row, code, longest.code) ?? wrongCell(row, description, longest.description);
  if (wrong) return wrong;
  const Code = textAt(row, code);
  if (Code === '') return { cell: cellAddress(code, row.number), message: 'plan-code.missing', params: {} };
  return { Code, Description: textAt(row, description) || null };
}

function wrongCell(row: SheetRow, column: number, limit: number): Finding | undefined {
  const value = row.values[column];
  const cell = column < 0 ? undefined : cellAddress(column, row.number);
  if (isBroken(value)) return { cell, message: `sheet.cell-${value.reason}`, params: { text: value.text } };
  const text = textAt(row, column);
  if (text.length > limit)
    return { cell, message: 'plan-code.too-long', params: { text: `${text.slice(0, 40)}…`, limit } };
  // Replacement and control characters, which indicate a wrong encoding.
  return /[\p{Cc}\uFFFD]/u.test(text) ? { cell, message: 'plan-code.unreadable', params: {} } : undefined;
}

function textAt({ values }: SheetRow, column: number): string {
  return column < 0 || !isFilled(values[column]) ? '' : shownText(values[column]).trim();
}
