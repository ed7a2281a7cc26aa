/** The query string of a grid's find call. */
import { kinds } from '../fields/registry.ts';
import type { Sort } from '../types/basicTypes.ts';
import type { FilterModel, GridBlock } from '../types/modelTypes.ts';
import { isFilterText, isNumberFilter } from './filterText.ts';
import type { GridSnapshot } from './types.ts';

type FixedFilter = { readonly path: string; readonly operator: string; readonly value: unknown };

/** `page=1&pageSize=10&sortFields=…`: the same text while nothing that the server sees has changed. */
export function gridQuery(
  block: GridBlock,
  snapshot: GridSnapshot,
  fixed: readonly FixedFilter[] = [],
): string {
  const shown = new Map(block.columns.map(({ path, shows }) => [path, shows]));
  const sort = snapshot.sort.map(({ path, direction }) => ({ path: shown.get(path) ?? path, direction }));
  return listQuery({ ...snapshot, sort, filters: [...fixed, ...activeFilters(block, snapshot.filters)] });
}

/** Rows that one call brings at most; a list declared without pages has pages beyond it all the same. */
export const largestPage = 1000;

/** The query string of any find call. */
export function listQuery(asked: {
  readonly page: number;
  readonly pageSize: number;
  readonly sort: readonly Sort[];
  readonly filters: readonly FixedFilter[];
}): string {
  const parameters = new URLSearchParams();
  parameters.append('page', String(asked.page));
  parameters.append('pageSize', String(asked.pageSize || largestPage));
  appendSort(parameters, asked.sort);
  for (const filter of asked.filters) appendFilter(parameters, filter);
  return parameters.toString();
}

/** The filters that apply: filled in, and text long enough. */
export function activeFilters(block: GridBlock, values: GridSnapshot['filters']): readonly FixedFilter[] {
  return block.filters.flatMap((filter) => {
    const value = effectiveValue(filter, values[filterKey(filter)]);
    return value === undefined ? [] : [{ path: filter.path, operator: filter.operator, value }];
  });
}

/** `Name:contains`: what a filter's value is kept under. */
export function filterKey(filter: Pick<FilterModel, 'path' | 'operator'>): string {
  return `${filter.path}:${filter.operator}`;
}

/**
 * What the filter was kept under before it found words: views and links of that time still mean it. `separator` stands
 * between the path and the operator.
 */
export function formerKey({ path, operator }: Pick<FilterModel, 'path' | 'operator'>, separator: ':' | '.') {
  return operator === 'words' ? `${path}${separator}contains` : undefined;
}

function effectiveValue(filter: FilterModel, value: unknown): unknown {
  if (value === undefined || value === null) return undefined;
  if (Array.isArray(value)) return value.length === 0 ? undefined : value;
  if (typeof value !== 'string') return value;
  const text = value.trim();
  // Kept from before, or from an address: nobody is asked for a number that is none.
  if (isNumberFilter(filter) && !isFilterText(filter, text)) return undefined;
  return text === '' || (isTyped(filter) && [...text].length < filter.minimumLength) ? undefined : text;
}

// An id or a day is picked whole; only text that is still being typed can be too short to ask for.
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
