/** Runs one job from start to end, whatever the outcome. */
import type { DataRecord } from '#engine';
import { Refusal } from '../errors/Refusal.ts';
import type { JobRequest, OperationCall, Progress } from '../operations/OperationCall.ts';
import type { Ports } from '../ports/ports.ts';
import type { Store, StoreSession } from '../store/types.ts';
import { createYield } from '../work/createYield.ts';
import type { Events, JobProgress } from '../work/events.ts';
import { callInForce } from './callInForce.ts';
import { endJob } from './endJob.ts';
import { JobCancelled, type JobKinds, JobLost, type JobStatus } from './Job.ts';
import { ownedRuntime, ownedStore } from './ownJob.ts';

export type Running = {
  progress: Progress;
  isCancelled: boolean;
  /** Another process has taken it over. */
  isLost: boolean;
  ended: Promise<void>;
};

export type JobsOptions = {
  readonly store: Store;
  readonly ports: Ports;
  readonly kinds: JobKinds;
  readonly events: Events;
  /** Aborted when the server stops: jobs pause, and another process or the next start cleans them up. */
  readonly stopping?: AbortSignal;
};

export type Starting = { readonly id: string; readonly request: JobRequest; readonly input: DataRecord };

export type CarryingOut = Starting & {
  readonly options: JobsOptions;
  readonly call: OperationCall;
  readonly state: Running;
};

/** Never throws: failures are recorded as the end of the job. */
export async function carryOut(given: CarryingOut): Promise<void> {
  const { request, input, id, state } = given;
  const owning = {
    id,
    onLost: () => {
      state.isLost = true;
    },
  };
  const options = { ...given.options, store: ownedStore(given.options.store, owning) };
  // The caller's connection may be gone.
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
    // The process that took it over reports its end.
    if (state.isLost) return;
    announce(state.isCancelled ? 'cancelled' : 'failed');
  }
  const { Id: user } = call.user;
  call.runtime.events.announce('recordChanged', { entity: 'notification', id, operation: 'create', user });
}

/** The job stays open for the next recovery. */
function sayLeft({ options: { ports }, id }: CarryingOut, cause: unknown): void {
  if (cause instanceof JobLost) ports.log.warn({ job: id }, 'job taken over by another process');
  else ports.log.error({ err: cause, job: id }, 'job not cleared up');
}

/** Milliseconds between announcements: people notice no more. */
const announcedEvery = 100;

/** Announces progress: throttled, but always the end. */
function createAnnouncer({ call, request: { kind }, input, id, state }: CarryingOut) {
  let last = Number.NEGATIVE_INFINITY;
  return (status: JobProgress['status']): void => {
    const now = performance.now();
    if (status === 'running' && now - last < announcedEvery) return;
    last = now;
    call.runtime.events.announce('jobProgress', { job: id, kind, input, status, ...state.progress });
  };
}

/** If the failure comes after the result counts, nothing is undone: people already use it. */
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
