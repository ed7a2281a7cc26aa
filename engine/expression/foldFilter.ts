import type { FilterTree } from './compileWhere.ts';

/** `and` / `or` without constants and without nesting of the same kind. */
export function foldAll(kind: 'and' | 'or', of: readonly FilterTree[]): FilterTree {
  const deciding = kind === 'or';
  const parts = of.flatMap((part) => (part.kind === kind ? part.of : [part]));
  if (parts.some((part) => part.kind === 'constant' && part.value === deciding)) return { kind: 'constant', value: deciding };
  const open = parts.filter((part) => part.kind !== 'constant');
  const [only] = open;
  if (!only) return { kind: 'constant', value: !deciding };
  return open.length === 1 ? only : { kind, of: open };
}

/** `not` without constants, and none over another. */
export function foldNot(of: FilterTree): FilterTree {
  if (of.kind === 'constant') return { kind: 'constant', value: !of.value };
  return of.kind === 'not' ? of.of : { kind: 'not', of };
}
