import { choiceProblems } from './checkChoice.ts';
import { booleanType, numberType } from './functionTypes.ts';
import { readIsoDate } from './isoDate.ts';
import { printTree } from './printTree.ts';
import { type Problem, type Tree, type TreeOf, withoutBrackets } from './tree.ts';
import { type Checking, familyOf, type Inferred, itemType, wordFor } from './typeFacts.ts';

type Binary = TreeOf<'binary'>;

/** `+ - * / %`: numbers only. */
export function checkArithmetic(checking: Checking, tree: Binary, left: Inferred, right: Inferred): Inferred {
  const problem = arithmeticProblem(tree, left, tree.left) ?? arithmeticProblem(tree, right, tree.right);
  if (problem) checking.report(problem);
  return { type: numberType };
}

function arithmeticProblem(tree: Binary, { type }: Inferred, part: Tree): Problem | undefined {
  const family = familyOf(type);
  if (family === 'number' || family === 'any') return undefined;
  const advice = {
    list: 'use $sum(…), or take one item with [0]',
    date: 'use $addDays(…) or $daysBetween(…)',
    datetime: 'use $addDays(…) or $daysBetween(…)',
    text: tree.operator === '+' ? 'use & to join texts' : 'use $number(…) where it holds digits',
  }[type.kind as string];
  const message = `${show(part)} is ${wordFor(type)}, and ${tree.operator} needs numbers; ${advice ?? 'use a number'}.`;
  return { message, at: part.at, length: 1, code: 'type' };
}

/** `< <= > >=`: two numbers or two texts. */
export function checkComparison(checking: Checking, tree: Binary, left: Inferred, right: Inferred): Inferred {
  const problem =
    sizeProblem(tree, left, tree.left) ??
    sizeProblem(tree, right, tree.right) ??
    familyProblem(tree, left, right);
  if (problem) checking.report(problem);
  else reportPair(checking, tree, left, right);
  return { type: booleanType };
}

function sizeProblem(tree: Binary, { type }: Inferred, part: Tree): Problem | undefined {
  const family = familyOf(type);
  if (family === 'text' || family === 'number' || family === 'any') return undefined;
  const advice =
    family === 'list' ? 'use $count, $max or $min, or take one item with [0]' : 'compare a number or a text';
  const message = `${show(part)} is ${wordFor(type)}, which ${tree.operator} cannot compare; ${advice}.`;
  return { message, at: part.at, length: 1, code: 'type' };
}

function familyProblem(tree: Binary, left: Inferred, right: Inferred): Problem | undefined {
  const families = [familyOf(left.type), familyOf(right.type)];
  if (families.includes('any') || families[0] === families[1]) return undefined;
  const message = `${show(tree.left)} is ${wordFor(left.type)} and ${show(tree.right)} is ${wordFor(right.type)}; compare like with like.`;
  return { message, at: tree.at, length: tree.operator.length, code: 'type' };
}

/** `=` and `!=`. */
export function checkEquality(checking: Checking, tree: Binary, left: Inferred, right: Inferred): Inferred {
  const problem =
    nullProblem(tree, left, right) ?? listProblem(tree, left, right) ?? neverProblem(tree, left, right);
  if (problem) checking.report(problem);
  else reportPair(checking, tree, left, right);
  if (!problem) reportChoices(checking, tree, left, right);
  if (!problem && tree.operator === '!=' && !(isFixed(tree.left) && isFixed(tree.right)))
    checking.report(differs(tree));
  return { type: booleanType };
}

function reportChoices(checking: Checking, { left, right }: Binary, one: Inferred, other: Inferred): void {
  const all = [
    ...choiceProblems(one.type, right, checking.suggest),
    ...choiceProblems(other.type, left, checking.suggest),
  ];
  for (const problem of all) checking.report(problem);
}

function differs(tree: Binary): Problem {
  const better = `$ne(${printTree(tree.left)}, ${printTree(tree.right)})`;
  const message = `!= is false when a value is missing; ${shorten(better)} is true then.`;
  return { message, at: tree.at, length: 2, code: 'missing', level: 'warning' };
}

