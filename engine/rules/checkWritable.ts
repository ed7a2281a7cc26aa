import { kinds } from '../fields/registry.ts';
import type { DataRecord, EntityModel } from '../types/modelTypes.ts';
import { createStates } from './createStates.ts';
import { lockReasons } from './fieldState.ts';
import { fixedDefaults, newRecord } from './newRecord.ts';
import { isAlwaysComputed, planOf } from './planOf.ts';
import type { EntityPlan, FieldPlan } from './planTypes.ts';
import { originsIn } from './rowOrigins.ts';
import { sameValue } from './sameValue.ts';
import { settledOf } from './settle.ts';
import { systemFields } from './systemFields.ts';
import type { FieldState, Issue, Reason, RuleContext } from './types.ts';
import { idsOf, isRecord, storedValue } from './values.ts';

/**
 * Forbidden writes, by name: changed fields that schema, policy or rules lock, and for `create`, `remove` and
 * `order` the record itself. Reuses the result of `evaluateRecord` for the same record and context.
 */
export function checkWritable(
  entity: EntityModel,
  previous: DataRecord | undefined,
  next: DataRecord | undefined,
  context: RuleContext,
): readonly Issue[] {
  const plan = planOf(entity);
  const record = next ?? previous ?? {};
  const settled = settledOf(plan, record, context);
  const locks = recordLocks(plan, settled.places.of(undefined)[0]?.scope, context);
  if (locks.length > 0) return locks;
  if (context.action === 'remove' || context.action === 'order') return [];
  const { stateAt } = createStates(plan, settled, context);
  const before = previous ?? newRecord(entity, context, 'Id' in record ? { Id: record.Id } : {});
  const writing: Writing = { stateAt, issues: [] };
  compareFields(writing, writableFields(plan), { before, after: record, pointer: '' });
  return writing.issues;
}

type Writing = {
  readonly stateAt: (pointer: string) => FieldState;
  readonly issues: Issue[];
};

type Pair = { readonly before: DataRecord; readonly after: DataRecord; readonly pointer: string };

const writableByPlan = new WeakMap<EntityPlan, readonly FieldPlan[]>();

/** Without server-managed fields: system fields and the position in an order. */
function writableFields(plan: EntityPlan): readonly FieldPlan[] {
  const known = writableByPlan.get(plan);
  if (known) return known;
  const { fields, entity } = plan;
  const found = fields.filter(
    ({ field }) => !systemFields.has(field.name) && field.name !== entity.order?.field,
  );
  writableByPlan.set(plan, found);
  return found;
}

const whole = new Set(['create', 'remove', 'order']);

function recordLocks(
  plan: EntityPlan,
  scope: Parameters<typeof lockReasons>[1] | undefined,
  { action }: RuleContext,
): readonly Issue[] {
  if (!scope || plan.locks.length === 0 || !whole.has(action)) return [];
  return lockReasons(plan.locks, scope).map((reason) => ({
    rule: reason.id,
    path: '',
    level: 'error',
    message:
      reason.message === 'forbidden.reason.rule'
        ? 'forbidden.record'
        : (reason.message ?? 'forbidden.record'),
    params: reason.params ?? {},
  }));
}

function compareFields(writing: Writing, fields: readonly FieldPlan[], pair: Pair): void {
  for (const plan of fields) {
    const { field } = plan;
    // Computed fields are recomputed, whatever was sent.
    if (isComputed(plan)) continue;
    const [before, after] = [pair.before[field.name], pair.after[field.name]];
    // Absent fields are not written.
    if (before === after || (pair.pointer === '' && after === undefined)) continue;
    if (sameStored(field.kind, before, after)) continue;
    compareValue(writing, plan, { before, after, pointer: `${pair.pointer}/${field.name}` });
  }
}

function sameStored(kind: FieldPlan['field']['kind'], before: unknown, after: unknown): boolean {
  return kinds[kind].elements === 'ids' ? sameValue(idsOf(before), idsOf(after)) : sameValue(before, after);
}

function isComputed(plan: FieldPlan): boolean {
  return !plan.field.stored || plan.field.linked !== undefined || isAlwaysComputed(plan);
}

/** Currently computed fields are recomputed, whatever was sent. */
function isDerived({ reasons }: FieldState): boolean {
  return reasons.some(({ slot, source }) => slot === 'editable' && source === 'derived');
}

type Change = { readonly before: unknown; readonly after: unknown; readonly pointer: string };

function compareValue(writing: Writing, plan: FieldPlan, change: Change): void {
  const { before, after, pointer } = change;
  const { kind } = plan.field;
  const state = writing.stateAt(pointer);
  if (!state.relevant || isDerived(state)) return;
  if (!state.editable) {
    if (kind !== 'rows' || !sameRows(plan, before, after)) writing.issues.push(forbidden(pointer, state));
  } else if (kind === 'object' && isRecord(after)) {
    compareFields(writing, plan.nested, { before: isRecord(before) ? before : {}, after, pointer });
  } else if (kind === 'rows' && Array.isArray(after)) {
    compareRows(writing, plan, { before: Array.isArray(before) ? before : [], after, pointer });
  }
}

/** Compares rows without members that only answers have. */
function sameRows(plan: FieldPlan, before: unknown, after: unknown): boolean {
  const [left, right] = [before ?? [], after ?? []];
  if (!Array.isArray(left) || !Array.isArray(right) || left.length !== right.length) return false;
  return left.every((row, at) => sameRow(plan, row, right[at]));
}

function sameRow({ nested }: FieldPlan, left: unknown, right: unknown): boolean {
  if (!isRecord(left) || !isRecord(right)) return sameValue(left, right);
  return nested.every((inner) => {
    const { field } = inner;
    const [from, to] = [left[field.name], right[field.name]];
    if (field.kind === 'rows') return sameRows(inner, from, to);
    return isComputed(inner) || sameValue(storedValue(field, from), storedValue(field, to));
  });
}

type RowLists = {
  readonly before: readonly unknown[];
  readonly after: readonly unknown[];
  readonly pointer: string;
};

/** Compares each row with its origin: the one with the same references, otherwise the same index. */
function compareRows(writing: Writing, plan: FieldPlan, { before, after, pointer }: RowLists): void {
  const originOf = originsIn(plan, before);
  for (const [index, row] of after.entries()) {
    if (!isRecord(row)) continue;
    const isSamePlace = !plan.field.records && before.length === after.length;
    const origin = originOf(row) ?? (isSamePlace ? before[index] : undefined);
    const start = isRecord(origin) ? origin : fixedDefaults(plan.nested.map(({ field }) => field));
    compareFields(writing, plan.nested, { before: start, after: row, pointer: `${pointer}/${index}` });
  }
}

function forbidden(path: string, state: FieldState): Issue {
  const reason = state.reasons.find((one) => one.slot === 'editable');
  const said = reason?.source === 'rule' && reason.message !== 'forbidden.reason.rule' ? reason : undefined;
  return {
    rule: reason?.source === 'rule' ? reason.id : 'forbidden.field',
    path,
    level: 'error',
    message: said?.message ?? 'forbidden.field',
    params: { ...said?.params, reason: reasonMessage(reason) },
  };
}

/** A message key, translated where the issue is shown. */
function reasonMessage(reason: Reason | undefined): string {
  if (reason?.message === 'rule.undecided') return 'forbidden.reason.undecided';
  return reason?.message?.startsWith('forbidden.reason.') ? reason.message : 'forbidden.reason.rule';
}
