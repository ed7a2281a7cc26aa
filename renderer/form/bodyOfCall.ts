import {
  type DataRecord,
  type DeclaredCall,
  type FormBlock,
  type Model,
  type RouteModel,
  routeOfCall,
} from '#engine';

/** The part of a payload that a call accepts: the record's id and the fields it names, or all. */
export function takenBy(model: Model, call: DeclaredCall, payload: DataRecord): DataRecord {
  const { fields } = routeOfCall(model, call) ?? {};
  if (!fields) return payload;
  const taken = new Set(['Id', 'Revision', '$stash', '$overrides', ...fields]);
  return Object.fromEntries(Object.entries(payload).filter(([name]) => taken.has(name)));
}

/** The request body: accepted fields, the one value that is the whole body, or nothing. */
export function bodyOfCall(model: Model, call: DeclaredCall, payload: DataRecord): unknown {
  if (call.method === 'DELETE') return undefined;
  const { bodyField, body = {} } = routeOfCall(model, call) ?? {};
  if (bodyField !== undefined) return payload[bodyField] ?? null;
  return underOwnNames(takenBy(model, call, payload), body);
}

/** Renames fields to the names in the call. */
function underOwnNames(payload: DataRecord, body: NonNullable<RouteModel['body']>): DataRecord {
  const names = new Map(Object.entries(body).map(([name, field]) => [field, name]));
  if (names.size === 0) return payload;
  return Object.fromEntries(Object.entries(payload).map(([name, value]) => [names.get(name) ?? name, value]));
}

/** The action name under which rules see this save, if the route declares one. */
export function actionOfSave(model: Model, { save }: Pick<FormBlock, 'save'>): string | undefined {
  return routeOfCall(model, save)?.as;
}
