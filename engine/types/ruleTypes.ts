/** Compiled rules by slot. */
import type { Compiled, FilterTree, Read } from '../expression/types.ts';
import type { Sort } from './basicTypes.ts';

export type EntityRules = {
  readonly state: readonly StateRule[];
  readonly values: readonly ValueRule[];
  readonly checks: readonly CheckRule[];
  readonly options: readonly OptionsRule[];
  readonly effects: readonly EffectRule[];
  readonly mirrors: readonly MirrorRule[];
  readonly gathers: readonly GatherRule[];
  readonly sentences: readonly SentenceRule[];
};

type RuleBase = {
  readonly id: string;
  readonly entity: string;
  /** Dotted path of the list whose rows the rule governs; `$` is then the row. */
  readonly each?: string;
  /** `<kind>/<name>` of the overlay change that added it. */
  readonly overlay?: string;
  readonly file: string;
  /** JSON pointer in the file. */
  readonly pointer: string;
};

/** relevant, required or editable, for fields (dotted patterns) or the whole record (`*`). */
export type StateRule = RuleBase & {
  readonly slot: 'relevant' | 'required' | 'editable';
  readonly fields: readonly string[];
  readonly expression: Compiled;
  /** For `relevant`: what happens to the value of an irrelevant field. */
  readonly retain: Retain;
  /** Why it is locked, hidden or required, for people. */
  readonly message?: string;
};
export type Retain = 'clear' | 'keep' | 'stash';

export type ValueRule = RuleBase & {
  readonly field: string;
  readonly expression: Compiled;
  /** People may override it; overrides are recorded in `$overrides`. */
  readonly override: boolean;
  /** When it does not hold, the field is entered by people. */
  readonly when?: Compiled;
};

export type Level = 'error' | 'warning' | 'confirm';

export type CheckRule = RuleBase & {
  /** Passes when it gives true. */
  readonly expression: Compiled;
  readonly when?: Compiled;
  /** Patterns of the fields that show the issue; empty: the record. */
  readonly at: readonly string[];
  readonly level: Level;
  /** A permission check: refused with 403. */
  readonly denies: boolean;
  /** Messages of the buttons of a confirmation; absent: yes and no. */
  readonly answers?: { readonly yes: string; readonly no: string };
  readonly message: string;
  readonly params: Readonly<Record<string, Compiled>>;
  /** Operations it applies to (`create`, `update`, `transition:launch` …); empty: every write. */
  readonly on: readonly string[];
};

type RowCondition = {
  readonly bind: (scope: { root: unknown; vars: Record<string, unknown> }) => FilterTree;
  readonly reads: readonly Read[];
  /** Dotted fields of the other entity that it compares. */
  readonly fields?: readonly string[];
  readonly text?: string;
};

export type OptionsRule = RuleBase & {
  readonly field: string;
  readonly from: string;
  readonly where?: RowCondition;
  readonly sort: readonly Sort[];
  /** How many are shown before typing; absent: the form decides. */
  readonly pageSize?: number;
  /** Minimum number of characters to search. */
  readonly minimumLength?: number;
  /** The list call of the choices; absent: the entity's own. */
  readonly find?: string;
  /** Only what these records refer to; `by`: their fields → fields of this record. */
  readonly through?: {
    readonly entity: string;
    readonly field: string;
    readonly by: Readonly<Record<string, string>>;
  };
  /** Why nothing is on offer: the first message whose condition holds. */
  readonly none: readonly { readonly when?: Compiled; readonly message: string }[];
  readonly onInvalid: 'clear' | 'keep' | 'error';
};

export type EffectRule = RuleBase & {
  /** Runs only when a person changes this field. `$option` is the chosen record. */
  readonly onUserChange: string;
  readonly when?: Compiled;
  readonly set: Readonly<Record<string, Compiled>>;
  /** Values set in the other rows of its list. */
  readonly others: Readonly<Record<string, Compiled>>;
};

/** Keeps relations between rows symmetric; drops rows that are gone or whose field is irrelevant. */
export type MirrorRule = RuleBase & { readonly each: string; readonly field: string; readonly key: string };

/** A list whose rows come from other records: rows are kept, added and removed accordingly. */
export type GatherRule = RuleBase & {
  readonly field: string;
  readonly from: string;
  readonly where: RowCondition;
  /** A list of those records whose rows are used instead. */
  readonly rows?: string;
  /** The field that identifies a row, and its value. */
  readonly key: string;
  readonly value: Compiled;
};

/** Replaces the schema's messages for some keywords of a field. */
export type SentenceRule = RuleBase & {
  readonly field: string;
  readonly keywords: readonly string[];
  readonly message: string;
  readonly params: Readonly<Record<string, Compiled>>;
};

/** Updates of a record when the one it refers to changes in one of these fields. */
export type FollowRule = {
  readonly id: string;
  /** The referring field. */
  readonly through: string;
  /** Fields of the referenced record. */
  readonly fields: readonly string[];
  readonly set: Readonly<Record<string, Compiled>>;
};
