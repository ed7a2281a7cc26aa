/** The bell: it tells the person who started a job of its end, until read and for a while after. */
import { beforeAll, expect, it } from 'vitest';
import { cleanNotifications, createEvents, recoverJobs } from '#server/app';
import { endJob } from '../../server/jobs/endJob.ts';
import { extensions } from '../support/extensions.ts';
import { holdRows } from './support/holdRows.ts';
import { type Ask, asker } from './support/startApp.ts';
import { type Codes, startCodes } from './support/startCodes.ts';

let codes: Codes;

beforeAll(async () => {
  codes = await startCodes('sqlite');
  return () => codes.app.store.close();
});

const bell = async (ask: Ask, path = '/notification') => {
  const { status, body } = await ask('GET', path);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
};
const newest = async (ask: Ask) => (await bell(ask)).Items[0];

it('a successful import tells its kind, rows and target, to the person who started it and to nobody else', async () => {
  const { Id, List } = await codes.load('TOLD-1\nTOLD-2', { dto: { CodeListName: 'Told' } });
  const told = {
    ...{ Id, Title: 'Import eligibility codes', About: 'Told', Outcome: 'done', RowCount: 2, Problems: [] },
    ...{ FindingCount: 0, ReadDate: null, FinishedDate: codes.app.clock.now.toISOString() },
    To: `/products/${codes.product}/eligibility-codes/${List}`,
  };
  expect(await bell(codes.admin)).toMatchObject({ Items: [told], TotalItems: 1, Unread: 1 });
  expect(await bell(codes.viewer)).toEqual({ Items: [], TotalItems: 0, Unread: 0 });
  for (const [method, path] of [
    ['POST', `/notification/${Id}/read`],
    ['GET', `/notification/${Id}/findings`],
  ] as const)
    expect((await codes.viewer(method, path)).status).toBe(404);
  expect((await asker(codes.app.fetch, {})('GET', '/notification')).status).toBe(401);
  for (const wrong of ['page=0', 'pageSize=x', 'page=1e99'])
    expect((await codes.admin('GET', `/notification?${wrong}`)).status, wrong).toBe(400);
  // A new process knows it too, and tells it in the language of the reader.
  const again = await codes.app.restart().as('admin');
  const { body } = await again('GET', '/notification', undefined, { 'accept-language': 'fr-CA' });
  expect(body.Items[0]).toMatchObject({ Id, Title: 'Importer des codes d’admissibilité' });
});

it('a file with many mistakes: the first are shown, a thousand are in the file of findings, all are counted', async () => {
  const long = 'X'.repeat(65);
  const rows = Array.from({ length: 100_000 }, () => long);
  const { Status } = await codes.load(['GOOD', ...rows].join('\n'), { dto: { CodeListName: 'Wrong' } });
  expect(Status).toBe('failed');
  const told = await newest(codes.admin);
  expect(told).toMatchObject({ Outcome: 'failed', About: 'Wrong', FindingCount: 100_000, RowCount: null });
  expect(told.To).toBe(`/products/${codes.product}/eligibility-codes/add`);
  expect([told.Problems.length, told.Problems[0].slice(0, 14), told.Problems.at(-1)]).toEqual([
    ...[11, 'A2: The code X', '99,990 more lines have errors.'],
  ]);
  const { body, headers } = await codes.admin('GET', `/notification/${told.Id}/findings`);
  const lines = body.trim().split('\r\n');
  expect(headers.get('content-disposition')).toContain('.csv');
  expect([lines.length, lines[0], lines[1].slice(0, 15)]).toEqual([
    ...[1002, 'Cell,Problem', 'A2,The code XXX'],
  ]);
  expect([lines[1000].slice(0, 6), lines[1001]]).toEqual(['A1001,', ',"99,000 more lines have errors."']);
});

