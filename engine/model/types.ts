/** The compiled, frozen shape of all declarations. Nothing after `compileModel` sees raw JSON. */
import type { Compiled, FilterTree, Read, Tree } from '../expression/types.ts';

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
  readonly menu: readonly MenuGroup[];
  readonly routes: readonly RouteModel[];
  readonly features: ReadonlyMap<string, FeatureModel>;
  readonly roles: ReadonlyMap<string, RoleModel>;
  readonly messages: Readonly<Record<Locale, ReadonlyMap<string, MessageText>>>;
  readonly settings: Settings;
  /** Where each entity, field, feature, message and rule is used. */
  readonly usage: readonly Usage[];
};

/** One declaration file as read: its path from the root, with `/`, and its JSON. */
export type DeclarationFile = { readonly file: string; readonly json: unknown };
export type DeclarationSet = { readonly files: readonly DeclarationFile[] };

/** Something wrong with a declaration, and what to do about it. `path` is a JSON pointer into the file. */
export type Finding = {
  readonly severity: 'error' | 'warning';
  readonly file: string;
  readonly path: string;
  readonly message: string;
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
export type LookupItem = { readonly Id: string | number; readonly Name: string } & DataRecord;

export type FeatureModel = { readonly id: string; readonly title: string };
export type RoleModel = { readonly id: string; readonly features: readonly string[] };

// ---------------------------------------------------------------- entities

/** How a value is stored; store adapters map only these. */
export type StorageKind = 'text' | 'integer' | 'real' | 'boolean' | 'json';

export type FieldKind =
  | 'id'
  | 'text'
  | 'multiline'
  | 'integer'
  | 'decimal'
  | 'money'
  | 'percent'
  | 'boolean'
  | 'date'
  | 'datetime'
  | 'choice'
  | 'reference'
  | 'references'
  | 'rows'
  | 'object'
  | 'json';

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
  /** Digits after the point, for money, percent and decimal. */
  readonly scale?: number;
  readonly ref?: ReferenceModel;
  readonly lookup?: string;
  /** For `choice`: a stored value that is not in the lookup is shown and kept until changed. */
  readonly keepUnknown: boolean;
  /** What answers carry beside the id (the same as `ref.expand`; of lookups too). */
  readonly expand?: ExpandModel;
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

/** `{ [as]: { …fields } }` in answers, beside the id. */
export type ExpandModel = { readonly as: string; readonly fields: readonly string[] };

export type ReferenceModel = {
  readonly entity: string;
  readonly owner: boolean;
  /** Answer: `{ [as]: { …fields of the target } }`, beside the id; for `references` the list itself holds the objects. */
  readonly expand?: ExpandModel;
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
  /** The field whose reference owns this record (`x-owner`). */
  readonly owner?: FieldModel;
  /** Entities whose records this one owns, in order of declaration. */
  readonly owns: readonly string[];
  readonly rules: EntityRules;
  readonly workflow?: WorkflowModel;
  readonly policy: PolicyModel;
  readonly removal: readonly RemovalModel[];
  /** Field defaults that are expressions (`defaults` of behaviour.json), evaluated for a new record. */
  readonly defaults: readonly { readonly field: string; readonly value: Compiled }[];
  readonly cases: readonly CaseModel[];
  readonly seed: SeedModel;
  readonly searchable: readonly string[];
  /** Fields lists are often filtered or sorted by. */
  readonly indexes: readonly string[];
};

export type UniqueModel = {
  readonly id: string;
  readonly fields: readonly string[];
  readonly within: readonly string[];
  /** `nocase`: case, leading, trailing and doubled spaces are ignored. */
  readonly collation: 'exact' | 'nocase';
  readonly message: string;
  /** Field the issue is shown at. */
  readonly at: string;
};

export type RemovalModel = {
  readonly id: string;
  /** Refused while a record of `entity` refers to this one through `path` (dotted, into rows too). */
  readonly referencedBy: { readonly entity: string; readonly path: string };
  /** Gets `{names}`: comma-separated labels of the records that refer. */
  readonly message: string;
};

export type SeedModel = { readonly reference: readonly DataRecord[]; readonly demo: readonly DataRecord[] };

/** An example that must hold, replayed through every door. */
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

// ---------------------------------------------------------------- rules

export type EntityRules = {
  readonly state: readonly StateRule[];
  readonly values: readonly ValueRule[];
  readonly checks: readonly CheckRule[];
  readonly options: readonly OptionsRule[];
  readonly effects: readonly EffectRule[];
  readonly mirrors: readonly MirrorRule[];
};

type RuleBase = {
  readonly id: string;
  readonly entity: string;
  /** Dotted path of the list whose rows the rule governs; then `$` is the row. */
  readonly each?: string;
  readonly file: string;
};

/** relevant, required, editable of fields (dotted patterns) or of the whole record (`*`). */
export type StateRule = RuleBase & {
  readonly slot: 'relevant' | 'required' | 'editable';
  readonly fields: readonly string[];
  readonly expression: Compiled;
  /** For `relevant`: what happens to the value when it becomes irrelevant. */
  readonly retain: Retain;
  /** Why it is locked, hidden or required, for a person. */
  readonly message?: string;
};
export type Retain = 'clear' | 'keep' | 'stash';

export type ValueRule = RuleBase & {
  readonly field: string;
  readonly expression: Compiled;
  /** A person may overrule it; provenance is kept in `$overrides`. */
  readonly override: boolean;
};

export type Level = 'error' | 'warning' | 'confirm';

export type CheckRule = RuleBase & {
  /** Holds when it gives true. */
  readonly expression: Compiled;
  readonly when?: Compiled;
  /** Patterns of the fields the issue is shown at; empty: the record. */
  readonly at: readonly string[];
  readonly level: Level;
  readonly message: string;
  readonly params: Readonly<Record<string, Compiled>>;
  /** Operations it applies to (`create`, `update`, `transition:launch` …); empty: every write. */
  readonly on: readonly string[];
};

export type OptionsRule = RuleBase & {
  readonly field: string;
  readonly from: string;
  readonly where?: {
    readonly bind: (scope: { root: unknown; vars: Record<string, unknown> }) => FilterTree;
    readonly reads: readonly Read[];
  };
  readonly sort: readonly Sort[];
  readonly onInvalid: 'clear' | 'keep' | 'error';
};

export type EffectRule = RuleBase & {
  /** Runs only when a person changes this field. `$option` is the chosen record. */
  readonly onUserChange: string;
  readonly when?: Compiled;
  readonly set: Readonly<Record<string, Compiled>>;
};

/** Relations between rows of one list are both ways, and drop rows that are gone or for which the field is irrelevant. */
export type MirrorRule = RuleBase & { readonly each: string; readonly field: string; readonly key: string };

// ---------------------------------------------------------------- workflow, policy, routes

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

/** Who: nobody but the login (`login`), everybody (`public`), or any of these features (none listed: nobody). */
export type Access =
  | { readonly kind: 'public' }
  | { readonly kind: 'login' }
  | { readonly kind: 'feature'; readonly anyOf: readonly string[] };

export type PolicyModel = {
  readonly view: Access;
  readonly create: Access;
  readonly update: Access;
  readonly remove: Access;
  /** By field name; a field without an entry follows the entity. */
  readonly fields: Readonly<Record<string, { readonly view?: Access; readonly write?: Access }>>;
};

export type OperationName =
  | 'find'
  | 'get'
  | 'create'
  | 'update'
  | 'remove'
  | 'order'
  | 'transition'
  | 'action'
  | 'lookup';

export type RouteModel = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'PATCH';
  /** `/product/{id}`, without `/api`. A parameter in `{}`; `ids` lists those that match only a UUID. */
  readonly path: string;
  readonly ids: readonly string[];
  readonly operation: OperationName;
  /** Entity (or lookup id for `lookup`). */
  readonly entity: string;
  /** The path parameter that names the record; else the body's `Id`. */
  readonly idParameter?: string;
  /** Path parameters that set or filter fields: parameter → field. */
  readonly bind: Readonly<Record<string, string>>;
  /** `get` of a record reached from another: `/product/plan/{id}/product`. */
  readonly through?: { readonly entity: string; readonly field: string };
  /** Row condition of a `find`, with `$query`. */
  readonly where?: {
    readonly bind: (scope: { root: unknown; vars: Record<string, unknown> }) => FilterTree;
    readonly reads: readonly Read[];
  };
  readonly sort: readonly Sort[];
  readonly transition?: string;
  /** Body member that names the state to go to (`Name`); the transition to that state is taken. */
  readonly transitionFrom?: string;
  /** Transitions this route may not take. */
  readonly except: readonly string[];
  readonly action?: string;
  /** The only fields this route writes; others of the answer shape are ignored. Absent: all. */
  readonly fields?: readonly string[];
  /** `record` (default), `id` (`{ Id }`), `page` (`{ Items, TotalItems }`), `none`. */
  readonly answer: 'record' | 'id' | 'page' | 'none';
  /** Overrides the entity's policy for this route. */
  readonly access?: Access;
  readonly status: number;
  /** Message shown to a person when the write fails without one of its own. */
  readonly failure?: string;
  readonly file: string;
};

