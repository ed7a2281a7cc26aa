export type { FieldKind } from '../fields/registry.ts';

export type Sort = { readonly path: string; readonly direction: 'asc' | 'desc' };

/**
 * Who may do something: anyone signed in (`login`), everyone (`public`), or holders of any of the features
 * (none listed: nobody).
 */
export type Access =
  | { readonly kind: 'public' }
  | { readonly kind: 'login' }
  | { readonly kind: 'feature'; readonly anyOf: readonly string[] };
