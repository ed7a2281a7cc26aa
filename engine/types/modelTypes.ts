/** The compiled, frozen shape of all declarations. Nothing after `compileModel` sees raw JSON. */

import type { Compiled, FilterTree, Read, Tree } from '../expression/types.ts';
import type { Access } from './basicTypes.ts';
import type { DeclarationFile } from './declarationTypes.ts';
import type { FieldModel } from './fieldTypes.ts';
import type { OperandModel } from './operandTypes.ts';
import type { QueryModel } from './queryTypes.ts';
import type { RouteModel } from './routeTypes.ts';
import type { EntityRules, FollowRule } from './ruleTypes.ts';
import type { ScreenModel } from './screenTypes.ts';

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
  /** Years that days and moments may lie in where a field says none. */
  readonly years: Years;
};

/** The first year and the last. */
export type Years = { readonly from: number; readonly to: number };

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
  /** How many records may share the values of some fields: of one owner, or of one person. */
  readonly atMost: readonly { readonly count: number; readonly per: readonly string[] }[];
  /** How large one record may be, in bytes of JSON. */
  readonly maxBytes?: number;
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
  /** Rules whose findings come before all others, in this order. */
  readonly reportFirst: readonly { readonly id: string; readonly message?: string }[];
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
  /** Fields that reports may show to people who may not view the records. */
  readonly reported?: { readonly to: Access; readonly fields: readonly string[] };
  /** Of rows that are records: what their own entity says, by `<list>` and `<list>.<field>`. */
  readonly rows: Readonly<Record<string, FieldPolicy>>;
};

export type FieldPolicy = { readonly view?: Access; readonly write?: Access };

export * from './basicTypes.ts';
export * from './blockTypes.ts';
export * from './declarationTypes.ts';
export * from './fieldTypes.ts';
export * from './operandTypes.ts';
export * from './queryTypes.ts';
export * from './routeTypes.ts';
export * from './ruleTypes.ts';
export type MenuGroup = {
  readonly id: string;
  readonly title: string;
  readonly screens: readonly ScreenModel[];
};

export * from './askTypes.ts';
export * from './screenTypes.ts';
export * from './summaryTypes.ts';
export type { Compiled, FilterTree, Read, Tree };
