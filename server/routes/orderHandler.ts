import type { DataRecord, RouteModel } from '#engine';
import { member } from '../http/member.ts';
import { operationCall } from '../http/operationCall.ts';
import { json } from '../http/respond.ts';
import { anId, listOf, open, type Static, Type } from '../http/sent.ts';
import { taking } from '../http/Takes.ts';
import type { RuntimeOfAll } from '../operations/OperationCall.ts';
import { orderRecords } from '../operations/orderRecords.ts';
import { boundFields, type Served } from './Handler.ts';

/** `POST /product/{ProductId}/plan/order`: the list in its new order, as records or ids. */
export function orderHandler(route: RouteModel, runtime: RuntimeOfAll): Served {
  const plan = runtime.planOf(route.entity);
  return taking(
    orderBody,
    async (call, body) => {
      const list = 'Items' in body ? body.Items : body;
      const wanted = list.map((entry) => wantedRecord(entry, plan.entity.order?.field));
      const within = boundFields(route, call);
      const { items, total } = await orderRecords(operationCall(call), plan, { within, wanted });
      return json({ Items: items, TotalItems: total }, route.status);
    },
    { isProtocol: true },
  );
}

/** A bare list, or one under `Items` as lists are answered; entries may be ids or records. */
const items = listOf(Type.Union([anId, open({ Id: anId })]));
const orderBody = Type.Union([items, open({ Items: items })]);

function wantedRecord(entry: Static<typeof items>[number], field: string | undefined): DataRecord {
  const { Id, ...record } = typeof entry === 'string' ? { Id: entry } : entry;
  const id = { Id: Id.toLowerCase() };
  return field === undefined ? id : { ...id, [field]: member(record, field) };
}
