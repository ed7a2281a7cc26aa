import { type DataRecord, type FieldTree, pickFields, type RouteModel } from '#engine';
import type { EntityPlan } from '../operations/EntityPlan.ts';

/** A route may answer less than its records hold: names to choose from, say. */
export function answeredFields(
  names: FieldTree | readonly string[] | undefined,
  record: DataRecord,
): DataRecord {
  if (names && 'get' in names) return pickFields(record, names);
  return names ? Object.fromEntries(names.map((name) => [name, record[name] ?? null])) : record;
}

/** What of its records a route answers, with what is expanded of it; absent: everything. */
export function answeredNames({ fields }: RouteModel, { entity }: EntityPlan): readonly string[] | undefined {
  const expanded = (fields ?? []).flatMap((name) => entity.fieldByPath.get(name)?.expand?.as ?? []);
  return fields && ['Id', ...fields, ...expanded];
}
