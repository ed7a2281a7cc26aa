/** The state of a form, with subscriptions per path; independent of React. Paths are JSON pointers. */
import type { Trace } from '../expression/tree.ts';
import type { Issue, Reason, RuleContext, Validators } from '../rules/types.ts';
import type { Sort } from '../types/basicTypes.ts';
import type { DataRecord, EntityModel, FieldModel, FilterTree, OptionsRule } from '../types/modelTypes.ts';

export type FormOptions = {
  readonly entity: EntityModel;
  /** The stored record, or the start values of a new one. */
  readonly record: DataRecord;
  readonly isNew: boolean;
  /** The name of updates by this form in rules; absent: `update`. */
  readonly action?: string;
  /** `user`, `today`, `owner` … ; `previous` is the stored record. */
  readonly context: Omit<RuleContext, 'action' | 'previous'>;
  readonly validators: Validators;
  /** Dotted patterns on the form; other fields are not shown, but still checked. Absent: all. */
  readonly placed?: readonly string[];
  /** Set when the person may not save at all: everything is read-only. */
  readonly locked?: Reason;
  /** Loads the records a reference may name (cached by the caller), or records by id. */
  readonly loadOptions?: (request: OptionsRequest) => Promise<readonly DataRecord[]>;
  /** A form of the same record under older declarations, whose edits continue here. */
  readonly continues?: FormState;
  /** Runs remote checks (unique …) on the server without writing, when a field is left. */
  readonly checkRemote?: (record: DataRecord) => Promise<readonly Issue[]>;
};

export type OptionsRequest = {
  readonly entity: string;
  readonly filter: FilterTree;
  readonly sort: readonly Sort[];
  readonly pageSize?: number;
  /** The minimum number of characters to search for. */
  readonly minimumLength?: number;
  readonly find?: string;
  /** Only records that these records refer to. */
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
  /** Issues to show now: of touched fields, after a submit, and from the server. */
  readonly issues: readonly Issue[];
  readonly touched: boolean;
  /** The current row condition of the choices; undefined without an options rule. */
  readonly options?: OptionsRequest;
  /** A computed value overridden by hand. */
  readonly overridden: boolean;
  readonly reasons: readonly Reason[];
};

/** A removed field and its entered but unsaved value. */
export type LostField = { readonly field: FieldModel; readonly value: unknown };

export type FormStatus = {
  readonly dirty: boolean;
  readonly saving: boolean;
  readonly submitted: boolean;
  /** Errors anywhere, shown or not. */
  readonly errorCount: number;
  /** Issues of the record as a whole (path ''). */
  readonly recordIssues: readonly Issue[];
  /** Incremented on any change of a field's issues, because equal counts may be different errors. */
  readonly issueChanges: number;
};

export type SaveResult =
  | { readonly kind: 'invalid'; readonly first: string }
  | { readonly kind: 'ready'; readonly payload: DataRecord };

/** The source of a rule and how its value is computed. */
export type Explanation = {
  readonly id: string;
  readonly file: string;
  readonly pointer: string;
  /** Set when the rule was added or changed by an overlay. */
  readonly overlay?: string;
  readonly text: string;
  readonly trace?: Trace;
};

export type FormState = {
  readonly entity: EntityModel;
  /** Explains a rule at a path; undefined for anything but a rule. */
  readonly explain: (path: string, rule: string) => Explanation | undefined;
  readonly view: (path: string) => FieldView;
  readonly status: () => FormStatus;
  /** The current record in answer shape. */
  readonly record: () => DataRecord;
  readonly stored: () => DataRecord;
  /** Called when the view at `path` has changed. */
  readonly subscribe: (path: string, listener: () => void) => () => void;
  readonly subscribeStatus: (listener: () => void) => () => void;
  /** Called when rows are added or removed or fields shown or hidden. `structure()` is a version number. */
  readonly subscribeStructure: (listener: () => void) => () => void;
  readonly structure: () => number;
  /** A change by a person: effects run. `option` is the chosen record of a reference or lookup. */
  readonly change: (path: string, value: unknown, option?: DataRecord) => void;
  /** Several changes as one step (one pass of rules). */
  readonly batch: (work: () => void) => void;
  /** The person left the field. */
  readonly touch: (path: string) => void;
  readonly addRow: (path: string, row?: DataRecord, at?: number) => void;
  /** Returns a function that restores the row in its place. */
  readonly removeRow: (path: string, index: number) => () => void;
  readonly moveRow: (path: string, from: number, to: number) => void;
  /** Row keys that stay with rows when they move. */
  readonly rowKeys: (path: string) => readonly string[];
  /** Reverts a value to the computed one. */
  readonly resetDerived: (path: string) => void;
  /** Shows all issues; returns the payload (what a client may send), or the first path with an error. */
  readonly submit: () => SaveResult;
  readonly setSaving: (saving: boolean) => void;
  /** After a save: this is the stored record. Later edits are kept. */
  readonly saved: (stored: DataRecord) => void;
  /** Reverts to the stored values ('Clear All'). */
  readonly reset: () => void;
  /** Shows server errors at their fields; changing a field clears its errors. */
  readonly applyServerIssues: (issues: readonly Issue[] | readonly ServerError[]) => void;
  /** Another person saved: the fields changed by both, for the conflict dialog. */
  readonly conflict: (current: DataRecord) => readonly FieldConflict[];
  /** Takes their record as the stored one, keeping my changes except where `take` says theirs. */
  readonly merge: (current: DataRecord, take: Readonly<Record<string, 'mine' | 'theirs'>>) => void;
  /** Entered values of fields that the current declarations no longer have. */
  readonly lost: () => readonly LostField[];
  /** Resolves when all requested references are loaded; undefined when none are pending. */
  readonly ready: () => Promise<void> | undefined;
  /** The context of the record, such as its owner, has changed: reruns all rules on the current values. */
  readonly setContext: (context: FormOptions['context']) => void;
  readonly destroy: () => void;
};

/** `ValidationErrors` of the HTTP contract: the message is already translated. */
export type ServerError = {
  readonly Key: string;
  readonly Value: string;
  readonly Rule?: string;
  readonly Path?: string;
  /** The cell in an uploaded spreadsheet: `D7`. */
  readonly Cell?: string;
};

export type FieldConflict = {
  readonly path: string;
  readonly base: unknown;
  readonly mine: unknown;
  readonly theirs: unknown;
  readonly both: boolean;
};
