/** Fields as compiled: what they hold, how it is stored, what they refer to. */
import type { ColumnClass } from '../fields/defineKind.ts';
import type { FieldKind } from './basicTypes.ts';
import type { RuleFieldModel } from './operandTypes.ts';

export type FieldModel = {
  /** Stable id apart from the name (`x-id`, else `<entity>.<path>`). */
  readonly id: string;
  readonly name: string;
  /** Dotted pattern from the record: `Name`, `PlanCoverageItems.IsOptional`. */
  readonly path: string;
  readonly entity: string;
  readonly kind: FieldKind;
  /** The column it is stored in; store adapters map only these. */
  readonly storage: ColumnClass;
  /** False for derived values that are computed at every read. */
  readonly stored: boolean;
  readonly required: boolean;
  /** Set by the server only (Id, Revision, CreatedDate …) or declared `readOnly`. */
  readonly readOnly: boolean;
  /** May be written by create only. */
  readonly createOnly: boolean;
  /** The field of the same object that takes what is sent under this name. */
  readonly inputFor?: string;
  readonly default?: unknown;
  readonly limits: FieldLimits;
  /** A text that has another in each language. */
  readonly localized?: boolean;
  /** Message that says what a text must look like to fit its pattern. */
  readonly shape?: string;
  /** What its text is held to, and spelled as. */
  readonly format?: 'email' | 'uri' | 'phone' | 'postal-code';
  /** Digits after the point, for money, percent and decimal. */
  readonly scale?: number;
  readonly ref?: ReferenceModel;
  /** What a `file` takes. */
  readonly file?: FileLimits;
  /** For `rows`: those in which one of these members is empty are left out of what is saved. */
  readonly complete?: readonly string[];
  /** For `rows`: they are records of another entity, kept in its table and saved with this record. */
  readonly records?: RecordsModel;
  readonly lookup?: string;
  /** The text is kept as it was typed. */
  readonly verbatim?: true;
  /** The text is the user name of a person, shown as what the person is called. */
  readonly isPerson?: true;
  /** Letters go to the address in it; the feature that one outside the organization takes. */
  readonly mailTo?: string;
  /** What is typed is completed by a call; what is chosen fills members beside the text. */
  readonly suggest?: { readonly call: string; readonly set: readonly string[] };
  /** Fields with one group are governed together (`@group`). */
  readonly group?: string;
  /** `<kind>/<name>` of the change of an overlay it stands here by. */
  readonly overlay?: string;
  /** For `choice`: a stored value that is not in the lookup is shown and kept until changed. */
  readonly keepUnknown: boolean;
  /** For `html`: a template over the record. */
  readonly template?: TemplateModel;
  /** What answers carry beside the id (the same as `ref.expand`; of lookups too). */
  readonly expand?: ExpandModel;
  /** What the texts of a `rule` may speak of. */
  readonly rule?: RuleFieldModel;
  /** Fields of a row (`rows`) or of an `object`. */
  readonly fields?: readonly FieldModel[];
  /**
   * The JSON Schema of this value, standing alone (no $ref, no x-). Lists carry their own keywords only: their
   * fields have theirs. Scaled numbers carry `multipleOf` (Ajv needs `multipleOfPrecision`).
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

/** Media types, as the content of a file shows them, and the largest size. */
export type FileLimits = {
  readonly accept: readonly string[];
  readonly maxBytes: number;
  /** Message keys in place of the usual sentences: for none or several, and for another kind. */
  readonly messages?: { readonly count?: string; readonly type?: string };
};

/** `{ [as]: { …fields } }` in answers, beside the id. */
export type ExpandModel = { readonly as: string; readonly fields: readonly string[] };

/** The entity the rows are records of, and its field that says whose they are. */
type RecordsModel = { readonly entity: string; readonly owner: string };

export type ReferenceModel = {
  readonly entity: string;
  readonly owner: boolean;
  /** What templates of the owner call the list of these records. */
  readonly collection?: string;
  /** What rules call records of the same owner, by the entity they are of: `$owner.<name>`. */
  readonly kin?: Readonly<Record<string, string>>;
  /** An id of zeros stands for all of them. */
  readonly all?: boolean;
  /** Answer: `{ [as]: { …fields of the target } }`, beside the id; for `references` the list itself holds the objects. */
  readonly expand?: ExpandModel;
};

/** While the boolean field `when` is true, answers carry a template made from the declaration instead. */
type TemplateModel = {
  readonly automatic?: { readonly when: string; readonly view: 'summary' | 'expanded' };
};
