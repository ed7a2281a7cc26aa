/** Conditions that people build over the fields of a list. */

export type WhereCondition = {
  readonly path: string;
  /** A filter operator, or `within` for a period relative to today. */
  readonly operator: string;
  readonly value?: WhereValue;
};
export type WhereValue = string | number | boolean | null | readonly (string | number)[];
export type WhereGroup =
  | { readonly all: readonly WherePart[]; readonly any?: undefined }
  | { readonly any: readonly WherePart[]; readonly all?: undefined };
export type WherePart = WhereCondition | WhereGroup;
