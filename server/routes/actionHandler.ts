import type { RouteModel } from '#engine';
import { actions } from '../actions/index.ts';
import { operationCall } from '../http/operationCall.ts';
import { readBody } from '../http/readBody.ts';
import type { Runtime } from '../operations/Runtime.ts';
import { answerRecord } from './answerRecord.ts';
import type { Handler } from './Handler.ts';
import { isObject } from './readRecord.ts';

/** `POST /product/version`: work that no declaration can say, by its name. */
export function actionHandler(route: RouteModel, runtime: Runtime): Handler {
  const action = actions[route.action ?? ''];
  if (!action) throw new Error(`There is no action '${route.action}' in server/actions/.`);
  const plan = runtime.planOf(route.entity);
  return async (call) => {
    const body = await readBody(call.request, runtime.model.settings.bodyLimitBytes);
    const input = isObject(body) ? body : {};
    const id = route.idParameter === undefined ? undefined : call.params[route.idParameter];
    return answerRecord(route, await action(operationCall(call), { plan, id, params: call.params, input }));
  };
}
