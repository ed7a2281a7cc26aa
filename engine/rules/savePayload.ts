import type { DataRecord, EntityModel } from '../types/modelTypes.ts';
import { isAlwaysComputed, planOf } from './planOf.ts';
import type { FieldPlan } from './planTypes.ts';
import { isRecord, type MutableRecord, storedValue } from './values.ts';

/**
 * The payload of a save: writable fields, references as ids, plus `Id` and `Revision`. Absent fields are
 * omitted, cleared ones are null.
 */
export function savePayload(entity: EntityModel, record: DataRecord): DataRecord {
  const plan = planOf(entity);
  const payload: MutableRecord = {};
  for (const name of ['Id', 'Revision'])
    if ((record[name] ?? undefined) !== undefined) payload[name] = record[name];
  for (const target of plan.fields) {
    const { name } = target.field;
    if (isSent(target) && record[name] !== undefined) payload[name] = sentValue(target, record[name]);
  }
  for (const name of ['$stash', '$overrides'])
    if (record[name] !== undefined) payload[name] = sentExtra(plan, record, name);
  return payload;
}

/** A writable list that is not stored contains records to create, which the call handles. */
function isSent(plan: FieldPlan): boolean {
  const { stored, kind, readOnly } = plan.field;
  return (stored || kind === 'rows') && !readOnly && !isAlwaysComputed(plan);
}

function sentValue(target: FieldPlan, value: unknown): unknown {
  const { field, nested } = target;
  if (value === '') return null;
  if (field.kind === 'rows' && Array.isArray(value))
    return value.map((row) => (isRecord(row) ? sentRow(nested, row) : row));
  if (field.kind === 'object' && isRecord(value)) return sentRow(nested, value);
  return storedValue(field, value);
}

function sentRow(nested: readonly FieldPlan[], row: DataRecord): DataRecord {
  const sent: MutableRecord = {};
  for (const target of nested) {
    const value = row[target.field.name];
    if (isSent(target)) sent[target.field.name] = value === undefined ? null : sentValue(target, value);
  }
  return sent;
}

// Stashed values are sent as ids; the server would trust nothing else.
function sentExtra(plan: ReturnType<typeof planOf>, record: DataRecord, name: string): unknown {
  const extra = record[name];
  if (name !== '$stash' || !isRecord(extra)) return extra;
  return Object.fromEntries(
    Object.entries(extra).map(([pointer, value]) => {
      const target = plan.byPattern.get(
        pointer
          .split('/')
          .filter((part) => part && !/^\d+$/.test(part))
          .join('.'),
      );
      return [pointer, target ? sentValue(target, value) : value];
    }),
  );
}
