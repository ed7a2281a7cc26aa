/** Runs jobs in this process, between calls. The store keeps the outcome of each. */
import type { DataRecord } from '#engine';
import { refusals } from '../errors/Refusal.ts';
import { allOf, among, equals } from '../operations/filters.ts';
import type { JobRequest, Jobs } from '../operations/OperationCall.ts';
import { inTransaction, type OperationCall, type WriteScope } from '../operations/OperationCall.ts';
import type { Store, StoreSession } from '../store/types.ts';
import { WorkBudget } from '../work/WorkBudget.ts';
import { type CarryingOut, carryOut, type JobsOptions, type Running, type Starting } from './carryOut.ts';
import { type JobStatus, openStatuses } from './Job.ts';
import { createJobsElsewhere, type JobsElsewhere } from './jobsElsewhere.ts';
import { recoverJobs } from './recoverJobs.ts';

export function createJobs(options: JobsOptions): Jobs {
  const { store, kinds } = options;
  const running = new Map<string, Running>();
  const cancelHere = (id: string): boolean => {
    const state = running.get(id);
    if (state) state.isCancelled = true;
    return state !== undefined;
  };
  const elsewhere = store.flags.concurrentProcesses
    ? createJobsElsewhere({ ...options, onCancel: cancelHere })
    : undefined;
  const working: Working = { options, running, elsewhere, keys: new Map(), held: new Set() };
  return {
    start: (call, request) => start(working, call, request),
    progress: (id) => running.get(id)?.progress ?? elsewhere?.progress(id),
    isCancellable: (kind) => kinds[kind]?.resume === undefined,
    cancel: async (id) => cancelHere(id) || (await elsewhere?.cancel(id)) === true,
    ended: async (id) => running.get(id)?.ended ?? elsewhere?.ended(id),
    tend: async () => {
      if (!elsewhere || options.stopping?.aborted) return;
      await elsewhere.noteAgain();
      await tendOwn(store, running);
      // Jobs taken over run in the background.
      const finish = await recoverJobs({ ...options, held: working.held });
      void finish();
    },
  };
}

/** The job that holds a key; it has no id while it is being prepared. */
type Holder = { readonly id?: string; readonly ended?: Promise<void> };

type Working = {
  readonly options: JobsOptions;
  readonly elsewhere: JobsElsewhere | undefined;
  readonly running: Map<string, Running>;
  readonly keys: Map<string, Holder>;
  /** Jobs this process works on, from before they are stored. */
  readonly held: Set<string>;
};

async function start(
  working: Working,
  asked: OperationCall,
  request: JobRequest,
): Promise<string | undefined> {
  const { options, elsewhere, keys, held } = working;
  // The call is already answered, so the job gets its own unlimited budget.
  const call = { ...asked, budget: new WorkBudget() };
  const key = `${request.kind} ${request.key}`;
  await letGo(options.store, keys.get(key));
  if (keys.has(key)) throw refusals.jobRuns();
  const id = options.ports.newId();
  const end = (): void => {
    keys.delete(key);
    held.delete(id);
  };
  const holder: Holder = {};
  keys.set(key, holder);
  held.add(id);
  try {
    // Anyone who sees the job must also see that its process is alive.
    await options.store.processes.living();
    // One transaction: a crash leaves no list without its job.
    const started = await inTransaction(call, async (scope) => {
      if (elsewhere) await refuseRunning(scope.session, request);
      const input = await request.prepare(scope);
      if (input) await insertJob(scope, { id, request, input });
      return { id: input && id, input, outcome: request.outcome?.take() };
    });
    const { input } = started;
    if (!input) {
      end();
      return undefined;
    }
    const ended = run(working, { call, request, id, input }, end);
    Object.assign(holder, { id, ended });
    return id;
  } catch (error) {
    end();
    throw error;
  }
}

function run(
  { options, running }: Working,
  job: Starting & Pick<CarryingOut, 'call'>,
  end: () => void,
): Promise<void> {
  const state: Running = {
    progress: { done: 0 },
    isCancelled: false,
    isLost: false,
    ended: Promise.resolve(),
  };
  running.set(job.id, state);
  state.ended = Promise.resolve()
    .then(() => carryOut({ ...job, options, state }))
    .finally(() => {
      running.delete(job.id);
      end();
    });
  return state.ended;
}

/**
 * Others may read that a job has ended before this process sees the commit: the next job for the key then
 * waits instead of being refused.
 */
async function letGo(store: Store, { id, ended }: Holder = {}): Promise<void> {
  if (id === undefined) return;
  const stored = await store.get('job', id);
  if (!openStatuses.some((status) => status === stored?.Status)) await ended;
}

/**
 * Refuses a second job of a kind for one key across all processes; call it in the transaction that stores the
 * job.
 */
async function refuseRunning(session: StoreSession, { kind, key }: JobRequest): Promise<void> {
  const filter = allOf([among('Status', openStatuses), equals('Kind', kind), equals('Key', key)]);
  const { items } = await session.find({ entity: 'job', filter, only: ['Kind', 'Key'] });
  if (items.some(({ Kind, Key }) => Kind === kind && Key === key)) throw refusals.jobRuns();
}

/** Catches up on changes to this process's jobs whose messages were lost. */
async function tendOwn(store: Store, running: ReadonlyMap<string, Running>): Promise<void> {
  if (running.size === 0) return;
  const only = ['Id', 'Runner', 'CancelRequested'];
  const { items } = await store.find({ entity: 'job', filter: among('Id', [...running.keys()]), only });
  for (const { Id, Runner, CancelRequested } of items) {
    const state = running.get(String(Id));
    if (!state) continue;
    if (CancelRequested === true) state.isCancelled = true;
    if (Runner !== store.processes.own) state.isLost = true;
  }
}

async function insertJob({ session, call }: WriteScope, { id, request, input }: Starting): Promise<void> {
  await session.insert('job', {
    Id: id,
    Kind: request.kind,
    Key: request.key,
    Status: 'running' satisfies JobStatus,
    Runner: call.runtime.store.processes.own,
    Input: input,
    // `login` is not a feature name.
    Features: request.access.kind === 'feature' ? request.access.anyOf.join(',') : 'login',
    StartedBy: call.user.UserName,
    Notice: request.notice?.() ?? null,
    ...stampOf(call),
  });
}

function stampOf({ now, user: { UserName } }: OperationCall): DataRecord {
  return { CreatedDate: now, CreatedBy: UserName, ModifiedDate: now, ModifiedBy: UserName, Revision: 1 };
}
