/** Declarations as read, and findings about them. */

/** One declaration file: its path from the root, with `/`, and its JSON. */
export type DeclarationFile = {
  readonly file: string;
  readonly json: unknown;
  /** For a screen in several files: the file of each block. */
  readonly blockFiles?: readonly string[];
};
export type DeclarationSet = { readonly files: readonly DeclarationFile[] };

/** A problem in a declaration and what to do. `path` is a JSON pointer into the file. */
export type Finding = {
  readonly severity: 'error' | 'warning';
  readonly file: string;
  readonly path: string;
  readonly message: string;
  /** Code and parameters, for translated messages. */
  readonly code?: string;
  readonly params?: Readonly<Record<string, string | number>>;
};
