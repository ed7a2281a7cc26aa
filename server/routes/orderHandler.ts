import type { DataRecord, RouteModel } from '#engine';
import { refusals } from '../errors/Refusal.ts';
import type { ApiCall } from '../http/ApiCall.ts';
import { isId } from '../http/Endpoint.ts';
import { member } from '../http/member.ts';
import { operationCall } from '../http/operationCall.ts';
import { readBody } from '../http/readBody.ts';
import { json } from '../http/respond.ts';
import type { RuntimeOfAll } from '../operations/OperationCall.ts';
import { orderRecords } from '../operations/orderRecords.ts';
import { boundFields, type Handler } from './Handler.ts';
import { isObject } from './readRecord.ts';

/** `POST /product/{ProductId}/plan/order`: the list in its new order, as records or as ids. */
export function orderHandler(route: RouteModel, runtime: RuntimeOfAll): Handler {
  const plan = runtime.planOf(route.entity);
  return async (call) => {
    const wanted = (await readList(call)).map((entry) => wantedRecord(entry, plan.entity.order?.field));
    const within = boundFields(route, call);
    const { items, total } = await orderRecords(operationCall(call), plan, { within, wanted });
    return json({ Items: items, TotalItems: total }, route.status);
  };
}

/** A bare list, or one under `Items` as lists are answered. */
async function readList(call: ApiCall): Promise<readonly unknown[]> {
  const body = await readBody(call.request, call.runtime.model.settings.bodyLimitBytes);
  const list = isObject(body) ? member(body, 'Items') : body;
  if (!Array.isArray(list)) throw refusals.bodyNotList();
  return list;
}

function wantedRecord(entry: unknown, field: string | undefined): DataRecord {
  const id = isObject(entry) ? member(entry, 'Id') : entry;
  if (!isId(id)) throw refusals.badId({ params: { value: JSON.stringify(id ?? null) } });
  const position = isObject(entry) && field ? member(entry, field) : undefined;
  return field === undefined ? { Id: id.toLowerCase() } : { Id: id.toLowerCase(), [field]: position };
}
