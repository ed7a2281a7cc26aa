/** What the steps of one run share. */
import type { AutomationModel, CallModel, DataRecord } from '#engine';
import type { EntityPlan } from '../operations/EntityPlan.ts';
import type { Runtime, WriteScope } from '../operations/OperationCall.ts';
import type { StoreSession } from '../store/types.ts';

export type StepResult = {
  readonly Do: string;
  /** Its place: `2`, or `2/1` within a step of each. */
  readonly Step: string;
  readonly Outcome: 'done' | 'skipped' | 'stopped' | 'waiting' | 'failed';
  readonly Values?: DataRecord;
  /** A message that says why. */
  readonly Reason?: { readonly key: string; readonly params: DataRecord };
  readonly Milliseconds: number;
};

/** What is sent, without its secrets. */
export type CallRequest = Pick<CallModel, 'url' | 'method' | 'headers'> & { readonly body: string };

/** As it is stored with the run. */
export type MadeCall = {
  /** The index of its step. */
  readonly at: number;
  readonly request: CallRequest;
  readonly reply?: { readonly status: number; readonly answer?: unknown };
};

export type Running = {
  readonly scope: WriteScope;
  /** The transaction without anyone's row access: for people, letters and the run itself. */
  readonly raw: StoreSession;
  /** The runtime without anyone's row access. */
  readonly base: Runtime;
  readonly zone: string;
  readonly automation: AutomationModel;
  readonly results: StepResult[];
  /** What started it, and the answer of its last call: `$event` and `$answer`. */
  readonly given: { readonly event?: unknown; answer?: unknown };
  /** The last call of the run, with its answer if there is one. */
  readonly made?: MadeCall | undefined;
  /** A trial: nothing waits, and everything is rolled back afterwards. */
  readonly isTrial: boolean;
  /** Counts of this run, which bound it. */
  readonly spent: { records: number; told: number };
};

/** The record that steps are about. */
export type Subject = {
  readonly plan: EntityPlan;
  readonly record: DataRecord;
  readonly previous: DataRecord;
  /** In the steps of each: the record that started the automation. */
  readonly outer?: Subject;
  /** The record is gone: nothing can be written to it. */
  readonly isRemoved?: boolean;
};

/** Records that one run may write. */
export const mostRecords = 500;
/** People and addresses that one run may tell. */
export const mostTold = 200;

export type Outcome = Pick<StepResult, 'Outcome' | 'Values' | 'Reason'> & { readonly record?: DataRecord };

export type Carrying = {
  readonly subject: Subject;
  readonly vars: Readonly<Record<string, unknown>>;
  readonly path: string;
};
