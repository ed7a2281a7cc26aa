import type { FieldModel } from '#engine';

const plain = { true: 'ui.rule.accepted', false: 'ui.rule.not-accepted', none: 'ui.rule.words.none' };

export type Outcomes = ReturnType<typeof outcomesOf>;

/** Messages for a rule that is true, false, undecided or empty. */
export function outcomesOf(field?: FieldModel) {
  return { ...(field?.rule?.outcomes ?? plain), unknown: 'ui.rule.unknown' };
}
