/** Time limits of retries, retention and logins: a moment before the end, and a moment after it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DataRecord } from '#engine';
import { createWebPorts } from '#server/app';
import { isWorthAnother, waitAfter } from '../../extensions/reports/server/deliveryStates.ts';
import { personOfLink, sendLink } from '../../server/login/accountLinks.ts';
import { idOfDigest } from '../../server/login/idOfDigest.ts';
import { letterStates } from '../../server/mail/letters.ts';
import type { Runtime } from '../../server/operations/OperationCall.ts';
import { extensions } from '../support/extensions.ts';
import { type Ask, model, type Running, startApp } from './support/startApp.ts';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const start = new Date('2026-11-20T15:00:00.000Z');
const later = (milliseconds: number) => new Date(start.getTime() + milliseconds);

let app: Running;
let admin: Ask;
let isDown = true;
const sent: { readonly text: string }[] = [];

beforeAll(async () => {
  const send = async (letter: { readonly text: string }) => {
    if (isDown) throw new Error('No mail server.');
    sent.push(letter);
  };
  app = await startApp({ store: 'memory', now: start.toISOString(), ports: { mail: { send } } });
  admin = await app.as('admin');
});
afterAll(() => app.store.close());

const stamps = (at = start) => ({
  ...{ CreatedDate: at.toISOString(), CreatedBy: 'seed', ModifiedDate: at.toISOString(), ModifiedBy: 'seed' },
  Revision: 1,
});
const idOf = (n: number) => `0f000000-0000-7000-8000-${String(n).padStart(12, '0')}`;

describe('a letter', () => {
  let count = 0;
  async function letterTried(since: number): Promise<DataRecord> {
    count += 1;
    const Id = idOf(count);
    app.clock.now = later(since);
    await app.store.insert('letter', {
      ...stamps(),
      ...{ Id, To: 'ann@example.com', Language: 'en-CA', Subject: 'Hello', Text: 'Open {link}' },
      ...{ Link: 'https://desk.example/secret', StateId: letterStates.waiting, Attempts: 0 },
      NextTry: app.clock.now.toISOString(),
    });
    await app.runDue();
    const letter = (await app.store.get('letter', Id)) as DataRecord;
    return { ...letter, Link: letter.Link ?? null };
  }

  it('is tried for three days and no longer, and an undelivered one has no link', async () => {
    isDown = true;
    const [before, beyond] = [await letterTried(72 * hour - second), await letterTried(72 * hour + second)];
    expect(before).toMatchObject({ StateId: letterStates.waiting, Link: 'https://desk.example/secret' });
    expect(beyond).toMatchObject({ StateId: letterStates.failed, Link: null });
    await app.store.remove('letter', String(before.Id));
  });

  it('once sent keeps no link, and was sent with it', async () => {
    isDown = false;
    const letter = await letterTried(hour);
    expect(letter).toMatchObject({ StateId: letterStates.sent, Link: null, Attempts: 1 });
    expect(sent.at(-1)?.text).toBe('Open https://desk.example/secret');
  });

  it('waits longer from try to try', async () => {
    isDown = true;
    const waits: number[] = [];
    const { Id } = await letterTried(0);
    for (let tries = 0; tries < 10; tries += 1) {
      const { NextTry } = (await app.store.get('letter', String(Id))) as DataRecord;
      waits.push((Date.parse(String(NextTry)) - app.clock.now.getTime()) / minute);
      app.clock.now = new Date(String(NextTry));
      await app.runDue();
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 360]);
    await app.store.remove('letter', String(Id));
    app.clock.now = start;
  });
});

describe('a delivery of a report', () => {
  it('to a share is tried for a day; after a fault of the server five times', () => {
    const tried = (since: number, attempts = 3) => ({
      ...{ since: start.toISOString(), now: later(since).toISOString() },
      attempts,
    });
    expect(isWorthAnother(tried(24 * hour - second), 'share')).toBe(true);
    expect(isWorthAnother(tried(24 * hour), 'share')).toBe(false);
    expect([4, 5].map((attempts) => isWorthAnother(tried(0, attempts), 'fault'))).toEqual([true, false]);
    expect([1, 2, 3, 6, 7, 20].map((attempts) => waitAfter(attempts) / minute)).toEqual([
      1, 2, 4, 32, 60, 60,
    ]);
  });
});

describe('a schedule', () => {
  const atHours = (days: readonly string[]) => days.map((day) => `${day}:00:00.000Z`);
  const runs: Readonly<Record<string, readonly string[]>> = {
    Daily: atHours(['2026-11-30T14', '2026-12-01T14', '2026-12-02T14']),
    Weekly: atHours(['2026-11-30T14', '2026-12-07T14', '2026-12-14T14']),
    Monthly: atHours(['2026-11-30T14', '2026-12-30T14', '2027-01-30T14']),
    Quarterly: atHours(['2026-11-30T14', '2027-02-28T14', '2027-05-30T13']),
  };

  it.each(model.lookups.get('recurrence')?.items ?? [])(
    '$Name: its first run and two steps',
    async ({ Id, Name }) => {
      app.clock.now = start;
      admin = await app.as('admin');
      const body = { Name, StartDateTime: '2026-11-30T14:00:00.000Z', RecurrenceId: Id };
      const made = await admin('POST', '/report/schedule', body, { 'x-time-zone': 'America/Toronto' });
      expect(made.status, JSON.stringify(made.body)).toBe(201);
      const { Items } = (await admin('GET', `/report/schedule/${made.body.Id}/runs`)).body;
      expect(Items.slice(0, 3)).toEqual(runs[Name]);
    },
  );
});

describe('an answer that is kept for a key', () => {
  it('is repeated for a day, and then the call is carried out again', async () => {
    const make = async (since: number) => {
      app.clock.now = later(since);
      const body = { Name: 'Kept', StartDateTime: '2026-12-21T14:00:00.000Z', RecurrenceId: 1 };
      const { status, body: said } = await admin('POST', '/report/schedule', body, {
        'idempotency-key': 'one',
      });
      expect(status, JSON.stringify(said)).toBe(201);
      return said.Id;
    };
    admin = await app.as('admin');
    const first = await make(0);
    admin = await signedInAt(24 * hour - second);
    expect(await make(24 * hour - second)).toBe(first);
    expect(await make(24 * hour + second)).not.toBe(first);
  });
});

async function signedInAt(since: number): Promise<Ask> {
  app.clock.now = later(since);
  return app.as('admin');
}

describe('a link to an account', () => {
  it('for a new password is valid for an hour, an invitation for a week', async () => {
    const { items } = await app.store.find({ entity: 'user' });
    const user = items.find(({ UserName }) => UserName === 'viewer') as DataRecord;
    const ports = extensions.portsOver(createWebPorts({ now: () => app.clock.now }));
    app.clock.now = start;
    const runtime = { ...{ model: app.models.current(), store: app.store, ports } } as unknown as Runtime;
    const lasts = async (person: DataRecord) => {
      const purpose = await app.store.transaction((session) => sendLink(runtime, session, person, 'seed'));
      const { items: links } = await app.store.find({ entity: 'account-link' });
      const link = links.find(({ Purpose }) => Purpose === purpose);
      return [purpose, (Date.parse(String(link?.ExpiresAt)) - start.getTime()) / hour];
    };
    expect(await lasts(user)).toEqual(['reset', 1]);
    expect(await lasts({ ...user, PasswordHash: null })).toEqual(['invite', 7 * 24]);
    const token = 'token-of-a-test';
    await app.store.insert('account-link', {
      ...stamps(),
      ...{ Id: idOfDigest(await ports.digest(token)), UserId: user.Id, Purpose: 'reset' },
      ExpiresAt: later(hour).toISOString(),
    });
    const at = async (since: number) => {
      app.clock.now = later(since);
      return (await personOfLink({ store: app.store, ports }, token))?.person.UserName;
    };
    expect([await at(hour - second), await at(hour)]).toEqual(['viewer', undefined]);
  });
});

describe('a login', () => {
  it('ends when unused for a while, and at the latest at its maximum age', async () => {
    app.clock.now = start;
    const idle = 12;
    const own = await startApp({
      ...{ store: 'memory', now: start.toISOString() },
      settings: { sessionIdleHours: idle, sessionMaximumHours: 20 },
    });
    const [used, unused] = [await own.as('viewer'), await own.as('viewer')];
    const status = async (ask: Ask, since: number) => {
      own.clock.now = later(since);
      return (await ask('GET', '/product?pageSize=1')).status;
    };
    expect(await status(used, idle * hour - second)).toBe(200);
    expect(await status(unused, idle * hour + second)).toBe(401);
    expect(await status(used, 20 * hour - second)).toBe(200);
    expect(await status(used, 20 * hour + second)).toBe(401);
    await own.store.close();
  });
});
