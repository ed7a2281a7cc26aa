/** One job at a time per key, and the next one as soon as the first is seen to have ended. */
import { expect, it } from 'vitest';
import type { Store } from '#server/app';
import { makeStore, startApp } from './support/startApp.ts';

it('once a job is seen to have ended the next may start, even before its process sees the commit', async () => {
  const own = await makeStore.memory();
  let isSlow = false;
  let [committed, hear] = [() => {}, () => {}];
  const isCommitted = new Promise<void>((resolve) => {
    committed = resolve;
  });
  const heard = new Promise<void>((resolve) => {
    hear = resolve;
  });
  /** As over a network: others see a commit before its answer arrives. */
  const store: Store = {
    ...own,
    transaction: async (work) => {
      let isEnd = false;
      const result = await own.transaction((session) =>
        work({
          ...session,
          update: (entity, id, fields, revision) => {
            if (entity === 'job' && fields.Status === 'done') isEnd = true;
            return session.update(entity, id, fields, revision);
          },
        }),
      );
      if (isSlow && isEnd) {
        isSlow = false;
        committed();
        await heard;
      }
      return result;
    },
  };
  const app = await startApp({ store });
  const ask = await app.as('profiles');
  const { body: page } = await ask('GET', '/profile/employee?pageSize=1');
  const [{ Id, Revision }] = page.Items;
  const bulk = () =>
    ask('POST', '/bulk', {
      ...{ List: 'profiles#employee', Field: 'IsSupervisor', Value: true, Mode: 'all' },
      Rows: [{ Id, Revision }],
    });
  isSlow = true;
  const { status, body } = await bulk();
  expect(status, JSON.stringify(body)).toBe(202);
  await isCommitted;
  expect((await ask('GET', `/job/${body.JobId}`)).body.Status).toBe('done');
  const next = bulk();
  await new Promise((resolve) => setImmediate(resolve));
  hear();
  expect((await next).status).toBe(202);
});
