/** What a form is made of while it is open. Only the functions of this folder change it. */

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

/** Records that were chosen or asked for, and what is still to be asked. */
export type KnownRecords = {
  /** By entity and id; the members of several answers together. */
  readonly records: Map<string, DataRecord>;
  /** Asked about once: what the answer leaves out is empty, or hidden from this person. */
  readonly asked: Set<string>;
  /** By entity and list route: ids to ask about at the end of this step. */
  readonly wanted: Map<string, Wanted>;
  readonly running: Set<Promise<void>>;
};

/** One field of the record or of one row, with everything found out about it. */
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
  /** Issue of a choice that is not offered. */
  option: Issue | undefined;
  server: readonly Issue[];
  /** Issues of check rules that are shown here, by the run that found them. */
  readonly checks: Map<CheckRun, readonly Issue[]>;
  errors: number;
  /** Its issues as they were counted last. */
  said: readonly Issue[];
  request: OptionsRequest | undefined;
  touched: boolean;
};

export type Row = {
  /** Stays with the row wherever it moves. */
  key: string;
  readonly list: Cell;
  index: number;
  readonly root: MutableRecord;
  place: Place;
  readonly cells: Map<string, Cell>;
  snapshot: DataRecord | undefined;
  /** Where the runs of check rules on this row left their issues. */
  readonly runs: Map<Node, CheckRun>;
};

/** One check rule at one place, and the cells its issues went to; undefined stands for the record. */
export type CheckRun = { issues: readonly Issue[]; readonly cells: Set<Cell | undefined> };

export type Listener = () => void;

/** A form while it is open. */
export type FormCore = {
  readonly options: FormOptions;
  readonly plan: EntityPlan;
  readonly graph: FormGraph;
  readonly placed: ReadonlySet<string> | undefined;
  context: RuleContext;
  isNew: boolean;
  readonly content: FormContent;
  /** Where the rule engine reads and writes. */
  readonly memory: WorkingMemory<Cell>;
  readonly queue: Queue;
  readonly stored: StoredCopy;
  readonly issues: FormIssues;
  readonly progress: FormProgress;
  readonly watch: FormWatch;
  readonly known: KnownRecords;
  /** What was filled in in fields that declarations of later no longer have. */
  lost: readonly LostField[];
  /** Does some work as one step: rules run and listeners hear of it once, at the end. */
  readonly change: (work: () => void) => void;
};

/** The record as it stands, and the cells of its fields. */
export type FormContent = {
  /** The record as expressions see it; its identity lasts from load to load. */
  seen: MutableRecord;
  scopes: Scopes;
  place: Place;
  readonly cells: Map<string, Cell>;
  /** Where the runs of check rules on the record left their issues. */
  readonly runs: Map<Node, CheckRun>;
  snapshot: DataRecord | undefined;
  /** Number of the next row, for its key. */
  nextKey: number;
};

/** The record as the server has it, and what differs from it. */
type StoredCopy = {
  record: DataRecord;
  /** The stored record brought to order: what `dirty` compares with. */
  baseline: DataRecord;
  /** What was handed out to be saved. */
  sent: DataRecord | undefined;
  readonly changed: Set<Cell>;
};

/** What is wrong: cells that have issues, issues of the record as a whole. */
type FormIssues = {
  readonly faulty: Set<Cell>;
  readonly ofRecord: Map<CheckRun, readonly Issue[]>;
  ofServer: readonly Issue[];
  /** Errors of all cells. */
  errors: number;
  /** Goes up when what a cell has to say becomes another. */
  changes: number;
};

/** What has been done with the form. */
type FormProgress = {
  submitted: boolean;
  saving: boolean;
  touchedAny: boolean;
  /** True while a record is being taken in: nothing a person did. */
  loading: boolean;
  /** Steps within steps; rules run when the outermost ends. */
  depth: number;
  destroyed: boolean;
};

/** What is shown, and who wants to hear when it changes. */
export type FormWatch = {
  readonly views: Map<string, FieldView>;
  readonly listeners: Map<string, Set<Listener>>;
  readonly statusListeners: Set<Listener>;
  readonly structureListeners: Set<Listener>;
  status: FormStatus;
  structure: number;
  /** The structure that listeners have heard of. */
  structureSeen: number;
};

/** What waits to run, and to be drawn, at the end of a step. */
export type Queue = {
  /** Waiting runs by the order of their node; undefined in a set is the record. */
  readonly waiting: (Set<Row | undefined> | undefined)[];
  count: number;
  low: number;
  /** Values to check by themselves. */
  readonly values: Set<Cell>;
  /** Views to draw again. */
  readonly views: Set<Cell>;
  /** Lists whose rows have moved: all views below are looked at. */
  readonly lists: Set<Cell>;
};
