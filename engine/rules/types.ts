/** Results and context of rules, shared by form, API, import and transitions. */
import type { DataRecord, Level, Locale, Model } from '../types/modelTypes.ts';

/** Everything a rule may read besides the record: user, time, owner and so on. */
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
  /** The owner record, in answer shape with derived values. */
  readonly owner?: DataRecord;
  /** The stored record, for updates. */
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
  /** Records about this person (`x-user`), by their names in expressions. */
  readonly [record: string]: unknown;
};

/** A finding. `path` is a JSON pointer (`/PlanCoverageItems/0/IsOptional`), '' for the whole record. */
export type Issue = {
  readonly rule: string;
  readonly path: string;
  readonly level: Level;
  /** Message key and placeholder values; formatted where it is shown. */
  readonly message: string;
  readonly params: Readonly<Record<string, unknown>>;
};

/** The state of one field, with all reasons for explanations. */
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
  /** Message key, where declared. */
  readonly message?: string;
  readonly params?: Readonly<Record<string, unknown>>;
};

/** The result of `evaluateRecord`: the settled record and its issues. */
export type Evaluation = {
  /** With derived values, irrelevant values cleared or stashed, and symmetric mirrors. */
  readonly record: DataRecord;
  readonly issues: readonly Issue[];
  /** State by JSON pointer, for every field and row field. */
  readonly stateAt: (path: string) => FieldState;
};

/** Precompiled schema checks (Ajv): field path pattern → function returning the failed keywords. */
export type Validators = {
  readonly [entity: string]: { readonly [fieldPath: string]: (value: unknown) => readonly SchemaFailure[] };
};
export type SchemaFailure = {
  readonly path: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
};
