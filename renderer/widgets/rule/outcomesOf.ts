import type { FieldModel } from '#engine';

const eligibility = { true: 'ui.rule.eligible', false: 'ui.rule.not-eligible', none: 'ui.rule.words.none' };

export type Outcomes = ReturnType<typeof outcomesOf>;

/** Messages: what a rule that holds, one that does not, an open one and no rule at all mean. */
export function outcomesOf(field?: FieldModel) {
  return { ...(field?.rule?.outcomes ?? eligibility), unknown: 'ui.rule.unknown' };
}
