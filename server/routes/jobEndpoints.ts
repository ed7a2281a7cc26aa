/** `/job` lists running jobs; `/job/{jobId}` gives progress and result, and cancels. */
import { type Access, type DataRecord, formatMessage } from '#engine';
import { refusals } from '../errors/Refusal.ts';
import type { ApiCall } from '../http/ApiCall.ts';
import { type Asks, askedText } from '../http/Asks.ts';
import type { Endpoint } from '../http/Endpoint.ts';
import { operationCall } from '../http/operationCall.ts';
import { json } from '../http/respond.ts';
import { nothing } from '../http/Takes.ts';
import type { JobProblem, JobResult } from '../jobs/Job.ts';
import { problemOf } from '../jobs/problemOf.ts';
import { isAllowed } from '../operations/authorize.ts';
import { allOf, among, equals } from '../operations/filters.ts';
import type { Progress } from '../operations/OperationCall.ts';
import { peopleSeen } from '../operations/peopleSeen.ts';

/** Watching and cancelling, for the person who started the job and those who may start one like it. */
export function jobEndpoints(): readonly Endpoint[] {
  const common = { ids: ['jobId'], access: { kind: 'login' } } as const;
  return [
    { ...common, ids: [], method: 'GET', path: '/job', asks: listed, handle: list },
    {
      ...common,
      method: 'GET',
      path: '/job/{jobId}',
      handle: async (call) => json(answerOf(call, await jobOf(call))),
    },
    { ...common, method: 'POST', takes: nothing, path: '/job/{jobId}/cancel', handle: cancel },
  ];
}

const listed: Asks = [askedText('kind', 'Of work of this kind.'), askedText('key', 'Of work about this.')];

/** Running jobs, optionally of one kind and key, so that a reopened page finds its job again. */
async function list(call: ApiCall): Promise<Response> {
  const [kind, key] = ['kind', 'key'].map((name) => call.query().get(name) ?? undefined);
  const filter = allOf([
    among('Status', ['running', 'cancelling']),
    kind === undefined ? undefined : equals('Kind', kind),
    key === undefined ? undefined : equals('Key', key.toLowerCase()),
  ]);
  const { items } = await call.runtime.store.find({ entity: 'job', filter });
  const Items = (await theirs(call, items)).map((job) => answerOf(call, job));
  return json({ Items, TotalItems: Items.length });
}

/** Omits the input, which may hold thousands of rows; progress of local jobs does not need it. */
const told = 'Id Kind Status Result Problem StartedBy Features CreatedDate FinishedDate'.split(' ');

async function jobOf(call: ApiCall): Promise<DataRecord> {
  const id = call.params.jobId ?? '';
  const { store, jobs } = call.runtime;
  const only = jobs.progress(id) && told;
  const [job] = (await store.find({ entity: 'job', filter: equals('Id', id.toLowerCase()), only })).items;
  // A job of others is refused like a missing one.
  if (!job || (await theirs(call, [job])).length === 0)
    throw refusals.noSuchRecord({ params: { entity: 'entity.job', id } });
  return job;
}

/** A job says what was done to which records: those of people whom row access hides do not exist. */
async function theirs(call: ApiCall, jobs: readonly DataRecord[]): Promise<readonly DataRecord[]> {
  const open = jobs.filter((job) => mayWatch(call, job));
  const people = await peopleSeen(
    operationCall(call),
    open.map(({ StartedBy }) => StartedBy),
  );
  return open.filter(({ StartedBy }) => people.has(StartedBy));
}

function mayWatch({ session }: ApiCall, { StartedBy, Features }: DataRecord): boolean {
  const anyOf = String(Features ?? '').split(',');
  const access: Access = anyOf[0] === 'login' ? { kind: 'login' } : { kind: 'feature', anyOf };
  return StartedBy === session?.user.UserName || isAllowed(access, session?.features);
}

async function cancel(call: ApiCall): Promise<Response> {
  const job = await jobOf(call);
  if (isOpen(job) && !call.runtime.jobs.isCancellable(String(job.Kind))) throw refusals.jobCarriedThrough();
  const isCancelling = await call.runtime.jobs.cancel(String(job.Id));
  if (!isCancelling && isOpen(job)) throw refusals.jobElsewhere();
  return json(answerOf(call, job), 202);
}

function answerOf(call: ApiCall, job: DataRecord): DataRecord {
  const live = call.runtime.jobs.progress(String(job.Id)) ?? kept(job);
  return {
    Id: job.Id,
    Kind: job.Kind,
    Status: job.Status,
    IsCancellable: isOpen(job) && call.runtime.jobs.isCancellable(String(job.Kind)),
    Done: live?.done ?? null,
    Share: live?.share ?? null,
    Result: resultOf(call, job.Result as JobResult | null),
    Problem: isOpen(job) || !job.Problem ? null : problemOf(call, job.Problem as JobProblem),
    StartedBy: job.StartedBy,
    StartedDate: job.CreatedDate,
    FinishedDate: job.FinishedDate ?? null,
  };
}

/** The result for a person: its notes become messages in their language. */
function resultOf(call: ApiCall, result: JobResult | null): DataRecord | null {
  return result?.Notes ? { ...result, Notes: sayNotes(call, result.Notes) } : (result ?? null);
}

export function sayNotes(
  { runtime: { model }, locale }: ApiCall,
  notes: JobResult['Notes'] | null,
): readonly string[] {
  return (notes ?? []).map(({ message, params }) => formatMessage(model, locale, message, params));
}

/** Progress of a job resumed after a restart, as it saved it. */
function kept({ Input }: DataRecord): Progress | undefined {
  const { done } = (Input ?? {}) as { readonly done?: number };
  return done === undefined ? undefined : { done };
}

const isOpen = ({ Status }: DataRecord): boolean => Status === 'running' || Status === 'cancelling';
