/** Work of configurators before a story begins. */
import type { StoryServer } from './startStoryServer.ts';

type Prepare = (server: StoryServer) => Promise<void>;
/** Such as `field/product.Fee` → the change. */
type Changes = Readonly<Record<string, object>>;

export const texts = (en: string, fr: string) => ({ 'en-CA': en, 'fr-CA': fr });

/** Puts changes into the draft of the story's person. */
export function withDraft(changes: Changes): Prepare {
  return (server) => put(server.fetch, changes);
}

/** Publishes a release as another person. */
export function publishing(userName: string, Note: string, changes: Changes): Prepare {
  return async (server) => {
    const call = await server.as(userName);
    await put(call, changes);
    await send(call, 'POST', '/api/configure/publish', { Note });
  };
}

async function put(call: typeof fetch, changes: Changes): Promise<void> {
  for (const [path, change] of Object.entries(changes))
    await send(call, 'PUT', `/api/configure/draft/${path}`, change);
}

async function send(call: typeof fetch, method: string, path: string, body: object): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const answer = await call(path, { method, headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
}
