/** The compiled, frozen shape of all declarations. Nothing after `compileModel` sees raw JSON. */

import type { QueryColumn as DeclaredColumn } from '../declaration/types.generated.ts';
import type { FilterOperator } from '../expression/compileWhere.ts';
import type { Compiled, FilterTree, Read, Tree } from '../expression/types.ts';
import type { Access, FieldKind } from './basicTypes.ts';
import type { DeclarationFile } from './declarationTypes.ts';
import type { OperandModel, RuleFieldModel } from './operandTypes.ts';
import type { RouteModel } from './routeTypes.ts';
import type { EntityRules, FollowRule } from './ruleTypes.ts';
import type { ScreenModel } from './screenTypes.ts';
import type { TemplateModel } from './templateTypes.ts';

export type Locale = 'en-CA' | 'fr-CA';

/** A record as JSON: the answer shape of the API (ids, expanded references, derived values). */
export type DataRecord = { readonly [field: string]: unknown };

/** `one`/`other` are chosen by `count` with Intl.PluralRules; `{name}` is substituted. */
export type MessageText = string | { readonly one: string; readonly other: string };

export type Model = {
  /** Hash of the declarations; changes when anything changes. */
  readonly version: string;
  readonly entities: ReadonlyMap<string, EntityModel>;
  readonly lookups: ReadonlyMap<string, LookupModel>;
  readonly screens: ReadonlyMap<string, ScreenModel>;
  /** Empty in a browser: they are run by the server. */
  readonly queries: ReadonlyMap<string, QueryModel>;
  readonly menu: readonly MenuGroup[];
  readonly routes: readonly RouteModel[];
  readonly features: ReadonlyMap<string, FeatureModel>;
  readonly roles: ReadonlyMap<string, RoleModel>;
  readonly messages: Readonly<Record<Locale, ReadonlyMap<string, MessageText>>>;
  readonly settings: Settings;
  /** Where each entity, field, feature, message and rule is used. */
  readonly usage: readonly Usage[];
};

/** What the server sends to the browser: declarations without seeds and cases, and their expressions already parsed. */
export type ModelBundle = {
  readonly version: string;
  readonly files: readonly DeclarationFile[];
  readonly trees: Readonly<Record<string, Tree>>;
};

export type Settings = {
  readonly pageSize: number;
  readonly maximumPageSize: number;
  readonly textFilterMinimumLength: number;
  readonly bodyLimitBytes: number;
  /** What a file field takes that does not say it itself. */
  readonly fileLimitBytes: number;
  readonly fileTypes: readonly string[];
};

export type Usage = {
  /** What is used: `entity:product`, `field:product.Name`, `feature:Product.Menu`, `message:plan.name.unique`. */
  readonly of: string;
  /** Where: the file and the JSON pointer in it. */
  readonly file: string;
  readonly path: string;
};

export type LookupModel = {
  readonly id: string;
  /** `Id` is a number or text as the specification gives it; `Name` is the code; the label is message `lookup.<id>.<Name>`. */
  readonly items: readonly LookupItem[];
};
export type LookupItem = {
  readonly Id: string | number;
  readonly Name: string;
  /** Of its badge, wherever it is shown as one. */
  readonly tone?: 'neutral' | 'muted' | 'accent' | 'positive' | 'warning' | 'negative';
} & DataRecord;

export type FeatureModel = { readonly id: string; readonly title: string };
export type RoleModel = { readonly id: string; readonly features: readonly string[] };

/** How a value is stored; store adapters map only these. */
export type StorageKind = 'text' | 'integer' | 'real' | 'boolean' | 'json';

