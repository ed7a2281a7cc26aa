import type { FilterTree, RouteModel } from '#engine';
import { refusals } from '../errors/Refusal.ts';
import type { ApiCall } from '../http/ApiCall.ts';
import { allOf, equals } from '../operations/filters.ts';
import type { RuntimeOfAll } from '../operations/OperationCall.ts';

/** The conditions of bound path parameters on the route's entity, or on the one it goes through. */
export function boundConditions(
  route: RouteModel,
  call: ApiCall,
  entity: string = route.entity,
): FilterTree | undefined {
  const { fieldByPath } = call.runtime.planOf(entity).entity;
  const named = Object.entries(route.bind).map(([parameter, field]) => {
    const text = call.params[parameter];
    if (text === undefined) return undefined;
    return equals(field, fieldByPath.get(field)?.storage === 'integer' ? Number(text) : text);
  });
  return allOf([...named, ...route.without.map((field) => equals(field, null))]);
}

/** The record a path names, by id or by several fields (`/product/{id}/removeagreement/{agreementId}`). */
export async function namedRecord(
  route: RouteModel,
  { planOf }: RuntimeOfAll,
  call: ApiCall,
): Promise<string> {
  if (route.idParameter !== undefined) return call.params[route.idParameter] ?? '';
  const { items } = await call.runtime.store.find({
    entity: route.entity,
    filter: boundConditions(route, call),
    page: { number: 1, size: 1 },
  });
  const [record] = items;
  if (record) return String(record.Id);
  const id = Object.keys(route.bind).map((parameter) => call.params[parameter]);
  throw refusals.noSuchRecord({ params: { entity: planOf(route.entity).entity.title, id: id.join(', ') } });
}
