/** Turns errors into answers: refusals carry their message, everything else only an id that is in the log. */
import { errorBody } from '../errors/errorBody.ts';
import { Refusal, refusals } from '../errors/Refusal.ts';
import { FilesUnavailable } from '../files/FilesUnavailable.ts';
import { withoutKeys } from '../login/apiKeyText.ts';
import type { Runtime } from '../operations/OperationCall.ts';
import type { Ports } from '../ports/ports.ts';
import { StoreUnavailable } from '../store/types.ts';
import { WorkBudget } from '../work/WorkBudget.ts';
import type { CallContext } from './AppEnv.ts';
import { isAboutRights, lackingIn, type RefusalLog } from './createRefusalLog.ts';
import { json } from './respond.ts';
import { apiPathOf } from './routes.ts';
import { isScim, scimError, scimType } from './scimError.ts';

type Parts = {
  readonly runtime: Runtime;
  readonly ports: Ports;
  readonly refusalLog: RefusalLog;
};

export async function answerError(parts: Parts, error: unknown, context: CallContext): Promise<Response> {
  const request = context.req.raw;
  const refusal = refusalOf(parts.ports, error, context);
  if (isAboutRights(refusal)) noteRefusal(parts, refusal, context);
  const saying = {
    model: parts.runtime.model,
    locale: context.get('locale'),
    failure: context.get('endpoint')?.failure,
  };
  // No limit: the findings must be reported completely.
  const body = await new WorkBudget().run(errorBody(refusal, saying));
  const status = isPreconditionFailed(refusal, request) ? 412 : refusal.status;
  const headers = { ...(status === 401 ? challenge(request) : {}), ...refusal.details.headers };
  if (!isScim(request.url)) return json(body, status, headers);
  const told = scimError(refusal, status, body);
  return json(told.body, told.status, { ...headers, 'content-type': scimType });
}

function noteRefusal({ refusalLog }: Parts, refusal: Refusal, context: CallContext): void {
  refusalLog.note({
    ...{ kind: refusal.key, status: refusal.status, what: lackingIn(refusal) },
    user: context.get('session')?.user.UserName ?? refusal.details.account,
    address: context.get('seen')?.address,
    ...{
      method: context.req.method,
      path: withoutKeys(apiPathOf(context.req.url)),
      trace: context.get('requestId'),
    },
  });
}

/** Stale changes: 412 if the revision came in `If-Match`, 409 if it came in the body. */
function isPreconditionFailed({ details }: Refusal, { headers }: Request): boolean {
  return details.isStale === true && (headers.get('if-match') ?? '*').trim() !== '*';
}

/** The authentication challenge; reports a sent token as invalid. */
function challenge({ headers }: Request): Readonly<Record<string, string>> {
  const problem = headers.has('authorization') ? ', error="invalid_token"' : '';
  return { 'www-authenticate': `Bearer realm="Formwright"${problem}` };
}

function refusalOf({ log }: Ports, error: unknown, context: CallContext): Refusal {
  if (error instanceof Refusal) return error;
  // The client has disconnected; this is not a failure of the server.
  if (context.req.raw.signal?.aborted) {
    const reason = error instanceof Error ? error.message : String(error);
    log.info(
      { method: context.req.method, path: withoutKeys(apiPathOf(context.req.url)), reason },
      'the caller went away',
    );
    return refusals.callerGone({ cause: error });
  }
  const facts = { err: error, method: context.req.method, path: withoutKeys(apiPathOf(context.req.url)) };
  if (error instanceof StoreUnavailable) {
    log.error(facts, 'store unavailable');
    return refusals.storeUnavailable(error);
  }
  if (error instanceof FilesUnavailable) {
    log.error(facts, 'files unavailable');
    return refusals.filesUnavailable(error);
  }
  const trace = context.get('requestId');
  log.error({ trace, ...facts }, 'failed');
  return refusals.internal({ params: { trace }, extra: { TraceId: trace }, cause: error });
}
