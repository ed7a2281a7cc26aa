/** The compiled, frozen shape of all declarations. Nothing after `compileModel` sees raw JSON. */

import type { SeedDeclaration } from '../declaration/types.generated.ts';
import type { Compiled, FilterTree, Read, Tree } from '../expression/types.ts';
import type { ActivityModel } from './activityTypes.ts';
import type { AutomationModel } from './automationTypes.ts';
import type { Access } from './basicTypes.ts';
import type { DeclarationFile } from './declarationTypes.ts';
import type { FieldModel } from './fieldTypes.ts';
import type { LookThroughModel, RollUpModel } from './linkedTypes.ts';
import type { OperandModel } from './operandTypes.ts';
import type { PrintFormatModel } from './printTypes.ts';
import type { PublicFormModel } from './publicFormTypes.ts';
import type { QueryModel } from './queryTypes.ts';
import type { RouteModel } from './routeTypes.ts';
import type { EntityRules, FollowRule } from './ruleTypes.ts';
import type { ScreenModel } from './screenTypes.ts';

export type Locale = 'en-CA' | 'fr-CA';

/** A record as JSON in answer shape (ids, expanded references, derived values). */
export type DataRecord = { readonly [field: string]: unknown };

/** `one`/`other` are chosen by `count` with Intl.PluralRules; `{name}` is substituted. */
export type MessageText = string | { readonly one: string; readonly other: string };

export type Model = {
  /** Hash of the declarations; changes when anything changes. */
  readonly version: string;
  readonly entities: ReadonlyMap<string, EntityModel>;
  readonly lookups: ReadonlyMap<string, LookupModel>;
  readonly screens: ReadonlyMap<string, ScreenModel>;
  /** Empty in browsers: only the server runs queries. */
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

/** What the server sends to the browser: declarations without seeds and cases, with parsed expressions. */
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
  /** Default limits of file fields. */
  readonly fileLimitBytes: number;
  readonly fileTypes: readonly string[];
  /** Default range of years for days and moments. */
  readonly years: Years;
};

/** The first and last year. */
export type Years = { readonly from: number; readonly to: number };

export type Usage = {
  /** Such as `entity:product`, `field:product.Name`, `feature:Product.Menu`, `message:plan.name.unique`. */
  readonly of: string;
  /** Where: the file and a JSON pointer. */
  readonly file: string;
  readonly path: string;
};

export type LookupModel = {
  readonly id: string;
  /** `Id` is a number or text as specified; `Name` is the code; the label is message `lookup.<id>.<Name>`. */
  readonly items: readonly LookupItem[];
};
export type LookupItem = {
  readonly Id: string | number;
  readonly Name: string;
  /** The colour of its badge. */
  readonly tone?: 'neutral' | 'muted' | 'accent' | 'positive' | 'warning' | 'negative';
} & DataRecord;

export type FeatureModel = {
  readonly id: string;
  readonly title: string;
  /** Of the patterns of roles, only `*` matches it. */
  readonly isNamed?: true;
};
export type RoleModel = { readonly id: string; readonly features: readonly string[] };

/** A fact about the caller: the field `field` of `$user.<as>`. */
export type UserFact = { readonly as: string; readonly field: string };

/** Passing one test suffices, including those of records it goes through. Without a linked record: all. */
export type RowAccess = {
  /** Who sees every record: by feature, or by a known fact about the person. */
  readonly unless?: { readonly feature: string; readonly known?: UserFact; readonly isOnly?: true };
  /** A stored field of the record, or of one it refers to, that must equal a fact about the caller. */
  readonly tests: readonly { readonly path: string; readonly user: UserFact }[];
  /** References to accounts: people who see the account see the record. */
  readonly accounts?: readonly string[];
};

