import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compileTree, ExpressionError, parseExpression, printTree, type Read, type Tree } from '#engine';
import { anyExpression, type CaseScope, canonical, expressionCases } from '../support/expressionCases.ts';

it('a tree printed and parsed again is the same tree', () => {
  for (const text of fc.sample(anyExpression, { numRuns: 3_000, seed: 3 })) {
    const { tree } = parseExpression(text);
    if (!tree) continue;
    const printed = printTree(tree);
    const again = parseExpression(printed);
    expect(again.problems, `${text} became ${printed}`).toEqual([]);
    expect(withoutPlaces(again.tree as Tree), `${text} became ${printed}`).toEqual(withoutPlaces(tree));
    expect(printTree(again.tree as Tree)).toBe(printed);
  }
});

it('values that an expression does not declare as read do not affect it', () => {
  for (const { text, scopes } of expressionCases({ expressions: 3_000, scopes: 4, seed: 17 })) {
    const { tree } = parseExpression(text);
    if (!tree) continue;
    const compiled = compileTree(tree);
    for (const scope of scopes) {
      const pruned = prune(scope, compiled.reads);
      expect(outcome(compiled, pruned), `${text} on ${JSON.stringify(scope)}`).toEqual(
        outcome(compiled, scope),
      );
    }
  }
});

function withoutPlaces(tree: Tree): unknown {
  return JSON.parse(JSON.stringify(tree, (key, value) => (key === 'at' ? undefined : value)));
}

function outcome(compiled: { evaluate: (scope: CaseScope) => unknown }, scope: CaseScope): string {
  try {
    return canonical(compiled.evaluate(scope));
  } catch (error) {
    return error instanceof ExpressionError ? 'error' : `thrown: ${error}`;
  }
}

/** The scope reduced to what is read. */
function prune({ root, vars }: CaseScope, reads: readonly Read[]): CaseScope {
  const names = new Set(reads.map(({ from }) => from));
  const kept = Object.entries(vars).filter(([name]) => names.has(name));
  return {
    root: cut(root, pathsOf(reads, '$')),
    vars: Object.fromEntries(kept.map(([name, value]) => [name, cut(value, pathsOf(reads, name))])),
  };
}

type Wanted = { readonly path: readonly string[]; readonly presence: boolean };

function pathsOf(reads: readonly Read[], from: string): Wanted[] {
  return reads
    .filter((read) => read.from === from)
    .map(({ path, presence }) => ({ path, presence: presence === true }));
}

function cut(value: unknown, wanted: readonly Wanted[]): unknown {
  if (wanted.some(({ path, presence }) => path.length === 0 && !presence)) return value;
  if (Array.isArray(value)) return value.map((item) => cut(item, wanted));
  if (value === null || typeof value !== 'object') return value;
  const kept = Object.entries(value).flatMap(([name, field]) => {
    const below = wanted
      .filter(({ path }) => path[0] === name)
      .map((one) => ({ ...one, path: one.path.slice(1) }));
    return below.length > 0 ? [[name, cut(field, below)] as const] : [];
  });
  return Object.fromEntries(kept);
}
