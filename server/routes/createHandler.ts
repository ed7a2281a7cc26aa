import type { RouteModel } from '#engine';
import { operationCall } from '../http/operationCall.ts';
import { createRecord } from '../operations/createRecord.ts';
import type { Runtime } from '../operations/Runtime.ts';
import { answerRecord } from './answerRecord.ts';
import { boundFields, type Handler, writtenFields } from './Handler.ts';
import { readRecord } from './readRecord.ts';

/** `POST /product/plan`: a new record. */
export function createHandler(route: RouteModel, runtime: Runtime): Handler {
  const plan = runtime.planOf(route.entity);
  return async (call) => {
    const input = await readRecord(call, plan.entity);
    const record = await createRecord(operationCall(call), plan, {
      ...writtenFields(route, input),
      ...boundFields(route, call),
    });
    return answerRecord(route, record);
  };
}