/** Links a record to the account named in its field `by`, which may sign in only while `active` is true. */
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
  /** The field that serves as the record's label. */
  readonly labelField: string;
  readonly fields: readonly FieldModel[];
  /** By dotted pattern, including nested fields. */
  readonly fieldByPath: ReadonlyMap<string, FieldModel>;
  readonly unique: readonly UniqueModel[];
  readonly order?: { readonly field: string; readonly within: readonly string[] };
  readonly history: boolean;
  /** Boolean flags that exactly one record has among those with equal `within` fields. */
  readonly ones: readonly { readonly field: string; readonly within: readonly string[] }[];
  /** How many records may share the values of some fields, such as owner or person. */
  readonly atMost: readonly { readonly count: number; readonly per: readonly string[] }[];
  /** Maximum size of a record in bytes of JSON. */
  readonly maxBytes?: number;
  /** Links records to the caller: expressions read their fields as `$user.<as>`. */
  readonly ofUser?: OfUser;
  /** Row access; absent: everyone who may see the entity sees all records. */
  readonly rowAccess?: RowAccess;
  /** Its parts, with the words of each. */
  readonly parts: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** One owner may have a million of them: written and read in batches. */
  readonly many: boolean;
  /** Whether the record is copied with its owner; absent: yes. */
  readonly copied?: Compiled;
  /** Field → its value in a copy while the many owned records are still being copied. */
  readonly filling?: Readonly<Record<string, Compiled>>;
  /** The owner reference (`x-owner`). */
  readonly owner?: FieldModel;
  /** Entities whose records this one owns, in declared order. */
  readonly owns: readonly string[];
  /** Memory of rules: `$stash` and `$overrides`, where a rule uses them. */
  readonly memory: readonly FieldModel[];
  readonly rules: EntityRules;
  /** Rules whose findings come first, in this order. */
  readonly reportFirst: readonly { readonly id: string; readonly message?: string }[];
  readonly workflow?: WorkflowModel;
  readonly policy: PolicyModel;
  readonly removal: readonly RemovalModel[];
  readonly follows: readonly FollowRule[];
  /** Fields that follow from records that refer to this one, and from records it refers to. */
  readonly rollUps: readonly RollUpModel[];
  readonly lookThroughs: readonly LookThroughModel[];
  readonly automations: readonly AutomationModel[];
  /** Forms through which people without a login create records. */
  readonly publicForms: readonly PublicFormModel[];
  readonly printFormats: readonly PrintFormatModel[];
  /** What people can do around a record; absent: nothing. */
  readonly activity?: ActivityModel;
  /** Set when rule texts refer to records of this entity. */
  readonly operand?: OperandModel;
  /** Defaults that are expressions (`defaults` of behaviour.json), evaluated for a new record. */
  readonly defaults: readonly { readonly field: string; readonly value: Compiled }[];
  readonly cases: readonly CaseModel[];
  readonly seed: SeedModel;
  readonly searchable: readonly string[];
  /** Lists of paths: records with equal values at all paths of one list may be duplicates. */
  readonly alike: readonly (readonly string[])[];
  /** Fields that lists are often filtered or sorted by, each alone or followed by those that order its records. */
  readonly indexes: readonly (readonly string[])[];
};

export type UniqueModel = {
  readonly id: string;
  readonly fields: readonly string[];
  readonly within: readonly string[];
  /** `nocase`: ignores case and leading, trailing and repeated spaces. */
  readonly collation: 'exact' | 'nocase';
  /** The two fields form an unordered pair. */
  readonly anyOrder: boolean;
  readonly message: string;
  /** The field that shows the issue. */
  readonly at: string;
};

export type RemovalModel = {
  readonly id: string;
  /** Refused while a record of `entity` refers to this one through `path` (dotted, also into rows). */
  readonly referencedBy?: { readonly entity: string; readonly path: string };
  /** Refused while a rule text uses it: as an operand, or as a value of the operand a field refers to. */
  readonly usedInRules?: { readonly operand?: string; readonly value?: Compiled };
  /** Parameters: `{names}`, labels of the referring records, and `{name}`, its own label. */
  readonly message: string;
};

