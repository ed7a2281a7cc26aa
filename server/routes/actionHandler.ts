import type { DataRecord, RouteModel } from '#engine';
import type { Registry } from '../extensions/compileExtensions.ts';
import { FileAnswer } from '../extensions/FileAnswer.ts';
import { attachment } from '../files/fileName.ts';
import { warningsHeader } from '../files/warningsHeader.ts';
import type { ApiCall } from '../http/ApiCall.ts';
import { inFileTurn } from '../http/fileTurns.ts';
import { operationCall } from '../http/operationCall.ts';
import { text } from '../http/respond.ts';
import { zoneOf } from '../http/zoneOf.ts';
import type { OperationCall } from '../operations/OperationCall.ts';
import { partlySeen } from '../operations/partlySeen.ts';
import { actionTakes } from './actionTakes.ts';
import { answerRecord } from './answerRecord.ts';
import type { Handler, MakeHandler } from './Handler.ts';
import { readRevision } from './readRecord.ts';
import { readUpload } from './readUpload.ts';
import { sentRecord } from './recordTakes.ts';

/** `POST /product/version`: calls custom code by name, for work that declarations cannot express. */
export function actionHandler({ actions }: Registry): MakeHandler {
  return (route, runtime) => {
    const action = actions.get(route.action ?? '');
    if (!action) throw new Error(`No extension in use brings the action '${route.action}'.`);
    const plan = runtime.planOf(route.entity);
    const counted = [route.entity, ...entitiesIn(action.answer), ...(action.counts ?? [])];
    const answered = async (call: ApiCall, hold: Hold) => {
      const input = route.upload ? await readUpload(call, plan, route.upload) : sentRecord(call);
      const id = route.idParameter === undefined ? undefined : call.params[route.idParameter];
      const operation = operationCall(call);
      const answer = await action.run(operation, {
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
      if (answer instanceof FileAnswer) return file(route, answer, hold);
      return answerRecord(call, route, withPartial(operation, counted, answer));
    };
    const handle: Handler = (call) =>
      route.answer === 'file'
        ? inFileTurn(call, (hold) => answered(call, hold))
        : answered(call, (body) => body);
    return { takes: actionTakes(runtime.model, route, action.body), handle };
  };
}

/** A list over entities of which the person sees only some records says so, unless the action has. */
function withPartial(call: OperationCall, entities: readonly string[], answer: DataRecord): DataRecord {
  const isCounted = typeof answer.TotalItems === 'number' && answer.IsPartial === undefined;
  return isCounted && partlySeen(call, entities).length > 0 ? { ...answer, IsPartial: true } : answer;
}

/** The entities whose records an answer has. */
const entitiesIn = (schema: unknown): readonly string[] =>
  [...JSON.stringify(schema ?? {}).matchAll(/#\/components\/schemas\/([\w.-]+)/g)].map(
    ([, name = '']) => name,
  );

type Hold = Parameters<Parameters<typeof inFileTurn>[1]>[0];

/** Viewable files open inline, tables and texts download; nothing is cached. */
function file({ media }: RouteModel, answer: FileAnswer, hold: Hold): Response {
  const content = answer.content instanceof ReadableStream ? hold(answer.content) : answer.content;
  const warned = warningsHeader(answer.warnings);
  if (answer.media)
    return text(content as BodyInit, answer.media, {
      ...warned,
      'cache-control': 'no-store',
      'content-disposition': attachment(answer.name),
    });
  if (media?.startsWith('text/'))
    return text(content as BodyInit, `${media}; charset=utf-8`, {
      ...warned,
      'cache-control': 'no-store',
      'content-disposition': attachment(answer.name),
    });
  return text(content as BodyInit, media ?? 'application/octet-stream', {
    ...warned,
    'cache-control': 'no-store',
    'content-disposition': `inline; filename*=UTF-8''${encodeURIComponent(answer.name)}`,
  });
}
