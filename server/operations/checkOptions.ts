/** The chosen record must be one of those the form would have offered. */
import { type DataRecord, type Issue, optionQuestions, type RuleContext } from '#engine';
import type { StoreSession } from '../store/types.ts';
import type { EntityPlan } from './EntityPlan.ts';

export type OptionsCheck = {
  readonly plan: EntityPlan;
  readonly record: DataRecord;
  readonly previous?: DataRecord;
  readonly context: RuleContext;
};

/** Findings of choices outside their options; a choice that stood before, under the same condition, may stay. */
export async function checkOptions(session: StoreSession, check: OptionsCheck): Promise<readonly Issue[]> {
  const { plan, record, previous, context } = check;
  if (plan.entity.rules.options.every((rule) => rule.onInvalid !== 'error')) return [];
  const before = previous ? optionQuestions(plan.entity, previous, context) : [];
  const settled = new Set(before.map(({ filter }) => JSON.stringify(filter)));
  const issues: Issue[] = [];
  for (const { entity, filter, issue } of optionQuestions(plan.entity, record, context)) {
    if (settled.has(JSON.stringify(filter))) continue;
    const isStored = context.model.entities.has(entity);
    if (isStored && (await session.count(entity, filter)) === 0) issues.push(issue);
  }
  return issues;
}
