import type { TypeScope } from '../expression/checkTree.ts';
import type { ExpressionType } from '../expression/functionTypes.ts';
import type { RuleVocabulary } from '../types/ruleTextTypes.ts';
import { ruleFunctionTable } from './ruleFunctions.ts';

type Branch = { type?: ExpressionType; readonly inner: Map<string, Branch> };

/** Source names as nested types: `Policy.TermMonth` is the member TermMonth of Policy. */
export function operandScope({ operands, functions }: RuleVocabulary): TypeScope {
  const root: Branch = { inner: new Map() };
  for (const { name, type } of operands) place(root, name.split('.'), { kind: type });
  return {
    root: typeOf(root),
    vars: { today: { kind: 'date' } },
    functions: ruleFunctionTable(functions),
  };
}

function place(branch: Branch, [first, ...rest]: readonly string[], type: ExpressionType): void {
  if (first === undefined) {
    branch.type = type;
    return;
  }
  const next = branch.inner.get(first) ?? { inner: new Map() };
  branch.inner.set(first, next);
  place(next, rest, type);
}

/** A name that is an operand and also a prefix of others is treated as the prefix. */
function typeOf({ type, inner }: Branch): ExpressionType {
  if (inner.size === 0 && type) return type;
  const fields = [...inner].map(([name, branch]) => [name, () => typeOf(branch)] as const);
  return { kind: 'object', fields: Object.fromEntries(fields) };
}

/** Nests values given by source name; empty ones count as missing. */
export function nestValues(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const root: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(values)) put(root, name.split('.'), value);
  return root;
}

function put(into: Record<string, unknown>, [first = '', ...rest]: readonly string[], value: unknown): void {
  if (value === null || value === undefined || value === '' || first === '__proto__') return;
  const held = Object.hasOwn(into, first) ? into[first] : undefined;
  const inner: Record<string, unknown> = isObject(held) ? held : {};
  if (rest.length > 0) {
    into[first] = inner;
    put(inner, rest, value);
  } else if (isObject(value)) {
    into[first] = inner;
    for (const [name, member] of Object.entries(value)) put(inner, [name], member);
  } else into[first] = value;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
