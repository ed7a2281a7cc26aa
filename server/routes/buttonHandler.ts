import type { RouteModel } from '#engine';
import { operationCall } from '../http/operationCall.ts';
import { json } from '../http/respond.ts';
import type { RuntimeOfAll } from '../operations/OperationCall.ts';
import { pressButton } from '../operations/pressButton.ts';
import type { Handler, Served } from './Handler.ts';
import { readRevision } from './readRecord.ts';
import { recordTakes, sentRecord } from './recordTakes.ts';

/** `POST /claim/{id}/buttons/call-back`: starts an automation on a record; answers the id of its run. */
export function buttonHandler(route: RouteModel, runtime: RuntimeOfAll): Served {
  const plan = runtime.planOf(route.entity);
  const automation = plan.entity.automations.find(({ id }) => id === route.automation);
  const asked = (automation?.when.asks ?? []).map(({ field }) => field);
  const handle: Handler = async (call) => {
    if (!automation) throw new Error(`${route.entity} has no automation ${route.automation}.`);
    const input = sentRecord(call);
    const id = call.params[route.idParameter ?? ''] ?? '';
    const Id = await pressButton(operationCall(call), plan, {
      ...{ automation, id, revision: readRevision(call, input) },
      sent: input,
      answers: Object.fromEntries(asked.flatMap((name) => (name in input ? [[name, input[name]]] : []))),
    });
    return json({ Id }, route.status);
  };
  const takes = recordTakes(runtime.model, { ...route, fields: asked }, { kind: 'update' });
  return { takes: { ...takes, isOptional: true }, handle };
}
