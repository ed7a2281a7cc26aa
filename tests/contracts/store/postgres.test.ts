import { afterAll, expect, it, vi } from 'vitest';
import { openPostgresStore } from '../../../server/store/postgres/openPostgresStore.ts';
import { ask, newSchema, stopPostgres } from '../../support/postgres.ts';
import { describeSharedByTwo, listener, pending } from './describeShared.ts';
import { openFor } from './fixture.ts';
import { storeContract } from './storeContract.ts';

afterAll(stopPostgres);

storeContract('PostgreSQL', async () => openPostgresStore({ url: await newSchema() }));

describeSharedByTwo(async () => {
  const url = await newSchema();
  const open = () => openFor(() => openPostgresStore({ url }));
  return [await open(), await open()];
});

it('listens again after its connection is cut, and says that something may have been missed', async () => {
  const url = await newSchema();
  const store = await openFor(() => openPostgresStore({ url }));
  const { heard, hear } = listener();
  const missed = vi.fn();
  store.shared.listen('topic', hear, missed);
  await store.shared.announce('topic', 'before');
  await expect.poll(() => heard).toEqual(['before']);
  const [started, running, lost] = [pending(), pending(), vi.fn()];
  const work = store.shared.alone('work', (signal) => {
    signal.addEventListener('abort', lost);
    started.end();
    return running.promise;
  });
  await started.promise;
  await ask(
    url,
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'formwright shared' and query like '%advisory%'`,
  );
  await expect.poll(() => missed.mock.calls.length).toBe(1);
  expect(lost).toHaveBeenCalledOnce();
  await store.shared.announce('topic', 'after');
  await expect.poll(() => heard).toEqual(['before', 'after']);
  running.end();
  await work;
  expect(await store.shared.alone('work', async () => 'again')).toBe('again');
});
