/** Runs jobs in this process, between the calls of people. What becomes of each is kept in the store. */

import type { DataRecord } from '#engine';
import { Refusal, refusals } from '../errors/Refusal.ts';
import { allOf, among, equals } from '../operations/filters.ts';
import type { JobRequest, Jobs, Progress } from '../operations/OperationCall.ts';
import { inTransaction, type OperationCall, type WriteScope } from '../operations/OperationCall.ts';
import type { Ports } from '../ports/ports.ts';
import type { Store, StoreSession } from '../store/types.ts';
import { createYield } from '../work/createYield.ts';
import type { Events, JobProgress } from '../work/events.ts';
import { WorkBudget } from '../work/WorkBudget.ts';
import { callInForce } from './callInForce.ts';
import { endJob } from './endJob.ts';
import { JobCancelled, type JobKinds, JobLost, type JobStatus, openStatuses } from './Job.ts';
import { createJobsElsewhere, type JobsElsewhere } from './jobsElsewhere.ts';
import { ownedRuntime, ownedStore } from './ownJob.ts';
import { recoverJobs } from './recoverJobs.ts';

type Running = {
  progress: Progress;
  isCancelled: boolean;
  /** Another process has taken it over. */
  isLost: boolean;
  ended: Promise<void>;
};

type JobsOptions = {
  readonly store: Store;
  readonly ports: Ports;
  readonly kinds: JobKinds;
  readonly events: Events;
  /** The server stops: jobs pause where they are, and are cleared up by another process or the next start. */
  readonly stopping?: AbortSignal;
};

/** One for each app. */
export function createJobs(options: JobsOptions): Jobs {
  const { store, kinds } = options;
  const running = new Map<string, Running>();
  const keys = new Set<string>();
  /** Jobs that this process works on, from before they are stored. */
  const held = new Set<string>();
  const cancelHere = (id: string): boolean => {
    const state = running.get(id);
    if (state) state.isCancelled = true;
    return state !== undefined;
  };
  const elsewhere = store.flags.concurrentProcesses
    ? createJobsElsewhere({ store, onCancel: cancelHere })
    : undefined;
  const run = (job: Omit<CarryingOut, 'options' | 'elsewhere' | 'state'>, end: () => void): void => {
    const state: Running = {
      progress: { done: 0 },
      isCancelled: false,
      isLost: false,
      ended: Promise.resolve(),
    };
    running.set(job.id, state);
    state.ended = Promise.resolve()
      .then(() => carryOut({ ...job, options, elsewhere, state }))
      .finally(() => {
        running.delete(job.id);
        elsewhere?.sayEnd(job.id);
        end();
      });
  };
  return {
    start: async (asked, request) => {
      // The call that asked is answered; the job works as long as it takes.
      const call = { ...asked, budget: new WorkBudget() };
      const key = `${request.kind} ${request.key}`;
      if (keys.has(key)) throw refusals.jobRuns();
      const id = options.ports.newId();
      const end = (): void => {
        keys.delete(key);
        held.delete(id);
      };
      keys.add(key);
      held.add(id);
      try {
        // Whoever sees the job sees that its process lives.
        await store.processes.living();
        // Together or not at all: after a crash no list is left that no job knows of.
        const input = await inTransaction(call, async (scope) => {
          if (elsewhere) await refuseRunning(scope.session, request);
          const input = await request.prepare(scope);
          if (input) await insertJob(scope, { id, request, input });
          return input;
        });
        if (input) run({ call, request, input, id }, end);
        else end();
        return input && id;
      } catch (error) {
        end();
        throw error;
      }
    },
    progress: (id) => running.get(id)?.progress ?? elsewhere?.progress(id),
    isCancellable: (kind) => kinds[kind]?.resume === undefined,
    cancel: async (id) => cancelHere(id) || (await elsewhere?.cancel(id)) === true,
    ended: async (id) => running.get(id)?.ended ?? elsewhere?.ended(id),
    idle: async () => {
      while (running.size > 0) await Promise.allSettled([...running.values()].map(({ ended }) => ended));
    },
    tend: async () => {
      if (!elsewhere || options.stopping?.aborted) return;
      await tendOwn(store, running);
      // Those it takes over are worked on beside what comes next.
      const finish = await recoverJobs({ ...options, held });
      void finish();
    },
  };
}

/** No two jobs of a kind run for one key, in whichever process: in the transaction that stores the second one. */
async function refuseRunning(session: StoreSession, { kind, key }: JobRequest): Promise<void> {
  const filter = allOf([among('Status', openStatuses), equals('Kind', kind), equals('Key', key)]);
  const { items } = await session.find({ entity: 'job', filter, only: ['Kind', 'Key'] });
  if (items.some(({ Kind, Key }) => Kind === kind && Key === key)) throw refusals.jobRuns();
}

/** What happened to jobs of this process and was not heard: a message may be lost. */
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

type Starting = { readonly id: string; readonly request: JobRequest; readonly input: DataRecord };

async function insertJob({ session, call }: WriteScope, { id, request, input }: Starting): Promise<void> {
  await session.insert('job', {
    Id: id,
    Kind: request.kind,
    Key: request.key,
    Status: 'running' satisfies JobStatus,
    Runner: call.runtime.store.processes.own,
    Input: input,
    // `login` is the name of no feature.
    Features: request.access.kind === 'feature' ? request.access.anyOf.join(',') : 'login',
    StartedBy: call.user.UserName,
    Notice: request.notice?.() ?? null,
    ...stampOf(call),
  });
}

