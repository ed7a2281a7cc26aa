import type { WidgetProps } from '../types.ts';
import type { Outcomes } from './outcomesOf.ts';
import type { RuleExample, RuleValues } from './ruleTypes.ts';
import type { Checked } from './useRuleCheck.ts';

export type RuleTestProps = RuleParts & {
  readonly values: RuleValues;
  readonly onValues: (values: RuleValues) => void;
  readonly examples: readonly RuleExample[];
  /** Absent if examples cannot be stored. */
  readonly onExamples?: (examples: readonly RuleExample[]) => void;
};

/** Props shared by the parts of the rule editor, also used for rules outside records. */
export type RuleParts = Pick<
  WidgetProps,
  'message' | 'locale' | 'label' | 'inputId' | 'labelledBy' | 'isReadOnly' | 'isInvalid' | 'onTouch'
> & {
  /** Messages of the outcomes. */
  readonly outcomes: Outcomes;
  readonly text: string;
  readonly checked: Checked;
};
