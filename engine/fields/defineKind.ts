/** A kind of field: everything the engine and the server need to know about its values. */
import type { Field } from '../declaration/types.generated.ts';
import type { AskedOperator } from '../expression/compileWhere.ts';
import type { NumberUnit } from '../text/readNumber.ts';
import type { FilterInput, ParseFilter } from './filterInputs.ts';
import type { OverlayFacet } from './overlayFacet.ts';

/** The storage classes; stores map these, not kinds. A `decimal` is exact, a `number` is binary. */
export type ColumnClass = 'text' | 'integer' | 'number' | 'decimal' | 'boolean' | 'json';

/** The type in expressions, or what the field leads to: the id of a choice, a record, rows. */
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
  /** Of text; its message is the one in `written`. */
  readonly pattern?: string;
  readonly uniqueItems?: boolean;
  readonly description?: string;
};

export type KindDefinition<Name extends string = string> = {
  readonly name: Name;
  /** Whether a declaration is of this kind; the first matching kind of the registry applies. */
  readonly fits: (declared: Field) => boolean;
  readonly column: ColumnClass | ((declared: Field, itemId: unknown) => ColumnClass);
  /** JSON Schema of a value, as validated and published. */
  readonly schema: ValueSchema;
  /** The value is a date or a moment within the allowed years (`x-years`). */
  readonly hasYears?: true;
  /** The most characters if the declaration sets no limit. */
  readonly longest?: number;
  readonly expression: ExpressionSource;
  /** `words` compare without case and accents, `codes` exactly. */
  readonly comparison: 'words' | 'codes';
  /** The comparison key: `kept` in a column, `computed` by the database if it can, or `none`. */
  readonly key: 'kept' | 'computed' | 'none';
  /** Whether text is trimmed and normalized before it is stored, on one line or several. */
  readonly normal?: 'line' | 'lines';
  /** The canonical spelling in which a value is stored and searched. */
  readonly canonical?: (value: string) => string;
  /** Stored exactly as sent, so a save need not read it back. */
  readonly isKeptAsSent?: true;
  /**
   * The value is a list of ids of records or codes of a lookup; filters test each of them, and empty is `[]`.
   */
  readonly elements?: 'ids' | 'codes';
  /** The value is the id of one record, or of one file. */
  readonly refersTo?: 'record' | 'file';
  /** The file is a picture, which is shown, and stored without its metadata. */
  readonly isPicture?: true;
  /** A person signs it on a form: it is not imported, changed in bulk, copied or restored. */
  readonly isSigned?: true;
  /** What answers say of the file, if it is more than usual. */
  readonly expands?: readonly string[];
  /** The record is an account: filters accept `me`, and lists mark people who are no longer active. */
  readonly isAccount?: true;
  /** An id, which is case-insensitive. */
  readonly isId?: true;
  /** A date or a moment: filtered by day, grouped by month. */
  readonly day?: 'day' | 'moment';
  readonly filter: {
    readonly operators: readonly AskedOperator[];
    /** Operators that have a control in lists; the first is the default. */
    readonly shown: readonly AskedOperator[];
    /** Parses a filter's text in a request; undefined if it is not a value. */
    readonly parse: ParseFilter;
    /** Message that says what the filter accepts. */
    readonly problem: string;
    /** The filter control in lists. */
    readonly input: FilterInput;
  };
  /** As a column of a query: whether it can be shown, summed, and has a minimum and maximum. */
  readonly query: { readonly isShown: boolean; readonly isSummed: boolean; readonly isOrdered: boolean };
  /** How spreadsheets write and read it; absent: it does not fit into a cell. */
  readonly sheet?: SheetTraits;
  readonly unit?: NumberUnit;
  /** Its placeholder in a template; absent: the path alone. */
  readonly placeholder?: (path: string) => string;
  /** Automatic templates include it. */
  readonly isTold?: true;
  /** The link for a value; undefined if there is no safe one. */
  readonly href?: (value: string) => string | undefined;
  /** How a configurator adds such fields; absent: only declarations can. */
  readonly overlay?: OverlayFacet;
  /** The written form, if it differs from the stored one. */
  readonly written?: {
    readonly format: (value: unknown, locale: Locale, zone?: string) => string;
    /** Undefined for text that is not a value, or is ambiguous. */
    readonly parse: (text: string) => unknown;
    /** Message that says how to write it. */
    readonly problem: string;
  };
  /**
   * Values that tests send through every interface, with the expected results; and values that all must
   * refuse.
   */
  readonly examples?: {
    readonly declared: Field;
    /** The lookup that `declared` names. */
    readonly lookup?: readonly {
      readonly Id: string | number;
      readonly title: string;
      readonly fr: string;
    }[];
    readonly good: readonly Example[];
    readonly bad: readonly unknown[];
  };
  /** Places where such fields are not offered, and why; tests try every kind in all others. */
  readonly absent?: Readonly<Partial<Record<KindPlace, string>>>;
  /** Right-aligned in columns. */
  readonly isNumeric?: true;
  /** The type with which conditions that people build compare it. */
  readonly operand?: 'text' | 'number' | 'boolean' | 'date' | 'datetime';
};

type KindPlace =
  | 'form'
  | 'grid'
  | 'filter'
  | 'sort'
  | 'write'
  | 'openapi'
  | 'import'
  | 'export'
  | 'history'
  | 'report';

type Locale = 'en-CA' | 'fr-CA';

type Example = {
  /** The value sent, and the answered one if it is spelled differently. */
  readonly sent: unknown;
  readonly answered?: unknown;
  /** The written form in both languages. */
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
