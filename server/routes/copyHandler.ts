import type { RouteModel } from '#engine';
import { operationCall } from '../http/operationCall.ts';
import { copyRecord } from '../operations/copyRecord.ts';
import type { RuntimeOfAll } from '../operations/OperationCall.ts';
import { answerRecord } from './answerRecord.ts';
import { boundFields, type Handler, type Served, writtenFields } from './Handler.ts';
import { recordId } from './readRecord.ts';
import { recordTakes, sentRecord } from './recordTakes.ts';

/** `POST /product/version`: copies the record whose `id` is sent, with everything it owns. */
export function copyHandler(route: RouteModel, runtime: RuntimeOfAll): Served {
  const plan = runtime.planOf(route.entity);
  const { fields, notice, copy = { set: {} } } = route;
  const takes = recordTakes(runtime.model, route, { kind: 'update', needsId: !route.idParameter });
  const handle: Handler = async (call) => {
    const { Id, Revision, ...input } = sentRecord(call);
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
  return { takes: { ...takes, isOptional: route.idParameter !== undefined }, handle };
}
