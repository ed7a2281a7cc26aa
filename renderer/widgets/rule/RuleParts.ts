import type { WidgetProps } from '../types.ts';
import type { Outcomes } from './outcomesOf.ts';
import type { RuleExample, RuleValues } from './ruleTypes.ts';
import type { Checked } from './useRuleCheck.ts';

export type RuleTestProps = RuleParts & {
  readonly values: RuleValues;
  readonly onValues: (values: RuleValues) => void;
  readonly examples: readonly RuleExample[];
  /** Absent where examples cannot be kept. */
  readonly onExamples?: (examples: readonly RuleExample[]) => void;
};

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
