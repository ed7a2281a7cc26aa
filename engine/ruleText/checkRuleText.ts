/** Parses a rule text and reports all its problems with positions. */
import { checkTree } from '../expression/checkTree.ts';
import { parseExpression } from '../expression/parseExpression.ts';
import { childrenOf, countNodes, type Problem, type Tree, type TreeOf } from '../expression/tree.ts';
import { nearestName } from '../text/nearestName.ts';
import type { Operand, RuleVocabulary } from '../types/ruleTextTypes.ts';
import { operandScope } from './operandScope.ts';
import { operandName } from './operandsUsed.ts';
import { ruleLimits } from './ruleLimits.ts';

export type RuleCheck = { readonly tree?: Tree; readonly problems: readonly Problem[] };

/** Parses a text within the limits of rules; returns problems if it cannot. */
export function parseRule(text: string): RuleCheck {
  if (text.length > ruleLimits.textLength)
    return refused('The rule is longer than 16,384 characters; split it.', ruleLimits.textLength);
  const { tree, problems } = parseExpression(text, ruleLimits);
  if (!tree) return { problems };
  if (countNodes(tree) > ruleLimits.nodes) return refused('The rule has too many parts; split it.', 0);
  return { tree, problems: [] };
}

/** Parses and type-checks a text against the available operands; includes the tree if it parses. */
export function checkRuleText(text: string, vocabulary: RuleVocabulary): RuleCheck {
  const { tree, problems } = parseRule(text);
  if (!tree) return { problems };
  const checked = checkTree(tree, operandScope(vocabulary));
  const found = [...checked.problems, ...unknownValues(tree, vocabulary.operands)];
  const isSound = found.every(({ level }) => level === 'warning');
  return { tree, problems: isSound ? [...found, ...verdictProblems(tree, checked.type.kind)] : found };
}

/** A rule must give true or false. */
function verdictProblems(tree: Tree, kind: string): readonly Problem[] {
  if (kind === 'boolean' || kind === 'any') return [];
  const message = 'A rule must give true or false; compare this with something, for example with =.';
  return [{ message, at: firstAt(tree), length: 1, code: 'verdict' }];
}

function firstAt(tree: Tree): number {
  return Math.min(tree.at, ...childrenOf(tree).map(firstAt));
}

/** The most problems reported; each costs a search for similar names. */
const maximumStrange = 20;

/** A text compared with an operand that lists its values should be one of them. */
function unknownValues(tree: Tree, operands: readonly Operand[]): readonly Problem[] {
  return comparisonsIn(tree)
    .flatMap(({ left, right }) => strangeValues(left, right, operands))
    .slice(0, maximumStrange)
    .map(({ literal, name, known }) => unknownValue(literal, name, known));
}

function comparisonsIn(tree: Tree): readonly TreeOf<'binary'>[] {
  const inner = childrenOf(tree).flatMap(comparisonsIn);
  return tree.kind === 'binary' && ['=', '!=', 'in'].includes(tree.operator) ? [tree, ...inner] : inner;
}

function strangeValues(left: Tree, right: Tree, operands: readonly Operand[]) {
  const name = operandName(left) ?? '';
  const values = operands.find((operand) => operand.name === name)?.values ?? [];
  if (values.length === 0) return [];
  const known = new Set<unknown>(values.map(({ value }) => value));
  const written = right.kind === 'list' ? right.of : [right];
  return written
    .filter((one): one is TreeOf<'literal'> => one.kind === 'literal' && !known.has(one.value))
    .map((literal) => ({ literal, name, known: [...known].map(String) }));
}

function unknownValue(literal: TreeOf<'literal'>, name: string, known: readonly string[]): Problem {
  const written = JSON.stringify(literal.value);
  const near = nearestName(String(literal.value), known);
  const place = { at: literal.at, length: written.length, code: 'value', level: 'warning' } as const;
  const message = `${name} has no value ${written}`;
  if (near === undefined || typeof literal.value !== 'string') return { message: `${message}.`, ...place };
  const fix = JSON.stringify(near);
  return { message: `${message}; did you mean ${fix}?`, ...place, fix };
}

function refused(message: string, at: number): RuleCheck {
  return { problems: [{ message, at, length: 1, code: 'limit' }] };
}
