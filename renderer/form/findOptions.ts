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

/** Enough to choose from without scrolling for long; of a longer list the next ones come by scrolling or typing. */
const PAGE_SIZE = 50;
/** What the server cannot decide is decided here, over more rows. */
const PAGE_SIZE_WITH_REST = 500;

type Options = { readonly api: Api; readonly model: Model; readonly client: QueryClient };

export type OptionPage = {
  readonly records: readonly DataRecord[];
  readonly hasMore: boolean;
  /** Absent where the browser decides which of them are offered. */
  readonly total?: number;
};

/** Asks the server for a page of the choices of a reference; the same question within a few seconds is answered from memory. */
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

/** The first of them, as a form asks whether a choice is still offered. */
export function createFindOptions(options: Options) {
  const find = createFindOptionPage(options);
  return async (request: OptionsRequest): Promise<readonly DataRecord[]> => (await find(request)).records;
}

/** Every record of a declared list; conditions take their values from the record being edited. */
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

/** `sort` as declared: `-Name` descends. */
function sourceQuery({ where = [], sort = [] }: RecordSource, record: DataRecord): string {
  const query = new URLSearchParams();
  for (const path of sort) query.append('sortFields', path.replace(/^-/, ''));
  for (const path of sort) query.append('sortDirections', path.startsWith('-') ? '0' : '1');
  for (const { path, operator, field } of where)
    appendFilter(query, { path, operator, value: String(record[field] ?? '') });
  return query.toString();
}

/** Whether the server decides alone which records are offered. */
const isServers = ({ filter }: OptionsRequest): boolean =>
  conjuncts(filter).every((part) => asCondition(part) !== undefined);

/** Records a page; a list declared as whole comes in the largest ones. */
function sizeOf(request: OptionsRequest): number {
  if (!isServers(request)) return PAGE_SIZE_WITH_REST;
  return request.pageSize === undefined ? PAGE_SIZE : request.pageSize || largestPage;
}

/** The query string: label contains what was typed, plus those conditions that the list call can express. */
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

/** The parts that must all hold, without what is settled already. */
function conjuncts(filter: FilterTree): readonly FilterTree[] {
  const plain = simplify(filter);
  if (plain.kind === 'constant' && plain.value === true) return [];
  return plain.kind === 'and' ? plain.of.flatMap(conjuncts) : [plain];
}

/** `false or x` is x, `true or x` is true, and the same for and. */
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

/** A comparison as the list call writes it; undefined where it has no words for it. */
function asCondition(filter: FilterTree): Condition | undefined {
  if (filter.kind !== 'compare') return undefined;
  const { path, operator, value } = filter;
  if (value === null || value === undefined) return undefined;
  if (operator === 'in') return inCondition(path, Array.isArray(value) ? value : [value]);
  return { path, operator, value: String(value) };
}

// A comma would be read as the end of an entry.
function inCondition(path: string, values: readonly unknown[]): Condition | undefined {
  const texts = values.map(String);
  if (texts.length === 0 || texts.some((text) => text.includes(','))) return undefined;
  return { path, operator: 'in', value: texts.join(',') };
}
