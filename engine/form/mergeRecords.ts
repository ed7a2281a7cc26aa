/** Three-way merge when the stored record changes while a form is open. */

import { kinds } from '../fields/registry.ts';
import type { FieldPlan } from '../rules/planTypes.ts';
import { sameValue } from '../rules/sameValue.ts';
import { systemFields } from '../rules/systemFields.ts';
import { isRecord, type MutableRecord, storedValue } from '../rules/values.ts';
import type { DataRecord } from '../types/modelTypes.ts';
import type { FormCore } from './FormCore.ts';
import { snapshotOf } from './snapshot.ts';
import type { FieldConflict } from './types.ts';

/** Fields changed here, there, or on both sides since the common base. */
export function conflictsWith(core: FormCore, current: DataRecord): readonly FieldConflict[] {
  const mine = snapshotOf(core);
  return typedFields(core).flatMap((plan) => {
    const { name } = plan.field;
    const values = { base: core.stored.baseline[name], mine: mine[name], theirs: current[name] };
    const isMine = !sameField(plan, values.base, values.mine);
    const isTheirs = !sameField(plan, values.base, values.theirs);
    if ((!isMine && !isTheirs) || sameField(plan, values.mine, values.theirs)) return [];
    return [{ path: `/${name}`, ...values, both: isMine && isTheirs }];
  });
}

/** Their record with my changes over it, except where `take` says theirs. */
export function mergedRecord(
  core: FormCore,
  current: DataRecord,
  take: Readonly<Record<string, 'mine' | 'theirs'>>,
): DataRecord {
  const mine = snapshotOf(core);
  const changed = typedFields(core).filter((plan) => {
    const { name } = plan.field;
    return take[`/${name}`] !== 'theirs' && !sameField(plan, core.stored.baseline[name], mine[name]);
  });
  return withFields(current, mine, changed);
}

/** The saved record with edits made since it was submitted. */
export function recordAfterSave(core: FormCore, stored: DataRecord): DataRecord {
  const mine = snapshotOf(core);
  const sent = core.stored.sent ?? mine;
  const changed = typedFields(core).filter(
    (plan) => !sameField(plan, sent[plan.field.name], mine[plan.field.name]),
  );
  return withFields(stored, mine, changed);
}

function typedFields({ plan }: FormCore): readonly FieldPlan[] {
  return plan.fields.filter(
    ({ field, value }) =>
      field.stored &&
      !field.readOnly &&
      !systemFields.has(field.name) &&
      (value === undefined || value.override),
  );
}

/** Copies fields of `mine` with what belongs to them: expansion, stash and overrides. */
function withFields(base: DataRecord, mine: DataRecord, fields: readonly FieldPlan[]): DataRecord {
  if (fields.length === 0) return base;
  const record: MutableRecord = { ...base };
  for (const { field, alias } of fields) {
    record[field.name] = mine[field.name];
    if (alias !== undefined) record[alias] = mine[alias];
  }
  const names = new Set(fields.map(({ field }) => field.name));
  const isOfThese = (pointer: string) => names.has(pointer.split('/')[1] ?? '');
  const stash = Object.entries(isRecord(mine.$stash) ? mine.$stash : {});
  const overrides = Array.isArray(mine.$overrides) ? mine.$overrides : [];
  record.$stash = {
    ...(base.$stash as DataRecord | undefined),
    ...Object.fromEntries(stash.filter(([pointer]) => isOfThese(pointer))),
  };
  record.$overrides = [
    ...new Set([...((base.$overrides as string[] | undefined) ?? []), ...overrides.filter(isOfThese)]),
  ];
  return record;
}

/** Whether two values of a field are stored alike; rows are compared by their fields only. */
function sameField(plan: FieldPlan, left: unknown, right: unknown): boolean {
  return sameValue(plainValue(plan, left), plainValue(plan, right));
}

function plainValue(plan: FieldPlan, value: unknown): unknown {
  if (value === '') return undefined;
  if (plan.field.kind === 'rows' && Array.isArray(value)) {
    return value.length === 0
      ? undefined
      : value.map((row) => (isRecord(row) ? plainMembers(plan.nested, row) : row));
  }
  if (kinds[plan.field.kind].elements && Array.isArray(value) && value.length === 0) return undefined;
  if (plan.field.kind === 'object' && isRecord(value)) return plainMembers(plan.nested, value);
  return storedValue(plan.field, value);
}

function plainMembers(nested: readonly FieldPlan[], row: DataRecord): DataRecord {
  return Object.fromEntries(nested.map((plan) => [plan.field.name, plainValue(plan, row[plan.field.name])]));
}
