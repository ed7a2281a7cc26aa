import { useEffect, useRef, useState } from 'react';
import type { Impact, ImpactQuestion } from '#engine';
import { today } from '../../data/clock.ts';
import { createImpactCounter, type ImpactCounter } from './createImpactCounter.ts';
import { operandOf } from './operandOf.ts';
import type { RuleAnswer } from './ruleTypes.ts';
import type { Checked } from './useRuleCheck.ts';

/** Null: too many combinations to count. Undefined: nothing to count, or not counted yet. */
type Counted = Impact | null | undefined;

/** Counts the combinations that satisfy the rule, in the background. */
export function useImpact({ answer }: Checked): Counted {
  const [counted, setCounted] = useState<Counted>();
  const counter = useRef<ImpactCounter>(undefined);
  useEffect(
    () => () => {
      counter.current?.destroy();
      counter.current = undefined;
    },
    [],
  );
  useEffect(() => {
    const question = answer && questionOf(answer);
    if (!question) {
      // The running count is about an outdated text.
      counter.current?.forget();
      return setCounted(undefined);
    }
    counter.current ??= createImpactCounter((impact) => setCounted(impact ?? null));
    counter.current.ask(question);
  }, [answer]);
  return counted;
}

/** Undefined if the text has errors or no operand lists its values. */
function questionOf({ Tree, Problems, Operands, Functions }: RuleAnswer): ImpactQuestion | undefined {
  if (!Tree || Problems.some(({ Level }) => Level === 'error')) return undefined;
  if (!Operands.some(({ Values }) => Values.length > 0)) return undefined;
  return {
    tree: Tree,
    operands: Operands.map(operandOf),
    asked: Functions.map(({ Name }) => Name),
    today: today(),
  };
}
