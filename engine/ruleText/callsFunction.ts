import { childrenOf, type Tree } from '../expression/tree.ts';

/** True when the tree calls the function anywhere; the name is without `$`. */
export function callsFunction(tree: Tree, name: string): boolean {
  if (tree.kind === 'call' && tree.name === name) return true;
  return childrenOf(tree).some((child) => callsFunction(child, name));
}