type SeedModel = {
  readonly reference: readonly DataRecord[];
  readonly demo: readonly DataRecord[];
  /** The files of demo records. */
  readonly files: readonly SeedFile[];
  /** Translations of the records' texts. */
  readonly texts: readonly SeedTexts[];
};

/** Language → field → text → its translation. */
type SeedTexts = NonNullable<SeedDeclaration['texts']>;

/** A file in base64. */
type SeedFile = {
  readonly Id: string;
  readonly Name: string;
  readonly ContentType: string;
  readonly UploadedBy?: string;
  readonly CreatedDate?: string;
  readonly Content: string;
};

/** An example that must hold, run on every write path. */
export type CaseModel = {
  readonly title: string;
  readonly operation: string;
  readonly given: {
    readonly record?: DataRecord;
    readonly stored?: DataRecord;
    readonly owner?: DataRecord;
    /** Other stored records, by entity. */
    readonly others?: Readonly<Record<string, readonly DataRecord[]>>;
    readonly role?: string;
    readonly features?: readonly string[];
    readonly today?: string;
  };
  readonly expect: {
    readonly accepted: boolean;
    /** Rule ids that must all fire. */
    readonly rules?: readonly string[];
    /** Fields (JSON pointers) of the first issues. */
    readonly at?: readonly string[];
    /** Expected values of the stored record. */
    readonly values?: DataRecord;
    readonly status?: number;
  };
};

export type WorkflowModel = {
  readonly field: string;
  /** States that no transition leaves. */
  readonly final: readonly string[];
  /** An overlay may change it. */
  readonly open: boolean;
  /** Former state → the state its records move to. */
  readonly moved: Readonly<Record<string, string>>;
  readonly transitions: readonly TransitionModel[];
};

/** A field filled in as part of a transition. */
export type TransitionAsk = { readonly field: string; readonly required: boolean };

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
  readonly tone?: 'primary' | 'neutral' | 'danger';
  readonly asks: readonly TransitionAsk[];
  readonly note?: 'optional' | 'required';
  readonly approval?: ApprovalModel;
  readonly set: Readonly<Record<string, Compiled>>;
  readonly then?: string;
  /** The change of an overlay behind it. */
  readonly overlay?: string;
};

/** An entry of those who approve. */
export type ApproverModel = {
  readonly role?: string;
  /** A field of the record with a person. */
  readonly field?: string;
  readonly superior?: true;
};

/** What a transition waits for. */
export type ApprovalModel = {
  readonly by: readonly ApproverModel[];
  readonly needs: 'one' | 'all';
  readonly if?: Compiled;
  /** People may approve their own requests. */
  readonly own: boolean;
  readonly changes: 'restart' | 'keep';
  /** Days between reminders. */
  readonly remind?: number;
  /** Days until it is due. */
  readonly days?: number;
  readonly escalate: readonly ApproverModel[];
  readonly file: string;
  /** JSON pointer in the file. */
  readonly pointer: string;
  /** Its declaration, to tell whether another release changed it. */
  readonly said: string;
};

export type PolicyModel = {
  readonly view: Access;
  readonly create: Access;
  readonly update: Access;
  readonly remove: Access;
  /** Absent: anyone who may view. */
  readonly export?: Access;
  /** Absent: nobody. */
  readonly import?: Access;
  /** By field name; fields without an entry follow the entity. */
  readonly fields: Readonly<Record<string, FieldPolicy>>;
  /** Fields that reports may show to people who may not view the records. */
  readonly reported?: { readonly to: Access; readonly fields: readonly string[] };
  /** For rows that are records: the policy of their own entity, by `<list>` and `<list>.<field>`. */
  readonly rows: Readonly<Record<string, FieldPolicy>>;
};

export type FieldPolicy = { readonly view?: Access; readonly write?: Access };

export * from './actionTypes.ts';
export * from './activityTypes.ts';
export * from './basicTypes.ts';
export * from './blockTypes.ts';
export * from './columnTypes.ts';
export * from './declarationTypes.ts';
export * from './fieldTypes.ts';
export * from './layoutTypes.ts';
export * from './linkedTypes.ts';
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
