/** The caller, language and time of an operation. Independent of HTTP. */
import type {
  Access,
  DataRecord,
  EntityModel,
  FilterTree,
  Locale,
  Model,
  ModelBundle,
  PrintFormatModel,
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
import { recordChanges } from './recordChanges.ts';

/** How the outcome is reported: the message, its subject, and the pages for the result and for a retry. */
export type JobNotice = {
  readonly title: string;
  readonly about?: string;
  readonly to?: string;
  readonly otherwise?: string;
};

/** Progress of a job: a count, and the fraction done from 0 to 1 when it is known. */
export type Progress = { readonly done: number; readonly share?: number };

export type Jobs = {
  /** Starts the job and returns its id while it runs; undefined when there was nothing left to do. */
  readonly start: (call: OperationCall, request: JobRequest) => Promise<string | undefined>;
  /** False for jobs that always run to the end. */
  readonly isCancellable: (kind: string) => boolean;
  readonly progress: (id: string) => Progress | undefined;
  /** Asks a running job to stop; false when it does not run here. */
  readonly cancel: (id: string) => Promise<boolean>;
  /** Ends with the job. */
  readonly ended: (id: string) => Promise<void>;
  /** Takes over the jobs of processes that are dead; to be called every few seconds where there are several. */
  readonly tend: () => Promise<void>;
};

export type JobRequest = {
  readonly kind: string;
  /** The subject: a second job of this kind with the same key is refused while the first runs. */
  readonly key: string;
  /** Who may watch and cancel it, besides the person who started it. */
  readonly access: Access;
  /** Writes the initial data in the job's transaction; returns its input, or undefined if nothing is left. */
  readonly prepare: (scope: WriteScope) => Promise<DataRecord | undefined>;
  /**
   * What the answer needs of `prepare`, as JSON. A repeated call does not prepare again: it is given what the
   * first one took.
   */
  readonly outcome?: { readonly take: () => DataRecord; readonly give: (taken: DataRecord) => void };
  /** Called after `prepare`. */
  readonly notice?: () => JobNotice | undefined;
};

/** Records that show others, such as a report: a person opens only those of which they may see what is shown. */
export type Opening = {
  /** Of a list, those that may be opened; undefined: all. */
  readonly filter: (call: OperationCall) => Promise<FilterTree | undefined>;
  /** 403 with the right that is missing, before a record is read or written. */
  readonly refuse: (
    from: { readonly call: OperationCall; readonly session: Pick<StoreSession, 'get'> },
    record: DataRecord,
  ) => Promise<void>;
};

export type PrintedFile = {
  /** A PDF. */
  readonly content: Uint8Array<ArrayBuffer>;
  readonly name: string;
  /** Sentences about the file, such as characters that no font has. */
  readonly warnings: readonly string[];
};

export type PrintedRecord = {
  readonly entity: string;
  readonly id: string;
  /** The id of a print format; absent: the default of the entity. */
  readonly format?: string | undefined;
};

export type PrintedList = {
  readonly entity: EntityModel;
  /** The columns on the screen, as far as the caller may read them. */
  readonly columns: readonly { readonly path: string; readonly title: string }[];
  /** The answers, as they are read. */
  readonly records: AsyncIterable<readonly DataRecord[]>;
  /** The fields that the list answers; absent: all. */
  readonly answered?: readonly string[] | undefined;
  readonly format?: string | undefined;
  readonly notes: readonly string[];
};

/** A format that is being written, with a record, or with the first records of a list. */
export type PrintedPreview = {
  readonly entity: EntityModel;
  readonly format: PrintFormatModel;
  readonly id?: string | undefined;
};

/** Prints records and lists as PDF; an extension brings it, so an application without it prints nothing. */
export type Printing = {
  /** The record as the caller sees it, in the language of the call; refuses whatever a read refuses. */
  readonly record: (call: OperationCall, asked: PrintedRecord) => Promise<PrintedFile>;
  /** What a list has found, with the columns it shows. */
  readonly list: (call: OperationCall, asked: PrintedList) => Promise<PrintedFile>;
  /** What a print would show, as data. */
  readonly preview: (call: OperationCall, asked: PrintedPreview) => Promise<DataRecord>;
  /** The formats that the caller may use, the default first. */
  readonly formats: (
    call: Pick<OperationCall, 'runtime' | 'user'>,
    entity: EntityModel,
    what: PrintFormatModel['for'],
  ) => readonly PrintFormatModel[];
};

/** Releases that other processes publish. */
export type Releases = {
  /** Puts the newest release in force that was published before `since` (`performance.now()`; absent: now). */
  readonly catchUp: (since?: number) => Promise<void>;
  /**
   * Within a transaction requested at `since` (`performance.now()`): whether a later release than this is in
   * force, of which this process may not have heard yet.
   */
  readonly isOvertaken: (session: StoreSession, release: number, since: number) => Promise<boolean>;
};

export type Runtime = {
  readonly model: Model;
  readonly bundle: ModelBundle;
  /** Release number; 0 means as shipped. */
  readonly release: number;
  /** False once a later release has replaced this one. */
  readonly isInForce: () => boolean;
  /** The runtime of the release now in force. */
  readonly latest: () => Runtime;
  /** Absent where no other process publishes. */
  readonly releases?: Releases | undefined;
  readonly validators: Validators;
  readonly store: Store;
  /** The same object for all calls with the same row access: a key for caches derived from their records. */
  readonly sight?: object;
  readonly ports: Ports & ExtensionPorts;
  /** The server's time zone: of days that no person's zone decides. */
  readonly zone: string;
  readonly events: Events;
  readonly signer: Signer;
  readonly sequences: Sequences;
  readonly jobs: Jobs;
  /** By entity; absent: anyone who sees the record may open it. */
  readonly opens?: ReadonlyMap<string, Opening>;
  /** Absent in an application whose extensions print nothing. */
  readonly printing?: Printing | undefined;
  readonly planOf: (entity: string) => EntityPlan;
  /** The features that a set of roles grants. */
  readonly featuresOf: (roles: readonly string[]) => readonly string[];
};

/** The part of the runtime that does not depend on the caller. The store does: row access limits it. */
export type RuntimeOfAll = Omit<Runtime, 'store' | 'latest'>;

export type OperationCall = {
  readonly runtime: Runtime;
  readonly user: UserContext;
  readonly features: ReadonlySet<string>;
  /** The API key of the call; absent: a person calls. */
  readonly key?: { readonly prefix: string; readonly entities?: ReadonlySet<string> };
  /** The sign-in provider of the caller's login; absent: a password. */
  readonly signedInWith?: string;
  /** The interface through which the call came, such as MCP. */
  readonly through?: string;
  readonly locale: Locale;
  /** UTC, ISO 8601. */
  readonly now: string;
  /** The person's time zone, which defines their calendar days. */
  readonly zone: string;
  /** Today in the person's time zone. */
  readonly today: string;
  /** Tokens of the confirm rules that the person has accepted. */
  readonly confirmed: readonly string[];
  /** The work this call may still do. */
  readonly budget: WorkBudget;
  /** The caller that waits for reads, and its time limit; absent when the server itself reads. */
  readonly asking?: Asking | undefined;
};

/** An operation inside its transaction. Changes are broadcast after the commit. */
export type WriteScope = {
  readonly call: OperationCall;
  readonly session: StoreSession;
  readonly changes: Change[];
  /** Set when many records are written in a row: history entries collected for one insert. */
  readonly history?: DataRecord[];
  /** The automation that writes: its run, and how many started one another before it. */
  readonly automation?: { readonly run: string; readonly depth: number };
};

/** Runs the work as one transaction and broadcasts its changes after the commit. */
export async function inTransaction<Result>(
  call: OperationCall,
  work: (scope: WriteScope) => Promise<Result>,
): Promise<Result> {
  await call.runtime.signer.ready();
  const changes: Change[] = [];
  let noteCommit = (): void => undefined;
  const since = performance.now();
  const result = await call.runtime.store
    .transaction(async (session) => {
      if (await isOvertaken(call.runtime, session, since)) throw refusals.declarationsChanged();
      const result = await work({ call, session, changes });
      noteCommit = await recordChanges(call, session, changes);
      return result;
    })
    .catch(async (error) => {
      // Who tries again does so by the new rules.
      if (error instanceof Refusal && error.key === declarationsChanged)
        await call.runtime.releases?.catchUp();
      throw error;
    })
    .catch(refuseDangling(call));
  noteCommit();
  for (const change of changes) call.runtime.events.announce('recordChanged', change);
  return result;
}

const declarationsChanged = refusals.declarationsChanged().key;

/** It waited while a release was published, here or elsewhere: what the old rules allow, the new ones might refuse. */
async function isOvertaken(
  { isInForce, releases, release }: Runtime,
  session: StoreSession,
  since: number,
): Promise<boolean> {
  return !isInForce() || ((await releases?.isOvertaken(session, release, since)) ?? false);
}

/** A foreign key violation at commit: the referenced record was removed after the check. */
function refuseDangling({ runtime }: OperationCall): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof StoreConflict)) throw error;
    const title = runtime.model.entities.get(error.entity)?.title;
    throw refusals.invalid({ params: { entity: title }, cause: error });
  };
}

/** What rules may read besides the record. */
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
