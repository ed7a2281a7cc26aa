import { WorkBudget } from './WorkBudget.ts';

/** For work without a limit: resolves at once while its turn lasts, and otherwise after everybody who waits has had theirs. */
export function createYield(): () => Promise<void> {
  const budget = new WorkBudget();
  return () => budget.yieldTurn();
}
