import { uniqueKey } from '../text/textKey.ts';
import type { FunctionCall } from './Evaluation.ts';
import { anyType, type FunctionRecord, needs, numberType } from './functionTypes.ts';

/** Lists of rows, tested and sorted by one of their fields. */
export const rowFunctions: readonly FunctionRecord[] = [
  {
    name: 'occurrence',
    parameters: [needs('rows', 'any'), needs('field', 'text'), needs('index', 'number')],
    result: numberType,
    evaluate: ([rows, field, index], call) => occurrence(rowsOf(rows, call), String(field), Number(index)),
    help: 'Which occurrence in the list the value of the row at this place is: 1 for the first row that has it, 2 for the second. Nothing for a row without a value.',
  },
  {
    name: 'rowBefore',
    parameters: [needs('rows', 'any'), needs('index', 'number')],
    result: ([rows]) => (rows?.kind === 'list' ? rows.of() : anyType),
    evaluate: ([rows, index], call) => rowsOf(rows, call)[Number(index) - 1],
    help: 'The row before the one at this place; nothing for the first.',
  },
  {
    name: 'renumbered',
    parameters: [needs('rows', 'any'), needs('field', 'text')],
    result: ([rows]) => rows ?? anyType,
    evaluate: ([rows, field], call) => renumbered(rowsOf(rows, call), String(field)),
    help: 'The rows with the numbers in a field made 1, 2, 3 … without a gap, in the order they had. What is no whole number from 1 stays as it is.',
  },
  {
    name: 'sortedBy',
    parameters: [needs('rows', 'any'), needs('field', 'text')],
    result: ([rows]) => rows ?? anyType,
    evaluate: ([rows, field], call) => sortedBy(rowsOf(rows, call), String(field)),
    help: 'The rows in rising order of the numbers in a field; those without one last.',
  },
];

/** A search that finds a single row returns the row itself. */
function rowsOf(rows: unknown, call: FunctionCall): readonly unknown[] {
  const list = rows === undefined || rows === null ? [] : [rows].flat();
  call.spend(list.length >> 2);
  return list;
}

function memberOf(row: unknown, field: string): unknown {
  if (typeof row !== 'object' || row === null || !Object.hasOwn(row, field)) return undefined;
  return (row as Readonly<Record<string, unknown>>)[field];
}

function occurrence(rows: readonly unknown[], field: string, index: number): number | undefined {
  const keyAt = (at: number) => {
    const value = memberOf(rows[at], field);
    return typeof value === 'string' ? uniqueKey(value) : (value ?? undefined);
  };
  const own = keyAt(index);
  if (own === undefined) return undefined;
  let count = 1;
  for (let at = 0; at < index; at += 1) if (keyAt(at) === own) count += 1;
  return count;
}

const isCounting = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 1;

function renumbered(rows: readonly unknown[], field: string): readonly unknown[] {
  const numbers = rows.map((row) => memberOf(row, field)).filter(isCounting);
  const ranks = new Map([...new Set(numbers)].sort((a, b) => a - b).map((number, at) => [number, at + 1]));
  return rows.map((row) => {
    const number = memberOf(row, field);
    return isCounting(number) ? { ...(row as object), [field]: ranks.get(number) } : row;
  });
}

function sortedBy(rows: readonly unknown[], field: string): readonly unknown[] {
  const keyOf = (row: unknown) => {
    const value = memberOf(row, field);
    return typeof value === 'number' && !Number.isNaN(value) ? value : Number.POSITIVE_INFINITY;
  };
  // Rows without a number compare as equal: infinity minus infinity is NaN.
  return [...rows].sort((one, other) => keyOf(one) - keyOf(other) || 0);
}
