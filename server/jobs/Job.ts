/** Long work: what a kind of job must provide to be started, watched, cancelled and undone. */

import type { DataRecord } from '#engine';
import type { ErrorCode, RefusalDetails } from '../errors/Refusal.ts';
import type { OperationCall, Progress, WriteScope } from '../operations/OperationCall.ts';
import type { Ports } from '../ports/ports.ts';
import type { Store, StoreSession } from '../store/types.ts';

export type JobStatus = 'running' | 'cancelling' | 'done' | 'failed' | 'cancelled';

/** Statuses of jobs that have not ended. */
export const openStatuses = ['running', 'cancelling'] as const satisfies readonly JobStatus[];

/** What it takes to continue a job, in its first run or after a restart. */
export type JobTools = Remains & {
  /** Saves the input from which the job continues, in the transaction of the work before it. */
  readonly keep: (session: StoreSession, input: DataRecord) => Promise<void>;
  /** Marks the job as done in the transaction that makes the result count, so no crash separates the two. */
  readonly complete: (session: StoreSession, result: DataRecord) => Promise<void>;
  readonly report: (progress: Progress) => void;
};

export type JobWork = Omit<JobTools, 'store' | 'ports'> & {
  readonly call: OperationCall;
  readonly input: DataRecord;
  /** One transaction under the model then in force; refused if a release changed what the kind writes. */
  readonly write: <Result>(work: (scope: WriteScope) => Promise<Result>) => Promise<Result>;
};

type Remains = {
  readonly store: Store;
  readonly ports: Ports;
  /** Yields to other work when due; throws `JobCancelled` once the job is cancelled. */
  readonly yieldTurn: () => Promise<void>;
};

/** A result shown to people: the number of rows, and sentences on how they were interpreted. */
export type JobResult = DataRecord & {
  readonly RowCount?: number;
  /** Records that were refused while others were changed. */
  readonly RefusedCount?: number;
  readonly Notes?: readonly {
    readonly message: string;
    readonly params: Readonly<Record<string, unknown>>;
  }[];
};

/** The failure, in a form that can be shown in any language. */
export type JobProblem = { readonly code: ErrorCode; readonly key: string } & Pick<
  RefusalDetails,
  'params' | 'issues' | 'entity' | 'findings'
>;

/** A kind of job; the store keeps its name. */
export type JobKind = {
  /** Entities it writes: a release that changes one of them ends the job; others do not. */
  readonly writes: (input: DataRecord) => readonly string[];
  /** Returns the result shown to the person. Refusals are shown to the person too. */
  readonly run: (work: JobWork) => Promise<DataRecord>;
  /**
   * Undoes everything written so far, fully or partly. Idempotent: runs after a failure, a cancellation or a
   * crash.
   */
  readonly undo: (remains: Remains, input: DataRecord) => Promise<void>;
  /** Continues from the kept input after a stop or a crash; such a job cannot be cancelled. */
  readonly resume?: (tools: JobTools, input: DataRecord) => Promise<void>;
  /** Whether `undo` leaves some changes: people are told so when the job is cut short. */
  readonly keepsParts?: (input: DataRecord) => boolean;
  /** How a failed or cancelled job is run again; absent: it cannot be. */
  readonly again?: JobAgain;
};

export type JobAgain = {
  /** Only by the person who started it, such as work on a file that only they may read. */
  readonly isOwn?: boolean;
  /** Whether a finished job may be run again as well. */
  readonly onceDone?: (result: DataRecord) => boolean;
  /**
   * The input of the new run, in the transaction that stores it: judges the rights of the caller anew, and
   * refuses when what the job needs is gone.
   */
  readonly prepare: (scope: WriteScope, input: DataRecord) => Promise<DataRecord>;
};

export type JobKinds = Readonly<Record<string, JobKind>>;

/** The job was cancelled, or the server stops. */
export class JobCancelled extends Error {
  constructor(message = 'The job was cancelled.') {
    super(message);
    this.name = 'JobCancelled';
  }
}

/** This process counted as dead, and another one took the job over. */
export class JobLost extends JobCancelled {
  constructor() {
    super('Another process has taken the job over.');
    this.name = 'JobLost';
  }
}
