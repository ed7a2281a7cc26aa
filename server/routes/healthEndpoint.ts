/** `GET /health` for monitoring and `GET /ready` for load balancers. */
import { refusals } from '../errors/Refusal.ts';
import { FilesUnavailable } from '../files/FilesUnavailable.ts';
import type { ApiCall } from '../http/ApiCall.ts';
import type { Endpoint } from '../http/Endpoint.ts';
import { json } from '../http/respond.ts';
import type { FileStore, ModelHolder } from '../ports/ports.ts';
import { type Store, StoreUnavailable } from '../store/types.ts';

/** The endpoint is public, so a test write happens at most once in this many milliseconds. */
const [triedEvery, readEvery] = [5000, 500];

type Watched = {
  readonly store: Store;
  readonly files: Pick<FileStore, 'probe'>;
  readonly models: Pick<ModelHolder, 'inForce'>;
  readonly stopping: AbortSignal | undefined;
};

type Trouble = StoreUnavailable | FilesUnavailable;

/**
 * Health: `{ status: 'ok' }`, with `setAside` if the start skipped changes of the release; 503 with a message
 * and the problem as `status` while database or files cannot be written. Ready: 200 while calls are served,
 * even if only files or writes fail; 503 while the server stops or has no database.
 */
export function healthEndpoints({ store, files, models, stopping }: Watched): readonly Endpoint[] {
  const troubles = remembering(triedEvery, () => tryWrite(store, files));
  const { probeRead } = store;
  // Who decides where calls go must not wait for a writer of another process.
  const readTroubles = probeRead ? remembering(readEvery, () => tried([probeRead()])) : troubles;
  const common = { method: 'GET', ids: [], access: { kind: 'public' } } as const;
  return [
    {
      ...common,
      path: '/health',
      isForKeys: true,
      handle: async (call) => {
        const [trouble] = await troubles(call);
        if (trouble) throw refusalOf(trouble);
        const { setAside = 0 } = models.inForce();
        return json({ status: 'ok', ...(setAside > 0 && { setAside }) });
      },
    },
    {
      ...common,
      path: '/ready',
      isForKeys: true,
      handle: async (call) => {
        if (stopping?.aborted) throw refusals.stopping({ extra: { status: 'draining' } });
        const stops = (await readTroubles(call)).find((trouble) => !servesReads(trouble));
        if (stops) throw refusalOf(stops);
        return json({ status: 'ready' });
      },
    },
  ];
}

/** People can still read while nothing can be saved. */
const servesReads = (trouble: Trouble): boolean =>
  trouble instanceof FilesUnavailable || ['full', 'read-only', 'busy'].includes(trouble.reason);

const refusalOf = (trouble: Trouble) =>
  trouble instanceof StoreUnavailable
    ? refusals.storeUnavailable(trouble)
    : refusals.filesUnavailable(trouble);

function remembering(every: number, ask: () => Promise<readonly Trouble[]>) {
  let tried = { at: Number.NEGATIVE_INFINITY, result: Promise.resolve<readonly Trouble[]>([]) };
  return ({ ports }: ApiCall): Promise<readonly Trouble[]> => {
    const now = ports.now().getTime();
    // A clock set back must not keep an old result alive.
    if (now - tried.at >= every || now < tried.at) tried = { at: now, result: ask() };
    return tried.result;
  };
}

const tryWrite = (store: Store, files: Pick<FileStore, 'probe'>) =>
  tried([store.probe(), files.probe?.() ?? Promise.resolve()]);

async function tried(tries: readonly Promise<void>[]): Promise<readonly Trouble[]> {
  const results = await Promise.allSettled(tries);
  return results.flatMap((result) => {
    if (result.status === 'fulfilled') return [];
    const { reason } = result;
    if (reason instanceof StoreUnavailable || reason instanceof FilesUnavailable) return [reason];
    throw reason;
  });
}