export type Sort = { readonly path: string; readonly direction: 'asc' | 'desc' };

// ---------------------------------------------------------------- screens

/** A text on a screen: a message key, or an expression over the screen's data. */
export type TextModel =
  | { readonly message: string; readonly params?: Readonly<Record<string, Compiled>> }
  | { readonly expression: Compiled };

export type ScreenModel = {
  readonly id: string;
  readonly area: string;
  /** `/products/:productId`. */
  readonly route: string;
  readonly access: Access;
  readonly title: TextModel;
  readonly breadcrumb: readonly { readonly text: TextModel; readonly to?: string }[];
  readonly menu?: { readonly group: string; readonly order: number; readonly icon: string };
  /** Records loaded for the screen, by name; `id` is over `$route` (and earlier data). */
  readonly data: readonly { readonly name: string; readonly entity: string; readonly id: Compiled }[];
  readonly actions: readonly ActionModel[];
  readonly blocks: readonly BlockModel[];
  readonly file: string;
};
export type MenuGroup = {
  readonly id: string;
  readonly title: string;
  readonly screens: readonly ScreenModel[];
};

export type BlockModel = GridBlock | FormBlock | LinksBlock | WidgetBlock;

type BlockBase = {
  readonly id: string;
  readonly title?: TextModel;
  /** Features needed to see the block. */
  readonly access?: Access;
  /** Over `$route`, `$data`, `$user`. */
  readonly visible?: Compiled;
  /** Shown only when opened or scrolled to. */
  readonly lazy: boolean;
};

