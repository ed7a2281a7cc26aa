import type { DataRecord } from '../types/modelTypes.ts';
import type { FieldPlan } from './planTypes.ts';
import { cleaned, isRecord, type MutableRecord } from './values.ts';

/**
 * The record as expressions see it: a copy with mutable rows, and `undefined` for empty values, `$stash` and
 * `$overrides`.
 */
export function ownCopy(record: DataRecord, structured: ReadonlyMap<string, FieldPlan>): MutableRecord {
  const copy: MutableRecord = { ...record };
  // Copying and assigning keeps the object's hidden class, unlike building it name by name.
  for (const name in copy) {
    const value = copy[name];
    if (typeof value === 'object' || value === '') copy[name] = valueSeen(name, value, structured);
  }
  if (copy.$overrides !== undefined) copy.$overrides = undefined;
  if (copy.$stash !== undefined) copy.$stash = undefined;
  return copy;
}

function valueSeen(name: string, value: unknown, structured: ReadonlyMap<string, FieldPlan>): unknown {
  const plan = value === null || value === '' ? undefined : structured.get(name);
  return plan ? copyOf(value, plan) : cleaned(value);
}

function copyOf(value: unknown, plan: FieldPlan): unknown {
  // In JSON of undeclared shape, null is meaningful.
  if (plan.field.kind === 'json') return value;
  if (Array.isArray(value)) return value.map((row) => (isRecord(row) ? ownCopy(row, plan.structured) : row));
  return isRecord(value) ? ownCopy(value, plan.structured) : cleaned(value);
}
