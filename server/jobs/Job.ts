/** Long work: what it must say to be started, watched, cancelled, and cleaned up after. */

import type { DataRecord } from '#engine';
import type { ErrorCode, RefusalDetails } from '../errors/Refusal.ts';
import type { OperationCall, Progress, WriteScope } from '../operations/OperationCall.ts';
import type { Ports } from '../ports/ports.ts';
import type { Store, StoreSession } from '../store/types.ts';

export type JobStatus = 'running' | 'cancelling' | 'done' | 'failed' | 'cancelled';

/** Of jobs that have not ended. */
export const openStatuses = ['running', 'cancelling'] as const satisfies readonly JobStatus[];

/** What work needs to be carried on, by whoever: the job itself, or the next start after a stop. */
export type JobTools = Remains & {
  /** Notes what the job works on from here on, in the transaction that wrote what came before. */
  readonly keep: (session: StoreSession, input: DataRecord) => Promise<void>;
  /** Says, in the transaction that makes the result count, that the job is done: no crash comes between the two. */
  readonly complete: (session: StoreSession, result: DataRecord) => Promise<void>;
  readonly report: (progress: Progress) => void;
};

export type JobWork = Omit<JobTools, 'store' | 'ports'> & {
  readonly call: OperationCall;
  readonly input: DataRecord;
  /** One transaction under the model in force by then; refused when a release changed what the kind writes. */
  readonly write: <Result>(work: (scope: WriteScope) => Promise<Result>) => Promise<Result>;
};

type Remains = {
  readonly store: Store;
  readonly ports: Ports;
  /** Lets everybody else have their turn when it has been long enough; throws `JobCancelled` once nobody wants the job any more. */
  readonly yieldTurn: () => Promise<void>;
};

/** What a result tells a person: how many rows it was about, and sentences on how they were understood. */
export type JobResult = DataRecord & {
  readonly RowCount?: number;
  /** Records that refused while others were changed. */
  readonly RefusedCount?: number;
  readonly Notes?: readonly {
    readonly message: string;
    readonly params: Readonly<Record<string, unknown>>;
  }[];
};

/** What went wrong, to be said in any language. */
export type JobProblem = { readonly code: ErrorCode; readonly key: string } & Pick<
  RefusalDetails,
  'params' | 'issues' | 'entity' | 'findings'
>;

/** A kind of job; its name is what the store keeps. */
export type JobKind = {
  /** Entities whose records it writes: a release that changes one of them ends it, any other does not. */
  readonly writes: (input: DataRecord) => readonly string[];
  /** Gives what a person may want to know of the result. What it refuses is said to the person. */
  readonly run: (work: JobWork) => Promise<DataRecord>;
  /** Takes back all it has written, whole or in part, done twice too: after a failure, a cancel or a crash. */
  readonly undo: (remains: Remains, input: DataRecord) => Promise<void>;
  /** Carries on from what was kept, after a stop or a crash; such a job is carried to its end and cannot be cancelled. */
  readonly resume?: (tools: JobTools, input: DataRecord) => Promise<void>;
  /** Whether `undo` leaves some of it in place: people are told so when the job is cut short. */
  readonly keepsParts?: (input: DataRecord) => boolean;
};

export type JobKinds = Readonly<Record<string, JobKind>>;

/** Somebody has cancelled the job, or the server stops. */
export class JobCancelled extends Error {
  constructor(message = 'The job was cancelled.') {
    super(message);
    this.name = 'JobCancelled';
  }
}

/** This process counted as dead, and another one has taken the job over. */
export class JobLost extends JobCancelled {
  constructor() {
    super('Another process has taken the job over.');
    this.name = 'JobLost';
  }
}
