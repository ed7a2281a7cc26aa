/** Compiled queries: every path resolved to a field, every reference to a joined table. */
import type { QueryColumn as DeclaredColumn } from '../declaration/types.generated.ts';
import type { AskedOperator } from '../expression/compileWhere.ts';
import type { FieldKind } from './basicTypes.ts';
import type { FieldModel } from './fieldTypes.ts';

export type Aggregate = NonNullable<DeclaredColumn['aggregate']>;
type Period = NonNullable<DeclaredColumn['per']>;

export type QueryModel = {
  readonly id: string;
  /** Message key, or the text itself if a person wrote it. */
  readonly title: string;
  /** The root entity. */
  readonly entity: string;
  /** The root first; each other table is joined to an earlier one. */
  readonly tables: readonly QueryTable[];
  readonly columns: readonly QueryColumn[];
  readonly filters: readonly QueryFilter[];
  readonly sort: readonly { readonly column: string; readonly direction: 'asc' | 'desc' }[];
  readonly limit?: number;
  /** True when a column is an aggregate: rows are grouped by the others. */
  readonly isGrouped: boolean;
};

export type QueryTable = {
  readonly alias: string;
  readonly entity: string;
  /** Absent for the root. */
  readonly joined?: {
    /** The table it is joined to. */
    readonly to: string;
    /** A field of this table that refers to that one if `isMany`, otherwise the other way round. */
    readonly field: FieldModel;
    readonly isMany: boolean;
    readonly isRequired: boolean;
  };
};

/** A field of one of the tables. */
export type QueryPlace = {
  readonly alias: string;
  readonly field: FieldModel;
  /** Member of a lookup item at the end of the path. */
  readonly lookupMember?: string;
};

export type QueryColumn = {
  readonly name: string;
  /** Message key, or the text itself if a person wrote it. */
  readonly label: string;
  /** True when the label is that of the field, which an aggregate extends. */
  readonly isFieldLabel: boolean;
  /** As declared; absent: counts rows. */
  readonly path?: string;
  readonly place?: QueryPlace;
  readonly aggregate?: Aggregate;
  readonly per?: Period;
  /** The kind of its values: an average of integers is a decimal, a count an integer, a period a text. */
  readonly kind: FieldKind;
  readonly scale?: number;
};

export type QueryFilter = {
  /** As declared. */
  readonly path: string;
  readonly place: QueryPlace;
  /** The path within its table. */
  readonly within: string;
  readonly operator: AskedOperator;
  readonly value?: unknown;
  readonly parameter?: string;
  readonly isRequired: boolean;
};
