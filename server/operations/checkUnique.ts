import type { DataRecord, Issue, UniqueModel } from '#engine';
import type { StoreSession } from '../store/types.ts';
import type { EntityPlan } from './EntityPlan.ts';

type UniqueCheck = {
  readonly plan: EntityPlan;
  readonly record: DataRecord;
  readonly previous?: DataRecord;
  /** Existing findings: an invalid value cannot be looked up. */
  readonly issues: readonly Issue[];
};

/** Findings of values another record has. The unique index of the store decides concurrent writes. */
export async function checkUnique(session: StoreSession, check: UniqueCheck): Promise<readonly Issue[]> {
  const { plan, record } = check;
  const asked = plan.entity.unique.filter(
    (unique) => !isUntouched(unique, check) && !isFaulty(unique, check),
  );
  if (asked.length === 0) return [];
  const names = new Set(['Id', ...asked.flatMap(namesOf)]);
  const values = Object.fromEntries(Object.entries(record).filter(([name]) => names.has(name)));
  const broken = new Set((await session.conflicting(plan.entity.id, values)).map(({ id }) => id));
  return asked.filter(({ id }) => broken.has(id)).map((unique) => notUnique(unique, record));
}

/** The finding, at the field that the declaration names. */
export function notUnique(unique: UniqueModel, record: DataRecord): Issue {
  return {
    rule: unique.id,
    path: `/${unique.at}`,
    level: 'error',
    message: unique.message,
    params: { value: record[unique.at] ?? '' },
  };
}

const namesOf = (unique: UniqueModel): readonly string[] => [...unique.fields, ...unique.within];

function isUntouched(unique: UniqueModel, { record, previous }: UniqueCheck): boolean {
  return previous !== undefined && namesOf(unique).every((name) => record[name] === previous[name]);
}

function isFaulty(unique: UniqueModel, { issues }: UniqueCheck): boolean {
  return namesOf(unique).some((name) => issues.some(({ path }) => path === `/${name}`));
}
