/** What differs between SQL databases; each store implements it in one file. */
import type { Kysely } from 'kysely';
import type { Condition, FieldModel, QueryColumn } from '#engine';
import type { EntityTable } from '../entityTable.ts';
import type { ColumnSchema, ShadowKind } from './columnSchema.ts';
import type { Slot, Sql } from './compileSql.ts';

export type Test = Extract<Condition, { kind: 'test' }>;

/** A field's value in SQL. */
export type Operand = {
  /** As stored. */
  readonly raw: Sql;
  /** What comparisons and sorts read: keys of texts, numbers of decimals. */
  readonly value: Sql;
  /** The key of any text. */
  readonly key: Sql;
};

/** JSON in SQL: the tree itself, and the tree of its text keys. */
export type Tree = { readonly raw: Sql; readonly key: Sql };

/** Which of the two trees a test reads. */
export type TreeUse = keyof Tree;

/** How queries are written. */
export type QueryDialect = {
  readonly compiler: Kysely<Record<string, never>>;
  readonly truth: (value: boolean) => Sql;
  /** Turns null into false. */
  readonly orFalse: (test: Sql) => Sql;
  /** A test of one operand. */
  readonly test: (test: Test, operand: Operand, slots: readonly Slot[]) => Sql;
  /** Whether a column of JSON holds anything. */
  readonly hasAny: (column: Sql) => Sql;
  /** The values of a test, and the part of them that changes its SQL. */
  readonly slots: (test: Test) => { readonly shape: string; readonly values: readonly unknown[] };
  readonly treeOf: (test: Test) => TreeUse;
  readonly column: (field: FieldModel, alias: string) => Operand;
  readonly tree: (alias: string, name: string) => Tree;
  readonly member: (field: FieldModel, tree: Tree, names: readonly string[]) => Operand;
  /** The elements of a list in a tree, as rows named `alias`. */
  readonly list: (tree: Tree, names: readonly string[], at: { alias: string; use: TreeUse }) => Sql;
  /** What `in` reads of a list passed as one value. */
  readonly within: (slot: Slot) => Sql;
  readonly asList: (ids: readonly string[]) => unknown;
  /** Sort expressions of a value, most significant first. */
  readonly sortedBy: (value: Sql, at: { field: FieldModel; isKey: boolean }) => readonly Sql[];
  /** The ranks of a list's entries as one text that sorts; null for an empty list. */
  readonly joinedRanks: (list: Sql, rank: (entry: Sql) => Sql) => Sql;
  /** Empty values first when ascending, last when descending. */
  readonly ordered: (value: Sql, sign: 1 | -1, isNeverEmpty?: boolean) => Sql;
  /** A page of rows of the table: `select` over rows named `t`. */
  readonly page: (page: PageParts) => Sql;
  /** Records by row number, in the order of a list of numbers passed as one value. */
  readonly byRows: (parts: { table: Sql; slot: Slot }) => { readonly from: Sql; readonly order: Sql };
  readonly asRows: (rows: readonly number[]) => unknown;
  /** Whether the statement joins references itself; otherwise they are cached row by row. */
  readonly joinsReferences: boolean;
};

export type PageParts = {
  readonly columns: Sql;
  readonly joins: Sql;
  readonly table: Sql;
  readonly by: 'order' | 'text';
  readonly where: (alias: string) => Sql;
  readonly order: (alias: string) => Sql;
  readonly range: Sql;
};

/** How table queries are written. */
export type TableDialect = {
  /** A total of products; 0 for no rows. */
  readonly total: (value: Sql) => Sql;
  readonly atLeastOne: (value: Sql) => Sql;
  readonly range: (take: number | undefined, skip: number | undefined) => Sql;
  readonly localTime: (moment: Sql, zone: string) => Sql;
  /** A column's value as rows return it and aggregates read it. */
  readonly result: (field: FieldModel, raw: Sql) => Sql;
  readonly aggregate: (column: QueryColumn, value: Sql) => Sql;
  /** Sort expression of a group whose value determines it. */
  readonly ofGroup: (value: Sql) => Sql;
};

/** How tables are created and written. */
export type SchemaDialect = {
  /** Quoted identifier, as stored in the database. */
  readonly quoted: (name: string) => string;
  /** The name as stored in the catalogue. */
  readonly stored: (name: string) => string;
  readonly placeholder: (number: number) => string;
  readonly columnType: (format: string) => string;
  readonly shadowType: (column: ColumnSchema, kind: ShadowKind) => string;
  readonly idColumn: string;
  /** Columns of every table in addition to its fields. */
  readonly systemColumns: readonly string[];
  readonly hasKey: (field: FieldModel) => boolean;
  /** Converts a stored value to the database's form, and back. */
  readonly toColumn: (field: FieldModel, kept: unknown) => ColumnValue;
  readonly fromColumn: (field: FieldModel) => (raw: unknown) => unknown;
  readonly shadowValue: (kind: ShadowKind, value: ColumnValue, format: string) => string | null;
  readonly referenceClause: (at: { entity: string; column: string; refersTo: string | undefined }) => string;
  /** A table cannot reference one that does not exist yet. */
  readonly refersLater: boolean;
  /**
   * Adds the reference of an existing column without reading the rows, which is left to a later validation;
   * undefined if a constraint cannot be added.
   */
  readonly laterReference?: (at: { entity: string; column: string; refersTo: string | undefined }) => string;
  /** Run before a reference's values are set aside; undefined if a constraint cannot be dropped. */
  readonly dropReference?: (at: { entity: string; column: string }) => string;
  readonly uniqueExpression: (name: string, at: { table: EntityTable; isFolded: boolean }) => string;
  readonly extremes: readonly [string, string];
  /** The form of a unique's value in a lookup. */
  readonly uniqueValue: (value: string | number) => unknown;
  readonly isFilled: (expression: string) => string;
  readonly sortIndex: (field: FieldModel) => string;
  readonly referenceIndex: (name: string) => string;
  /** Refills a shadow for all rows. */
  readonly fillShadow: (at: ShadowAt) => Command;
  /** Recomputes shadows written by an earlier key version. */
  readonly renewShadow: (at: ShadowAt) => Command;
};

export type Dialect = QueryDialect & TableDialect & SchemaDialect;

export type ColumnValue = string | number | boolean | null;

export type ShadowAt = { readonly entity: string; readonly column: ColumnSchema; readonly kind: ShadowKind };

/** SQL, or a shadow that the store fills itself because SQL cannot. */
export type Command = string | { readonly fill: ShadowAt };
