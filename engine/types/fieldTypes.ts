/** Compiled fields: type, storage, references. */
import type { ColumnClass } from '../fields/defineKind.ts';
import type { SequencePart } from '../text/sequencePattern.ts';
import type { FieldKind } from './basicTypes.ts';
import type { RuleFieldModel } from './operandTypes.ts';

/** How the server numbers the records of an entity. */
export type SequenceModel = {
  readonly parts: readonly SequencePart[];
  /** Fields whose values are counted separately. */
  readonly within: readonly string[];
  /** A create may bring its own number. */
  readonly given: boolean;
};

export type FieldModel = {
  /** Stable id independent of the name (`x-id`, else `<entity>.<path>`). */
  readonly id: string;
  readonly name: string;
  /** Dotted pattern from the record: `Name`, `PlanCoverageItems.IsOptional`. */
  readonly path: string;
  readonly entity: string;
  readonly kind: FieldKind;
  /** The column it is stored in; store adapters map only these. */
  readonly storage: ColumnClass;
  /** False for derived values, which are computed on every read. */
  readonly stored: boolean;
  readonly required: boolean;
  /** Set by the server only (Id, Revision, CreatedDate …) or declared `readOnly`. */
  readonly readOnly: boolean;
  /** Writable on create only. */
  readonly createOnly: boolean;
  /** Numbered by the server. */
  readonly sequence?: SequenceModel;
  /** Follows from other records: computed by the server, whatever was sent. */
  readonly linked?: 'rollUp' | 'lookThrough';
  /** The field of the same object that receives values sent under this name. */
  readonly inputFor?: string;
  readonly default?: unknown;
  readonly limits: FieldLimits;
  /** Has translations. */
  readonly localized?: boolean;
  /** Message that describes the required pattern. */
  readonly shape?: string;
  /** The format that its text is checked and normalized by. */
  readonly format?: 'email' | 'uri' | 'phone' | 'postal-code';
  /** Decimal places, for money, percent and decimal. */
  readonly scale?: number;
  readonly ref?: ReferenceModel;
  /** Limits of a `file`. */
  readonly file?: FileLimits;
  /** For `rows`: rows in which one of these members is empty are not saved. */
  readonly complete?: readonly string[];
  /** For `rows`: records of another entity, stored in its table and saved with this record. */
  readonly records?: RecordsModel;
  readonly lookup?: string;
  /** The text is stored as typed, not normalized. */
  readonly verbatim?: true;
  /** The text is a user name, shown as the person's display name. */
  readonly isPerson?: true;
  /** Who may be named: people with one of the roles, and with the feature. */
  readonly account?: {
    readonly roles?: readonly string[];
    readonly feature?: string;
    /** A new record names the person who creates it. */
    readonly default?: 'creator';
  };
  /** E-mail is sent to this address; the feature required to enter one outside the organization. */
  readonly mailTo?: string;
  /** Completed while typing by a call; a selection also fills other members. */
  readonly suggest?: { readonly call: string; readonly set: readonly string[] };
  /** Fields of a group are governed together (`@group`). */
  readonly group?: string;
  /** `<kind>/<name>` of the overlay change that added it. */
  readonly overlay?: string;
  /** For `choice`: a stored value missing from the lookup is shown and kept until changed. */
  readonly keepUnknown: boolean;
  /** For `html`: a template over the record. */
  readonly template?: TemplateModel;
  /** The expansion in answers (same as `ref.expand`; also for lookups). */
  readonly expand?: ExpandModel;
  /** What texts of a `rule` may refer to. */
  readonly rule?: RuleFieldModel;
  /** Fields of a row (`rows`) or of an `object`. */
  readonly fields?: readonly FieldModel[];
  /**
   * The self-contained JSON Schema of this value (no $ref, no x-). Lists have their own keywords only; their
   * fields have theirs. Scaled numbers have `multipleOf` (Ajv needs `multipleOfPrecision`).
   */
  readonly schema: { readonly [keyword: string]: unknown };
  /** Message keys. `help` only where declared. */
  readonly label: string;
  readonly help?: string;
};

export type FieldLimits = {
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly pattern?: string;
};

/** Media types, detected from the content, and the maximum size. */
export type FileLimits = {
  readonly accept: readonly string[];
  readonly maxBytes: number;
  /** Message keys that replace the default ones: for none or several files, and for a wrong type. */
  readonly messages?: { readonly count?: string; readonly type?: string };
  /** For pictures: the size of the image, read from its header. Metadata is removed from what is stored. */
  readonly pixels?: {
    readonly minWidth?: number;
    readonly minHeight?: number;
    readonly maxWidth: number;
    readonly maxHeight: number;
  };
  /** For pictures: the neighbouring field that describes them to people who cannot see them. */
  readonly alt?: string;
};

/** `{ [as]: { …fields } }` in answers, beside the id. */
export type ExpandModel = { readonly as: string; readonly fields: readonly string[] };

/** The entity of the rows, and its field that refers to the owner. */
type RecordsModel = { readonly entity: string; readonly owner: string };

export type ReferenceModel = {
  readonly entity: string;
  readonly owner: boolean;
  /** The name of the list of these records in the owner's templates. */
  readonly collection?: string;
  /** Names in rules for records of the same owner, by entity: `$owner.<name>`. */
  readonly kin?: Readonly<Record<string, string>>;
  /** The list that offers these records; absent: the list of their entity. */
  readonly find?: string;
  /** The zero id stands for all of them. */
  readonly all?: boolean;
  /** In answers: `{ [as]: { …fields of the target } }` beside the id; `references` hold the objects. */
  readonly expand?: ExpandModel;
};

/** While the boolean field `when` is true, answers contain a generated template instead. */
type TemplateModel = {
  readonly automatic?: { readonly when: string; readonly view: 'summary' | 'expanded' };
};
