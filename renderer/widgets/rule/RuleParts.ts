import type { WidgetProps } from '../types.ts';
import type { Checked } from './useRuleCheck.ts';

/** What every part of the rule editor is given. */
export type RuleParts = WidgetProps & {
  readonly text: string;
  readonly checked: Checked;
};
