import { type FilterTree, parseListQuery, type RouteModel } from '#engine';
import { refusals } from '../errors/Refusal.ts';
import type { ApiCall } from '../http/ApiCall.ts';
import { operationCall } from '../http/operationCall.ts';
import { json } from '../http/respond.ts';
import { allOf, equals } from '../operations/filters.ts';
import { findRecords } from '../operations/findRecords.ts';
import type { Runtime } from '../operations/Runtime.ts';
import { refuseUnknownOwner } from '../operations/refuseUnknownOwner.ts';
import type { RecordQuery } from '../store/types.ts';
import { boundFields, type Handler } from './Handler.ts';

const rememberedQueries = 1000;
/** Longer ones are rarely asked twice, and a thousand of them would fill the memory. */
const longestRemembered = 512;

/** `GET /product?page=…`: a page of records. */
export function findHandler(route: RouteModel, runtime: Runtime): Handler {
  const plan = runtime.planOf(route.entity);
  const parsed = new Map<string, RecordQuery>();
  return async (call) => {
    const operation = operationCall(call);
    const asked = parsed.get(call.search) ?? parse(route, runtime, call);
    // The same lists are asked for again and again; what the query says does not change while the model stands.
    if (parsed.size < rememberedQueries && call.search.length <= longestRemembered)
      parsed.set(call.search, asked);
    const filter = allOf([asked.filter, ...pathFilters(route, call, operation)]);
    const { items, total } = await findRecords(
      operation,
      plan,
      filter === asked.filter ? asked : { ...asked, filter },
    );
    if (total === 0)
      await refuseUnknownOwner({ call: operation, session: runtime.store }, plan, boundFields(route, call));
    return json({ Items: items, TotalItems: total }, route.status);
  };
}

function parse(route: RouteModel, { model, planOf }: Runtime, call: ApiCall): RecordQuery {
  const { query, problem } = parseListQuery(call.query(), planOf(route.entity).entity, model);
  if (problem) throw refusals.badQuery(problem);
  return { entity: route.entity, ...query, sort: query.sort.length > 0 ? query.sort : route.sort };
}

/** What the path itself narrows: bound parameters, and the declared row condition. */
function pathFilters(
  route: RouteModel,
  call: ApiCall,
  operation: ReturnType<typeof operationCall>,
): readonly (FilterTree | undefined)[] {
  const bound = Object.entries(route.bind).map(([parameter, field]) =>
    call.params[parameter] === undefined ? undefined : equals(field, call.params[parameter]),
  );
  return [...bound, route.where?.bind({ root: undefined, vars: whereVars(call, operation) })];
}

function whereVars(
  call: ApiCall,
  { user, today, now }: ReturnType<typeof operationCall>,
): Record<string, unknown> {
  const query = { ...Object.fromEntries(call.query()), ...call.params };
  return { query, user, today, now };
}
