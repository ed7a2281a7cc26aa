/** Parts of a condition that are about today, the stored record or the person, as trees and back. */
import { operandName, type Tree, withoutBrackets } from '#engine';

const variable = (name: string): Tree => ({ kind: 'variable', name, at: 0 });
const literal = (value: string | number): Tree => ({ kind: 'literal', value, at: 0 });

/** `$today` is 0, `$addDays($today, -30)` is -30. */
export function daysFromToday(tree: Tree): number | undefined {
  if (isToday(tree)) return 0;
  if (tree.kind !== 'call' || tree.name !== 'addDays' || tree.args.length !== 2) return undefined;
  const [from, days] = tree.args.map(withoutBrackets);
  if (!from || !isToday(from) || days?.kind !== 'literal') return undefined;
  return typeof days.value === 'number' && Number.isInteger(days.value) ? days.value : undefined;
}

const isToday = (tree: Tree): boolean => tree.kind === 'variable' && tree.name === 'today';

export function dayTree(days: number): Tree {
  if (days === 0) return variable('today');
  return { kind: 'call', name: 'addDays', args: [variable('today'), literal(days)], at: 0 };
}

/** The field of `$ne(State, $previous.State)`. */
export function changedName(tree: Tree): string | undefined {
  if (tree.kind !== 'call' || tree.name !== 'ne' || tree.args.length !== 2) return undefined;
  const [now, before] = tree.args.map(withoutBrackets);
  const name = now && operandName(now);
  if (name === undefined || before?.kind !== 'path') return undefined;
  const [first, ...steps] = before.steps;
  const isStored = first?.of.kind === 'variable' && first.of.name === 'previous' && !first.filters;
  return isStored && operandName({ ...before, steps }) === name ? name : undefined;
}

export function changedTree(name: string, now: Tree): Tree {
  const before = variablePath('previous', name);
  return { kind: 'call', name: 'ne', args: [now, before], at: 0 };
}

/** Lists of the person: `$user.Roles`. */
export const isOfPerson = (name: string): boolean => name.startsWith('$user.');

/** `"admin" in $user.Roles`. */
export function personList(tree: Extract<Tree, { kind: 'binary' }>) {
  const [left, right] = [withoutBrackets(tree.left), withoutBrackets(tree.right)];
  if (tree.operator !== 'in' || left.kind !== 'literal' || right.kind !== 'path') return undefined;
  const [first, ...steps] = right.steps;
  const member = operandName({ ...right, steps });
  const isUser = first?.of.kind === 'variable' && first.of.name === 'user' && !first.filters;
  if (!isUser || member === undefined || typeof left.value !== 'string') return undefined;
  return { name: `$user.${member}`, value: left.value };
}

export const personTree = (name: string): Tree => variablePath('user', name.slice('$user.'.length));

function variablePath(of: string, name: string): Tree {
  const members = name.split('.').map((step) => ({ of: { kind: 'name', name: step, at: 0 } as const }));
  const first = { of: { kind: 'variable', name: of, at: 0 } as const };
  return { kind: 'path', steps: [first, ...members], at: 0 };
}
