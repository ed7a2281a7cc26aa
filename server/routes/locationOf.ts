import type { DataRecord, Model, RouteModel } from '#engine';
import { isId } from '../http/Endpoint.ts';

/** The address of a new record, for `Location`; undefined when no route reads one record of its entity. */
export function locationOf(model: Model, entity: string, { Id }: DataRecord): string | undefined {
  const route = readerOf(model, entity);
  if (!route || !isId(Id)) return undefined;
  return `/api${route.path.replace(/\{[^}]+\}/, Id).replace(/\/$/, '')}`;
}

/** The route that needs only the id. */
export function readerOf(model: Model, entity: string): RouteModel | undefined {
  return model.routes.find(
    (route) =>
      route.entity === entity &&
      route.operation === 'get' &&
      route.answer === 'record' &&
      !route.through &&
      !route.list &&
      route.idParameter !== undefined &&
      route.path.split('{').length === 2,
  );
}
