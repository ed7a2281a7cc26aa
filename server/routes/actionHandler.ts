import type { RouteModel } from '#engine';
import { FileAnswer } from '../actions/FileAnswer.ts';
import { actions } from '../actions/index.ts';
import { operationCall } from '../http/operationCall.ts';
import { readBody } from '../http/readBody.ts';
import { text } from '../http/respond.ts';
import type { Runtime } from '../operations/Runtime.ts';
import { answerRecord } from './answerRecord.ts';
import type { Handler } from './Handler.ts';
import { isObject, readRevision } from './readRecord.ts';

/** `POST /product/version`: work that no declaration can say, by its name. */
export function actionHandler(route: RouteModel, runtime: Runtime): Handler {
  const action = actions[route.action ?? ''];
  if (!action) throw new Error(`There is no action '${route.action}' in server/actions/.`);
  const plan = runtime.planOf(route.entity);
  return async (call) => {
    const body = await readBody(call.request, runtime.model.settings.bodyLimitBytes);
    const input = isObject(body) ? body : {};
    const id = route.idParameter === undefined ? undefined : call.params[route.idParameter];
    const answer = await action(operationCall(call), {
      plan,
      id,
      params: call.params,
      input,
      revision: readRevision(call, input),
    });
    return answer instanceof FileAnswer ? file(route, answer) : answerRecord(route, answer);
  };
}

/** Shown by the viewer of the browser, kept by nobody. */
function file({ media }: RouteModel, answer: FileAnswer): Response {
  return text(answer.bytes, media ?? 'application/octet-stream', {
    'cache-control': 'no-store',
    'content-disposition': `inline; filename*=UTF-8''${encodeURIComponent(answer.name)}`,
  });
}
