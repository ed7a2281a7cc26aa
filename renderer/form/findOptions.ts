import type { QueryClient } from '@tanstack/react-query';
import { type DataRecord, type FilterTree, type Model, matches, type OptionsRequest } from '#engine';
import type { Api } from '../data/createApi.ts';
import { fillPath } from '../data/fillPath.ts';
import { findPath, keys, type Page } from '../data/queries.ts';
import type { RecordSource } from '../widgets/types.ts';

/** Enough to choose from without scrolling for long; a longer list is narrowed by typing. */
const PAGE_SIZE = 50;
/** What the server cannot decide is decided here, over more rows. */
const PAGE_SIZE_WITH_REST = 500;

type Options = { readonly api: Api; readonly model: Model; readonly client: QueryClient };

/** Asks the server for the choices of a reference; the same question within a few seconds is answered from memory. */
export function createFindOptions({ api, model, client }: Options) {
  return async (request: OptionsRequest): Promise<readonly DataRecord[]> => {
    const path = request.find ?? findPath(model, request.entity);
    if (!path) throw new Error(`No route lists ${request.entity}: declare a find route in its api.json`);
    const asked = `${path}?${optionsQuery(model, request)}`;
    const page = await client.fetchQuery({
      queryKey: keys.list(request.entity, asked),
      queryFn: ({ signal }) => api.get<Page>(asked, { signal }),
    });
    return page.Items.filter((record) => matches(request.filter, record));
  };
}

/** Every record of a declared list; conditions take their values from the record being edited. */
export function createFindRecords({ api, client }: Options) {
  return async (source: RecordSource, record: DataRecord): Promise<readonly DataRecord[]> => {
    const asked = `${fillPath(source.find, { root: record })}?${sourceQuery(source, record)}`;
    const page = await client.fetchQuery({
      queryKey: keys.list(source.find, asked),
      queryFn: ({ signal }) => api.get<Page>(asked, { signal }),
    });
    return page.Items;
  };
}

/** `sort` as declared: `-Name` descends. */
function sourceQuery({ where = [], sort = [], pageSize = 0 }: RecordSource, record: DataRecord): string {
  const query = new URLSearchParams({ page: '1', pageSize: String(pageSize) });
  for (const path of sort) query.append('sortFields', path.replace(/^-/, ''));
  for (const path of sort) query.append('sortDirections', path.startsWith('-') ? '0' : '1');
  for (const { path, operator, field } of where)
    appendFilter(query, { path, operator, value: String(record[field] ?? '') });
  return query.toString();
}

/** The query string: label contains what was typed, plus those conditions that the list call can express. */
export function optionsQuery(model: Model, request: OptionsRequest): string {
  const label = model.entities.get(request.entity)?.labelField ?? 'Name';
  const conditions = conjuncts(request.filter).map(asCondition);
  const isWhole = conditions.every((condition) => condition !== undefined);
  const query = new URLSearchParams({
    page: '1',
    pageSize: String(isWhole ? (request.pageSize ?? PAGE_SIZE) : PAGE_SIZE_WITH_REST),
  });
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
