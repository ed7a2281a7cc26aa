import type { RouteModel } from '#engine';
import { operationCall } from '../http/operationCall.ts';
import { createRecord } from '../operations/createRecord.ts';
import type { RuntimeOfAll } from '../operations/OperationCall.ts';
import { answerRecord } from './answerRecord.ts';
import { boundFields, type Handler, writtenFields } from './Handler.ts';
import { readRecord } from './readRecord.ts';

/** `POST /product/plan`: a new record; where the path says its id (`bind`), it has that one. */
export function createHandler(route: RouteModel, runtime: RuntimeOfAll): Handler {
  const plan = runtime.planOf(route.entity);
  return async (call) => {
    const input = await readRecord(call, plan.entity);
    const { Id, ...bound } = boundFields(route, call);
    const record = await createRecord(
      operationCall(call),
      plan,
      { ...writtenFields(route, input), ...bound },
      idOf(Id),
    );
    return answerRecord(call, route, record);
  };
}

const idOf = (named: unknown): string | undefined =>
  typeof named === 'string' ? named.toLowerCase() : undefined;
