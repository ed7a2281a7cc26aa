/** `/job/{jobId}`: how far long work has come, what became of it, and the way to end it. */
import type { DataRecord } from '#engine';
import { errorBody } from '../errors/errorBody.ts';
import { type ErrorCode, Refusal, type RefusalDetails, refusals } from '../errors/Refusal.ts';
import type { ApiCall } from '../http/ApiCall.ts';
import type { Endpoint } from '../http/createRouteTable.ts';
import { json } from '../http/respond.ts';

/** Watching and cancelling; for who started the job, and who has the right to work like it. */
export function jobEndpoints(): readonly Endpoint[] {
  const common = { ids: ['jobId'], access: { kind: 'login' } } as const;
  return [
    {
      ...common,
      method: 'GET',
      path: '/job/{jobId}',
      handle: async (call) => json(answerOf(call, await jobOf(call))),
    },
    { ...common, method: 'POST', path: '/job/{jobId}/cancel', handle: cancel },
  ];
}

async function jobOf({ runtime, params, session }: ApiCall): Promise<DataRecord> {
  const id = params.jobId ?? '';
  const job = await runtime.store.get('job', id);
  const features = String(job?.Features ?? '').split(',');
  const isTheirs =
    job?.StartedBy === session?.user.UserName || features.some((feature) => session?.features.has(feature));
  // One that is there for others only is refused like one that is not.
  if (!job || !isTheirs) throw refusals.noSuchRecord({ params: { entity: 'entity.job', id } });
  return job;
}

async function cancel(call: ApiCall): Promise<Response> {
  const job = await jobOf(call);
  const isCancelling = call.runtime.jobs.cancel(String(job.Id));
  if (!isCancelling && isOpen(job)) throw refusals.jobElsewhere();
  return json(answerOf(call, job), 202);
}

function answerOf(call: ApiCall, job: DataRecord): DataRecord {
  const live = call.runtime.jobs.progress(String(job.Id));
  return {
    Id: job.Id,
    Status: job.Status,
    Done: live?.done ?? null,
    Share: live?.share ?? null,
    Result: job.Result ?? null,
    Problem: isOpen(job) || !job.Problem ? null : problemOf(call, job.Problem as Problem),
    StartedBy: job.StartedBy,
    StartedDate: job.CreatedDate,
    FinishedDate: job.FinishedDate ?? null,
  };
}

const isOpen = ({ Status }: DataRecord): boolean => Status === 'running' || Status === 'cancelling';

type Problem = { readonly code: ErrorCode; readonly key: string } & Pick<
  RefusalDetails,
  'params' | 'issues' | 'entity'
>;

/** As the call would have said it. */
function problemOf({ runtime: { model }, locale }: ApiCall, { code, key, ...details }: Problem) {
  return errorBody(new Refusal(code, key, details), { model, locale });
}
