import type { RouteModel } from '#engine';
import { operationCall } from '../http/operationCall.ts';
import { json } from '../http/respond.ts';
import { listLookup } from '../operations/listLookup.ts';
import type { Handler } from './Handler.ts';

/** `GET /product/productstatetype`: all items of a lookup. */
export function lookupHandler(route: RouteModel): Handler {
  return (call) => {
    const { items, total } = listLookup(operationCall(call), route.entity);
    return json({ Items: items, TotalItems: total }, route.status);
  };
}
