import type { RouteModel } from '#engine';
import { operationCall } from '../http/operationCall.ts';
import type { RuntimeOfAll } from '../operations/OperationCall.ts';
import { updateRecord } from '../operations/updateRecord.ts';
import { answerRecord } from './answerRecord.ts';
import { boundFields, type Handler, type Served, writtenFields } from './Handler.ts';
import { readRevision, readSequence, recordId } from './readRecord.ts';
import { sentRecord, updateTakes } from './recordTakes.ts';

/** `PUT /product`: updates a record named by path or body `Id`; the path alone may hold the change. */
export function updateHandler(route: RouteModel, runtime: RuntimeOfAll): Served {
  const plan = runtime.planOf(route.entity);
  const handle: Handler = async (call) => {
    const input = sentRecord(call);
    const id = recordId(call, route.idParameter, input);
    const revision = readRevision(call, input);
    const record = await updateRecord(operationCall(call), plan, {
      id,
      revision,
      fields: route.fields,
      sent: { sent: input, fields: route.fields, leaves: route.leaves, set: setBeside(route) },
      sequence: readSequence(call, `${route.entity} ${id}`),
      action: route.as,
      within: boundFields(route, call),
      input: writtenFields(route, input),
      set: route.set && { values: route.set, params: call.params },
    });
    return answerRecord(call, route, record);
  };
  return route.method === 'DELETE' ? { handle } : { takes: updateTakes(runtime.model, route), handle };
}

/** Values the route sets itself, without the one from the body that `set` normalizes. */
const setBeside = ({ set = {}, bodyField }: RouteModel): readonly string[] =>
  Object.keys(set).filter((name) => name !== bodyField);
