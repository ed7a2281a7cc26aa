/** Cells merged over rows: people see the value beside each row, the file has it only in the first. */
import { cellAt } from './cellAddress.ts';
import { SheetError } from './SheetError.ts';
import type { SheetCell } from './types.ts';
import { type Allowance, unpackPart } from './unpackPart.ts';
import { isOpened, openings, prefixOf } from './xmlElements.ts';
import { attribute } from './xmlText.ts';
import type { ZipPart } from './zipParts.ts';

/** Rows from 1 and a column from 0. */
type Merged = { readonly column: number; readonly first: number; readonly last: number };

const most = 100_000;
/** Maximum length of a tag split between pieces. */
const longest = 200;

/** Merged ranges follow the rows in the file, so they are read in a pass of their own. */
export async function mergedRanges(
  bytes: Uint8Array,
  part: ZipPart,
  allowance: Allowance,
): Promise<readonly Merged[]> {
  const found: Merged[] = [];
  let [held, prefix] = ['', undefined as string | undefined];
  let isBehind = false;
  for await (const piece of unpackPart(bytes, part, allowance)) {
    held += piece;
    prefix ??= isOpened(held) ? prefixOf(held) : undefined;
    isBehind ||= held.includes('mergeCells');
    if (!isBehind) {
      held = held.slice(-longest);
      continue;
    }
    // Tags may be split between pieces: complete ones are read, the rest is kept.
    for (const tag of openings(held, `${prefix ?? ''}mergeCell`))
      found.push(...rangeIn(attribute(tag, 'ref') ?? ''));
    if (found.length > most) throw new SheetError('large', 'Too many cells are merged.');
    held = held.slice(held.lastIndexOf('<'));
    if (held.includes('>')) held = '';
  }
  return found.sort((one, other) => one.first - other.first);
}

/** `B2:B4`; for several columns only the first one counts. */
function rangeIn(ref: string): readonly Merged[] {
  const [from, to] = ref.split(':').map(cellAt);
  return from && to && to.row > from.row ? [{ column: from.column, first: from.row, last: to.row }] : [];
}

/** Adds values of merged cells to the rows they cover; rows must come in order. */
export function mergedCells(ranges: readonly Merged[]) {
  let next = 0;
  let open: { readonly range: Merged; readonly value: SheetCell }[] = [];
  return (row: number, values: readonly SheetCell[]): readonly SheetCell[] => {
    if (open.length === 0 && (ranges[next]?.first ?? Number.POSITIVE_INFINITY) > row) return values;
    open = open.filter(({ range }) => range.last >= row);
    const filled = [...values];
    // Rows that are completely empty stay empty.
    if (values.length > 0)
      for (const { range, value } of open) {
        while (filled.length <= range.column) filled.push(null);
        filled[range.column] ??= value;
      }
    for (let range = ranges[next]; range && range.first <= row; range = ranges[next]) {
      next += 1;
      const value = range.first === row ? (values[range.column] ?? null) : null;
      if (value !== null) open.push({ range, value });
    }
    return filled;
  };
}
