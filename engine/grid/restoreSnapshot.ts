/** Adapts a remembered snapshot to the grid as declared now. */
import type { Sort } from '../types/basicTypes.ts';
import type { GridBlock } from '../types/modelTypes.ts';
import { restoreLook } from './gridLook.ts';
import { filterKey, formerKey } from './gridQuery.ts';
import type { GridSnapshot } from './types.ts';

/** The grid as declared, unchanged. */
export function initialSnapshot(block: GridBlock): GridSnapshot {
  const opens = block.layouts?.find((layout) => layout.opens);
  return {
    filters: {},
    sort: block.sort,
    page: 1,
    pageSize: block.pageSize,
    hidden: block.columns.filter((column) => column.hidden).map((column) => column.path),
    widths: {},
    order: block.columns.map((column) => column.path),
    pinned: [],
    density: 'compact',
    selected: [],
    ...(opens && { layout: opens.id }),
  };
}

/** Restores what still applies; removed columns, filters and sorts are dropped. */
export function restoreSnapshot(block: GridBlock, remembered: unknown): GridSnapshot {
  const initial = initialSnapshot(block);
  if (!isObject(remembered)) return initial;
  const columns = new Set(initial.order);
  const known = (list: unknown) => textList(list).filter((path) => columns.has(path));
  return {
    filters: restoreFilters(block, remembered.filters),
    sort: restoreSort(block, remembered.sort),
    page: wholeNumber(remembered.page, 1) ?? 1,
    pageSize: wholeNumber(remembered.pageSize, 0) ?? initial.pageSize,
    hidden: Array.isArray(remembered.hidden) ? known(remembered.hidden) : initial.hidden,
    widths: restoreWidths(columns, remembered.widths),
    order: restoreOrder(initial.order, known(remembered.order)),
    pinned: known(remembered.pinned),
    density: remembered.density === 'normal' ? 'normal' : 'compact',
    selected: [],
    ...(typeof remembered.view === 'string' && { view: remembered.view }),
    ...restoreLook(block, remembered),
  };
}

function restoreFilters(block: GridBlock, remembered: unknown): GridSnapshot['filters'] {
  if (!isObject(remembered)) return {};
  const found = block.filters.flatMap((filter) => {
    const former = formerKey(filter, ':');
    const value = remembered[filterKey(filter)] ?? (former && remembered[former]);
    return value === undefined ? [] : [[filterKey(filter), value] as const];
  });
  return Object.fromEntries(found);
}

function restoreSort(block: GridBlock, remembered: unknown): readonly Sort[] {
  if (!Array.isArray(remembered)) return block.sort;
  const sortable = sortablePaths(block);
  const sort = remembered.filter(
    (entry): entry is Sort =>
      isObject(entry) &&
      sortable.has(String(entry.path)) &&
      (entry.direction === 'asc' || entry.direction === 'desc'),
  );
  return sort.length === 0 ? block.sort : sort.map(({ path, direction }) => ({ path, direction }));
}

/** Sortable columns and the declared sort fields. */
export function sortablePaths(block: GridBlock): ReadonlySet<string> {
  const columns = block.columns.filter((column) => column.sortable);
  return new Set([...columns.map((column) => column.path), ...block.sort.map((entry) => entry.path)]);
}

function restoreWidths(columns: ReadonlySet<string>, remembered: unknown): GridSnapshot['widths'] {
  if (!isObject(remembered)) return {};
  const kept = Object.entries(remembered).filter(([path, width]) => columns.has(path) && isWidth(width));
  return Object.fromEntries(kept) as GridSnapshot['widths'];
}

// A newly declared column is placed after the column it follows in the declaration.
function restoreOrder(declared: readonly string[], remembered: readonly string[]): readonly string[] {
  const order = [...new Set(remembered)];
  for (const [at, path] of declared.entries()) {
    if (order.includes(path)) continue;
    const before = declared.slice(0, at).findLast((neighbour) => order.includes(neighbour));
    order.splice(before === undefined ? 0 : order.indexOf(before) + 1, 0, path);
  }
  return order;
}

function isWidth(width: unknown): boolean {
  return typeof width === 'number' && width >= 24 && width <= 4000;
}

function wholeNumber(value: unknown, least: number): number | undefined {
  return Number.isInteger(value) && (value as number) >= least ? (value as number) : undefined;
}

function textList(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((entry): entry is string => typeof entry === 'string') : [];
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
