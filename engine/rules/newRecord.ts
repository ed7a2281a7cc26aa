import { kinds } from '../fields/registry.ts';
import { refersToOne } from '../query/refersToOne.ts';
import type { DataRecord, EntityModel, FieldModel } from '../types/modelTypes.ts';
import { createScopes } from './createScopes.ts';
import { computeFor } from './decide.ts';
import { writeField } from './places.ts';
import { planOf } from './planOf.ts';
import type { FieldPlan } from './planTypes.ts';
import { originsIn } from './rowOrigins.ts';
import type { RuleContext } from './types.ts';
import { isRecord, type MutableRecord } from './values.ts';

/**
 * A new record with its declared defaults: first constants, then computed ones, which may read what is
 * already `known`, such as the id.
 */
export function newRecord(entity: EntityModel, context: RuleContext, known: DataRecord = {}): DataRecord {
  const plan = planOf(entity);
  const record = { ...fixedDefaults(entity.fields), ...known };
  const { record: scope } = createScopes(record, context, plan.variables);
  for (const { field, value } of entity.defaults) {
    const target = plan.byPattern.get(field);
    const computed = target && target.list === undefined ? computeFor(target.field, value, scope) : undefined;
    if (target && computed && 'value' in computed) writeField(record, target, computed.value);
  }
  return record;
}

/** A new row with its defaults. */
export function newRow(entity: EntityModel, list: FieldPlan, context: RuleContext): DataRecord {
  const row = fixedDefaults(list.field.fields ?? []);
  const plan = planOf(entity);
  const { record: scope } = createScopes(row, context, plan.variables);
  for (const { field, value } of entity.defaults) {
    const target = plan.byPattern.get(field);
    const computed = target?.list === list.field.path ? computeFor(target.field, value, scope) : undefined;
    if (target && computed && 'value' in computed) writeField(row, target, computed.value);
  }
  return row;
}

/**
 * Applies declared defaults to new rows and objects where a member was not sent, as a form would have.
 * Members that were cleared are null and stay so.
 */
export function withInnerDefaults(
  entity: EntityModel,
  next: DataRecord,
  previous: DataRecord = {},
): DataRecord {
  const filled: MutableRecord = {};
  for (const [name, plan] of planOf(entity).structured) {
    const value = plan.field.records ? next[name] : filledValue(plan, next[name], previous[name]);
    if (value !== next[name]) filled[name] = value;
  }
  return Object.keys(filled).length > 0 ? { ...next, ...filled } : next;
}

function filledValue(plan: FieldPlan, value: unknown, before: unknown): unknown {
  const { kind } = plan.field;
  if (kind === 'object' && isRecord(value)) return isRecord(before) ? value : filledMembers(plan, value);
  if (kind !== 'rows' || !Array.isArray(value)) return value;
  const known = Array.isArray(before) ? before : [];
  const originOf = originsIn(plan, known);
  // Answers omit empty members: unidentified rows that may already have existed count as known.
  const isByPlace = known.length === value.length || !plan.nested.some(({ field }) => refersToOne(field));
  const rows = value.map((row, index) =>
    isRecord(row) && !(originOf(row) ?? (isByPlace ? known[index] : undefined))
      ? filledMembers(plan, row)
      : row,
  );
  return rows.some((row, index) => row !== value[index]) ? rows : value;
}

function filledMembers({ nested, structured }: FieldPlan, sent: MutableRecord): MutableRecord {
  const filled: MutableRecord = { ...sent };
  for (const [name, value] of Object.entries(fixedDefaults(nested.map(({ field }) => field))))
    if (sent[name] === undefined) filled[name] = value;
  for (const [name, plan] of structured)
    if (sent[name] !== undefined) filled[name] = filledValue(plan, sent[name], undefined);
  return filled;
}

/** An object without a default gets those of its members. */
export function fixedDefaults(fields: readonly FieldModel[]): MutableRecord {
  const record: MutableRecord = {};
  for (const field of fields) {
    if (field.default !== undefined) record[field.name] = structuredClone(field.default);
    else if (kinds[field.kind].schema.type === 'array') record[field.name] = [];
    else if (field.kind === 'object') {
      const members = fixedDefaults(field.fields ?? []);
      if (Object.values(members).some((value) => !Array.isArray(value))) record[field.name] = members;
    }
  }
  return record;
}
