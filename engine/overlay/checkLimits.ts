/** Checks the limits of a field: contradictions, and patterns that are invalid or too slow to match. */
import { largestPattern, type PatternTrouble, readPattern } from '../patterns/readPattern.ts';
import type { AdjustChange, OverlayFinding } from './types.ts';

/** Records a finding at a place in the change. */
export type Say = (
  at: string,
  code: string,
  params?: OverlayFinding['params'],
  level?: OverlayFinding['level'],
) => void;

const pairs = [
  ['minLength', 'maxLength'],
  ['minimum', 'maximum'],
  ['minItems', 'maxItems'],
] as const;

type Limits = Pick<AdjustChange, 'pattern' | 'shape' | (typeof pairs)[number][number]>;

/** `at` is the place of the limits in the change. */
export function checkLimits(limits: Limits, at: string, say: Say): void {
  for (const [least, most] of pairs)
    if ((limits[least] ?? Number.NEGATIVE_INFINITY) > (limits[most] ?? Number.POSITIVE_INFINITY))
      say(`${at}/${least}`, 'limits-crossed', { least: Number(limits[least]), most: Number(limits[most]) });
  const { pattern } = limits;
  if (pattern === undefined) return;
  const wrong = wrongPattern(pattern);
  if (wrong) say(`${at}/pattern`, wrong, wrong === 'pattern-large' ? { most: largestPattern } : {});
  else if (!limits.shape) say(`${at}/pattern`, 'pattern-unsaid', {}, 'warning');
}

/** What is wrong with a pattern; undefined for a valid one. */
export function wrongPattern(pattern: string): PatternTrouble | undefined {
  return readPattern(pattern).wrong;
}
