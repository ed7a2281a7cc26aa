/** `words`: the text contains every word, ignoring accents and case. `all`: all of these flags are set. */
export type FilterOperator =
  | 'eq'
  | 'ne'
  | 'gt'
  | 'ge'
  | 'lt'
  | 'le'
  | 'in'
  | 'contains'
  | 'startsWith'
  | 'words'
  | 'all';

/**
 * What requests and declarations may ask for: `none` (of these choices) becomes `not` and `in`; `filled` (true or
 * false) becomes `ne` and `eq` without a value.
 */
export type AskedOperator = FilterOperator | 'none' | 'filled';

/**
 * A condition on stored rows. Every comparison is true or false, also with null: a null field matches only
 * `eq null`, and `not` inverts that. `eq null` means empty, `ne null` filled in.
 */
export type FilterTree =
  | { readonly kind: 'and' | 'or'; readonly of: readonly FilterTree[] }
  | { readonly kind: 'not'; readonly of: FilterTree }
  | {
      readonly kind: 'compare';
      readonly path: string;
      readonly operator: FilterOperator;
      readonly value: unknown;
    }
  | { readonly kind: 'constant'; readonly value: boolean };

/** `and` / `or` without constants and nested nodes of the same kind. */
export function foldAll(kind: 'and' | 'or', of: readonly FilterTree[]): FilterTree {
  const deciding = kind === 'or';
  const parts = of.flatMap((part) => (part.kind === kind ? part.of : [part]));
  if (parts.some((part) => part.kind === 'constant' && part.value === deciding))
    return { kind: 'constant', value: deciding };
  const open = parts.filter((part) => part.kind !== 'constant');
  const [only] = open;
  if (!only) return { kind: 'constant', value: !deciding };
  return open.length === 1 ? only : { kind, of: open };
}

/** `not` without constants and double negation. */
export function foldNot(of: FilterTree): FilterTree {
  if (of.kind === 'constant') return { kind: 'constant', value: !of.value };
  return of.kind === 'not' ? of.of : { kind: 'not', of };
}
