import type { QueryClient } from '@tanstack/react-query';
import {
  type DataRecord,
  type FilterTree,
  largestPage,
  type Model,
  matches,
  type OptionsRequest,
} from '#engine';
import type { Api } from '../data/createApi.ts';
import { fillPath } from '../data/fillPath.ts';
import type { Say } from '../data/messages.tsx';
import { findPath, keys, type Page } from '../data/queries.ts';
import { readUpTo } from '../data/readUpTo.ts';
import type { RecordSource } from '../widgets/types.ts';

/** A page of choices; scrolling or typing loads more. */
const PAGE_SIZE = 50;
/** Page size when the browser must filter, as fewer rows remain. */
const PAGE_SIZE_WITH_REST = 500;

type Options = { readonly api: Api; readonly model: Model; readonly client: QueryClient };

export type OptionPage = {
  readonly records: readonly DataRecord[];
  readonly hasMore: boolean;
  /** Absent if the browser filters the choices. */
  readonly total?: number;
};

/** Loads pages of choices of a reference, cached for a few seconds. */
export function createFindOptionPage({ api, model, client }: Options) {
  return async (request: OptionsRequest, page = 1): Promise<OptionPage> => {
    const path = request.find ?? findPath(model, request.entity);
    if (!path) throw new Error(`No route lists ${request.entity}: declare a find route in its api.json`);
    const asked = `${path}?${optionsQuery(model, request, page)}`;
    const { Items, TotalItems } = await client.fetchQuery({
      queryKey: keys.list(request.entity, asked),
      queryFn: ({ signal }) => api.get<Page>(asked, { signal }),
    });
    const records = Items.filter((record) => matches(request.filter, record));
    const hasMore = Items.length > 0 && page * sizeOf(request) < TotalItems;
    return { records, hasMore, ...(isServers(request) ? { total: TotalItems } : {}) };
  };
}

/** The first page, for a form to check whether a choice is still offered. */
export function createFindOptions(options: Options) {
  const find = createFindOptionPage(options);
  return async (request: OptionsRequest): Promise<readonly DataRecord[]> => (await find(request)).records;
}

/** Loads all records of a declared list, with conditions filled from the edited record. */
export function createFindRecords({ api, client, say }: Options & { readonly say: Say }) {
  return async (source: RecordSource, record: DataRecord): Promise<readonly DataRecord[]> => {
    const path = fillPath(source.find, { root: record });
    const query = sourceQuery(source, record);
    const found = await client.fetchQuery({
      queryKey: keys.list(source.find, `${path}?${query}`),
      queryFn: ({ signal }) => readUpTo(api, `${path}?${query}`, { signal, most: source.pageSize }),
    });
    if (!source.pageSize && found.isCut)
      throw new Error(say('ui.list.too-long', { count: found.items.length, total: found.total }));
    return found.items;
  };
}

/** Sort as declared: `-Name` is descending. */
function sourceQuery({ where = [], sort = [] }: RecordSource, record: DataRecord): string {
  const query = new URLSearchParams();
  for (const path of sort) query.append('sortFields', path.replace(/^-/, ''));
  for (const path of sort) query.append('sortDirections', path.startsWith('-') ? '0' : '1');
  for (const { path, operator, field } of where)
    appendFilter(query, { path, operator, value: String(record[field] ?? '') });
  return query.toString();
}

/** Whether the server can evaluate the whole filter. */
const isServers = ({ filter }: OptionsRequest): boolean =>
  conjuncts(filter).every((part) => asCondition(part) !== undefined);

/** Page size; a list declared as whole uses the largest one. */
function sizeOf(request: OptionsRequest): number {
  if (!isServers(request)) return PAGE_SIZE_WITH_REST;
  return request.pageSize === undefined ? PAGE_SIZE : request.pageSize || largestPage;
}

/** The query string: a label filter for the typed text, and the conditions that the list call supports. */
export function optionsQuery(model: Model, request: OptionsRequest, page = 1): string {
  const label = model.entities.get(request.entity)?.labelField ?? 'Name';
  const conditions = conjuncts(request.filter).map(asCondition);
  const query = new URLSearchParams({ page: String(page), pageSize: String(sizeOf(request)) });
  const sort = request.sort.length > 0 ? request.sort : [{ path: label, direction: 'asc' } as const];
  for (const { path } of sort) query.append('sortFields', path);
  for (const { direction } of sort) query.append('sortDirections', direction === 'asc' ? '1' : '0');
  const search = request.search?.trim();
  if (search) appendFilter(query, { path: label, operator: 'contains', value: search });
  for (const condition of conditions) if (condition) appendFilter(query, condition);
  return query.toString();
}

type Condition = { readonly path: string; readonly operator: string; readonly value: string };

function appendFilter(query: URLSearchParams, { path, operator, value }: Condition): void {
  query.append('FilterProperty', path);
  query.append('FilterOperator', operator);
  query.append('FilterValue', value);
}

/** The conjuncts of a filter, without constants. */
function conjuncts(filter: FilterTree): readonly FilterTree[] {
  const plain = simplify(filter);
  if (plain.kind === 'constant' && plain.value === true) return [];
  return plain.kind === 'and' ? plain.of.flatMap(conjuncts) : [plain];
}

/** Constant folding: `false or x` is x, `true or x` is true; likewise for `and`. */
function simplify(filter: FilterTree): FilterTree {
  if (filter.kind !== 'and' && filter.kind !== 'or') return filter;
  const deciding = filter.kind === 'or';
  const parts = filter.of.map(simplify);
  if (parts.some((part) => part.kind === 'constant' && part.value === deciding))
    return { kind: 'constant', value: deciding };
  const open = parts.filter((part) => part.kind !== 'constant');
  const [first, ...more] = open;
  if (!first) return { kind: 'constant', value: !deciding };
  return more.length === 0 ? first : { kind: filter.kind, of: open };
}

/** A comparison as a list condition; undefined if the list call does not support it. */
function asCondition(filter: FilterTree): Condition | undefined {
  if (filter.kind !== 'compare') return undefined;
  const { path, operator, value } = filter;
  if (value === null || value === undefined) return undefined;
  if (operator === 'in') return inCondition(path, Array.isArray(value) ? value : [value]);
  return { path, operator, value: String(value) };
}

// A comma separates entries, so values must not contain one.
function inCondition(path: string, values: readonly unknown[]): Condition | undefined {
  const texts = values.map(String);
  if (texts.length === 0 || texts.some((text) => text.includes(','))) return undefined;
  return { path, operator: 'in', value: texts.join(',') };
}
