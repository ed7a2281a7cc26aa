/** Compiled rules, by slot. */
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
  /** Dotted path of the list whose rows the rule governs; then `$` is the row. */
  readonly each?: string;
  /** `<kind>/<name>` of the change of an overlay it stands here by. */
  readonly overlay?: string;
  readonly file: string;
  /** Where in the file it stands. */
  readonly pointer: string;
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
  /** Where it does not hold, the field is a person's own. */
  readonly when?: Compiled;
};

export type Level = 'error' | 'warning' | 'confirm';

export type CheckRule = RuleBase & {
  /** Holds when it gives true. */
  readonly expression: Compiled;
  readonly when?: Compiled;
  /** Patterns of the fields the issue is shown at; empty: the record. */
  readonly at: readonly string[];
  readonly level: Level;
  /** It is about who may: refused with 403. */
  readonly denies: boolean;
  /** Messages of what is answered where it asks; absent: yes and no. */
  readonly answers?: { readonly yes: string; readonly no: string };
  readonly message: string;
  readonly params: Readonly<Record<string, Compiled>>;
  /** Operations it applies to (`create`, `update`, `transition:launch` …); empty: every write. */
  readonly on: readonly string[];
};

type RowCondition = {
  readonly bind: (scope: { root: unknown; vars: Record<string, unknown> }) => FilterTree;
  readonly reads: readonly Read[];
};

export type OptionsRule = RuleBase & {
  readonly field: string;
  readonly from: string;
  readonly where?: RowCondition;
  readonly sort: readonly Sort[];
  /** How many are shown before a person types; absent: what the form thinks fit. */
  readonly pageSize?: number;
  /** Letters a person types before any are looked for. */
  readonly minimumLength?: number;
  /** The list call the choices come from; absent: the entity's own. */
  readonly find?: string;
  /** Only what these records refer to; `by`: their fields → fields of this record. */
  readonly through?: {
    readonly entity: string;
    readonly field: string;
    readonly by: Readonly<Record<string, string>>;
  };
  /** Why nothing is offered: the first that holds is said. */
  readonly none: readonly { readonly when?: Compiled; readonly message: string }[];
  readonly onInvalid: 'clear' | 'keep' | 'error';
};

export type EffectRule = RuleBase & {
  /** Runs only when a person changes this field. `$option` is the chosen record. */
  readonly onUserChange: string;
  readonly when?: Compiled;
  readonly set: Readonly<Record<string, Compiled>>;
  /** What it sets in the other rows of its list. */
  readonly others: Readonly<Record<string, Compiled>>;
};

/** Relations between rows of one list are both ways, and drop rows that are gone or for which the field is irrelevant. */
export type MirrorRule = RuleBase & { readonly each: string; readonly field: string; readonly key: string };

/** A list whose rows come from other records: kept, added and left out as these say. */
export type GatherRule = RuleBase & {
  readonly field: string;
  readonly from: string;
  readonly where: RowCondition;
  /** The list of those records whose rows count in their place. */
  readonly rows?: string;
  /** The field of the row by which it is known again, and what it is. */
  readonly key: string;
  readonly value: Compiled;
};

/** What is said at a field in place of the schema's own sentences about some of its keywords. */
export type SentenceRule = RuleBase & {
  readonly field: string;
  readonly keywords: readonly string[];
  readonly message: string;
  readonly params: Readonly<Record<string, Compiled>>;
};

/** What a record sets anew when the one it refers to has changed one of these fields. */
export type FollowRule = {
  readonly id: string;
  /** Field that refers. */
  readonly through: string;
  /** Fields of the record referred to. */
  readonly fields: readonly string[];
  readonly set: Readonly<Record<string, Compiled>>;
};
