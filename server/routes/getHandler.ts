import type { RouteModel } from '#engine';
import { refusals } from '../errors/Refusal.ts';
import type { ApiCall } from '../http/ApiCall.ts';
import { operationCall } from '../http/operationCall.ts';
import { json } from '../http/respond.ts';
import { authorize } from '../operations/authorize.ts';
import { loadAnswer, refuseElsewhere } from '../operations/loadRecord.ts';
import type { Runtime } from '../operations/Runtime.ts';
import { namedRecord } from './boundRecord.ts';
import { boundFields, type Handler } from './Handler.ts';

/** `GET /product/{id}`: one record. */
export function getHandler(route: RouteModel, runtime: Runtime): Handler {
  const plan = runtime.planOf(route.entity);
  return async (call) => {
    const operation = operationCall(call);
    const id = await idOf(route, runtime, call);
    const answer = await loadAnswer({ call: operation, session: runtime.store }, plan, id);
    if (!route.through) refuseElsewhere(plan, answer, boundFields(route, call));
    return json(answer, route.status, { etag: `"${answer.Revision}"` });
  };
}

/** `GET /product/plan/{id}/product` names the plan; the product is the one the plan says. */
async function idOf(route: RouteModel, runtime: Runtime, call: ApiCall): Promise<string> {
  if (!route.through) return namedRecord(route, runtime, call);
  const id = call.params[route.idParameter ?? ''] ?? '';
  const through = runtime.planOf(route.through.entity);
  authorize(through.entity.policy.view, call.session?.features);
  const record = await runtime.store.get(route.through.entity, id);
  const target = record?.[route.through.field];
  if (typeof target === 'string') return target;
  throw refusals.noSuchRecord({ params: { entity: through.entity.title, id } });
}
