import type { FieldModel } from '#engine';

const eligibility = { true: 'ui.rule.eligible', false: 'ui.rule.not-eligible', none: 'ui.rule.words.none' };

export type Outcomes = ReturnType<typeof outcomesOf>;

/** Messages for a rule that is true, false, undecided or empty. */
export function outcomesOf(field?: FieldModel) {
  return { ...(field?.rule?.outcomes ?? eligibility), unknown: 'ui.rule.unknown' };
}
