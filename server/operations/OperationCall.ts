/** Who asks for an operation, in which language and at which moment. Nothing here knows HTTP. */
import type {
  Access,
  DataRecord,
  Locale,
  Model,
  ModelBundle,
  RuleContext,
  UserContext,
  Validators,
} from '#engine';
import { Refusal, refusals } from '../errors/Refusal.ts';
import type { ExtensionPorts } from '../ports/ExtensionPorts.ts';
import type { Ports } from '../ports/ports.ts';
import { type Asking, type Store, StoreConflict, type StoreSession } from '../store/types.ts';
import type { Change, Events } from '../work/events.ts';
import type { WorkBudget } from '../work/WorkBudget.ts';
import type { Sequences } from './createSequences.ts';
import type { Signer } from './createSigner.ts';
import type { EntityPlan } from './EntityPlan.ts';

/** How the outcome is told: a message, what it was about, where what was made is seen, and where it is tried again. */
export type JobNotice = {
  readonly title: string;
  readonly about?: string;
  readonly to?: string;
  readonly otherwise?: string;
};

/** How far a job has come: a count, and a share of the whole from 0 to 1 where that is known. */
export type Progress = { readonly done: number; readonly share?: number };

export type Jobs = {
  /** Starts the job and gives its id while it runs; undefined when there was nothing left to do. */
  readonly start: (call: OperationCall, request: JobRequest) => Promise<string | undefined>;
  /** False for what is carried to its end whatever comes. */
  readonly isCancellable: (kind: string) => boolean;
  readonly progress: (id: string) => Progress | undefined;
  /** Asks a running job to end, in whichever process it runs; false when it does not run. */
  readonly cancel: (id: string) => Promise<boolean>;
  /** Ends with the job. */
  readonly ended: (id: string) => Promise<void>;
  /** Takes over the jobs of processes that are dead; to be called every few seconds where there are several. */
  readonly tend: () => Promise<void>;
};

export type JobRequest = {
  readonly kind: string;
  /** What it is about: a second job of the kind for the same key is refused while the first one runs. */
  readonly key: string;
  /** Who may watch and cancel it, beside the person who started it. */
  readonly access: Access;
  /** Writes what the job starts from, in one transaction with the job itself, and gives what it works on; nothing when nothing is left to do. */
  readonly prepare: (scope: WriteScope) => Promise<DataRecord | undefined>;
  /** Asked once it is prepared. */
  readonly notice?: () => JobNotice | undefined;
};

/** Releases that other processes publish. */
export type Releases = {
  /** Puts the newest release in force that was published before `since` (`performance.now()`; absent: now). */
  readonly catchUp: (since?: number) => Promise<void>;
  /** Within a transaction: whether a later one than this is in force, which this process may not have heard of yet. */
  readonly isOvertaken: (session: StoreSession, release: number) => Promise<boolean>;
};

export type Runtime = {
  readonly model: Model;
  readonly bundle: ModelBundle;
  /** Number of the release it is; 0: as shipped. */
  readonly release: number;
  /** False once a later release has taken its place. */
  readonly isInForce: () => boolean;
  /** The one in force now. */
  readonly latest: () => Runtime;
  /** Absent where no other process publishes. */
  readonly releases?: Releases | undefined;
  readonly validators: Validators;
  readonly store: Store;
  /** The same for all calls that see the same records: what was made of them is kept under it. */
  readonly sight?: object;
  readonly ports: Ports & ExtensionPorts;
  readonly events: Events;
  readonly signer: Signer;
  readonly sequences: Sequences;
  readonly jobs: Jobs;
  readonly planOf: (entity: string) => EntityPlan;
  /** Features of a set of roles. */
  readonly featuresOf: (roles: readonly string[]) => readonly string[];
};

/** What is known before anybody calls. The store is the caller's: each sees the records that are theirs. */
export type RuntimeOfAll = Omit<Runtime, 'store' | 'latest'>;

export type OperationCall = {
  readonly runtime: Runtime;
  readonly user: UserContext;
  readonly features: ReadonlySet<string>;
  readonly locale: Locale;
  /** UTC, ISO 8601. */
  readonly now: string;
  /** The time zone whose days the person means. */
  readonly zone: string;
  /** The person's calendar day. */
  readonly today: string;
  /** Tokens of the confirm rules a person has said yes to. */
  readonly confirmed: readonly string[];
  /** What it may still work. */
  readonly budget: WorkBudget;
  /** Who waits for what is read, and until when; absent: the server itself. */
  readonly asking?: Asking | undefined;
};

/** An operation inside its transaction: changes are announced when it is through. */
export type WriteScope = {
  readonly call: OperationCall;
  readonly session: StoreSession;
  readonly changes: Change[];
  /** Where many records are written one after the other: entries of the history, which go in together. */
  readonly history?: DataRecord[];
};

/** Runs the work as one transaction, and tells everyone what changed once it holds. */
export async function inTransaction<Result>(
  call: OperationCall,
  work: (scope: WriteScope) => Promise<Result>,
): Promise<Result> {
  await call.runtime.signer.ready();
  const changes: Change[] = [];
  const result = await call.runtime.store
    .transaction(async (session) => {
      if (await isOvertaken(call.runtime, session)) throw refusals.declarationsChanged();
      return work({ call, session, changes });
    })
    .catch(async (error) => {
      // Who tries again does so by the new rules.
      if (error instanceof Refusal && error.key === declarationsChanged)
        await call.runtime.releases?.catchUp();
      throw error;
    })
    .catch(refuseDangling(call));
  for (const change of changes) call.runtime.events.announce('recordChanged', change);
  return result;
}

const declarationsChanged = refusals.declarationsChanged().key;

/** It waited while a release was published, here or elsewhere: what the old rules allow, the new ones might refuse. */
async function isOvertaken(
  { isInForce, releases, release }: Runtime,
  session: StoreSession,
): Promise<boolean> {
  return !isInForce() || ((await releases?.isOvertaken(session, release)) ?? false);
}

/** A record referred to was removed between check and commit: the store says so only at the end. */
function refuseDangling({ runtime }: OperationCall): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof StoreConflict)) throw error;
    const title = runtime.model.entities.get(error.entity)?.title;
    throw refusals.invalid({ params: { entity: title }, cause: error });
  };
}

/** What rules may read beside the record. */
export function ruleContext(
  call: OperationCall,
  more: Pick<RuleContext, 'action' | 'owner' | 'previous'>,
): RuleContext {
  return {
    model: call.runtime.model,
    user: call.user,
    today: call.today,
    now: call.now,
    locale: call.locale,
    ...more,
  };
}
