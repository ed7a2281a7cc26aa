/** Duplicates a record through the ordinary create: its rules, its rights, its defaults. */
import {
  accessOfRoute,
  type DataRecord,
  type FieldModel,
  formatMessage,
  kinds,
  pageOfRecord,
  type RouteModel,
} from '#engine';
import { refusals } from '../errors/Refusal.ts';
import { authorize, isAllowed } from '../operations/authorize.ts';
import { createWithin, withoutManaged } from '../operations/createRecord.ts';
import { allOf, equals } from '../operations/filters.ts';
import { withoutNumbers } from '../operations/numberRecord.ts';
import { inTransaction, type WriteScope } from '../operations/OperationCall.ts';
import { withoutSignatures } from '../operations/signatures.ts';
import { storedFields } from '../operations/storedFields.ts';
import type { Around } from './aroundRecord.ts';

export async function duplicate(around: Around): Promise<DataRecord> {
  const { call, plan } = around;
  authorizeCreate(around);
  const made = await inTransaction(call, async (scope) =>
    createWithin(scope, plan, await inputOf(scope, around)),
  );
  const mayOpen = (access: RouteModel['access'] & object) => isAllowed(access, call.features);
  return { Id: made.Id, Page: pageOfRecord(call.runtime.model, plan.entity, made, mayOpen) ?? null };
}

export function mayDuplicate({ call, plan, activity }: Around): boolean {
  if (!activity.duplicate) return false;
  return creating(call.runtime.model, plan.entity.id).some((route) =>
    isAllowed(accessOfRoute(call.runtime.model, route), call.features),
  );
}

const creating = ({ routes }: Around['call']['runtime']['model'], entity: string) =>
  routes.filter((route) => route.entity === entity && route.operation === 'create');

function authorizeCreate({ call, plan }: Around): void {
  const { model } = call.runtime;
  const accesses = creating(model, plan.entity.id).map((route) => accessOfRoute(model, route));
  const [first] = accesses;
  if (!first) throw refusals.noDuplicate();
  if (!accesses.some((access) => isAllowed(access, call.features))) authorize(first, call.features);
}

/** What the caller sees of the record and may write, without what the declaration leaves out. */
async function inputOf(scope: WriteScope, around: Around): Promise<DataRecord> {
  const { plan, activity, record, call } = around;
  const { entity } = plan;
  const left = new Set([...(activity.duplicate?.without ?? []), entity.workflow?.field]);
  for (const { field } of entity.ones) left.add(field);
  const kept = withoutSignatures(
    plan,
    withoutNumbers(plan, withoutManaged(plan, storedFields(plan.stored, record))),
  );
  const entries = Object.entries(kept).filter(([name, value]) => {
    const write = entity.policy.fields[name]?.write;
    const isClosed = left.has(name) || name === 'Id' || name.startsWith('$');
    return value !== null && !isClosed && (!write || isAllowed(write, call.features));
  });
  return withFreeNames(scope, around, Object.fromEntries(entries));
}

/** Attempts to find a free name. */
const mostAttempts = 50;

/** A text that must be unique gets an addition; any other unique value is left to rules and people. */
async function withFreeNames(
  scope: WriteScope,
  { plan, call }: Around,
  input: DataRecord,
): Promise<DataRecord> {
  const next: Record<string, unknown> = { ...input };
  for (const { fields, within } of plan.entity.unique) {
    const name = fields.find((one) => isPlainText(plan.entity.fieldByPath.get(one)));
    const field = name === undefined ? undefined : plan.entity.fieldByPath.get(name);
    if (!name || !field || typeof next[name] !== 'string') continue;
    const text = String(next[name]);
    for (let number = 1; number <= mostAttempts; number += 1) {
      const taken = allOf([...fields, ...within].map((one) => equals(one, next[one] ?? null)));
      if ((await scope.session.count(plan.entity.id, taken)) === 0) break;
      const key = number === 1 ? 'activity.duplicate.name' : 'activity.duplicate.numbered';
      const longest =
        (field.limits.maxLength ?? 256) -
        formatMessage(call.runtime.model, call.locale, key, { name: '', number }).length;
      next[name] = formatMessage(call.runtime.model, call.locale, key, {
        name: text.slice(0, longest),
        number,
      });
    }
  }
  return next;
}

/** Text that means nothing but itself: no reference, choice, date or written form. */
function isPlainText(field: FieldModel | undefined): boolean {
  if (!field || field.ref || field.lookup || field.file) return false;
  const { day, written, column } = kinds[field.kind];
  return day === undefined && written === undefined && column === 'text';
}
