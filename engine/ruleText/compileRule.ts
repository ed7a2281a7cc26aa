import { compileTree, type Scope } from '../expression/compileTree.ts';
import type { Tree } from '../expression/tree.ts';
import type { RuleFunction } from '../types/ruleTextTypes.ts';
import { ruleFunctionTable } from './ruleFunctions.ts';
import { ruleLimits } from './ruleLimits.ts';

/** Compiles a rule for values by source name; a rule that needs a missing value is not met. */
export function compileRule(tree: Tree, functions: readonly RuleFunction[] = []): (scope: Scope) => boolean {
  const table = ruleFunctionTable(functions);
  const { evaluate } = compileTree(tree, { functions: table, work: ruleLimits.work });
  return (scope) => evaluate(scope) === true;
}
