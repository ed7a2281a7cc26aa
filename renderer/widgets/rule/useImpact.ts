import { useEffect, useRef, useState } from 'react';
import type { Impact, ImpactQuestion } from '#engine';
import { today } from '../../data/clock.ts';
import { createImpactCounter, type ImpactCounter } from './createImpactCounter.ts';
import { operandOf } from './operandOf.ts';
import type { RuleAnswer } from './ruleTypes.ts';
import type { Checked } from './useRuleCheck.ts';

/** Null: more combinations hang together than can be counted. Undefined: nothing to count, or not counted yet. */
type Counted = Impact | null | undefined;

/** How many combinations the rule admits, counted beside the typing. */
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
      // What is being counted is about a text that is not there any more.
      counter.current?.forget();
      return setCounted(undefined);
    }
    counter.current ??= createImpactCounter((impact) => setCounted(impact ?? null));
    counter.current.ask(question);
  }, [answer]);
  return counted;
}

/** Nothing is counted while the text has mistakes, or where no values are listed. */
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