export type FieldModel = {
  /** Stable id apart from the name (`x-id`, else `<entity>.<path>`). */
  readonly id: string;
  readonly name: string;
  /** Dotted pattern from the record: `Name`, `PlanCoverageItems.IsOptional`. */
  readonly path: string;
  readonly entity: string;
  readonly kind: FieldKind;
  readonly storage: StorageKind;
  /** False for derived values that are computed at every read. */
  readonly stored: boolean;
  readonly required: boolean;
  /** Set by the server only (Id, Revision, CreatedDate …) or declared `readOnly`. */
  readonly readOnly: boolean;
  /** May be written by create only. */
  readonly createOnly: boolean;
  readonly default?: unknown;
  readonly limits: FieldLimits;
  /** A text that has another in each language. */
  readonly localized?: boolean;
  /** Message that says what a text must look like to fit its pattern. */
  readonly shape?: string;
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
  /** The text is the user name of a person, shown as what the person is called. */
  readonly isPerson?: true;
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
  /** What rules call the records of the same owner: `$owner.<kin>`. */
  readonly kin?: string;
  /** An id of zeros stands for all of them. */
  readonly all?: boolean;
  /** Answer: `{ [as]: { …fields of the target } }`, beside the id; for `references` the list itself holds the objects. */
  readonly expand?: ExpandModel;
};

/** The record of a person is the one whose `by` is their user name; who is not `active` there is signed in no more. */
/** A fact of who calls: that of `$user.<as>` named `field`. */
export type UserFact = { readonly as: string; readonly field: string };

/** One of the tests suffices; those of what it goes through are among them. Who has no record of their own sees all. */
export type RowAccess = {
  /** Who sees every record: by a feature, or by a fact that is known of them. */
  readonly unless?: { readonly feature: string; readonly known?: UserFact };
  /** Stored field of the record, or of one it refers to, that is to be a fact of who calls. */
  readonly tests: readonly { readonly path: string; readonly user: UserFact }[];
};

type OfUser = {
  readonly as: string;
  readonly by: string;
  readonly fields: readonly string[];
  readonly active?: string;
};

export type EntityModel = {
  readonly id: string;
  readonly area: string;
  /** Message keys. */
  readonly title: string;
  readonly plural: string;
  /** The field that names a record to a person. */
  readonly labelField: string;
  readonly fields: readonly FieldModel[];
  /** By dotted pattern, nested ones too. */
  readonly fieldByPath: ReadonlyMap<string, FieldModel>;
  readonly unique: readonly UniqueModel[];
  readonly order?: { readonly field: string; readonly within: readonly string[] };
  readonly history: boolean;
  /** Booleans that one of the records has which share some fields. */
  readonly ones: readonly { readonly field: string; readonly within: readonly string[] }[];
  /** Which record is about who calls: expressions read its fields as `$user.<as>`. */
  readonly ofUser?: OfUser;
  /** Which records a person sees; absent: whoever may see the entity sees all. */
  readonly rowAccess?: RowAccess;
  /** Parts that stand in it, each with its words. */
  readonly parts: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** There may be a million of one owner: written and walked many at once. */
  readonly many: boolean;
  /** Whether a copy of the owner takes the record with it; absent: it does. */
  readonly copied?: Compiled;
  /** Field → what it holds in a copy while the many records it owns are still on their way. */
  readonly filling?: Readonly<Record<string, Compiled>>;
  /** The field whose reference owns this record (`x-owner`). */
  readonly owner?: FieldModel;
  /** Entities whose records this one owns, in order of declaration. */
  readonly owns: readonly string[];
  /** What rules remember beside the fields: `$stash` and `$overrides`, where a rule stashes or may be overruled. */
  readonly memory: readonly FieldModel[];
  readonly rules: EntityRules;
  readonly workflow?: WorkflowModel;
  readonly policy: PolicyModel;
  readonly removal: readonly RemovalModel[];
  readonly follows: readonly FollowRule[];
  /** Set where records of this entity are what rule texts speak of. */
  readonly operand?: OperandModel;
  /** Field defaults that are expressions (`defaults` of behaviour.json), evaluated for a new record. */
  readonly defaults: readonly { readonly field: string; readonly value: Compiled }[];
  readonly cases: readonly CaseModel[];
  readonly seed: SeedModel;
  readonly searchable: readonly string[];
  /** Lists of paths: records with the same values at all paths of one may be the same. */
  readonly alike: readonly (readonly string[])[];
  /** Fields lists are often filtered or sorted by. */
  readonly indexes: readonly string[];
};

