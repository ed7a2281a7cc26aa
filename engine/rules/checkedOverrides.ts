/** Checks the stash and overrides that a caller sends against the rules and the caller's rights. */
import type { DataRecord, EntityModel } from '../types/modelTypes.ts';
import { createStates } from './createStates.ts';
import { valueIssues } from './fieldIssues.ts';
import { planOf } from './planOf.ts';
import type { FieldPlan } from './planTypes.ts';
import { parentOf, patternOf, valueAt } from './pointers.ts';
import { sameValue } from './sameValue.ts';
import { overridesOf, settledOf, stashOf } from './settle.ts';
import type { RuleContext, Validators } from './types.ts';
import { isRecord, type MutableRecord } from './values.ts';

/**
 * The record with a `$stash` of valid values that a rule stashes, and `$overrides` of fields that may be
 * overridden. Fields the caller may not write keep their memory.
 */
export function checkedOverrides(
  entity: EntityModel,
  record: DataRecord,
  context: RuleContext,
  validators: Validators,
): DataRecord {
  if (record.$stash === undefined && record.$overrides === undefined) return record;
  const { model, previous } = context;
  const isKnown = sameValue(record.$stash, previous?.$stash);
  if (isKnown && sameValue(record.$overrides, previous?.$overrides)) return record;
  const plan = planOf(entity);
  const { stateAt } = createStates(plan, settledOf(plan, record, context), context);
  const mayWrite = (pointer: string) => stateAt(pointer).editable;
  const sound = (pointer: string, value: unknown) => {
    const target = plan.byPattern.get(patternOf(pointer)) as FieldPlan;
    return valueIssues({ plan: target, value, pointer, validators, context: { model } }).length === 0;
  };
  const sent = stashOf(plan, record).filter(([pointer, value]) => {
    const isOwn = mayWrite(pointer) || sameValue(value, valueAt(previous, pointer));
    return isOwn && isPlace(record, pointer) && sound(pointer, value);
  });
  const held = stashOf(plan, previous ?? {}).filter(([pointer]) => !mayWrite(pointer));
  const overrides = [
    ...overridesOf(plan, record).filter((pointer) => mayWrite(pointer) && isPlace(record, pointer)),
    ...overridesOf(plan, previous ?? {}).filter((pointer) => !mayWrite(pointer)),
  ];
  const { $stash: _stash, $overrides: _overrides, ...rest } = record;
  return {
    ...rest,
    ...some('$stash', Object.fromEntries([...sent, ...held])),
    ...some('$overrides', [...new Set(overrides)]),
  };
}

/** A stashed value of a row that does not exist would stay forever. */
function isPlace(record: DataRecord, pointer: string): boolean {
  const parent = parentOf(pointer);
  return parent === '' || isRecord(valueAt(record, parent));
}

function some(name: string, value: object): MutableRecord {
  return Object.keys(value).length === 0 ? {} : { [name]: value };
}
