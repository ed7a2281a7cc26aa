import type { RouteModel } from '#engine';
import { operationCall } from '../http/operationCall.ts';
import { copyRecord } from '../operations/copyRecord.ts';
import type { RuntimeOfAll } from '../operations/OperationCall.ts';
import { answerRecord } from './answerRecord.ts';
import { boundFields, type Handler, writtenFields } from './Handler.ts';
import { readRecord, recordId } from './readRecord.ts';

/** `POST /product/version`: the record whose `id` is sent, and everything it owns, once more. */
export function copyHandler(route: RouteModel, runtime: RuntimeOfAll): Handler {
  const plan = runtime.planOf(route.entity);
  const { fields, notice, copy = { set: {} } } = route;
  return async (call) => {
    const { Id, Revision, ...input } = await readRecord(call, plan.entity);
    const source = recordId(call, route.idParameter, { Id });
    const record = await copyRecord(operationCall(call), plan, {
      source,
      input: { ...writtenFields(route, input), ...boundFields(route, call) },
      fields,
      notice,
      copy,
    });
    return answerRecord(call, route, record);
  };
}
