import type { DataRecord, EntityModel } from '../model/types.ts';
import { mayAccess } from './access.ts';
import { type FieldPlan, planOf } from './planOf.ts';
import { patternOf } from './pointers.ts';
import type { UserContext } from './types.ts';
import { isRecord } from './values.ts';

/** The record without the fields the person may not see, and without what is remembered of them. */
export function redact(
  entity: EntityModel,
  record: DataRecord,
  user: Pick<UserContext, 'Features'>,
): DataRecord {
  const plan = planOf(entity);
  if (!plan.hidesFields) return record;
  const hidden = plan.fields.filter(({ policy }) => policy?.view && !mayAccess(policy.view, user));
  if (hidden.length === 0) return record;
  const names = new Set(hidden.flatMap(({ field, alias }) => [field.name, ...(alias ? [alias] : [])]));
  const kept = Object.entries(record).filter(([name]) => !names.has(name));
  return Object.fromEntries(
    kept.map(([name, value]) => [name, name === '$stash' ? seenStash(value, hidden) : value]),
  );
}

function seenStash(stash: unknown, hidden: readonly FieldPlan[]): unknown {
  if (!isRecord(stash)) return undefined;
  const names = new Set(hidden.flatMap(({ field, alias }) => [field.name, alias]));
  return Object.fromEntries(
    Object.entries(stash).filter(([pointer]) => !names.has(patternOf(pointer).split('.')[0] as string)),
  );
}
