/** Appends ranges: each starts where the last one ends. */
import type { DataRecord } from '#engine';
import type { RangeMembers } from './valueOptions.ts';

/** A number, null for no bound, undefined for invalid text. */
export type End = number | null | undefined;

/** Why a range is refused, by message name. */
type RangeRefusal = 'both' | 'rises' | 'overlap' | 'gap';

/** The record of the range `[low, high)`, or why it is refused. */
export function nextRange(
  { low, high }: { readonly low: End; readonly high: End },
  last: DataRecord | undefined,
  members: RangeMembers,
): { readonly range: DataRecord } | { readonly refused: RangeRefusal } {
  if (low === undefined || high === undefined) return { refused: 'both' };
  const before = last && ((last[members.high] ?? null) as number | null);
  if (last && (before === null || low === null || low < Number(before))) return { refused: 'overlap' };
  if (last && Number(low) > Number(before)) return { refused: 'gap' };
  if (low !== null && high !== null && high <= low) return { refused: 'rises' };
  const isLastClosed = last?.[members.closing] === 1;
  return {
    range: {
      [members.low]: low,
      [members.high]: high,
      [members.opening]: low === null || isLastClosed ? 0 : 1,
      [members.closing]: 0,
    },
  };
}

/** Ranges between ascending bounds, after the last range, whose end may be omitted. */
export function rangesBetween(
  ends: readonly End[],
  last: DataRecord | undefined,
  members: RangeMembers,
): { readonly ranges: readonly DataRecord[] } | { readonly refused: RangeRefusal } {
  const start = last?.[members.high] as End;
  const all = typeof start === 'number' && ends[0] !== start ? [start, ...ends] : ends;
  if (all.length < 2) return { refused: 'both' };
  const ranges: DataRecord[] = [];
  for (const [index, high] of all.slice(1).entries()) {
    const made = nextRange({ low: all[index], high }, ranges.at(-1) ?? last, members);
    if ('refused' in made) return made;
    ranges.push(made.range);
  }
  return { ranges };
}
