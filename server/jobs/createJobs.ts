/** Runs jobs in this process, between the calls of people. What becomes of each is kept in the store. */

import type { DataRecord } from '#engine';
import { Refusal, refusals } from '../errors/Refusal.ts';
import type { JobRequest, Jobs, Progress } from '../operations/OperationCall.ts';
import { inTransaction, type OperationCall, type WriteScope } from '../operations/OperationCall.ts';
import type { Ports } from '../ports/ports.ts';
import type { Store, StoreSession } from '../store/types.ts';
import { createYield } from '../work/createYield.ts';
import type { JobProgress } from '../work/events.ts';
import { WorkBudget } from '../work/WorkBudget.ts';
import { callInForce } from './callInForce.ts';
import { endJob } from './endJob.ts';
import { JobCancelled, type JobKinds, type JobStatus } from './Job.ts';

type Running = { progress: Progress; isCancelled: boolean; readonly ended: Promise<void> };

type JobsOptions = {
  readonly store: Store;
  readonly ports: Ports;
  readonly kinds: JobKinds;
  /** The server stops: jobs pause where they are, and the next start clears up after them. */
  readonly stopping?: AbortSignal;
};

/** The job that holds a key; without an id it is being prepared. */
type Holder = { readonly id?: string; readonly ended?: Promise<void> };

/** One for each app. */
export function createJobs(options: JobsOptions): Jobs {
  const running = new Map<string, Running>();
  const keys = new Map<string, Holder>();
  return {
    start: async (asked, request) => {
      // The call that asked is answered; the job works as long as it takes.
      const call = { ...asked, budget: new WorkBudget() };
      const key = `${request.kind} ${request.key}`;
      await letGo(options.store, keys.get(key));
      if (keys.has(key)) throw refusals.jobRuns();
      const holder: Holder = {};
      keys.set(key, holder);
      try {
        // Together or not at all: after a crash no list is left that no job knows of.
        const started = await inTransaction(call, async (scope) => {
          const input = await request.prepare(scope);
          return input && { input, id: await insertJob(scope, { request, input }) };
        });
        if (!started) {
          keys.delete(key);
          return undefined;
        }
        const { id, input } = started;
        const state: Running = {
          progress: { done: 0 },
          isCancelled: false,
          ended: Promise.resolve()
            .then(() => carryOut({ options, call, request, input, id, state }))
            .finally(() => {
              running.delete(id);
              keys.delete(key);
            }),
        };
        running.set(id, state);
        Object.assign(holder, { id, ended: state.ended });
        return id;
      } catch (error) {
        keys.delete(key);
        throw error;
      }
    },
    progress: (id) => running.get(id)?.progress,
    isCancellable: (kind) => options.kinds[kind]?.resume === undefined,
    cancel: (id) => {
      const state = running.get(id);
      if (state) state.isCancelled = true;
      return state !== undefined;
    },
    ended: (id) => running.get(id)?.ended,
    idle: async () => {
      while (running.size > 0) await Promise.allSettled([...running.values()].map(({ ended }) => ended));
    },
  };
}

/**
 * Others may read that a job is over before this process has heard that it is committed: whoever starts the next one
 * waits for that instead of being refused.
 */
async function letGo(store: Store, { id, ended }: Holder = {}): Promise<void> {
  if (id === undefined) return;
  const stored = await store.get('job', id);
  const isOpen =
    stored?.Status === ('running' satisfies JobStatus) ||
    stored?.Status === ('cancelling' satisfies JobStatus);
  if (!isOpen) await ended;
}

type Starting = { readonly request: JobRequest; readonly input: DataRecord };

async function insertJob({ session, call }: WriteScope, { request, input }: Starting): Promise<string> {
  const Id = call.runtime.ports.newId();
  await session.insert('job', {
    Id,
    Kind: request.kind,
    Key: request.key,
    Status: 'running' satisfies JobStatus,
    Input: input,
    // `login` is the name of no feature.
    Features: request.access.kind === 'feature' ? request.access.anyOf.join(',') : 'login',
    StartedBy: call.user.UserName,
    Notice: request.notice?.() ?? null,
    ...stampOf(call),
  });
  return Id;
}

function stampOf({ now, user: { UserName } }: OperationCall): DataRecord {
  return { CreatedDate: now, CreatedBy: UserName, ModifiedDate: now, ModifiedBy: UserName, Revision: 1 };
}

type CarryingOut = Starting & {
  readonly options: JobsOptions;
  readonly call: OperationCall;
  readonly id: string;
  readonly state: Running;
};

/** Never throws: what goes wrong is the job's own end. */
async function carryOut(work: CarryingOut): Promise<void> {
  const { options, request, input, id, state } = work;
  // Whoever has started it may go.
  const call = { ...work.call, asking: { person: work.call.user.Id } };
  const kind = options.kinds[request.kind];
  const turn = createYield();
  const inForce = callInForce(call, kind?.writes(input) ?? []);
  const yieldTurn = async () => {
    await turn();
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
    // The next start finds the job as it is, and clears up.
    if (options.stopping?.aborted) return;
    await endBadly(work, error).catch((cause) =>
      options.ports.log.error({ err: cause, job: id }, 'job not cleared up'),
    );
    announce(state.isCancelled ? 'cancelled' : 'failed');
  }
  const { Id: user } = call.user;
  call.runtime.events.announce('recordChanged', { entity: 'notification', id, operation: 'create', user });
}

/** Nobody sees more of them in a second. */
const announcedEvery = 100;

/** Tells who listens how far it has come: not at every piece, but always the end. */
function createAnnouncer({ call, request: { kind }, input, id, state }: CarryingOut) {
  let last = Number.NEGATIVE_INFINITY;
  return (status: JobProgress['status']): void => {
    const now = performance.now();
    if (status === 'running' && now - last < announcedEvery) return;
    last = now;
    call.runtime.events.announce('jobProgress', { job: id, kind, input, status, ...state.progress });
  };
}

/** What fails when the result counts already takes nothing of it back: people work with it. */
async function endBadly(work: CarryingOut, error: unknown): Promise<void> {
  const { options, id } = work;
  const stored = await options.store.get('job', id);
  if (stored?.Status !== ('done' satisfies JobStatus)) await clearUp(work, error);
  else options.ports.log.error({ err: error, job: id }, 'job not tidied up');
}

async function undo({ store, ports, kinds }: JobsOptions, { request, input }: Starting): Promise<void> {
  await kinds[request.kind]?.undo({ store, ports, yieldTurn: createYield() }, input);
}

async function clearUp({ options, request, input, id, state }: CarryingOut, error: unknown): Promise<void> {
  const { store } = options;
  await store.update('job', id, {
    Status: 'cancelling' satisfies JobStatus,
    ...problemOf(options, id, error),
  });
  await undo(options, { request, input });
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
