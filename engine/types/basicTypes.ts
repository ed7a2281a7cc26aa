export type { FieldKind } from '../fields/registry.ts';

export type Sort = { readonly path: string; readonly direction: 'asc' | 'desc' };

/** Who: nobody but the login (`login`), everybody (`public`), or any of these features (none listed: nobody). */
export type Access =
  | { readonly kind: 'public' }
  | { readonly kind: 'login' }
  | { readonly kind: 'feature'; readonly anyOf: readonly string[] };
