import { useMemo } from 'react';
import type { DataRecord, RuleContext } from '#engine';
import { useApp } from './App.tsx';
import { now, today } from './clock.ts';
import { useLocale } from './messages.tsx';

/** The context of rules evaluated in the browser: person, time and model. */
export function useRuleContext(owner?: DataRecord): Omit<RuleContext, 'action' | 'previous'> {
  const { model, session } = useApp();
  const locale = useLocale();
  return useMemo(
    () => ({ model, user: session.user, today: today(), now: now(), locale, owner }),
    [model, session.user, locale, owner],
  );
}
