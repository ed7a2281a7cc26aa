import type { DataRecord, FilterTree, IncludeModel, RouteModel } from '#engine';
import { refusals } from '../errors/Refusal.ts';
import type { ApiCall } from '../http/ApiCall.ts';
import { operationCall } from '../http/operationCall.ts';
import { tagged } from '../http/respond.ts';
import { authorize } from '../operations/authorize.ts';
import { allOf, equals } from '../operations/filters.ts';
import { gatheredRows } from '../operations/gatheredRows.ts';
import { includedLists } from '../operations/includedLists.ts';
import { loadAnswer, refuseElsewhere } from '../operations/loadRecord.ts';
import type { OperationCall, RuntimeOfAll } from '../operations/OperationCall.ts';
import { answeredFields, answeredNames } from './answeredFields.ts';
import { namedRecord } from './boundRecord.ts';
import { declaredFilter } from './findHandler.ts';
import { boundFields, type Handler } from './Handler.ts';

/** `GET /product/{id}`: one record. */
export function getHandler(route: RouteModel, runtime: RuntimeOfAll): Handler {
  const plan = runtime.planOf(route.entity);
  return async (call) => {
    const operation = operationCall(call);
    const id = await idOf(route, runtime, call);
    const includes = route.list ? [] : includesOf(route, call);
    // Read beside the record, and dropped if it turns out not to be the caller's.
    const [answer, listsOfIt] = await Promise.all([
      loadAnswer({ call: operation, session: call.runtime.store }, plan, id),
      includedLists(operation, includes, id),
      refuseOutside(route, operation, declaredFilter(route, call, operation), id),
    ]);
    if (!route.through) refuseElsewhere(plan, answer, boundFields(route, call));
    if (route.list)
      return tagged(await listOf(route, operation, call, answer), route.status, answer.Revision);
    const lists = listsOfIt(answer);
    const told = answeredFields(answeredNames(route, plan), answer);
    return tagged({ ...told, ...lists }, route.status, answer.Revision);
  };
}

/** A record outside the route's condition does not exist for it. */
async function refuseOutside(
  { entity }: RouteModel,
  { runtime }: OperationCall,
  where: FilterTree | undefined,
  id: string,
): Promise<void> {
  if (!where) return;
  const filter = allOf([equals('Id', id), where]);
  const { items } = await runtime.store.find({ entity, filter, isFew: true });
  if (items.length === 0)
    throw refusals.noSuchRecord({ params: { entity: runtime.planOf(entity).entity.title, id } });
}

/** All rows of one list of the record; `?gather=true` computes them from the records they come from. */
async function listOf(
  { list = '', answer, entity }: RouteModel,
  operation: OperationCall,
  call: ApiCall,
  record: DataRecord,
): Promise<unknown> {
  const stored = Array.isArray(record[list]) ? (record[list] as readonly DataRecord[]) : [];
  const isGathered = call.query().get('gather') === 'true';
  const Items = isGathered ? await gatheredRows(operation, record, list, entity) : stored;
  return answer === 'list' ? Items : { Items, TotalItems: Items.length };
}

/** `?include=Plans,Options` requests some lists, `?include=` none; without it all are answered. */
function includesOf(route: RouteModel, call: ApiCall): readonly IncludeModel[] {
  if (route.include.length === 0 || call.search === '') return route.include;
  const asked = call.query().get('include');
  if (asked === null) return route.include;
  const names = asked.split(',').map((name) => name.trim().toLowerCase());
  const unknown = names.find((name) => name !== '' && !route.include.some((one) => isCalled(one, name)));
  if (unknown !== undefined) {
    const known = route.include.map(({ name }) => name).join(', ');
    throw refusals.badQuery({ message: 'query.include', params: { value: unknown, known } });
  }
  return route.include.filter((one) => names.some((name) => isCalled(one, name)));
}

const isCalled = ({ name }: IncludeModel, asked: string): boolean => name.toLowerCase() === asked;

/** `GET /product/plan/{id}/product` names the plan; the answer is the product it refers to. */
async function idOf(route: RouteModel, runtime: RuntimeOfAll, call: ApiCall): Promise<string> {
  if (!route.through) return namedRecord(route, runtime, call);
  const id = call.params[route.idParameter ?? ''] ?? '';
  const through = runtime.planOf(route.through.entity);
  authorize(through.entity.policy.view, call.session?.features);
  const record = await call.runtime.store.get(route.through.entity, id);
  const target = record?.[route.through.field];
  if (typeof target === 'string') return target;
  throw refusals.noSuchRecord({ params: { entity: through.entity.title, id } });
}
