import type { FieldModel } from '#engine';

const eligibility = { true: 'ui.rule.eligible', false: 'ui.rule.not-eligible', none: 'ui.rule.words.none' };

/** Messages: what a rule that holds, one that does not, an open one and no rule at all mean. */
export function outcomesOf({ rule }: FieldModel) {
  return { ...(rule?.outcomes ?? eligibility), unknown: 'ui.rule.unknown' };
}