function nullProblem(tree: Binary, left: Inferred, right: Inferred): Problem | undefined {
  if (familyOf(left.type) !== 'nothing' && familyOf(right.type) !== 'nothing') return undefined;
  const part = familyOf(left.type) === 'nothing' ? tree.right : tree.left;
  const name = tree.operator === '=' ? 'empty' : 'has';
  const message = `A missing value is not null; use $${name}(${show(part)}).`;
  return { message, at: tree.at, length: tree.operator.length, code: 'null', level: 'warning' };
}

function listProblem(tree: Binary, left: Inferred, right: Inferred): Problem | undefined {
  const lists = [left, right].filter(({ type }) => type.kind === 'list');
  if (lists.length !== 1 || familyOf(left.type) === 'any' || familyOf(right.type) === 'any') return undefined;
  const isLeft = left.type.kind === 'list';
  const part = isLeft ? tree.left : tree.right;
  const other = isLeft ? tree.right : tree.left;
  const message = `${show(part)} is a list; write ${show(other)} in ${show(part)}.`;
  const place = { message, at: tree.at, length: tree.operator.length, code: 'list' };
  return lists[0]?.isFound ? { ...place, level: 'warning' } : place;
}

function neverProblem(tree: Binary, left: Inferred, right: Inferred): Problem | undefined {
  const problem = familyProblem(tree, left, right);
  return (
    problem && {
      ...problem,
      message: problem.message.replace('; compare', ', so they are never equal; compare'),
    }
  );
}

/** `in`: membership in a list. */
export function checkMembership(checking: Checking, tree: Binary, left: Inferred, right: Inferred): Inferred {
  const item = { type: itemType(right.type) };
  if (left.type.kind === 'list') {
    const message = `${show(tree.left)} is a list; left of in stands one value.`;
    const place = { message, at: tree.left.at, length: 1, code: 'list' };
    checking.report(left.isFound ? { ...place, level: 'warning' } : place);
    return { type: booleanType };
  }
  const problem = familyOf(item.type) === 'nothing' ? undefined : familyProblem(tree, left, item);
  if (problem)
    checking.report({
      ...problem,
      message: `${show(tree.left)} is ${wordFor(left.type)}, but the values after in are not; compare like with like.`,
    });
  else reportChoices(checking, tree, left, right);
  return { type: booleanType };
}

/** Suspicious operands of fitting types: both constant, both equal, or not a date where one is expected. */
function reportPair(checking: Checking, tree: Binary, left: Inferred, right: Inferred): void {
  const problem =
    constantProblem(tree) ??
    dateProblem(tree.left, right) ??
    dateProblem(tree.right, left) ??
    formProblem(tree, left, right);
  if (problem) checking.report(problem);
}

function constantProblem(tree: Binary): Problem | undefined {
  const isSame = printTree(tree.left) === printTree(tree.right);
  if (!isSame && !(isFixed(tree.left) && isFixed(tree.right))) return undefined;
  const message = isSame
    ? `Both sides are ${show(tree.left)}; compare with something else.`
    : 'Both sides are fixed, so this is always the same; compare a field.';
  return { message, at: tree.at, length: tree.operator.length, code: 'constant', level: 'warning' };
}

function isFixed(tree: Tree): boolean {
  const part = withoutBrackets(tree);
  return part.kind === 'literal' || (part.kind === 'list' && part.of.every(isFixed));
}

/** A text compared with a date must be a date. */
function dateProblem(part: Tree, other: Inferred): Problem | undefined {
  if (other.type.kind !== 'date' && other.type.kind !== 'datetime') return undefined;
  if (part.kind !== 'literal' || typeof part.value !== 'string' || readIsoDate(part.value)) return undefined;
  return {
    message: 'Write a date as "2026-01-31".',
    at: part.at,
    length: part.value.length + 2,
    code: 'date',
  };
}

function formProblem(tree: Binary, left: Inferred, right: Inferred): Problem | undefined {
  const kinds = [left.type.kind, right.type.kind];
  if (!kinds.includes('date') || !kinds.includes('datetime')) return undefined;
  const message = 'A date and a moment are compared as texts here; use $before or $after.';
  return { message, at: tree.at, length: tree.operator.length, code: 'date', level: 'warning' };
}

function show(tree: Tree): string {
  return shorten(printTree(tree));
}

function shorten(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
