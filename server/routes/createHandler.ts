import type { RouteModel } from '#engine';
import { operationCall } from '../http/operationCall.ts';
import { createRecord } from '../operations/createRecord.ts';
import type { RuntimeOfAll } from '../operations/OperationCall.ts';
import { answerRecord } from './answerRecord.ts';
import { createEachHandler } from './createEachHandler.ts';
import { boundFields, type Handler, type Served, writtenFields } from './Handler.ts';
import { recordTakes, sentRecord } from './recordTakes.ts';

/** `POST /product/plan`: creates a record, with the id from the path where the route binds it. */
export function createHandler(route: RouteModel, runtime: RuntimeOfAll): Served {
  if (route.each !== undefined) return createEachHandler(route, route.each, runtime);
  const plan = runtime.planOf(route.entity);
  const takes = recordTakes(runtime.model, route, { kind: 'create' });
  const handle: Handler = async (call) => {
    const input = sentRecord(call);
    const { Id, ...bound } = boundFields(route, call);
    const record = await createRecord(
      operationCall(call),
      plan,
      { ...writtenFields(route, input), ...bound },
      { id: idOf(Id), sent: { sent: input, fields: route.fields, set: Object.keys(bound) } },
    );
    return answerRecord(call, route, record);
  };
  return { takes, handle };
}

const idOf = (named: unknown): string | undefined =>
  typeof named === 'string' ? named.toLowerCase() : undefined;
