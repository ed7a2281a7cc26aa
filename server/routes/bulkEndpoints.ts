/** `/bulk`: one field of many records of a list that declares it; what each would say, and the change itself. */
import { accessOfRoute, bulkPreviewRows, bulkRows, type DataRecord } from '#engine';
import { refusals } from '../errors/Refusal.ts';
import type { ApiCall } from '../http/ApiCall.ts';
import { type Endpoint, isId } from '../http/Endpoint.ts';
import { operationCall } from '../http/operationCall.ts';
import { readBody } from '../http/readBody.ts';
import { json } from '../http/respond.ts';
import { routeOf, startBulk } from '../jobs/bulkJob.ts';
import { authorize } from '../operations/authorize.ts';
import { type BulkChange, type BulkRow, tryChange } from '../operations/bulkChange.ts';
import { isObject, recordOf } from './readRecord.ts';
import { listNamed } from './viewLists.ts';

export function bulkEndpoints(): readonly Endpoint[] {
  const common = { ids: [], access: { kind: 'login' } } as const;
  return [
    { ...common, method: 'POST', path: '/bulk/preview', handle: preview },
    { ...common, method: 'POST', path: '/bulk', handle: start },
  ];
}

async function preview(call: ApiCall): Promise<Response> {
  const body = await readAsked(call, ['List', 'Field', 'Value', 'Ids']);
  const { change } = changeIn(call, body);
  const ids = rowsIn(body.Ids, bulkPreviewRows, (Id) => ({ Id }));
  const operation = operationCall(call);
  const Items = [];
  for (const { Id } of ids) {
    Items.push(await tryChange(operation, change, Id));
    await call.budget.yieldTurn();
  }
  return json({ Items });
}

async function start(call: ApiCall): Promise<Response> {
  const body = await readAsked(call, ['List', 'Field', 'Value', 'Mode', 'Rows']);
  const { change, list } = changeIn(call, body);
  const { Mode } = body;
  if (Mode !== 'all' && Mode !== 'each') throw refusals.badBulkMode();
  const Rows = rowsIn(body.Rows, bulkRows, (row) =>
    isObject(row) && Number.isSafeInteger(row.Revision) ? { Id: row.Id, Revision: row.Revision } : {},
  );
  const { entity: Entity, method, path } = change.route;
  const input = { Entity, Call: `${method} ${path}`, Values: change.input, Mode, Rows } as const;
  return json({ JobId: await startBulk(operationCall(call), { input, list }) }, 202);
}

async function readAsked(call: ApiCall, names: readonly string[]): Promise<DataRecord> {
  const body = await readBody(call.request, call.runtime.model.settings.bodyLimitBytes);
  if (body === undefined) throw refusals.bodyMissing();
  if (!isObject(body)) throw refusals.bodyNotObject();
  const unknown = Object.keys(body).filter((name) => !names.includes(name));
  if (unknown.length > 0) throw refusals.unknownFields({ params: { names: unknown.slice(0, 10) } });
  return body;
}

/** The change as the list declares it; who may not make it for one record may not for many. */
function changeIn(call: ApiCall, { List, Field, Value }: DataRecord): { change: BulkChange; list: string } {
  const { model } = call.runtime;
  const known = listNamed(call, List);
  if (!known) throw refusals.noSuchList();
  const { bulk } = known.block;
  const route = bulk && routeOf(model.routes, bulk.save);
  const entity = model.entities.get(known.block.entity);
  if (!bulk || !route || !entity) throw refusals.noBulk();
  authorize(accessOfRoute(model, route), call.session?.features);
  authorize(entity.policy.view, call.session?.features);
  if (typeof Field !== 'string' || !bulk.items.some(({ field }) => field === Field))
    throw refusals.noBulkField({ params: { field: typeof Field === 'string' ? Field.slice(0, 64) : '' } });
  if (Value === undefined) throw refusals.noBulkValue();
  return { change: { route, input: recordOf(call, entity, { [Field]: Value }) }, list: known.id };
}

/** Each once. */
function rowsIn(value: unknown, limit: number, read: (row: unknown) => DataRecord): readonly BulkRow[] {
  if (!Array.isArray(value) || value.length === 0 || value.length > limit)
    throw refusals.badBulkRows({ params: { limit } });
  const rows = new Map<string, BulkRow>();
  for (const one of value) {
    const row = read(one);
    if (!isId(row.Id)) throw refusals.badBulkRows({ params: { limit } });
    rows.set(row.Id.toLowerCase(), { ...row, Id: row.Id.toLowerCase() });
  }
  return [...rows.values()];
}
