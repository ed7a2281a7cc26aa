import { WorkBudget } from '../work/WorkBudget.ts';

/** For work without a limit: resolves at once while its turn lasts, and otherwise after everybody who waits has had theirs. */
export function createBreath(): () => Promise<void> {
  const budget = new WorkBudget();
  return () => budget.breathe();
}
