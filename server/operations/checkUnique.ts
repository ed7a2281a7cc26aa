import type { DataRecord, Issue, UniqueModel } from '#engine';
import type { StoreSession } from '../store/types.ts';
import type { EntityPlan } from './EntityPlan.ts';
import { storedFields } from './storedFields.ts';

export type UniqueCheck = {
  readonly plan: EntityPlan;
  readonly record: DataRecord;
  readonly previous?: DataRecord;
};

/** Findings of values that another record has already; the store's own index decides between two at once. */
export async function checkUnique(session: StoreSession, check: UniqueCheck): Promise<readonly Issue[]> {
  const { plan, record } = check;
  if (plan.entity.unique.every((unique) => isUntouched(unique, check))) return [];
  const broken = await session.conflicting(plan.entity.id, storedFields(plan.stored, record));
  return broken.map((unique) => notUnique(unique, record));
}

/** The finding at the field that the declaration names. */
export function notUnique(unique: UniqueModel, record: DataRecord): Issue {
  return {
    rule: unique.id,
    path: `/${unique.at}`,
    level: 'error',
    message: unique.message,
    params: { value: record[unique.at] ?? '' },
  };
}

function isUntouched(unique: UniqueModel, { record, previous }: UniqueCheck): boolean {
  return (
    previous !== undefined &&
    [...unique.fields, ...unique.within].every((name) => record[name] === previous[name])
  );
}
