/** Publishes over a real file and hangs at one moment of it until its parent kills it. */
import type { Store, StoreSession } from '#server/app';
import { openSqliteStore } from '../../server/store/sqlite/openSqliteStore.ts';
import { startApp } from '../api/support/startApp.ts';

/** Columns added, nothing written; the release written and the draft removed; committed, but not in force. */
export const moments = ['migrated', 'written', 'committed'] as const;
export type Moment = (typeof moments)[number];

export async function publishAndHang(file: string, moment: Moment): Promise<void> {
  const store = hangingAt(moment, openSqliteStore({ file }));
  const app = await startApp({ store, seed: 'none' });
  const admin = await app.as('admin');
  store.arm();
  const publish = (headers?: Record<string, string>) =>
    admin('POST', '/configure/publish', { Note: 'In the middle' }, headers);
  const [{ Token }] = (await publish()).body.Confirmations;
  const answer = await publish({ 'x-confirm': Token });
  console.log(`published ${answer.status} ${JSON.stringify(answer.body)}`);
}

function hangingAt(moment: Moment, inner: Store): Store & { readonly arm: () => void } {
  let isArmed = false;
  const pass = async (here: Moment): Promise<void> => {
    if (!isArmed || here !== moment) return;
    console.log('here');
    // A timer keeps the process alive; the promise never resolves.
    await new Promise(() => setInterval(() => undefined, 1000));
  };
  const session = (one: StoreSession): StoreSession => ({
    ...one,
    remove: async (entity, id) => {
      const removed = await one.remove(entity, id);
      await pass('written');
      return removed;
    },
  });
  return {
    ...inner,
    arm: () => {
      isArmed = true;
    },
    migrate: async (model, within) => {
      const steps = await inner.migrate(
        model,
        within &&
          (async (one) => {
            await pass('migrated');
            await within(session(one));
          }),
      );
      await pass('committed');
      return steps;
    },
  };
}
