import { readsOf } from '../expression/readsOf.ts';
import { childrenOf, type Tree, withoutBrackets } from '../expression/tree.ts';

/** What a rule text uses, from its tree. */
export type OperandsUsed = {
  /** Dotted names as read. */
  readonly names: readonly string[];
  /** Constants compared with a name: `Vehicle.Class = "A"`. */
  readonly values: readonly { readonly name: string; readonly value: string | number | boolean | null }[];
};

/** The operands and operand values that a tree uses. */
export function operandsUsed(tree: Tree): OperandsUsed {
  const reads = readsOf(tree).reads.filter(({ from }) => from === '$');
  const names = reads.map(({ path, presence }) => ({ name: path.join('.'), presence }));
  // A step computed per value of `Policy` uses only the members it names.
  const isOnlyPassed = (name: string) => names.some((other) => other.name.startsWith(`${name}.`));
  return {
    names: names.filter(({ name, presence }) => !(presence && isOnlyPassed(name))).map(({ name }) => name),
    values: valuesIn(tree),
  };
}

/** True when the text reads the operand, wholly or in part. */
export function usesOperand({ names }: OperandsUsed, operand: string): boolean {
  return names.some(
    (name) => name === operand || operand.startsWith(`${name}.`) || name.startsWith(`${operand}.`),
  );
}

const naming = new Set(['=', '!=', 'in']);

function valuesIn(tree: Tree): OperandsUsed['values'] {
  const inner = childrenOf(tree).flatMap(valuesIn);
  if (tree.kind !== 'binary' || !naming.has(tree.operator)) return inner;
  const [left, right] = [withoutBrackets(tree.left), withoutBrackets(tree.right)];
  const name = operandName(left) ?? operandName(right);
  if (name === undefined) return inner;
  const other = operandName(left) === undefined ? left : right;
  return [...inner, ...literals(other).map((value) => ({ name, value }))];
}

/** `Policy.TermMonth` for a path of names only. */
export function operandName(tree: Tree): string | undefined {
  if (tree.kind === 'name') return tree.name;
  if (tree.kind !== 'path') return undefined;
  const names = tree.steps.map(({ of, filters }) => (of.kind === 'name' && !filters ? of.name : undefined));
  return names.includes(undefined) ? undefined : names.join('.');
}

function literals(tree: Tree): readonly (string | number | boolean | null)[] {
  if (tree.kind === 'literal') return [tree.value];
  return tree.kind === 'list' ? tree.of.flatMap(literals) : [];
}
