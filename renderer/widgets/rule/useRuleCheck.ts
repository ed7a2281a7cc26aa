import { useEffect, useRef, useState } from 'react';
import type { CheckRule, RuleAnswer, RuleQuestion } from './ruleTypes.ts';

export type Checked = {
  readonly answer?: RuleAnswer;
  /** The text that the answer is about; it lags behind typing. */
  readonly text?: string;
  readonly isChecking: boolean;
  readonly isFailed: boolean;
};

/** Debounce in milliseconds. */
const pause = 150;

/** Checks the debounced text on the server; drops outdated answers. */
export function useRuleCheck(check: CheckRule, question: RuleQuestion): Checked {
  const [checked, setChecked] = useState<Checked>({ isChecking: true, isFailed: false });
  const turn = useRef(0);
  const key = JSON.stringify([question.record.Id, question.text, question.cases]);
  const latest = useRef(question);
  latest.current = question;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key changes with the question
  useEffect(() => {
    const mine = ++turn.current;
    setChecked((before) => ({ ...before, isChecking: true }));
    const ask = async () => {
      const { text } = latest.current;
      try {
        const answer = await check(latest.current);
        if (turn.current === mine) setChecked({ answer, text, isChecking: false, isFailed: false });
      } catch {
        if (turn.current === mine) setChecked((before) => ({ ...before, isChecking: false, isFailed: true }));
      }
    };
    const timer = setTimeout(ask, pause);
    return () => clearTimeout(timer);
  }, [check, key]);
  return checked;
}
