import { WorkBudget } from './WorkBudget.ts';

/**
 * For work without a limit: resolves at once within its turn, otherwise after everyone waiting has had
 * theirs.
 */
export function createYield(): () => Promise<void> {
  const budget = new WorkBudget();
  return () => budget.yieldTurn();
}
