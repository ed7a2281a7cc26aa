import { printName } from '../expression/printTree.ts';
import { scanText, type Token } from '../expression/scanText.ts';
import { childrenOf, type Tree } from '../expression/tree.ts';
import { parseRule } from './checkRuleText.ts';
import { operandsUsed } from './operandsUsed.ts';

type Renaming = { readonly from: string; readonly to: string };

/** The text with one operand renamed and all else unchanged; undefined if that is not certain to work. */
export function renameOperand(text: string, renaming: Renaming): string | undefined {
  const { tree } = parseRule(text);
  if (!tree) return undefined;
  const { tokens } = scanText(text);
  const places = placesOf(tree, renaming.from.split('.'), tokens).toSorted((a, b) => b.start - a.start);
  const written = renaming.to.split('.').map(printName).join('.');
  const renamed = places.reduce(
    (rest, { start, end }) => rest.slice(0, start) + written + rest.slice(end),
    text,
  );
  return isRenamed({ tree, renamed }, renaming) ? renamed : undefined;
}

type Place = { readonly start: number; readonly end: number };

/** The positions of names that refer to operands and not to members of earlier results. */
function placesOf(tree: Tree, names: readonly string[], tokens: readonly Token[]): readonly Place[] {
  if (tree.kind === 'filter') return placesOf(tree.of, names, tokens);
  if (tree.kind !== 'path') return childrenOf(tree).flatMap((child) => placesOf(child, names, tokens));
  const [first] = tree.steps;
  const isWhole = names.every((name, index) => {
    const step = tree.steps[index];
    const isLast = index === names.length - 1;
    return step?.of.kind === 'name' && step.of.name === name && (isLast || !step.filters);
  });
  if (!isWhole) return first && first.of.kind !== 'name' ? placesOf(first.of, names, tokens) : [];
  const last = tree.steps[names.length - 1]?.of.at ?? tree.at;
  const end = tokens.find((token) => token.start === last)?.end;
  return end === undefined ? [] : [{ start: first?.of.at ?? tree.at, end }];
}

/** Whether the new text reads the same as the old one, except for the renamed operand. */
function isRenamed({ tree, renamed }: { tree: Tree; renamed: string }, { from, to }: Renaming): boolean {
  const after = parseRule(renamed).tree;
  if (!after) return false;
  const swap = (name: string) =>
    name === from || name.startsWith(`${from}.`) ? to + name.slice(from.length) : name;
  const wanted = new Set(operandsUsed(tree).names.map(swap));
  const found = new Set(operandsUsed(after).names);
  return wanted.size === found.size && [...wanted].every((name) => found.has(name));
}
