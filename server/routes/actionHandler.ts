import type { DataRecord, RouteModel } from '#engine';
import { FileAnswer } from '../actions/FileAnswer.ts';
import { actions } from '../actions/index.ts';
import { attachment } from '../files/fileName.ts';
import type { ApiCall } from '../http/ApiCall.ts';
import { operationCall } from '../http/operationCall.ts';
import { readBody } from '../http/readBody.ts';
import { text } from '../http/respond.ts';
import { zoneOf } from '../http/zoneOf.ts';
import type { EntityPlan } from '../operations/EntityPlan.ts';
import type { RuntimeOfAll } from '../operations/OperationCall.ts';
import { answerRecord } from './answerRecord.ts';
import type { Handler } from './Handler.ts';
import { isObject, readRevision } from './readRecord.ts';
import { readUpload } from './readUpload.ts';

/** `POST /product/version`: work that no declaration can say, by its name. */
export function actionHandler(route: RouteModel, runtime: RuntimeOfAll): Handler {
  const action = actions[route.action ?? ''];
  if (!action) throw new Error(`There is no action '${route.action}' in server/actions/.`);
  const plan = runtime.planOf(route.entity);
  return async (call) => {
    const input = await inputOf(call, route, plan);
    const id = route.idParameter === undefined ? undefined : call.params[route.idParameter];
    const answer = await action(operationCall(call), {
      plan,
      id,
      params: call.params,
      input,
      query: call.search === '' ? {} : Object.fromEntries(call.query()),
      zone: zoneOf(call),
      serverZone: call.settings.timeZone,
      notice: route.notice,
      revision: readRevision(call, input),
    });
    return answer instanceof FileAnswer ? file(route, answer) : answerRecord(call, route, answer);
  };
}

/** The body as it is sent; that of a call which may bring a file as a record of the entity. */
async function inputOf(call: ApiCall, route: RouteModel, plan: EntityPlan): Promise<DataRecord> {
  if (route.upload) return readUpload(call, plan, route.upload);
  const body = await readBody(call.request, call.runtime.model.settings.bodyLimitBytes);
  return isObject(body) ? body : {};
}

/** What has a viewer is shown by it, and tables and texts are saved; kept by nobody on the way. */
function file({ media }: RouteModel, answer: FileAnswer): Response {
  if (answer.media)
    return text(answer.content as BodyInit, answer.media, {
      'cache-control': 'no-store',
      'content-disposition': attachment(answer.name),
    });
  if (media?.startsWith('text/'))
    return text(answer.content as BodyInit, `${media}; charset=utf-8`, {
      'cache-control': 'no-store',
      'content-disposition': attachment(answer.name),
    });
  return text(answer.content as BodyInit, media ?? 'application/octet-stream', {
    'cache-control': 'no-store',
    'content-disposition': `inline; filename*=UTF-8''${encodeURIComponent(answer.name)}`,
  });
}
