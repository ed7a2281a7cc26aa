/** The query string of a grid's find call. */
import { kinds } from '../fields/registry.ts';
import type { WhereGroup } from '../query/whereTree.ts';
import type { Sort } from '../types/basicTypes.ts';
import type { FilterModel, GridBlock } from '../types/modelTypes.ts';
import { isFilterText, isNumberFilter } from './filterText.ts';
import { layoutOf } from './layoutOf.ts';
import type { GridSnapshot } from './types.ts';

type FixedFilter = { readonly path: string; readonly operator: string; readonly value: unknown };

/** `page=1&pageSize=10&sortFields=…`: the same text while nothing relevant to the server changes. */
export function gridQuery(
  block: GridBlock,
  snapshot: GridSnapshot,
  fixed: readonly FixedFilter[] = [],
): string {
  const shown = new Map(block.columns.map(({ path, shows, sorts }) => [path, sorts ?? shows]));
  const sort = snapshot.sort.map(({ path, direction }) => ({ path: shown.get(path) ?? path, direction }));
  const filters = [...fixed, ...activeFilters(block, snapshot.filters)];
  const layout = layoutOf(block, snapshot.layout);
  const wheres = [layout?.where, snapshot.where];
  return listQuery({ ...snapshot, sort, filters, wheres });
}

/** The most rows per call; a list declared without pages is still paged beyond it. */
export const largestPage = 1000;

/** The query string of any find call. */
export function listQuery(asked: {
  readonly page: number;
  readonly pageSize: number;
  readonly sort: readonly Sort[];
  readonly filters: readonly FixedFilter[];
  /** All of them hold. */
  readonly wheres?: readonly (WhereGroup | undefined)[];
}): string {
  const parameters = new URLSearchParams();
  parameters.append('page', String(asked.page));
  parameters.append('pageSize', String(asked.pageSize || largestPage));
  appendSort(parameters, asked.sort);
  for (const filter of asked.filters) appendFilter(parameters, filter);
  for (const where of asked.wheres ?? []) if (where) parameters.append('$where', JSON.stringify(where));
  return parameters.toString();
}

/** The filters that apply: filled in and long enough. */
export function activeFilters(block: GridBlock, values: GridSnapshot['filters']): readonly FixedFilter[] {
  return block.filters.flatMap((filter) => {
    const value = effectiveValue(filter, values[filterKey(filter)]);
    return value === undefined ? [] : [{ path: filter.path, operator: filter.operator, value }];
  });
}

/** `Name:contains`: the key of a filter's value. */
export function filterKey(filter: Pick<FilterModel, 'path' | 'operator'>): string {
  return `${filter.path}:${filter.operator}`;
}

/**
 * The key the filter had before the operator `words` existed, still used in old views and links. `separator`
 * stands between path and operator.
 */
export function formerKey({ path, operator }: Pick<FilterModel, 'path' | 'operator'>, separator: ':' | '.') {
  return operator === 'words' ? `${path}${separator}contains` : undefined;
}

function effectiveValue(filter: FilterModel, value: unknown): unknown {
  if (value === undefined || value === null) return undefined;
  if (Array.isArray(value)) return value.length === 0 ? undefined : value;
  if (typeof value !== 'string') return value;
  const text = value.trim();
  // The text comes from memory or an address; a non-number would be refused.
  if (isNumberFilter(filter) && !isFilterText(filter, text)) return undefined;
  return text === '' || (isTyped(filter) && [...text].length < filter.minimumLength) ? undefined : text;
}

// Only typed text can be too short; ids and days are picked.
function isTyped(filter: FilterModel): boolean {
  return !filter.optionsFrom && !filter.lookup && kinds[filter.kind].normal !== undefined;
}

function appendSort(parameters: URLSearchParams, sort: readonly Sort[]): void {
  for (const { path } of sort) parameters.append('sortFields', path);
  for (const { direction } of sort) parameters.append('sortDirections', direction === 'asc' ? '1' : '0');
}

function appendFilter(parameters: URLSearchParams, { path, operator, value }: FixedFilter): void {
  parameters.append('FilterProperty', path);
  parameters.append('FilterOperator', operator);
  parameters.append('FilterValue', Array.isArray(value) ? value.join(',') : String(value ?? ''));
}
