import type { RouteModel } from '#engine';
import { refusals } from '../errors/Refusal.ts';
import type { ApiCall } from '../http/ApiCall.ts';
import { operationCall } from '../http/operationCall.ts';
import { tagged } from '../http/respond.ts';
import { listLookup } from '../operations/listLookup.ts';
import { lookupItem } from '../operations/lookupItem.ts';
import type { Handler } from './Handler.ts';

/** `GET /product/productstatetype`: all items of a lookup, or the one that the path names. */
export function lookupHandler(route: RouteModel): Handler {
  return (call) => {
    if (route.answer === 'record') return answerItem(route, call);
    const { items, total } = listLookup(operationCall(call), lookupOf(route, call));
    const named = route.items ? { [route.items]: items } : {};
    return tagged({ Items: items, TotalItems: total, ...named }, route.status);
  };
}

/** The route's lookup, or the one that the path names. */
function lookupOf({ entity }: RouteModel, { params, path, runtime }: ApiCall): string {
  const parameter = /^\{(\w+)\}$/.exec(entity)?.[1];
  if (parameter === undefined) return entity;
  const named = params[parameter] ?? '';
  if (!runtime.model.lookups.has(named)) throw refusals.noSuchPath({ params: { path } });
  return named;
}

function answerItem(route: RouteModel, { params, runtime, locale }: ApiCall): Response {
  const id = params[route.idParameter ?? ''];
  const items = runtime.model.lookups.get(route.entity)?.items ?? [];
  const named = id?.toLowerCase();
  const found = items.find((item) => String(item.Id) === id || item.Name.toLowerCase() === named);
  const item = found && lookupItem(runtime.model, locale, route.entity, found.Id);
  if (!item) throw refusals.noSuchRecord({ params: { entity: route.entity, id } });
  return tagged(item, route.status);
}
