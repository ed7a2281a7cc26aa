/** What the server reports as done was done: deliveries, e-mails, bulk changes, reports without rows. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { DataRecord } from '#engine';
import { LetterRefused, type Mail } from '../../server/ports/Mail.ts';
import { filter } from './support/createClients.ts';
import { type Ask, type Running, startApp } from './support/startApp.ts';

type Started = { readonly app: Running; readonly viewer: Ask; readonly admin: Ask };

async function start(mail?: Mail): Promise<Started> {
  const app = await startApp({ store: 'sqlite', ...(mail ? { ports: { mail } } : {}) });
  return { app, viewer: await app.as('viewer'), admin: await app.as('admin') };
}

const mailed = { DeliveryExtensionId: 1, Path: 'viewer@example.com' };

/** A daily report by e-mail, due the next morning. */
async function subscribe({ app, viewer }: Started, more: DataRecord = {}): Promise<void> {
  const find = `/report?${filter('ReportConfigurationName', 'Product portfolio')}`;
  const ReportConfigurationId = (await viewer('GET', find)).body.Items[0].Id;
  const schedule = { Name: 'Mornings', StartDateTime: '2026-11-21T14:00:00.000Z', RecurrenceId: 1 };
  const ScheduleId = (await viewer('POST', '/report/schedule', schedule)).body.Id;
  const answer = await viewer('POST', '/report/subscription', {
    ...{ ReportConfigurationId, ReportFormatId: 1, ScheduleId, ...mailed },
    ...{ ReportParameters: { Columns: ['Name'] }, ...more },
  });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  await app.runDue();
}

async function at({ app }: Started, now: string): Promise<Ask> {
  app.clock.now = new Date(now);
  const viewer = await app.as('viewer');
  await app.runDue();
  return viewer;
}

const bell = async (ask: Ask) => (await ask('GET', '/notification')).body.Items as readonly DataRecord[];
const deliveries = async (ask: Ask) => (await ask('GET', '/report/delivery?pageSize=0')).body.Items;

describe('a delivery by e-mail', () => {
  it('is not marked as delivered without a mail server, and says so', async () => {
    const started = await start();
    await subscribe(started);
    const viewer = await at(started, '2026-11-21T14:00:30Z');
    const [delivery] = await deliveries(viewer);
    expect([delivery.State.Name, delivery.Reason]).toEqual(['Sending', expect.stringContaining('SMTP_URL')]);
    expect(delivery.FileId).toBeTruthy();
    expect((await bell(viewer))[0]).toMatchObject({ Outcome: 'partly', Problems: [delivery.Reason] });
    const admin = await started.app.as('admin');
    const [letter] = (await admin('GET', '/letter?pageSize=0')).body.Items;
    expect((await admin('POST', `/letter/${letter.Id}/send`)).body.Message).toContain('SMTP_URL');
    await started.app.store.close();
  });

  it('is reported once the mail server accepts it, with what its file leaves out, and otherwise as failed', async () => {
    let refuse = false;
    let sent = '';
    const started = await start({
      send: async ({ text }) => {
        if (refuse) throw new LetterRefused('550 No such mailbox.');
        sent = text;
      },
    });
    await subscribe(started, {
      ReportParameters: { Columns: ['Name'], Filters: { Name: 'no product is called so' } },
    });
    const first = await at(started, '2026-11-21T14:00:30Z');
    const [delivery] = await deliveries(first);
    expect([delivery.State.Name, delivery.Note]).toEqual(['Done', 'No rows match the report’s filters.']);
    expect((await bell(first))[0]).toMatchObject({ Outcome: 'done', Notes: [delivery.Note] });
    expect(sent).toContain(delivery.Note);
    refuse = true;
    const second = await at(started, '2026-11-22T14:00:30Z');
    expect((await deliveries(second))[0].State.Name).toBe('Failed');
    expect((await bell(second))[0]).toMatchObject({ Outcome: 'failed' });
    await started.app.store.close();
  });
});

describe('bulk work and e-mails to people', () => {
  let started: Started;
  beforeAll(async () => {
    started = await start();
    return () => started.app.store.close();
  });

  it('are reported as partly done, or failed, if records were refused', async () => {
    const manager = await started.app.as('manager');
    const rows = async (state: string) =>
      (await manager('GET', `/product?pageSize=1&${filter('ProductStateType.Name', state)}`)).body.Items;
    const [open, active] = [await rows('InDesign'), await rows('Active')];
    const change = async (items: readonly DataRecord[], Value: string) => {
      const Rows = items.map(({ Id, Revision }) => ({ Id, Revision }));
      const body = { List: 'products#products', Field: 'Description', Value, Mode: 'each', Rows };
      const { JobId } = (await manager('POST', '/bulk', body)).body;
      for (;;) {
        const found = (await bell(manager)).find(({ Id }) => Id === JobId);
        if (found) return found.Outcome;
        await new Promise((resolve) => setImmediate(resolve));
      }
    };
    expect(await change([...open, ...active], 'One of two.')).toBe('partly');
    expect(await change(active, 'None.')).toBe('failed');
    expect(await change(await rows('InDesign'), 'One of one.')).toBe('done');
  });

  it('a link that cannot be sent is reported as held', async () => {
    const sent = {
      UserName: 'newcomer',
      DisplayName: 'New Comer',
      Roles: ['viewer'],
      Email: 'new@example.com',
    };
    const { Id } = (await started.admin('POST', '/user', sent)).body;
    const link = await started.admin('POST', `/user/${Id}/link`);
    expect([link.status, link.body.IsHeld]).toEqual([200, true]);
  });
});
