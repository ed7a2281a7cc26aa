/** The state of an open form. Only functions of this folder change it. */

import type { Scopes } from '../rules/createScopes.ts';
import type { RequiredBy } from '../rules/fieldIssues.ts';
import type { Place } from '../rules/places.ts';
import type { EntityPlan } from '../rules/planTypes.ts';
import type { RuleCell, WorkingMemory } from '../rules/ruleCell.ts';
import type { Issue, Reason, RuleContext } from '../rules/types.ts';
import type { MutableRecord } from '../rules/values.ts';
import type { DataRecord } from '../types/modelTypes.ts';
import type { FormGraph, Node } from './formGraph.ts';
import type { FieldView, FormOptions, FormStatus, LostField, OptionsRequest } from './types.ts';

export type Wanted = { readonly entity: string; readonly find?: string; readonly ids: Set<string> };

/** Records that were chosen or loaded, and those still to load. */
export type KnownRecords = {
  /** By entity and id; merges the members of several answers. */
  readonly records: Map<string, DataRecord>;
  /** Already requested: missing members are empty or hidden from this person. */
  readonly asked: Set<string>;
  /** Ids to request at the end of this step, by entity and list route. */
  readonly wanted: Map<string, Wanted>;
  readonly running: Set<Promise<void>>;
};

/** One field of the record or of a row, with everything known about it. */
export type Cell = RuleCell & {
  readonly row: Row | undefined;
  readonly outer: Cell | undefined;
  /** Cells of an object's fields. */
  readonly members: Cell[];
  /** Rows of a list. */
  rows: Row[];
  required: boolean;
  requiredBy: RequiredBy | undefined;
  requiredReasons: readonly Reason[];
  readable: readonly Reason[];
  locks: readonly Reason[];
  /** Issues of the value itself. */
  own: readonly Issue[];
  /** Issue of a choice that is not on offer. */
  option: Issue | undefined;
  server: readonly Issue[];
  /** Issues of check rules shown here, by the run that found them. */
  readonly checks: Map<CheckRun, readonly Issue[]>;
  errors: number;
  /** The issues when they were last counted. */
  said: readonly Issue[];
  request: OptionsRequest | undefined;
  touched: boolean;
};

export type Row = {
  /** Stays with the row when it moves. */
  key: string;
  readonly list: Cell;
  index: number;
  readonly root: MutableRecord;
  place: Place;
  readonly cells: Map<string, Cell>;
  snapshot: DataRecord | undefined;
  /** The runs of check rules on this row, with their issues. */
  readonly runs: Map<Node, CheckRun>;
};

/** One check rule at one place, and the cells that show its issues; undefined stands for the record. */
export type CheckRun = { issues: readonly Issue[]; readonly cells: Set<Cell | undefined> };

export type Listener = () => void;

/** An open form. */
export type FormCore = {
  readonly options: FormOptions;
  readonly plan: EntityPlan;
  readonly graph: FormGraph;
  readonly placed: ReadonlySet<string> | undefined;
  context: RuleContext;
  isNew: boolean;
  readonly content: FormContent;
  /** The rule engine's access to the form. */
  readonly memory: WorkingMemory<Cell>;
  readonly queue: Queue;
  readonly stored: StoredCopy;
  readonly issues: FormIssues;
  readonly progress: FormProgress;
  readonly watch: FormWatch;
  readonly known: KnownRecords;
  /** Entered values of fields that newer declarations no longer have. */
  lost: readonly LostField[];
  /** Runs work as one step: rules and listeners run once, at the end. */
  readonly change: (work: () => void) => void;
};

/** The current record and the cells of its fields. */
export type FormContent = {
  /** The record as expressions see it; the same object between loads. */
  seen: MutableRecord;
  scopes: Scopes;
  place: Place;
  readonly cells: Map<string, Cell>;
  /** The runs of check rules on the record, with their issues. */
  readonly runs: Map<Node, CheckRun>;
  snapshot: DataRecord | undefined;
  /** Counter for row keys. */
  nextKey: number;
};

/** The record as stored on the server, and what differs from it. */
type StoredCopy = {
  record: DataRecord;
  /** The stored record, normalized, for comparison by `dirty`. */
  baseline: DataRecord;
  /** The record last submitted for saving. */
  sent: DataRecord | undefined;
  readonly changed: Set<Cell>;
};

/** Cells that have issues, and issues of the whole record. */
type FormIssues = {
  readonly faulty: Set<Cell>;
  readonly ofRecord: Map<CheckRun, readonly Issue[]>;
  ofServer: readonly Issue[];
  /** Errors of all cells. */
  errors: number;
  /** Incremented when the issues of any cell change. */
  changes: number;
};

/** The progress of editing. */
type FormProgress = {
  submitted: boolean;
  saving: boolean;
  touchedAny: boolean;
  /** True while a record is loaded, when changes are not the person's. */
  loading: boolean;
  /** Nesting depth of steps; rules run when the outermost one ends. */
  depth: number;
  destroyed: boolean;
};

/** Current views and their subscribers. */
export type FormWatch = {
  readonly views: Map<string, FieldView>;
  readonly listeners: Map<string, Set<Listener>>;
  readonly statusListeners: Set<Listener>;
  readonly structureListeners: Set<Listener>;
  status: FormStatus;
  structure: number;
  /** The structure version that listeners know. */
  structureSeen: number;
};

/** What must run or be redrawn at the end of a step. */
export type Queue = {
  /** Pending runs by node order; undefined in a set is the record. */
  readonly waiting: (Set<Row | undefined> | undefined)[];
  count: number;
  low: number;
  /** Cells whose own values must be checked. */
  readonly values: Set<Cell>;
  /** Cells whose views must be refreshed. */
  readonly views: Set<Cell>;
  /** Lists whose rows have moved: all views below must be compared. */
  readonly lists: Set<Cell>;
};
