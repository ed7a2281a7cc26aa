/** Parses a pasted look-up table: a heading row of parameter names and Value, then a row per combination. */

import { type DataRecord, nearestName, type Operand, parseTable } from '#engine';
import { cellKey, type LookUp } from '#extensions/pricing/engine';

export type TableMistake = {
  readonly table: string;
  /** 1 is the heading row. */
  readonly row: number;
  readonly code: 'columns' | 'unknown-parameter' | 'unknown-value' | 'no-number' | 'twice';
  readonly text: string;
  readonly near?: string;
};

type ReadTable = { readonly table?: LookUp; readonly mistakes: readonly TableMistake[] };
type Known = { readonly operands: readonly Operand[]; readonly renamed: ReadonlyMap<string, string> };

/** The most mistakes reported at once. */
const mostMistakes = 50;
const decimal = /^-?\d{1,15}(\.\d{1,8})?$/;

/** The table and the mistakes in its rows; a wrong row yields no cell. */
export function readTable({ Name, Cells }: DataRecord, { operands, renamed }: Known): ReadTable {
  const name = String(Name ?? '');
  const mistakes: TableMistake[] = [];
  const note = (row: number, code: TableMistake['code'], text: string, near?: string) =>
    mistakes.length < mostMistakes && mistakes.push({ table: name, row, code, text, near });
  const [head = [], ...body] = parseTable(String(Cells ?? ''));
  const titles = head.map((title) => title.trim());
  const keys = titles.slice(0, -1).map((title) => renamed.get(title) ?? title);
  const known = new Map(operands.map((one) => [one.name, one]));
  if (keys.length === 0 || new Set(keys).size < keys.length) {
    note(1, 'columns', titles.join(', '));
    return { mistakes };
  }
  for (const key of keys)
    if (!known.has(key)) note(1, 'unknown-parameter', key, nearestName(key, [...known.keys()]));
  if (mistakes.length > 0) return { mistakes };
  const listed = keys.map((key) => valuesOf(known.get(key)));
  const cells = new Map<string, string>();
  for (const [index, cell] of body.entries()) {
    if (cell.every((text) => text.trim() === '')) continue;
    const at = index + 2;
    const values = keys.map((_, place) => listed[place]?.(cell[place]?.trim() ?? '') ?? '');
    const strange = values.findIndex((value, place) => value === '' && listed[place] !== undefined);
    if (strange >= 0) note(at, 'unknown-value', `${keys[strange]} = ${cell[strange]?.trim() ?? ''}`);
    const written = (cell[keys.length] ?? '').trim();
    if (!decimal.test(written)) note(at, 'no-number', written);
    const key = cellKey(values);
    if (cells.has(key)) note(at, 'twice', values.join(', '));
    if (strange < 0 && decimal.test(written) && !cells.has(key)) cells.set(key, written);
  }
  return { table: { kind: 'table', name, keys, cells }, mistakes };
}

/** Matches a value or its label; operands without a list accept anything. */
function valuesOf(operand: Operand | undefined): (text: string) => string {
  const values = operand?.values ?? [];
  if (values.length === 0) return (text) => text;
  const byText = new Map(values.flatMap(({ value, label }) => [[label, String(value)] as const]));
  for (const { value } of values) byText.set(String(value), String(value));
  return (text) => byText.get(text) ?? '';
}
