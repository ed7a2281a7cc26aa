export type Sort = { readonly path: string; readonly direction: 'asc' | 'desc' };

/** Who: nobody but the login (`login`), everybody (`public`), or any of these features (none listed: nobody). */
export type Access =
  | { readonly kind: 'public' }
  | { readonly kind: 'login' }
  | { readonly kind: 'feature'; readonly anyOf: readonly string[] };
export type FieldKind =
  | 'id'
  | 'text'
  | 'multiline'
  | 'rule'
  | 'html'
  | 'integer'
  | 'decimal'
  | 'money'
  | 'percent'
  | 'boolean'
  | 'date'
  | 'datetime'
  | 'choice'
  /** Several items of a lookup, as bits of one integer. */
  | 'flags'
  | 'reference'
  | 'file'
  | 'references'
  | 'rows'
  | 'object'
  | 'json';
