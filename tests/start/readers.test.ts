/** The reader processes of a server end with their query, and with the server, however that ends. */
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { expect, it, onTestFinished } from 'vitest';
import { type RunningServer, startServer } from '../support/server.ts';

/** Runs for minutes and is not refused before, since its filter matches everything. */
const Definition = {
  from: 'brand',
  joins: Object.fromEntries([0, 1, 2, 3, 4].map((at) => [`P${at}`, { entity: 'product', by: 'BrandId' }])),
  filters: [{ path: 'P0.Description', operator: 'ne', value: 'x' }],
  columns: [
    { path: 'Name' },
    ...Array.from({ length: 60 }, (_, at) => ({
      ...{ path: `P${at % 5}.Description`, aggregate: 'distinct', name: `N${at}` },
    })),
  ],
};

const json = { 'content-type': 'application/json' };

async function started() {
  const server = await startServer();
  onTestFinished(server.stop);
  const post = (at: string, body: object, headers = {}, signal?: AbortSignal) =>
    fetch(`${server.origin}/api${at}`, {
      ...{ method: 'POST', headers: { ...json, ...headers }, body: JSON.stringify(body) },
      ...(signal && { signal }),
    });
  const { Token } = await (await post('/session', { UserName: 'admin', Password: 'demo' })).json();
  const authorization = { authorization: `Bearer ${Token}` };
  const ask = (signal?: AbortSignal) => post('/report/query', { Definition }, authorization, signal);
  const list = () => fetch(`${server.origin}/api/product?page=1&pageSize=5`, { headers: authorization });
  return { server, ask, list };
}

/** Running readers of the server's database. */
function readersOf({ databaseFile }: RunningServer): readonly number[] {
  const all = execFileSync('ps', ['-eo', 'pid=,stat=,args='], { encoding: 'utf8', maxBuffer: 1e8 });
  return all
    .split('\n')
    .filter(
      (line) => line.includes('readerProcess') && line.includes(databaseFile) && !/^\s*\d+ Z/.test(line),
    )
    .map((line) => Number.parseInt(line, 10));
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 20));
}

it('others are answered while long reports are read, and SIGTERM is obeyed during these', async () => {
  const { server, ask, list } = await started();
  // On a slow machine the connection is gone before the answer is written.
  const asked = Promise.all(
    [ask(), ask()].map((answer) => answer.then(({ status }) => status).catch(() => 'broken off')),
  );
  await until(() => readersOf(server).length > 1);
  for (let at = 0; at < 20; at += 1) expect((await list()).status).toBe(200);
  const ended = once(server.process, 'exit');
  server.process.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
  for (const end of await asked) expect([503, 'broken off']).toContain(end);
  await until(() => readersOf(server).length === 0);
});

it('a reader ends when its caller goes away, and all do when the server is killed', async () => {
  const { server, ask, list } = await started();
  const gone = new AbortController();
  const first = ask(gone.signal).catch(() => 'gone');
  await until(() => readersOf(server).length > 0);
  gone.abort();
  expect(await first).toBe('gone');
  await until(() => readersOf(server).length === 0);
  expect((await list()).status).toBe(200);
  const second = ask().catch(() => 'broken off');
  await until(() => readersOf(server).length > 0);
  const ended = once(server.process, 'exit');
  server.process.kill('SIGKILL');
  await ended;
  expect(await second).toBe('broken off');
  await until(() => readersOf(server).length === 0);
});
