import type { DataRecord, EntityModel, FieldModel } from '../model/types.ts';
import { createScopes } from './createScopes.ts';
import { computeFor } from './decide.ts';
import { writeField } from './places.ts';
import { planOf } from './planOf.ts';
import type { FieldPlan } from './planTypes.ts';
import type { RuleContext } from './types.ts';
import type { MutableRecord } from './values.ts';

/**
 * A record before anybody has typed: the declared defaults, fixed ones first, then those that are computed. What is
 * known of it already, such as its id, the computed ones may read.
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

/** A row before anybody has typed. */
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

function fixedDefaults(fields: readonly FieldModel[]): MutableRecord {
  const record: MutableRecord = {};
  for (const field of fields) {
    if (field.default !== undefined) record[field.name] = structuredClone(field.default);
    else if (field.kind === 'rows' || field.kind === 'references') record[field.name] = [];
  }
  return record;
}
