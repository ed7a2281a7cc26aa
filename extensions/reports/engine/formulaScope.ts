/** The scope of an evaluation: the row, the groups around it and the report. */

import type { SheetValue } from '#engine';
import type { FormulaMeter } from './FormulaMeter.ts';
import type { Formula } from './formulaTypes.ts';
import type { Row, Said, Text } from './types.ts';

export type ParameterValue = {
  readonly values: readonly SheetValue[];
  readonly labels: readonly string[];
  /** Every choice there is, where everything is chosen. */
  readonly all?: readonly SheetValue[];
  /** As the definition declares it; otherwise several values make it so. */
  readonly isMulti?: boolean;
  readonly type?: string;
};

/** What does not change during a run. */
export type Saying = {
  readonly locale: string;
  readonly parameters: ReadonlyMap<string, ParameterValue>;
  /** By its name in small letters. */
  readonly globals: Readonly<Record<string, SheetValue>>;
  readonly today: string;
  readonly now: string;
  /** Absent: formulas work as long as they take. */
  readonly meter?: FormulaMeter;
  /** Absent where formulas stand for themselves. */
  readonly report?: ReportContext;
};

type SetRows = { readonly rows: readonly Row[]; readonly fields: ReadonlyMap<string, number> };

/** What formulas may read of the report. */
export type ReportContext = {
  readonly sets: ReadonlyMap<string, SetRows>;
  /** By the name of a group what it and the groups around it are of, from the outermost. */
  readonly groups: ReadonlyMap<string, readonly Formula[]>;
  readonly items: ReadonlyMap<string, PlacedText>;
  readonly variables: ReadonlyMap<string, Said>;
  /** The texts of a page, for its head and foot. */
  readonly pageItems?: PageItems;
  /** Text boxes and variables that are being worked out: none may name itself. */
  readonly open: Set<string>;
};

/** The values of a page's text boxes, by name. */
export type PageItems = ReadonlyMap<string, readonly SheetValue[]>;

/** A text box and the innermost group that contains it. */
export type PlacedText = { readonly text: Text; readonly group: string | undefined };

export type Extent = {
  readonly name: string;
  readonly rows: readonly Row[];
  /** The instance of the group before this one. */
  readonly previous?: readonly Row[] | undefined;
  readonly kind?: 'region' | 'group';
};

export type FormulaScope = {
  readonly saying: Saying;
  /** Name → place in a row. */
  readonly fields: ReadonlyMap<string, number>;
  readonly row: Row | undefined;
  /** The data set first, the innermost group last. */
  readonly extents: readonly Extent[];
  /** The row is one of the details, not the first of a group. */
  readonly isDetail?: boolean | undefined;
  /** The value of the text box whose looks are worked out. */
  readonly own?: SheetValue | undefined;
};

/** A scope for the rows of a data set, with its current row if any. */
export type Around = Omit<FormulaScope, 'row'>;

type Place = Pick<FormulaScope, 'row' | 'isDetail'> & Partial<Pick<FormulaScope, 'extents'>>;

/**
 * The scope of a row or a group. Its members are listed, and not spread, because V8 allocates an object that
 * starts with a spread and gets further members in old space: a report of 1,000 pages made 120 MB of garbage
 * that only a full collection frees.
 */
export const scopeAt = (around: Around, { row, extents, isDetail }: Place): FormulaScope => ({
  saying: around.saying,
  fields: around.fields,
  row,
  extents: extents ?? around.extents,
  isDetail: isDetail ?? around.isDetail,
  own: around.own,
});

/** The scope of a text box's style; its formulas may read `Me.Value`. */
export const scopeOfOwn = (scope: FormulaScope, own: SheetValue): FormulaScope => ({
  saying: scope.saying,
  fields: scope.fields,
  row: scope.row,
  extents: scope.extents,
  isDetail: scope.isDetail,
  own,
});
