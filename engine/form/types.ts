/** A form's state in the browser: per-path subscriptions, no React. Paths are JSON pointers. */
import type { Trace } from '../expression/tree.ts';
import type { Issue, Reason, RuleContext, Validators } from '../rules/types.ts';
import type { Sort } from '../types/basicTypes.ts';
import type { DataRecord, EntityModel, FieldModel, FilterTree, OptionsRule } from '../types/modelTypes.ts';

export type FormOptions = {
  readonly entity: EntityModel;
  /** The stored record, or the start values of a new one. */
  readonly record: DataRecord;
  readonly isNew: boolean;
  /** What rules know an update by this form as; absent: `update`. */
  readonly action?: string;
  /** `user`, `today`, `owner` … ; `previous` is the stored record. */
  readonly context: Omit<RuleContext, 'action' | 'previous'>;
  readonly validators: Validators;
  /** Dotted patterns placed on the form; what is not placed is not shown, but still checked. Absent: all. */
  readonly placed?: readonly string[];
  /** True when the login may not save at all (no feature): everything reads only. */
  readonly locked?: Reason;
  /** Records a reference may name, from the server (cached by the caller); asked for by id, too, where only the id came. */
  readonly loadOptions?: (request: OptionsRequest) => Promise<readonly DataRecord[]>;
  /** A form of the same record under declarations that hold no longer: what was typed there goes on here. */
  readonly continues?: FormState;
  /** Asks the server for remote checks (unique …) without writing; by field left. */
  readonly checkRemote?: (record: DataRecord) => Promise<readonly Issue[]>;
};

export type OptionsRequest = {
  readonly entity: string;
  readonly filter: FilterTree;
  readonly sort: readonly Sort[];
  readonly pageSize?: number;
  /** Letters a person types before any are looked for. */
  readonly minimumLength?: number;
  readonly find?: string;
  /** Only what these records refer to, as the rule says. */
  readonly through?: OptionsRule['through'];
  readonly search?: string;
};

/** What a widget shows; the same object until something in it changes. */
export type FieldView = {
  readonly path: string;
  readonly field: FieldModel;
  readonly value: unknown;
  readonly visible: boolean;
  readonly editable: boolean;
  readonly required: boolean;
  /** Issues to show now: on touched fields, after a submit, and from the server. */
  readonly issues: readonly Issue[];
  readonly touched: boolean;
  /** Row condition of the choices right now; changes when what it reads changes. Undefined: no options rule. */
  readonly options?: OptionsRequest;
  /** A derived value overruled by hand. */
  readonly overridden: boolean;
  readonly reasons: readonly Reason[];
};

/** A field that has been taken away, and what had been entered there and not been saved. */
export type LostField = { readonly field: FieldModel; readonly value: unknown };

export type FormStatus = {
  readonly dirty: boolean;
  readonly saving: boolean;
  readonly submitted: boolean;
  /** Errors anywhere, shown or not. */
  readonly errorCount: number;
  /** Issues of the record as a whole (path ''). */
  readonly recordIssues: readonly Issue[];
  /** Goes up when an issue of a field comes, goes or becomes another: as many errors need not be the same ones. */
  readonly issueChanges: number;
};

export type SaveResult =
  | { readonly kind: 'invalid'; readonly first: string }
  | { readonly kind: 'ready'; readonly payload: DataRecord };

/** Where a rule stands and how it comes to its value. */
export type Explanation = {
  readonly id: string;
  readonly file: string;
  readonly pointer: string;
  /** Set where the rule was added or changed on the running system. */
  readonly overlay?: string;
  readonly text: string;
  readonly trace?: Trace;
};

export type FormState = {
  readonly entity: EntityModel;
  /** Why a rule says what it says at a path; undefined for what is no rule. */
  readonly explain: (path: string, rule: string) => Explanation | undefined;
  readonly view: (path: string) => FieldView;
  readonly status: () => FormStatus;
  /** Record as it stands, answer shape. */
  readonly record: () => DataRecord;
  readonly stored: () => DataRecord;
  /** Called when the view at `path` has changed. */
  readonly subscribe: (path: string, listener: () => void) => () => void;
  readonly subscribeStatus: (listener: () => void) => () => void;
  /** Rows added or removed, a field become visible or hidden. `structure()` is a number that changes then. */
  readonly subscribeStructure: (listener: () => void) => () => void;
  readonly structure: () => number;
  /** A person changed a field: effects run. `option` is the chosen record of a reference or lookup. */
  readonly change: (path: string, value: unknown, option?: DataRecord) => void;
  /** Several changes as one step (one pass of rules). */
  readonly batch: (work: () => void) => void;
  /** The person left the field. */
  readonly touch: (path: string) => void;
  readonly addRow: (path: string, row?: DataRecord, at?: number) => void;
  /** Gives the way back: the row as it was, in its place. */
  readonly removeRow: (path: string, index: number) => () => void;
  readonly moveRow: (path: string, from: number, to: number) => void;
  /** Keys of the rows of a list, which stay with the rows wherever they move. */
  readonly rowKeys: (path: string) => readonly string[];
  /** Takes a derived value back to what the rule says. */
  readonly resetDerived: (path: string) => void;
  /** Shows all issues; gives the save payload (what the declaration lets a client send) or the first bad path. */
  readonly submit: () => SaveResult;
  readonly setSaving: (saving: boolean) => void;
  /** After a save: pristine, this is the stored copy. Changes typed meanwhile are kept. */
  readonly saved: (stored: DataRecord) => void;
  /** Back to the stored values ('Clear All'). */
  readonly reset: () => void;
  /** Server errors land at their field; a change of that field takes them away. */
  readonly applyServerIssues: (issues: readonly Issue[] | readonly ServerError[]) => void;
  /** Someone else saved: fields changed here and there, for the conflict dialog. */
  readonly conflict: (current: DataRecord) => readonly FieldConflict[];
  /** Takes their record as stored copy, keeping my changes except where `take` says theirs. */
  readonly merge: (current: DataRecord, take: Readonly<Record<string, 'mine' | 'theirs'>>) => void;
  /** What a person had filled in in fields that the declarations in force no longer have. */
  readonly lost: () => readonly LostField[];
  /** Settles once everything asked about the records referred to has been answered; undefined: nothing is asked. */
  readonly ready: () => Promise<void> | undefined;
  /** What is around the record has changed, as its owner: all rules run anew over what is typed. */
  readonly setContext: (context: FormOptions['context']) => void;
  readonly destroy: () => void;
};

/** `ValidationErrors` of the HTTP contract: the sentence is already in the person's language. */
export type ServerError = {
  readonly Key: string;
  readonly Value: string;
  readonly Rule?: string;
  readonly Path?: string;
  /** Of a spreadsheet that was sent: `D7`. */
  readonly Cell?: string;
};

export type FieldConflict = {
  readonly path: string;
  readonly base: unknown;
  readonly mine: unknown;
  readonly theirs: unknown;
  readonly both: boolean;
};
