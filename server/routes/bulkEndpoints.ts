/** `/bulk`: changes one field of many records of a list that declares it; previews each change first. */
import { accessOfRoute, bulkPreviewRows, bulkRows } from '#engine';
import { refusals } from '../errors/Refusal.ts';
import type { ApiCall } from '../http/ApiCall.ts';
import type { Endpoint } from '../http/Endpoint.ts';
import { operationCall } from '../http/operationCall.ts';
import { json } from '../http/respond.ts';
import { anId, anything, listOf, oneOf, type Static, sent, text, wholeNumber } from '../http/sent.ts';
import { taking } from '../http/Takes.ts';
import { routeOf, startBulk } from '../jobs/bulkJob.ts';
import { authorize } from '../operations/authorize.ts';
import { type BulkChange, type BulkRow, tryChange } from '../operations/bulkChange.ts';
import { recordOf } from '../operations/heldRecord.ts';
import { listNamed } from './viewLists.ts';

export function bulkEndpoints(): readonly Endpoint[] {
  const common = { ids: [], access: { kind: 'login' } } as const;
  return [
    { ...common, method: 'POST', path: '/bulk/preview', ...taking(previewBody, preview) },
    { ...common, method: 'POST', path: '/bulk', ...taking(bulkBody, start) },
  ];
}

const asked = { List: text, Field: text, Value: anything };
const previewBody = sent({ ...asked, Ids: listOf(anId, { maxItems: bulkPreviewRows }) });
const bulkBody = sent({
  ...asked,
  Mode: oneOf('all', 'each'),
  Rows: listOf(sent({ Id: anId, Revision: wholeNumber }), { maxItems: bulkRows }),
});

async function preview(call: ApiCall, body: Static<typeof previewBody>): Promise<Response> {
  const { change } = changeIn(call, body);
  const ids = rowsIn(
    body.Ids.map((Id) => ({ Id })),
    bulkPreviewRows,
  );
  const operation = operationCall(call);
  const Items = [];
  for (const { Id } of ids) {
    Items.push(await tryChange(operation, change, Id));
    await call.budget.yieldTurn();
  }
  return json({ Items });
}

async function start(call: ApiCall, body: Static<typeof bulkBody>): Promise<Response> {
  const { change, list } = changeIn(call, body);
  const { Mode } = body;
  const Rows = rowsIn(body.Rows, bulkRows);
  const { entity: Entity, method, path } = change.route;
  const input = { Entity, Call: `${method} ${path}`, Values: change.input, Mode, Rows } as const;
  return json({ JobId: await startBulk(operationCall(call), { input, list }) }, 202);
}

/** The change as the list declares it; requires the right to make it on a single record. */
function changeIn(
  call: ApiCall,
  { List, Field, Value }: Static<typeof previewBody> | Static<typeof bulkBody>,
): { change: BulkChange; list: string } {
  const { model } = call.runtime;
  const known = listNamed(call, List);
  if (!known) throw refusals.noSuchList();
  const { bulk } = known.block;
  const route = bulk && routeOf(model.routes, bulk.save);
  const entity = model.entities.get(known.block.entity);
  if (!bulk || !route || !entity) throw refusals.noBulk();
  authorize(accessOfRoute(model, route), call.session?.features);
  authorize(entity.policy.view, call.session?.features);
  if (!bulk.items.some(({ field }) => field === Field))
    throw refusals.noBulkField({ params: { field: Field.slice(0, 64) } });
  return { change: { route, input: recordOf(call, entity, { [Field]: Value }) }, list: known.id };
}

/** Drops duplicates. */
function rowsIn(sent: readonly BulkRow[], limit: number): readonly BulkRow[] {
  if (sent.length === 0) throw refusals.badBulkRows({ params: { limit } });
  const rows = new Map<string, BulkRow>();
  for (const { Id, Revision } of sent)
    rows.set(Id.toLowerCase(), { Id: Id.toLowerCase(), ...(Revision === undefined ? {} : { Revision }) });
  return [...rows.values()];
}
