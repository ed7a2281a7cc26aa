import type { RouteModel } from '#engine';
import { operationCall } from '../http/operationCall.ts';
import type { RuntimeOfAll } from '../operations/OperationCall.ts';
import { removeAll, removeRecord } from '../operations/removeRecord.ts';
import { answerRecord } from './answerRecord.ts';
import { boundConditions, namedRecord } from './boundRecord.ts';
import { boundFields, type Handler } from './Handler.ts';
import { readRevision } from './readRecord.ts';

/** `DELETE /product/plan/{id}`; a body is accepted and ignored. */
export function removeHandler(route: RouteModel, runtime: RuntimeOfAll): Handler {
  const plan = runtime.planOf(route.entity);
  if (route.all) return removeAllHandler(route, runtime);
  return async (call) => {
    const id = await namedRecord(route, runtime, call);
    return answerRecord(
      call,
      route,
      await removeRecord(operationCall(call), plan, {
        id,
        revision: readRevision(call),
        within: boundFields(route, call),
      }),
    );
  };
}

/** `DELETE /products/{ProductId}/alllimitsofliability`: removes all of them, or none if one must stay. */
function removeAllHandler(route: RouteModel, runtime: RuntimeOfAll): Handler {
  const plan = runtime.planOf(route.entity);
  return async (call) => {
    await removeAll(operationCall(call), plan, {
      filter: boundConditions(route, call),
      within: boundFields(route, call),
    });
    return answerRecord(call, route, {});
  };
}
