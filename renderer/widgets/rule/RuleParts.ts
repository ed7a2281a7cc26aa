import type { WidgetProps } from '../types.ts';
import type { Outcomes } from './outcomesOf.ts';
import type { Checked } from './useRuleCheck.ts';

/** What every part of the rule editor is given; a rule that is no field of a record has the same. */
export type RuleParts = Pick<
  WidgetProps,
  'message' | 'locale' | 'label' | 'inputId' | 'labelledBy' | 'isReadOnly' | 'isInvalid' | 'onTouch'
> & {
  /** How its outcomes are called. */
  readonly outcomes: Outcomes;
  readonly text: string;
  readonly checked: Checked;
};