export type GridBlock = BlockBase & {
  readonly kind: 'grid';
  readonly entity: string;
  /** The find route: `/product`. */
  readonly find: string;
  /** Fixed filters: field path → value expression over `$route`, `$data`. */
  readonly where: readonly { readonly path: string; readonly operator: string; readonly value: Compiled }[];
  readonly columns: readonly ColumnModel[];
  readonly filters: readonly FilterModel[];
  readonly sort: readonly Sort[];
  readonly pageSize: number;
  /** Keeps filters, sort, page and columns per person between visits. */
  readonly remember: boolean;
  /** Where a row opens: `/products/{Id}`. */
  readonly open?: string;
  readonly rowActions: readonly ActionModel[];
  readonly actions: readonly ActionModel[];
  /** Move up and move down, and the route that saves the order. */
  readonly order?: { readonly field: string; readonly route: string; readonly enabled?: Compiled };
  readonly empty: string;
  /** DOM id of the table, where the specification names one. */
  readonly domId?: string;
};

export type ColumnModel = {
  /** Dotted path into the answer: `Brand.Name`. */
  readonly path: string;
  readonly title: string;
  readonly kind: FieldKind;
  readonly lookup?: string;
  readonly sortable: boolean;
  readonly width?: number;
  readonly widget?: string;
  readonly options: { readonly [option: string]: unknown };
  readonly hidden: boolean;
};

export type FilterModel = {
  readonly path: string;
  readonly operator: 'eq' | 'ne' | 'contains' | 'startsWith' | 'gt' | 'ge' | 'lt' | 'le' | 'in';
  readonly title: string;
  /** Text filters shorter than this do not apply. */
  readonly minimumLength: number;
  readonly kind: FieldKind;
  readonly lookup?: string;
  /** Reference filters: where the choices come from (`GET` path). */
  readonly optionsFrom?: string;
  readonly label?: string;
};

export type FormBlock = BlockBase & {
  readonly kind: 'form';
  readonly entity: string;
  /** Name in `data` of the record to edit; absent: a new record. */
  readonly record?: string;
  /** Start values of a new record: field → expression over `$route`, `$data`. */
  readonly initial: Readonly<Record<string, Compiled>>;
  /** Name in `data` of the owner record, `$owner` in rules. */
  readonly owner?: string;
  readonly sections: readonly SectionModel[];
  readonly save: {
    readonly label: string;
    readonly method: 'POST' | 'PUT';
    readonly route: string;
    /** Where to go afterwards: `/products/{Id}`; absent: stay, pristine, refreshed. */
    readonly then?: string;
    readonly success?: string;
    readonly failure?: string;
    readonly access: Access;
  };
  readonly cancel?: { readonly label: string; readonly to?: string };
  /** Read-only values as plain text. */
  readonly readOnlyAsText: boolean;
};

export type SectionModel = {
  readonly id: string;
  readonly title?: string;
  readonly columns: 1 | 2 | 3;
  readonly items: readonly ItemModel[];
};

/** A field placed on a form. */
export type ItemModel = {
  readonly field: string;
  readonly widget?: string;
  readonly span: 1 | 2 | 3;
  readonly options: { readonly [option: string]: unknown };
};

export type LinksBlock = BlockBase & {
  readonly kind: 'links';
  readonly links: readonly {
    readonly label: string;
    readonly to?: string;
    readonly access?: Access;
    readonly note?: string;
  }[];
};

export type WidgetBlock = BlockBase & {
  readonly kind: 'widget';
  readonly widget: string;
  readonly options: { readonly [option: string]: unknown };
};

export type ActionModel = {
  readonly id: string;
  readonly label: string;
  readonly kind: 'link' | 'call';
  /** For `link`: `/products/new`; `{Id}` from the row or record, `{route.x}` from the route. */
  readonly to?: string;
  /** For `call`. */
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly route?: string;
  readonly body?: Compiled;
  readonly access: Access;
  /** Over the row (`$`), `$data`, `$user`. */
  readonly visible?: Compiled;
  readonly enabled?: Compiled;
  readonly confirm?: { readonly message: string; readonly params: Readonly<Record<string, Compiled>> };
  readonly success?: string;
  readonly failure?: string;
  /** `reload` (default for calls) or a path to go to. */
  readonly then?: string;
  readonly tone: 'primary' | 'neutral' | 'danger' | 'link';
  readonly icon?: string;
};

export type { Compiled, FilterTree, Read, Tree };
