/** What rules say about a record: the same shapes in the form, the API, an import and a transition. */
import type { DataRecord, Level, Locale, Model } from '../types/modelTypes.ts';

/** Who acts, when, on what: everything a rule may read beside the record. */
export type RuleContext = {
  readonly model: Model;
  readonly user: UserContext;
  /** The person's calendar day, `YYYY-MM-DD`. */
  readonly today: string;
  /** UTC moment, ISO 8601. */
  readonly now: string;
  readonly locale: Locale;
  /** `create`, `update`, `remove`, `transition:<id>`. */
  readonly action: string;
  /** The record that owns this one, in answer shape with its derived values. */
  readonly owner?: DataRecord;
  /** The record as stored, for updates. */
  readonly previous?: DataRecord;
};

export type PersonContext = {
  readonly Id: string;
  readonly UserName: string;
  readonly DisplayName: string;
  readonly Roles: readonly string[];
};

export type UserContext = PersonContext & {
  readonly Features: readonly string[];
  /** Records that are about this person (`x-user`), by what expressions call them. */
  readonly [record: string]: unknown;
};

/** One finding about a record. `path` is a JSON pointer (`/PlanCoverageItems/0/IsOptional`), '' for the record. */
export type Issue = {
  readonly rule: string;
  readonly path: string;
  readonly level: Level;
  /** Message key and the values of its placeholders; who shows it makes the sentence. */
  readonly message: string;
  readonly params: Readonly<Record<string, unknown>>;
};

/** The state of one field, with every reason kept for "why?". */
export type FieldState = {
  readonly relevant: boolean;
  readonly readable: boolean;
  readonly required: boolean;
  readonly editable: boolean;
  readonly reasons: readonly Reason[];
};

export type Reason = {
  readonly slot: 'relevant' | 'readable' | 'required' | 'editable';
  readonly source: 'schema' | 'rule' | 'policy' | 'state' | 'derived' | 'placement';
  /** Rule id, feature or field id. */
  readonly id: string;
  /** Message key for a person, where declared. */
  readonly message?: string;
  readonly params?: Readonly<Record<string, unknown>>;
};

/** What `evaluateRecord` gives: the record brought to order and what is wrong with it. */
export type Evaluation = {
  /** Derived values set, irrelevant values cleared or stashed, mirrors made symmetric. */
  readonly record: DataRecord;
  readonly issues: readonly Issue[];
  /** State by JSON pointer, for every field and row field. */
  readonly stateAt: (path: string) => FieldState;
};

/** Schema checks of one value, compiled ahead (Ajv): field path pattern → function giving the failed keywords. */
export type Validators = {
  readonly [entity: string]: { readonly [fieldPath: string]: (value: unknown) => readonly SchemaFailure[] };
};
export type SchemaFailure = {
  readonly path: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
};
