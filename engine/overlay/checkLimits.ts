/** The limits of a field: those that nothing keeps, and patterns that cannot be read, or not be matched in a bounded time. */
import { largestPattern, type PatternTrouble, readPattern } from '../patterns/readPattern.ts';
import type { AdjustChange, OverlayFinding } from './types.ts';

/** Notes a finding at a place of the change. */
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

/** `at` is where in the change the limits stand. */
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

/** Why nothing can be judged by a pattern; undefined for a sound one. */
export function wrongPattern(pattern: string): PatternTrouble | undefined {
  return readPattern(pattern).wrong;
}
