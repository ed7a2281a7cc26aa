/** Answers calls before the application has started, and while the server stops. */
import type { Model } from '#engine';
import { errorBody } from '../errors/errorBody.ts';
import { type Refusal, refusals } from '../errors/Refusal.ts';
import { chooseLocale } from '../http/chooseLocale.ts';
import { WorkBudget } from '../work/WorkBudget.ts';

type Fetch = (request: Request, env?: never) => Response | Promise<Response>;

export type Gate = {
  readonly fetch: Fetch;
  /** From now on the application answers. */
  readonly open: (fetch: Fetch) => void;
  /** Announces that no more calls should come; those that do are still answered. */
  readonly drain: () => void;
};

/** Monitoring is answered until the end. */
const watching = /^\/api\/(health|ready)\/?$/i;
const readiness = /^\/api\/ready\/?$/i;

export function createGate(model: Model, stopping: AbortSignal): Gate {
  let application: Fetch | undefined;
  let isDraining = false;
  const draining = () => refusals.stopping({ extra: { status: 'draining' } });
  const refuse = async (request: Request, refusal: Refusal): Promise<Response> => {
    const locale = chooseLocale(request.headers.get('accept-language'));
    const body = await new WorkBudget().run(errorBody(refusal, { model, locale }));
    const headers = { ...refusal.details.headers, 'cache-control': 'no-store', connection: 'close' };
    return Response.json(body, { status: refusal.status, headers });
  };
  return {
    fetch: (request, env) => {
      if (!application) return refuse(request, refusals.starting({ extra: { status: 'starting' } }));
      if (!isDraining && !stopping.aborted) return application(request, env);
      const { pathname } = new URL(request.url);
      const isRefused = stopping.aborted ? !watching.test(pathname) : readiness.test(pathname);
      return isRefused ? refuse(request, draining()) : application(request, env);
    },
    drain: () => {
      isDraining = true;
    },
    open: (fetch) => {
      application = fetch;
    },
  };
}
