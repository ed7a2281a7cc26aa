/** What expressions read, as dotted patterns of the record. */
import type { Compiled, Read } from '../expression/types.ts';

/** `own` reads concern the current row only; the others concern every row. */
export type ReadPattern = { readonly pattern: string; readonly own: boolean };

/** Variables outside the edited record. */
const outside = new Set([
  'owner',
  'previous',
  'user',
  'today',
  'now',
  'action',
  'option',
  'route',
  'data',
  'query',
]);

/** The patterns read by a rule of `each` (or of the record). */
export function readPatterns(
  each: string | undefined,
  ...expressions: readonly (Compiled | undefined)[]
): readonly ReadPattern[] {
  return expressions.flatMap((expression) => patternsOf(expression?.reads ?? [], each));
}

/** The same for given reads. */
export function patternsOf(reads: readonly Read[], each: string | undefined): readonly ReadPattern[] {
  return reads.flatMap((read) => patternOfRead(read, each));
}

function patternOfRead({ from, path }: Read, each: string | undefined): readonly ReadPattern[] {
  if (outside.has(from)) return [];
  // The index of a row depends on the rows around it.
  if (from === 'index') return each ? [{ pattern: each, own: false }] : [];
  if (from === 'record' || !each) return [{ pattern: path.join('.'), own: false }];
  return [{ pattern: [each, ...path].join('.'), own: true }];
}
