import {
  type DataRecord,
  type DeclaredCall,
  type FormBlock,
  type Model,
  type RouteModel,
  routeOfCall,
} from '#engine';

/** What of a payload a call takes: where it names its fields, those, and which record it is. */
export function takenBy(model: Model, call: DeclaredCall, payload: DataRecord): DataRecord {
  const { fields } = routeOfCall(model, call) ?? {};
  if (!fields) return payload;
  const taken = new Set(['Id', 'Revision', '$stash', '$overrides', ...fields]);
  return Object.fromEntries(Object.entries(payload).filter(([name]) => taken.has(name)));
}

/** What is sent: the fields the call takes, the one value that is its whole body, or nothing. */
export function bodyOfCall(model: Model, call: DeclaredCall, payload: DataRecord): unknown {
  if (call.method === 'DELETE') return undefined;
  const { bodyField, body = {} } = routeOfCall(model, call) ?? {};
  if (bodyField !== undefined) return payload[bodyField] ?? null;
  return underOwnNames(takenBy(model, call, payload), body);
}

/** Fields under the names the call has for them. */
function underOwnNames(payload: DataRecord, body: NonNullable<RouteModel['body']>): DataRecord {
  const names = new Map(Object.entries(body).map(([name, field]) => [field, name]));
  if (names.size === 0) return payload;
  return Object.fromEntries(Object.entries(payload).map(([name, value]) => [names.get(name) ?? name, value]));
}

/** What rules know a save of this form as: some calls have a name of their own. */
export function actionOfSave(model: Model, { save }: Pick<FormBlock, 'save'>): string | undefined {
  return routeOfCall(model, save)?.as;
}