export type UniqueModel = {
  readonly id: string;
  readonly fields: readonly string[];
  readonly within: readonly string[];
  /** `nocase`: case, leading, trailing and doubled spaces are ignored. */
  readonly collation: 'exact' | 'nocase';
  /** The two fields hold a pair: the same two values are the same, whichever comes first. */
  readonly anyOrder: boolean;
  readonly message: string;
  /** Field the issue is shown at. */
  readonly at: string;
};

export type RemovalModel = {
  readonly id: string;
  /** Refused while a record of `entity` refers to this one through `path` (dotted, into rows too). */
  readonly referencedBy?: { readonly entity: string; readonly path: string };
  /** Refused while a rule text speaks of it: as an operand, or as a value of the operand that a field refers to. */
  readonly usedInRules?: { readonly operand?: string; readonly value?: Compiled };
  /** Gets `{names}`: labels of the records that refer, and `{name}`: its own. */
  readonly message: string;
};

type SeedModel = {
  readonly reference: readonly DataRecord[];
  readonly demo: readonly DataRecord[];
  /** What the file fields of demo records refer to. */
  readonly files: readonly SeedFile[];
};

/** A content, in base64. */
type SeedFile = {
  readonly Id: string;
  readonly Name: string;
  readonly ContentType: string;
  readonly UploadedBy?: string;
  readonly CreatedDate?: string;
  readonly Content: string;
};

/** An example that must hold, replayed on every path. */
export type CaseModel = {
  readonly title: string;
  readonly operation: string;
  readonly given: {
    readonly record?: DataRecord;
    readonly stored?: DataRecord;
    readonly owner?: DataRecord;
    /** Other records that stand in the store, by entity. */
    readonly others?: Readonly<Record<string, readonly DataRecord[]>>;
    readonly role?: string;
    readonly features?: readonly string[];
    readonly today?: string;
  };
  readonly expect: {
    readonly accepted: boolean;
    /** Rule ids that must fire, all of them. */
    readonly rules?: readonly string[];
    /** Fields (JSON pointers) the first issues are shown at. */
    readonly at?: readonly string[];
    /** Values of the stored record afterwards. */
    readonly values?: DataRecord;
    readonly status?: number;
  };
};

export type WorkflowModel = {
  readonly field: string;
  readonly transitions: readonly TransitionModel[];
};

export type TransitionModel = {
  readonly id: string;
  readonly from: readonly string[];
  readonly to: string;
  readonly access: Access;
  readonly guard?: Compiled;
  /** Shown with 409 when the guard refuses. */
  readonly refusal: string;
  readonly confirm?: string;
  readonly label: string;
  readonly set: Readonly<Record<string, Compiled>>;
  readonly then?: string;
};

export type PolicyModel = {
  readonly view: Access;
  readonly create: Access;
  readonly update: Access;
  readonly remove: Access;
  /** By field name; a field without an entry follows the entity. */
  readonly fields: Readonly<Record<string, FieldPolicy>>;
  /** Of rows that are records: what their own entity says, by `<list>` and `<list>.<field>`. */
  readonly rows: Readonly<Record<string, FieldPolicy>>;
};

export type FieldPolicy = { readonly view?: Access; readonly write?: Access };

/* Declared questions to the store: every path led to a field, every reference on the way to a table. */
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

export * from './basicTypes.ts';
export * from './blockTypes.ts';
export * from './declarationTypes.ts';
export * from './operandTypes.ts';
export * from './routeTypes.ts';
export * from './ruleTypes.ts';
export type MenuGroup = {
  readonly id: string;
  readonly title: string;
  readonly screens: readonly ScreenModel[];
};

export * from './screenTypes.ts';
export * from './summaryTypes.ts';
export type { Compiled, FilterTree, Read, Tree };
