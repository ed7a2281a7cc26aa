/** Builders for the conditions and orders of records that operations use. */
import type { EntityModel, FilterTree, Sort } from '#engine';

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

/**
 * The order in which records are offered: their own, else by name. Those whose name is not stored are in the
 * order of their ids.
 */
export function usualOrder({ order, labelField, fieldByPath }: EntityModel): readonly Sort[] {
  const path = order?.field ?? labelField;
  return fieldByPath.get(path)?.stored ? [{ path, direction: 'asc' }] : [];
}

/** The paths that a filter reads. */
export function pathsOf(filter: FilterTree | undefined): readonly string[] {
  if (!filter || filter.kind === 'constant') return [];
  if (filter.kind === 'compare') return [filter.path];
  return filter.kind === 'not' ? pathsOf(filter.of) : filter.of.flatMap(pathsOf);
}