function stampOf({ now, user: { UserName } }: OperationCall): DataRecord {
  return { CreatedDate: now, CreatedBy: UserName, ModifiedDate: now, ModifiedBy: UserName, Revision: 1 };
}

type CarryingOut = Starting & {
  readonly options: JobsOptions;
  readonly elsewhere: JobsElsewhere | undefined;
  readonly call: OperationCall;
  readonly state: Running;
};

/** Never throws: what goes wrong is the job's own end. */
async function carryOut(given: CarryingOut): Promise<void> {
  const { request, input, id, state } = given;
  const owning = {
    id,
    onLost: () => {
      state.isLost = true;
    },
  };
  const options = { ...given.options, store: ownedStore(given.options.store, owning) };
  // Whoever has started it may go.
  const call = {
    ...given.call,
    runtime: ownedRuntime(given.call.runtime, owning),
    asking: { person: given.call.user.Id },
  };
  const work = { ...given, options, call };
  const kind = options.kinds[request.kind];
  const turn = createYield();
  const inForce = callInForce(call, kind?.writes(input) ?? []);
  const yieldTurn = async () => {
    await turn();
    if (state.isLost) throw new JobLost();
    if (state.isCancelled || options.stopping?.aborted) throw new JobCancelled();
    inForce.call();
  };
  const announce = createAnnouncer(work);
  const report = (progress: Progress) => {
    state.progress = progress;
    announce('running');
  };
  try {
    if (!kind) throw new Error(`There is no kind of job '${request.kind}'.`);
    const complete = (session: StoreSession, result: DataRecord) =>
      endJob(session, options.ports, id, { Status: 'done', Result: result });
    const keep = async (session: StoreSession, input: DataRecord) =>
      void (await session.update('job', id, { Input: input }));
    const result = await kind.run({ call, input, report, yieldTurn, complete, keep, write: inForce.write });
    await options.store.transaction((session) => complete(session, result));
    announce('done');
  } catch (error) {
    if (options.stopping?.aborted) return;
    await endBadly(work, error).catch((cause) => sayLeft(work, cause));
    // Whoever has it now tells of its end.
    if (state.isLost) return;
    announce(state.isCancelled ? 'cancelled' : 'failed');
  }
  const { Id: user } = call.user;
  call.runtime.events.announce('recordChanged', { entity: 'notification', id, operation: 'create', user });
}

/** The job stays open for whoever looks next. */
function sayLeft({ options: { ports }, id }: CarryingOut, cause: unknown): void {
  if (cause instanceof JobLost) ports.log.warn({ job: id }, 'job taken over by another process');
  else ports.log.error({ err: cause, job: id }, 'job not cleared up');
}

/** Nobody sees more of them in a second. */
const announcedEvery = 100;

/** Tells who listens how far it has come: not at every piece, but always the end. */
function createAnnouncer({ call, request: { kind }, input, id, state, elsewhere }: CarryingOut) {
  let last = Number.NEGATIVE_INFINITY;
  return (status: JobProgress['status']): void => {
    const now = performance.now();
    if (status === 'running' && now - last < announcedEvery) return;
    last = now;
    call.runtime.events.announce('jobProgress', { job: id, kind, input, status, ...state.progress });
    if (status === 'running') elsewhere?.sayProgress(id, state.progress);
  };
}

/** What fails when the result counts already takes nothing of it back: people work with it. */
async function endBadly(work: CarryingOut, error: unknown): Promise<void> {
  const { options, id, state } = work;
  if (state.isLost) throw new JobLost();
  const stored = await options.store.get('job', id);
  if (stored?.Status !== ('done' satisfies JobStatus)) await clearUp(work, error);
  else options.ports.log.error({ err: error, job: id }, 'job not tidied up');
}

async function undo({ store, ports, kinds }: JobsOptions, { request, input }: Starting): Promise<void> {
  await kinds[request.kind]?.undo({ store, ports, yieldTurn: createYield() }, input);
}

async function clearUp(work: CarryingOut, error: unknown): Promise<void> {
  const { options, id, state } = work;
  const { store } = options;
  await store.update('job', id, {
    Status: 'cancelling' satisfies JobStatus,
    ...problemOf(options, id, error),
  });
  await undo(options, work);
  await store.transaction((session) =>
    endJob(session, options.ports, id, { Status: state.isCancelled ? 'cancelled' : 'failed' }),
  );
}

function problemOf({ ports }: JobsOptions, id: string, error: unknown): DataRecord {
  if (error instanceof JobCancelled) return {};
  if (error instanceof Refusal) {
    const { params, issues, entity, findings } = error.details;
    const { code, key } = error;
    ports.log.warn(
      { job: id, code, problem: key, findings: findings?.count ?? issues?.length },
      'job refused',
    );
    return { Problem: JSON.parse(JSON.stringify({ code, key, params, issues, entity, findings })) };
  }
  ports.log.error({ err: error, job: id, trace: id }, 'job failed');
  return { Problem: { code: 'internal', key: 'server.internal', params: { trace: id } } };
}
