/** The server as a function from request to answer: runs in Node, in tests and in a browser (stories). */
import { Hono } from 'hono';
import { compress } from 'hono/compress';
import { createDispatcher } from './createDispatcher.ts';
import { answerRefused, handleCall } from './http/handleCall.ts';
import { type Seen, seenThroughProxy } from './http/seenThroughProxy.ts';
import { type AppOptions, defaultSettings } from './ports.ts';

export { actions, checkActions } from './actions/index.ts';
export { jobKinds } from './actions/jobKinds.ts';
export { startWithRelease } from './configure/startWithRelease.ts';
export { createModelHolder } from './createModelHolder.ts';
export { cleanFiles } from './files/cleanFiles.ts';
export { recoverJobs } from './jobs/recoverJobs.ts';
export type { AppOptions, AppSettings, FileStore, Log, ModelHolder, PasswordHasher, Ports } from './ports.ts';
export { seedStore } from './seed/seedStore.ts';
export { createMemoryStore } from './store/memory/createMemoryStore.ts';
export type { Store, StoreSession } from './store/types.ts';
export { createWebPorts } from './web/createWebPorts.ts';

type Bindings = { readonly incoming?: { readonly socket?: { readonly remoteAddress?: string } } };

/** Builds the app over a store that is migrated already. */
export function createApp(options: AppOptions): Hono<{ Bindings: Bindings }> {
  const settings = { ...defaultSettings, ...options.settings };
  const dispatcher = createDispatcher({ ...options, settings });
  const app = new Hono<{ Bindings: Bindings }>();
  app.use(compress());
  app.all('*', async (context) => {
    const request = context.req.raw;
    const peer = context.env?.incoming?.socket?.remoteAddress ?? 'local';
    const seen = seenThroughProxy(request, peer, settings.trustProxy);
    const response = await answer(context.req.path, request, seen);
    if (seen.isSecure) response.headers.set('strict-transport-security', hsts);
    return response;
  });
  return app;

  async function answer(path: string, request: Request, seen: Seen): Promise<Response> {
    if (!isApi(path) && options.fallback)
      return Promise.resolve(options.fallback(request)).catch((error) =>
        answerRefused(dispatcher(), request, error),
      );
    return handleCall(dispatcher(), request, seen);
  }
}

/** A year: a browser that has come over TLS once does not come without it again. */
const hsts = 'max-age=31536000';

/** `/api` itself and everything below, whatever the case. */
const isApi = (path: string): boolean => /^\/api(\/|$)/i.test(path);
