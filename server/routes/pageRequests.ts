/** Several page requests as one JSON list in the query: `?requests=[{"Page":1,"PageSize":10},{"Page":1}]`. */
import type { DataRecord, FilterTree, NestedList, RouteModel } from '#engine';
import { parseListQuery } from '#engine';
import { refusals } from '../errors/Refusal.ts';
import type { ApiCall } from '../http/ApiCall.ts';
import { parseJson } from '../http/readBody.ts';
import { zoneOf } from '../http/zoneOf.ts';
import { authorize, isAllowed } from '../operations/authorize.ts';
import { allOf, among, equals } from '../operations/filters.ts';
import { findRecords } from '../operations/findRecords.ts';
import { guardedPaths, refuseHidden } from '../operations/guardedPaths.ts';
import { isObject } from '../operations/heldRecord.ts';
import type { OperationCall } from '../operations/OperationCall.ts';
import { findingShipped } from '../operations/shippedTexts.ts';

type PageRequests = readonly URLSearchParams[];

/** The requests in the query; undefined when it uses the usual parameters. */
export function pageRequests({ query }: ApiCall): PageRequests | undefined {
  const text = [...query().values()].find((value) => value.trimStart().startsWith('['));
  if (text === undefined) return undefined;
  const list = parseJson(text) as readonly unknown[];
  return list.map((request) => {
    if (!isObject(request)) throw refusals.bodyNotObject();
    return parametersOf(request);
  });
}

/** Members have the names of the parameters; filters may also be objects. */
function parametersOf(request: DataRecord): URLSearchParams {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(request)) {
    const values = [value].flat().filter((one) => one !== null && one !== undefined);
    const isFilters = name.toLowerCase() === 'filters';
    for (const one of values) isFilters ? addFilter(params, one) : params.append(name, String(one));
  }
  return params;
}

function addFilter(params: URLSearchParams, filter: unknown): void {
  if (!isObject(filter)) throw refusals.bodyNotObject();
  const member = (wanted: string) =>
    Object.entries(filter).find(([name]) => name.toLowerCase().replace(/^filter/, '') === wanted)?.[1];
  params.append('FilterProperty', String(member('property') ?? ''));
  params.append('FilterOperator', String(member('operator') ?? 'eq'));
  params.append('FilterValue', String(member('value') ?? ''));
}

/** Limits nested records to the page of their owners that was requested. */
export async function withinFilter(
  call: ApiCall,
  { requests }: RouteModel,
  given: PageRequests | undefined,
): Promise<FilterTree | undefined> {
  const outer = requests?.within;
  const asked = outer && given?.[outer.request];
  if (!outer || !asked) return undefined;
  authorize(call.runtime.planOf(outer.entity).entity.policy.view, call.session?.features);
  const query = queryOf(call, outer, asked);
  const { items } = await call.runtime.store.find(query);
  return among(
    outer.by,
    items.map(({ Id }) => Id),
  );
}

/** Nests a page of other records in each record, as requested; by default the first page. */
export async function nestPages(
  call: OperationCall,
  asking: { readonly call: ApiCall; readonly route: RouteModel; readonly given: PageRequests | undefined },
  records: readonly DataRecord[],
): Promise<readonly DataRecord[]> {
  const inner = asking.route.requests?.with;
  const plan = inner && call.runtime.planOf(inner.entity);
  if (!inner || !plan || !isAllowed(plan.entity.policy.view, call.features)) return records;
  const query = queryOf(asking.call, inner, asking.given?.[inner.request] ?? new URLSearchParams());
  const nest = async (record: DataRecord): Promise<DataRecord> => {
    const filter = allOf([query.filter, equals(inner.by, record.Id)]);
    const { items } = await findRecords(call, plan, { ...query, filter, total: false });
    return { ...record, [inner.as]: items };
  };
  const nested: DataRecord[] = [];
  for (let at = 0; at < records.length; at += nestedAtOnce)
    nested.push(...(await Promise.all(records.slice(at, at + nestedAtOnce).map(nest))));
  return nested;
}

/** The number of records whose pages are requested at once, so that a store may read them together. */
const nestedAtOnce = 20;

function queryOf(call: ApiCall, { entity }: NestedList, params: URLSearchParams) {
  const { model, planOf } = call.runtime;
  const { query, problem } = parseListQuery(params, planOf(entity).entity, {
    model,
    zone: zoneOf(call),
    me: call.session?.user.Id,
  });
  if (problem) throw refusals.badQuery(problem);
  const asked = { entity, ...query };
  refuseHidden(guardedPaths(model, asked), call.session?.features);
  const whole = { ...asked, page: asked.page ?? { number: 1, size: model.settings.maximumPageSize } };
  return findingShipped(call, planOf(entity), whole);
}
