/** Declared questions to the store, compiled: every path led to a field, every reference on the way to a table. */
import type { QueryColumn as DeclaredColumn } from '../declaration/types.generated.ts';
import type { FilterOperator } from '../expression/compileWhere.ts';
import type { FieldKind } from './basicTypes.ts';
import type { FieldModel } from './fieldTypes.ts';

export type Aggregate = NonNullable<DeclaredColumn['aggregate']>;
type Period = NonNullable<DeclaredColumn['per']>;

export type QueryModel = {
  readonly id: string;
  /** Message key, or the text itself where a person wrote it. */
  readonly title: string;
  /** The entity it starts from. */
  readonly entity: string;
  /** Its own first; each other joined to one that stands before it. */
  readonly tables: readonly QueryTable[];
  readonly columns: readonly QueryColumn[];
  readonly filters: readonly QueryFilter[];
  readonly sort: readonly { readonly column: string; readonly direction: 'asc' | 'desc' }[];
  readonly limit?: number;
  /** One of its columns is an aggregate: the others are what rows are grouped by. */
  readonly isGrouped: boolean;
};

export type QueryTable = {
  readonly alias: string;
  readonly entity: string;
  /** Absent: the one it starts from. */
  readonly joined?: {
    /** The table it is joined to. */
    readonly to: string;
    /** Many: a field of this table that refers to that one; otherwise one of that table that refers to this. */
    readonly field: FieldModel;
    readonly isMany: boolean;
    readonly isRequired: boolean;
  };
};

/** A field of one of the tables. */
export type QueryPlace = {
  readonly alias: string;
  readonly field: FieldModel;
  /** Member of a lookup's item the path ends at. */
  readonly lookupMember?: string;
};

export type QueryColumn = {
  readonly name: string;
  /** Message key, or the text itself where a person wrote it. */
  readonly label: string;
  /** True where the label is that of the field, which an aggregate says more of. */
  readonly isFieldLabel: boolean;
  /** As declared; absent: rows are counted. */
  readonly path?: string;
  readonly place?: QueryPlace;
  readonly aggregate?: Aggregate;
  readonly per?: Period;
  /** Of its values: an average of whole numbers is a decimal, a count is whole, a period a text. */
  readonly kind: FieldKind;
  readonly scale?: number;
};

export type QueryFilter = {
  /** As declared. */
  readonly path: string;
  readonly place: QueryPlace;
  /** The path from its table. */
  readonly within: string;
  readonly operator: FilterOperator;
  readonly value?: unknown;
  readonly parameter?: string;
  readonly isRequired: boolean;
};
