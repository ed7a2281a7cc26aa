/** Reduces a cell to a text or a value. */
import type { BrokenCell, SheetCell, SheetValue } from './types.ts';

/** The displayed text; for a broken cell, the text in its place. */
export function shownText(cell: SheetCell | undefined): string {
  if (cell === null || cell === undefined) return '';
  return typeof cell === 'object' ? cell.text : typeof cell === 'boolean' ? yesOrNo(cell) : String(cell);
}

/** The value: a number as displayed, a date as stored. A broken cell has none. */
export function plainCell(cell: SheetCell | undefined): SheetValue {
  if (cell === undefined || cell === null) return null;
  if (typeof cell !== 'object') return cell;
  return cell.kind === 'broken' ? null : cell.value;
}

export function isBroken(cell: SheetCell | undefined): cell is BrokenCell {
  return typeof cell === 'object' && cell !== null && cell.kind === 'broken';
}

/** Not empty; a broken cell counts as filled. */
export function isFilled(cell: SheetCell | undefined): boolean {
  return isBroken(cell) || shownText(cell).trim() !== '';
}

const yesOrNo = (value: boolean): string => (value ? 'TRUE' : 'FALSE');
