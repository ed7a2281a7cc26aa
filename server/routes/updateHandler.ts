import type { RouteModel } from '#engine';
import { operationCall } from '../http/operationCall.ts';
import type { RuntimeOfAll } from '../operations/OperationCall.ts';
import { updateRecord } from '../operations/updateRecord.ts';
import { answerRecord } from './answerRecord.ts';
import { boundFields, type Handler, writtenFields } from './Handler.ts';
import { readBodyRecord, readRevision, readSequence, recordId } from './readRecord.ts';

/** `PUT /product`: a changed record, named by the path or by the body's `Id`, or what the path alone says of it. */
export function updateHandler(route: RouteModel, runtime: RuntimeOfAll): Handler {
  const plan = runtime.planOf(route.entity);
  return async (call) => {
    const input = await readBodyRecord(call, route, plan);
    const id = recordId(call, route.idParameter, input);
    const revision = readRevision(call, input);
    const record = await updateRecord(operationCall(call), plan, {
      id,
      revision,
      fields: route.fields,
      sequence: readSequence(call, `${route.entity} ${id}`),
      action: route.as,
      within: boundFields(route, call),
      input: writtenFields(route, input),
      set: route.set && { values: route.set, params: call.params },
    });
    return answerRecord(call, route, record);
  };
}