it('a cancelled or interrupted import is told as well; listeners receive only their own', async () => {
  const heard: unknown[] = [];
  const hold = holdRows(codes.app.store);
  const { body } = await codes.send('STOPPED-1', { dto: { CodeListName: 'Stopped' } });
  await codes.admin('POST', `/job/${body.JobId}/cancel`);
  hold.letGo();
  await codes.ended(body.JobId);
  expect(await newest(codes.admin)).toMatchObject({ Id: body.JobId, Outcome: 'cancelled', Problems: [] });
  const { store, clock, files } = codes.app;
  await store.remove('notification', body.JobId);
  await store.update('job', body.JobId, { Status: 'running', Problem: null });
  const events = createEvents();
  events.listen('recordChanged', (change) => heard.push(change));
  const ports = { files, now: () => clock.now } as Parameters<typeof recoverJobs>[0]['ports'];
  await (await recoverJobs({ store, ports, kinds: extensions.jobs, events }))();
  const told = await newest(codes.admin);
  expect([told.Id, told.Outcome, told.Problems]).toEqual([
    ...[body.JobId, 'failed'],
    ['The server stopped before the work was finished. Nothing was changed; start again.'],
  ]);
  const user = (await codes.admin('GET', '/session')).body.User.Id;
  expect(heard).toEqual([{ entity: 'notification', id: body.JobId, operation: 'create', user }]);
});

it('the event stream delivers it to its person and to nobody else', async () => {
  const [own, other] = await Promise.all(['admin', 'viewer'].map(listenAs));
  await codes.load('HEARD-1', { dto: { CodeListName: 'Heard' } });
  expect(await own?.until('"notification"')).toContain('"operation":"create"');
  // A message that both may see follows it.
  await codes.admin('PUT', '/product', { Id: codes.product, Description: 'After the bell' });
  expect(await other?.until('"product"')).not.toContain('"notification"');
  await Promise.all([own?.end(), other?.end()]);
});

it('read notifications no longer count and are removed after a month; unread ones stay', async () => {
  const { Unread, Items } = await bell(codes.admin, '/notification?pageSize=2');
  expect(Items).toHaveLength(2);
  const one = await codes.admin('POST', `/notification/${Items[0].Id}/read`);
  expect([one.body, (await bell(codes.admin)).Unread]).toEqual([{ Read: 1 }, Unread - 1]);
  expect((await codes.admin('POST', `/notification/${Items[0].Id}/read`)).body).toEqual({ Read: 0 });
  const { store, clock } = codes.app;
  const later = (days: number) => ({ now: () => new Date(clock.now.getTime() + days * 24 * 3600 * 1000) });
  expect(await cleanNotifications(store, later(29))).toBe(0);
  expect(await cleanNotifications(store, later(31))).toBe(1);
  expect((await bell(codes.admin)).TotalItems).toBe(Unread - 1);
  expect(await store.get('job', Items[0].Id)).toBeUndefined();
  expect((await codes.admin('POST', '/notification/read')).body).toEqual({ Read: Unread - 1 });
  expect((await bell(codes.admin)).Unread).toBe(0);
});

it('one bell holds 500: those read longest ago are removed first, then the oldest', async () => {
  const { store, clock } = codes.app;
  const { Id: user } = (await codes.viewer('GET', '/session')).body.User;
  const id = (at: number) => `01900000-0000-7000-8009-${String(at).padStart(12, '0')}`;
  const told = (at: number) => ({
    ...{ Id: id(at), UserId: user, Kind: 'copy', Title: 'notification.copy', Outcome: 'done' },
    ...{ FinishedDate: new Date(Date.UTC(2026, 0, 1, 0, at)).toISOString(), Revision: 1 },
    ReadDate: at === 7 ? '2026-11-01T00:00:00.000Z' : null,
  });
  await store.insertMany(
    'notification',
    Array.from({ length: 500 }, (_, at) => told(at)),
  );
  for (const at of [900, 901]) {
    await store.insert('job', { Id: id(at), Kind: 'copy', Key: 'x', Status: 'running', StartedBy: 'viewer' });
    await endJob(store, { now: () => clock.now }, id(at), { Status: 'done' });
  }
  const { TotalItems } = await bell(codes.viewer);
  const left = await store.getMany('notification', [0, 1, 7, 900, 901].map(id));
  expect([TotalItems, left.map(({ Id }) => Id).sort()]).toEqual([500, [1, 900, 901].map(id)]);
});

async function listenAs(role: string) {
  const login = await (await codes.app.as())('POST', '/session', { UserName: role, Password: 'demo' });
  const headers = { authorization: `Bearer ${login.body.Token}` };
  const { body } = await codes.app.fetch(new Request('http://localhost/api/events', { headers }));
  const reader = (body as ReadableStream<Uint8Array>).getReader();
  const decoder = new TextDecoder();
  return {
    end: () => reader.cancel(),
    until: async (word: string): Promise<string> => {
      let text = '';
      for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
        text += decoder.decode(piece.value, { stream: true });
        if (text.includes(word)) break;
      }
      return text;
    },
  };
}
