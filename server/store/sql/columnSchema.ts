/** The stored description of a column. */

export type ShadowKind = 'key' | 'unique';

export type ColumnSchema = {
  /** Stable id of the field: it survives a rename. */
  readonly id: string;
  readonly name: string;
  readonly format: string;
  /** `entity` it refers to; `entity!` if owned by it. */
  readonly refersTo?: string;
  /** Columns beside it that the store fills. */
  readonly shadows: readonly ShadowKind[];
  /** The declaration is gone; the data stay. */
  readonly isKept?: boolean;
};
