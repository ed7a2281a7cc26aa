/** The query of a grid as URL parameters, so that a link shows a colleague the same rows. */

import { isListOperator } from '../query/filterOperators.ts';
import type { Sort } from '../types/basicTypes.ts';
import type { FilterModel, GridBlock } from '../types/modelTypes.ts';
import { isFilterText } from './filterText.ts';
import { lookNames, lookParameters, readLook } from './gridLook.ts';
import { activeFilters, filterKey, formerKey, largestPage } from './gridQuery.ts';
import { sortablePaths } from './restoreSnapshot.ts';
import type { GridAsked, GridSnapshot } from './types.ts';

/**
 * `Name.contains=care&BrandId.in=b1&BrandId.in=b2&sort=Code&sort=-Name&page=2`: only differences from the
 * declaration, in declared order; '' for the initial grid.
 */
export function gridAddress(block: GridBlock, snapshot: GridSnapshot): string {
  const parameters = new URLSearchParams();
  for (const { path, operator, value } of activeFilters(block, snapshot.filters)) {
    const texts = (Array.isArray(value) ? value : [value]).map(String);
    // A page cannot be reloaded if its URL is too long.
    if (texts.join().length > longestFilter) continue;
    for (const text of texts) parameters.append(`${path}.${operator}`, text);
  }
  if (!sameSort(snapshot.sort, block.sort))
    for (const { path, direction } of snapshot.sort)
      parameters.append('sort', direction === 'desc' ? `-${path}` : path);
  for (const [name, text] of lookParameters(snapshot)) parameters.append(name, text);
  if (snapshot.page > 1) parameters.append('page', String(snapshot.page));
  // Page numbers depend on the page size, which otherwise is a personal setting.
  if (snapshot.page > 1 && snapshot.pageSize !== block.pageSize)
    parameters.append('pageSize', String(snapshot.pageSize));
  return parameters.toString();
}

/** The query in an address; undefined when there is none. Unknown names and impossible values are ignored. */
export function readGridAddress(block: GridBlock, search: string): GridAsked | undefined {
  const parameters = new URLSearchParams(search);
  if (![...parameters.keys()].some((name) => isOfGrid(block, name))) return undefined;
  const page = readWhole(parameters.get('page'), 1_000_000);
  const pageSize = readWhole(parameters.get('pageSize'), largestPage);
  return {
    filters: readFilters(block, parameters),
    sort: readSort(block, parameters.getAll('sort')),
    page: page ?? 1,
    ...readLook(block, parameters),
    ...(pageSize !== undefined && { pageSize }),
  };
}

/** Replaces the grid's parameters in an address; other parameters stay in front. */
export function withGridAddress(block: GridBlock, search: string, address: string): string {
  const others = [...new URLSearchParams(search)].filter(([name]) => !isOfGrid(block, name));
  const text = [new URLSearchParams(others).toString(), address].filter(Boolean).join('&');
  return text === '' ? '' : `?${text}`;
}

const longestText = 256;
const longestFilter = 4000;

const ownNames: ReadonlySet<string> = new Set(['sort', 'page', 'pageSize', ...lookNames]);

function isOfGrid({ filters }: GridBlock, name: string): boolean {
  return (
    ownNames.has(name) || filters.some((filter) => nameOf(filter) === name || formerKey(filter, '.') === name)
  );
}

function nameOf({ path, operator }: FilterModel): string {
  return `${path}.${operator}`;
}

function readFilters(block: GridBlock, parameters: URLSearchParams): GridSnapshot['filters'] {
  const found = block.filters.flatMap((filter) => {
    const former = formerKey(filter, '.');
    const texts = [...parameters.getAll(nameOf(filter)), ...(former ? parameters.getAll(former) : [])];
    const values = texts.filter((text) => text.length <= longestText && isFilterText(filter, text));
    const isList = isListOperator(filter.operator);
    const value = isList ? values : values[0];
    return value === undefined || value.length === 0 ? [] : [[filterKey(filter), value] as const];
  });
  return Object.fromEntries(found);
}

function readSort(block: GridBlock, texts: readonly string[]): readonly Sort[] {
  const sortable = sortablePaths(block);
  const sort = texts
    .map((text): Sort => {
      const descends = text.startsWith('-');
      return { path: descends ? text.slice(1) : text, direction: descends ? 'desc' : 'asc' };
    })
    .filter(({ path }, at, all) => sortable.has(path) && all.findIndex((one) => one.path === path) === at);
  return sort.length === 0 ? block.sort : sort;
}

function sameSort(one: readonly Sort[], other: readonly Sort[]): boolean {
  return (
    one.length === other.length &&
    one.every(({ path, direction }, at) => path === other[at]?.path && direction === other[at]?.direction)
  );
}

function readWhole(text: string | null, largest: number): number | undefined {
  const number = text !== null && /^\d{1,7}$/.test(text) ? Number(text) : 0;
  return number >= 1 && number <= largest ? number : undefined;
}
