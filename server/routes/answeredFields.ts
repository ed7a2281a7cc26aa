import { type DataRecord, type FieldTree, pickFields, type RouteModel } from '#engine';
import type { EntityPlan } from '../operations/EntityPlan.ts';

/** Limits an answer to the fields the route declares, such as names to choose from. */
export function answeredFields(
  names: FieldTree | readonly string[] | undefined,
  record: DataRecord,
): DataRecord {
  if (names && 'get' in names) return pickFields(record, names);
  return names ? Object.fromEntries(names.map((name) => [name, record[name] ?? null])) : record;
}

/** The fields a route answers, with their expansions; absent: all. */
export function answeredNames({ fields }: RouteModel, { entity }: EntityPlan): readonly string[] | undefined {
  const expanded = (fields ?? []).flatMap((name) => entity.fieldByPath.get(name)?.expand?.as ?? []);
  return fields && ['Id', ...fields, ...expanded];
}
