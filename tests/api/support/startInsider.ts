/** An application with planted records of another dealer, and a person of one dealer with every other right. */
import type { DataRecord, EntityModel } from '#engine';
import { foreignId, limitedEntities, mark, plantForeign } from './plantForeign.ts';
import { asker, type Running, startApp } from './startApp.ts';
import { withRoles } from './withRoles.ts';

export const insider = 'pshah';

export type Planted = {
  readonly app: Running;
  readonly limited: readonly EntityModel[];
  /** The planted record of each entity. */
  readonly planted: ReadonlyMap<string, string>;
  /** Of the administrator and the person. */
  readonly tokens: ReadonlyMap<string, string>;
};

export async function startInsider(): Promise<Planted> {
  const added = withRoles({ 'all but dealers': { features: ['*'], except: ['AllDealers.View'] } });
  const app = await startApp({ store: 'sqlite', added });
  const limited = limitedEntities(app.models.current());
  const planted = await plantForeign(app, limited);
  const { items } = await app.store.find({ entity: 'user' });
  const like = items.find(({ UserName }) => UserName === 'viewer') as DataRecord;
  const user = { ...like, Id: foreignId(900), UserName: insider, Roles: ['all but dealers'] };
  await app.store.transaction((session) => session.insert('user', user));
  const tokens = new Map<string, string>();
  for (const UserName of ['admin', insider]) {
    const { body } = await asker(app.fetch, {})('POST', '/session', { UserName, Password: 'demo' });
    tokens.set(UserName, body.Token);
  }
  return { app, limited, planted, tokens };
}

/** Whether a text contains anything of a planted record, however its spaces are printed. */
export const isMarked = (text: string): boolean => text.replace(/[\s\u00a0-]+/g, '').includes(mark);
