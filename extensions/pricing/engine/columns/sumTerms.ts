/** What a tree is the sum of. */
import { type Tree, withoutBrackets } from '#engine';

export type Term = { readonly tree: Tree; readonly sign: 1 | -1 };

/** Its addends with their signs, through brackets and negations; of what is no sum the tree itself. */
export function sumTerms(tree: Tree, sign: 1 | -1 = 1): readonly Term[] {
  const bare = withoutBrackets(tree);
  const other = sign === 1 ? -1 : 1;
  if (bare.kind === 'negate') return sumTerms(bare.of, other);
  if (bare.kind !== 'binary' || (bare.operator !== '+' && bare.operator !== '-'))
    return [{ tree: bare, sign }];
  return [...sumTerms(bare.left, sign), ...sumTerms(bare.right, bare.operator === '-' ? other : sign)];
}
