/** Declarations as they come in, and what is found wrong with them. */

/** One declaration file as read: its path from the root, with `/`, and its JSON. */
export type DeclarationFile = {
  readonly file: string;
  readonly json: unknown;
  /** Of a screen written in several files: the file of each of its blocks. */
  readonly blockFiles?: readonly string[];
};
export type DeclarationSet = { readonly files: readonly DeclarationFile[] };

/** Something wrong with a declaration, and what to do about it. `path` is a JSON pointer into the file. */
export type Finding = {
  readonly severity: 'error' | 'warning';
  readonly file: string;
  readonly path: string;
  readonly message: string;
  /** What it is about, for those who say it in their own words. */
  readonly code?: string;
  readonly params?: Readonly<Record<string, string | number>>;
};
