import type { DataRecord } from '../model/types.ts';
import type { FieldPlan } from './planOf.ts';
import { cleaned, isRecord, type MutableRecord } from './values.ts';

/**
 * The record as expressions see it: a copy that may be changed row by row, without empty values and without what is
 * kept for rules only (`$stash`, `$overrides`).
 */
export function ownCopy(record: DataRecord, structured: ReadonlyMap<string, FieldPlan>): MutableRecord {
  const copy: MutableRecord = {};
  for (const name of Object.keys(record)) {
    if (name.startsWith('$')) continue;
    const plan = structured.get(name);
    const value = plan ? copyOf(record[name], plan) : cleaned(record[name]);
    if (value !== undefined) copy[name] = value;
  }
  return copy;
}

function copyOf(value: unknown, plan: FieldPlan): unknown {
  // JSON of nobody's making has members that mean something when null.
  if (plan.field.kind === 'json') return value ?? undefined;
  if (Array.isArray(value)) return value.map((row) => (isRecord(row) ? ownCopy(row, plan.structured) : row));
  return isRecord(value) ? ownCopy(value, plan.structured) : cleaned(value);
}
