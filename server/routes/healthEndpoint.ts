/** `GET /health`: whether calls are answered and writes are kept, for whoever watches over the server. */
import { refusals } from '../errors/Refusal.ts';
import type { Endpoint } from '../http/Endpoint.ts';
import { json } from '../http/respond.ts';
import type { ModelHolder } from '../ports/ports.ts';
import { type Store, StoreUnavailable } from '../store/types.ts';

/** Anybody may ask, so a write is tried no more often than this, in milliseconds. */
const triedEvery = 5000;

/**
 * `{ status: 'ok' }`, with `setAside` where the start left out changes of the release; 503 with a sentence while the
 * store takes no writes.
 */
export function healthEndpoint(store: Store, models: Pick<ModelHolder, 'inForce'>): Endpoint {
  let tried = {
    at: Number.NEGATIVE_INFINITY,
    result: Promise.resolve<StoreUnavailable | undefined>(undefined),
  };
  return {
    method: 'GET',
    path: '/health',
    ids: [],
    access: { kind: 'public' },
    handle: async (call) => {
      const now = call.ports.now().getTime();
      if (now - tried.at >= triedEvery) tried = { at: now, result: tryWrite(store) };
      const problem = await tried.result;
      if (problem) throw refusals.storeUnavailable(problem);
      const { setAside = 0 } = models.inForce();
      return json({ status: 'ok', ...(setAside > 0 && { setAside }) });
    },
  };
}

async function tryWrite(store: Store): Promise<StoreUnavailable | undefined> {
  try {
    await store.probe();
    return undefined;
  } catch (error) {
    if (error instanceof StoreUnavailable) return error;
    throw error;
  }
}
