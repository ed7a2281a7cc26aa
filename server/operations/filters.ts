/** Builders for row conditions used by operations. */
import type { FilterTree } from '#engine';

/** The field has this value; null means empty. */
export function equals(path: string, value: unknown): FilterTree {
  return { kind: 'compare', path, operator: 'eq', value: value ?? null } as FilterTree;
}

/** The field has one of these values. */
export function among(path: string, values: readonly unknown[]): FilterTree {
  return { kind: 'compare', path, operator: 'in', value: values } as FilterTree;
}

/** All of these hold; undefined when there are none. */
export function allOf(filters: readonly (FilterTree | undefined)[]): FilterTree | undefined {
  const parts = filters.filter((filter) => filter !== undefined);
  return parts.length <= 1 ? parts[0] : ({ kind: 'and', of: parts } as FilterTree);
}

/** The paths that a filter reads. */
export function pathsOf(filter: FilterTree | undefined): readonly string[] {
  if (!filter || filter.kind === 'constant') return [];
  if (filter.kind === 'compare') return [filter.path];
  return filter.kind === 'not' ? pathsOf(filter.of) : filter.of.flatMap(pathsOf);
}
