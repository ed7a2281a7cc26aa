import type { FilterTree } from '#engine';
import type { RecordQuery } from './types.ts';

/** All that must hold of what a query finds. */
export function wholeFilter({
  filter,
  mostly,
}: Pick<RecordQuery, 'filter' | 'mostly'>): FilterTree | undefined {
  return filter && mostly ? { kind: 'and', of: [filter, mostly] } : (filter ?? mostly);
}
