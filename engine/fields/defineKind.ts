/** A kind of field: everything the engine and the server need to know about its values, in one place. */
import type { Field } from '../declaration/types.generated.ts';
import type { FilterOperator } from '../expression/compileWhere.ts';
import type { NumberUnit } from '../text/readNumber.ts';
import type { FilterInput, ParseFilter } from './filterInputs.ts';

/** The columns a store knows; it maps these and no kinds. A `decimal` is exact, a `number` is binary. */
export type ColumnClass = 'text' | 'integer' | 'number' | 'decimal' | 'boolean' | 'json';

/** Expressions see one of these, or what the field leads to: the id of a choice, a record, rows. */
type ExpressionSource =
  | 'text'
  | 'number'
  | 'boolean'
  | 'date'
  | 'datetime'
  | 'any'
  | 'choice'
  | 'choices'
  | 'records'
  | 'row'
  | 'rows';

type ValueSchema = {
  readonly type?: string;
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly description?: string;
};

export type KindDefinition<Name extends string = string> = {
  readonly name: Name;
  /** Whether a declaration is of this kind; the first kind of the registry that fits counts. */
  readonly fits: (declared: Field) => boolean;
  readonly column: ColumnClass | ((declared: Field, itemId: unknown) => ColumnClass);
  /** JSON Schema of a value, as it is validated and published. */
  readonly schema: ValueSchema;
  /** The value is a day or a moment between the years of the calendar (`x-years`). */
  readonly hasYears?: true;
  /** Most characters where the declaration sets no limit. */
  readonly longest?: number;
  readonly expression: ExpressionSource;
  /** Texts of words compare without case and accents; codes to the letter. */
  readonly comparison: 'words' | 'codes';
  /** How stores find it by its comparison key: kept beside the text, computed on demand where the database can, or not needed. */
  readonly key: 'kept' | 'computed' | 'none';
  /** Texts are trimmed and composed before they are stored, on one line or on several. */
  readonly normal?: 'line' | 'lines';
  /** The one spelling in which a value is stored and looked for. */
  readonly canonical?: (value: string) => string;
  /** The stored value is the one that was sent, to the letter: a save need not read it again. */
  readonly isKeptAsSent?: true;
  /** An upper-case spelling of an id is the same id. */
  readonly isId?: true;
  /** A day or a moment: filtered by day, grouped by month. */
  readonly day?: 'day' | 'moment';
  readonly filter: {
    readonly operators: readonly FilterOperator[];
    /** Operators for which a list has a control; the first is what people expect. */
    readonly shown: readonly FilterOperator[];
    /** The value of a filter's text in a request; undefined where it is none. */
    readonly parse: ParseFilter;
    /** Message that says what a filter takes. */
    readonly problem: string;
    /** What is typed into a filter of a list. */
    readonly input: FilterInput;
  };
  /** Columns of a query: whether it can be one, be summed, has a least and a greatest value. */
  readonly query: { readonly isShown: boolean; readonly isSummed: boolean; readonly isOrdered: boolean };
  /** How a spreadsheet writes and reads it; absent: it does not fit into a cell. */
  readonly sheet?: SheetTraits;
  readonly unit?: NumberUnit;
  /** Its placeholder in a template; the path alone where nothing is said. */
  readonly placeholder?: (path: string) => string;
  /** Automatic templates tell it. */
  readonly isTold?: true;
  /** Where a value leads when a person follows it; undefined for one that leads nowhere safe. */
  readonly href?: (value: string) => string | undefined;
  /** How people write it, where that is not what is stored. */
  readonly written?: {
    readonly format: (value: unknown, locale: Locale) => string;
    /** Undefined for a text that is no value, or could be two. */
    readonly parse: (text: string) => unknown;
    /** Message that says how to write it. */
    readonly problem: string;
  };
  /** Values that tests send through every door, as they come back; and values that every door refuses. */
  readonly examples?: {
    readonly declared: Field;
    readonly good: readonly Example[];
    readonly bad: readonly unknown[];
  };
  /** Its numbers stand at the end of a column. */
  readonly isNumeric?: true;
  /** Conditions that people build compare it as this. */
  readonly operand?: 'text' | 'number' | 'boolean' | 'date' | 'datetime';
};

type Locale = 'en-CA' | 'fr-CA';

type Example = {
  /** What is sent, and what is answered where that is another spelling. */
  readonly sent: unknown;
  readonly answered?: unknown;
  /** As both languages write it. */
  readonly en: string;
  readonly fr: string;
};

type SheetTraits = {
  readonly format: 'text' | 'integer' | 'number' | 'money' | 'date' | 'moment';
  readonly read: 'text' | 'amount' | 'day' | 'moment' | 'truth' | 'written';
};

/** Keeps the literal name, so that `FieldKind` is the union of all names. */
export const defineKind = <const Name extends string>(kind: KindDefinition<Name>): KindDefinition<Name> =>
  kind;
