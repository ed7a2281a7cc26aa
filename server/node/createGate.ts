/** Answers while there is no application to answer: before the start is through, and while the server stops. */
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
};

/** Who watches over the server is answered until the end. */
const watching = /^\/api\/(health|ready)\/?$/i;

export function createGate(model: Model, stopping: AbortSignal): Gate {
  let application: Fetch | undefined;
  const refuse = async (request: Request, refusal: Refusal): Promise<Response> => {
    const locale = chooseLocale(request.headers.get('accept-language'));
    const body = await new WorkBudget().run(errorBody(refusal, { model, locale }));
    const headers = { ...refusal.details.headers, 'cache-control': 'no-store', connection: 'close' };
    return Response.json(body, { status: refusal.status, headers });
  };
  return {
    fetch: (request, env) => {
      if (!application) return refuse(request, refusals.starting({ extra: { status: 'starting' } }));
      const isWatching = stopping.aborted && watching.test(new URL(request.url).pathname);
      return stopping.aborted && !isWatching
        ? refuse(request, refusals.stopping({ extra: { status: 'draining' } }))
        : application(request, env);
    },
    open: (fetch) => {
      application = fetch;
    },
  };
}
