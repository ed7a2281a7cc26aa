/**
 * Failing deliveries: shares that are missing, full or unknown, mailboxes that refuse, leases that expire.
 */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DataRecord } from '#engine';
import { createMappedShares } from '../../server/node/createMappedShares.ts';
import { readSettings } from '../../server/node/readSettings.ts';
import { type FileShares, type SharedFile, ShareTrouble } from '../../server/ports/FileShares.ts';
import { LetterRefused, type OutgoingLetter } from '../../server/ports/Mail.ts';
import { filter } from './support/createClients.ts';
import { type Ask, type Running, startApp } from './support/startApp.ts';

const root = mkdtempSync(path.join(tmpdir(), 'shares-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const emptyHash = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
const text = (content: string) => new Blob([content]).stream();

describe('mapped shares', () => {
  const folder = path.join(root, 'mapped');
  const inner = path.join(folder, 'Rapports été');
  const file = (more: Partial<SharedFile> = {}): SharedFile => ({
    ...{ folder: '\\\\Server\\Share\\Rapports été', name: 'a.pdf', id: 'one', content: text('abc') },
    ...{ sha256: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad', isAgain: false },
    ...more,
  });
  const shares = createMappedShares([
    { share: '\\\\server\\share', folder },
    { share: '\\\\server\\share\\moved', folder: path.join(root, 'elsewhere') },
  ]);
  const reason = async (more: Partial<SharedFile>) =>
    shares.put(file(more)).then(
      () => 'taken',
      (error) => (error instanceof ShareTrouble ? error.reason : String(error)),
    );

  beforeAll(() => {
    mkdirSync(inner, { recursive: true });
    mkdirSync(path.join(root, 'elsewhere'));
    mkdirSync(path.join(root, 'outside'));
    symlinkSync(path.join(root, 'outside'), path.join(folder, 'out'));
  });

  it('a file is written whole under its name, ignoring the case of the share, and no temporary file remains', async () => {
    await shares.put(file());
    await shares.put(file({ folder: '\\\\SERVER\\share\\MOVED', name: 'b.pdf' }));
    expect([readdirSync(inner), readdirSync(path.join(root, 'elsewhere'))]).toEqual([['a.pdf'], ['b.pdf']]);
  });

  it("never overwrites another's file, and recognizes its own", async () => {
    expect(await reason({})).toBe('taken');
    await shares.put(file({ isAgain: true }));
    await expect(shares.put(file({ isAgain: true, sha256: emptyHash }))).rejects.toMatchObject({
      reason: 'taken',
    });
    expect(readdirSync(inner)).toEqual(['a.pdf']);
  });

  it('no path and no link leads out of the share', async () => {
    for (const way of ['..', '.', '..\\..\\etc', 'a/../..', 'x\\..\\..', 'a\u0000b', ' ..', 'trailing.', ''])
      expect(await reason({ folder: `\\\\server\\share\\${way}` }), way).toBe('unsafe');
    expect(await reason({ folder: '\\\\server\\share\\out' })).toBe('unsafe');
    for (const name of ['../x.pdf', 'a/b.pdf', '..', 'a\\b'])
      expect(await reason({ folder: '\\\\server\\share', name }), name).toBe('unsafe');
    expect(readdirSync(path.join(root, 'outside'))).toEqual([]);
  });

  it('reports the problem: not mapped, missing, interrupted, full', async () => {
    expect(await reason({ folder: '\\\\other\\share' })).toBe('unmapped');
    expect(await reason({ folder: '\\\\server\\share\\nowhere' })).toBe('gone');
    for (const [code, said] of Object.entries({ ENOSPC: 'full', EROFS: 'denied', ESTALE: 'gone' })) {
      const broken = new ReadableStream<Uint8Array>({ pull: (to) => to.error(fault(code)) });
      expect(await reason({ name: 'broken.pdf', content: broken })).toBe(said);
    }
    const silent = createMappedShares([{ share: '\\\\server\\share', folder }], { patience: 1 });
    const nothing = new ReadableStream<Uint8Array>({ pull: () => new Promise(() => {}) });
    await expect(silent.put(file({ name: 'slow.pdf', content: nothing }))).rejects.toMatchObject({
      reason: 'slow',
    });
    expect(readdirSync(inner).filter((name) => !name.startsWith('.'))).toEqual(['a.pdf']);
  });

  it('the setting names shares and folders, and an invalid one is refused', () => {
    const read = (FILE_SHARES: string) => readSettings({ FILE_SHARES }).shares;
    expect(read('\\\\s\\a=/srv/a; \\\\s\\b\\c=/srv/b=c;')).toEqual([
      { share: '\\\\s\\a', folder: '/srv/a' },
      { share: '\\\\s\\b\\c', folder: '/srv/b=c' },
    ]);
    expect(readSettings({}).shares).toEqual([]);
    for (const wrong of ['\\\\s=/srv', '\\\\s\\a', '\\\\s\\a=srv', '/srv=\\\\s\\a'])
      expect(() => read(wrong), wrong).toThrow('FILE_SHARES');
  });
});

const fault = (code: string) => Object.assign(new Error(code), { code });

describe('deliveries', () => {
  let app: Running;
  let viewer: Ask;
  let portfolio: string;
  /** The current behaviour of the share and the mailbox. */
  let behave: FileShares['put'] = async () => {};
  let refuse: string | undefined;
  const letters: OutgoingLetter[] = [];
  const put: { name: string; folder: string }[] = [];
  const zone = { 'x-time-zone': 'America/Toronto' };

  const itIs = async (now: string) => {
    app.clock.now = new Date(now);
    viewer = await app.as('viewer');
  };
  const subscribe = async (more: DataRecord = {}) => {
    const schedule = { Name: 'Mornings', StartDateTime: '2026-11-21T14:00:00.000Z', RecurrenceId: 1 };
    const ScheduleId = (await viewer('POST', '/report/schedule', schedule, zone)).body.Id;
    const answer = await viewer('POST', '/report/subscription', {
      ...{ ReportConfigurationId: portfolio, DeliveryExtensionId: 2, ReportFormatId: 2, ScheduleId },
      ...{ Path: '\\\\server\\share\\reports', ReportParameters: { Columns: ['Name'] } },
      ...more,
    });
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    return answer.body.Id;
  };
  const deliveries = async (): Promise<readonly DataRecord[]> =>
    (await viewer('GET', '/report/delivery?pageSize=0')).body.Items;
  const state = (one: DataRecord | undefined) => (one?.State as DataRecord | undefined)?.Name;
  const bell = async () => (await viewer('GET', '/notification')).body;
  const drop = async (id: string) => viewer('DELETE', `/report/subscription/${id}`);

  beforeAll(async () => {
    const shares: FileShares = {
      put: async (file) => {
        await behave(file);
        put.push({ name: file.name, folder: file.folder });
      },
    };
    const mail = {
      send: async (letter: OutgoingLetter) => {
        if (refuse) throw new LetterRefused(refuse);
        letters.push(letter);
      },
    };
    const publicUrl = 'https://office.example';
    app = await startApp({ store: 'sqlite', ports: { shares, mail, publicUrl } });
    viewer = await app.as('viewer');
    portfolio = (await viewer('GET', `/report?${filter('ReportConfigurationName', 'Product portfolio')}`))
      .body.Items[0].Id;
    await app.runDue();
  });

  it('a full share is retried with growing waits; the file is made once, and the bell reports both', async () => {
    const id = await subscribe();
    await app.runDue();
    await itIs('2026-11-21T14:00:30Z');
    behave = async () => {
      throw new ShareTrouble('full');
    };
    expect(await app.runDue()).toBe(0);
    const [first] = await deliveries();
    expect([state(first), first?.Attempts, first?.NextTry]).toEqual([
      ...['Waiting', 1, '2026-11-21T14:01:30.000Z'],
    ]);
    expect(first?.Reason).toContain('The share of \\\\server\\share\\reports is full.');
    expect(first?.FileId).toBeTruthy();
    expect((await bell()).Items[0]).toMatchObject({ Outcome: 'failed', Problems: [first?.Reason] });
    expect(await app.runDue()).toBe(0);
    expect((await deliveries())[0]?.Attempts).toBe(1);
    await itIs('2026-11-21T14:01:31Z');
    await app.runDue();
    const [second] = await deliveries();
    expect([second?.Attempts, second?.NextTry]).toEqual([2, '2026-11-21T14:03:31.000Z']);
    behave = async () => {};
    await itIs('2026-11-21T14:04:00Z');
    expect(await app.runDue()).toBe(1);
    const [third, ...others] = await deliveries();
    expect([state(third), third?.FileId, third?.Reason, others]).toEqual([
      ...['Done', first?.FileId, undefined, []],
    ]);
    expect((await bell()).Items[0]).toMatchObject({ Outcome: 'done', Problems: [] });
    expect(put.map(({ name }) => name)).toEqual([third?.Name]);
    await drop(id);
  });

  it('after a day it is given up, and permanent failures are reported at once', async () => {
    const id = await subscribe();
    await app.runDue();
    await itIs('2026-11-22T14:00:30Z');
    behave = async () => {
      throw new ShareTrouble('gone');
    };
    await app.runDue();
    await itIs('2026-11-23T14:00:31Z');
    behave = async () => {
      throw new ShareTrouble('unmapped');
    };
    await app.runDue();
    const found = await deliveries();
    expect(found.map(state)).toEqual(['Failed', 'Failed']);
    expect(found[0]?.Reason).toContain('FILE_SHARES');
    behave = async () => {};
    await drop(id);
  });

  it('two reports of the same second and folder get different names, and an existing name stays with its owner', async () => {
    put.length = 0;
    const ids = [await subscribe(), await subscribe(), await subscribe()];
    await app.runDue();
    await itIs('2026-11-24T14:00:30Z');
    behave = async ({ name }) => {
      if (!name.includes('(') && put.length === 0) throw new ShareTrouble('taken');
    };
    expect(await app.runDue()).toBe(3);
    behave = async () => {};
    expect(new Set(put.map(({ name }) => name)).size).toBe(3);
    expect(put.every(({ name }) => /^Product portfolio [^()]*( \([0-9a-f]{8}\))?\.xlsx$/.test(name))).toBe(
      true,
    );
    for (const id of ids) await drop(id);
  });

  it('a refusing mailbox is reported in its own words, and the file is kept', async () => {
    const id = await subscribe({ DeliveryExtensionId: 1, Path: 'nobody@example.com' });
    await app.runDue();
    await itIs('2026-11-25T14:00:30Z');
    refuse = '550 No such mailbox.';
    expect(await app.runDue()).toBe(1);
    refuse = undefined;
    const [found] = await deliveries();
    expect([state(found), found?.Reason]).toEqual([
      'Failed',
      'The email to nobody@example.com was returned: 550 No such mailbox. Check the address of the subscription. The file is in your deliveries.',
    ]);
    expect((await bell()).Items[0].Outcome).toBe('failed');
    await itIs('2026-11-26T14:00:30Z');
    await app.runDue();
    expect(state((await deliveries())[0])).toBe('Done');
    await endWithOneClick(id);
  });

  /** As mail programs do it for the reader (RFC 8058): no login, no page, and twice does no harm. */
  const endWithOneClick = async (id: string) => {
    const { unsubscribe = '', isOneClick } = letters.at(-1) ?? {};
    expect([isOneClick, unsubscribe]).toEqual([
      true,
      expect.stringMatching(/^https:\/\/office\.example\/api\/unsubscribe\?token=/),
    ]);
    const other = await subscribe();
    const listed = async (): Promise<readonly unknown[]> =>
      (await viewer('GET', '/report/subscription?pageSize=0')).body.Items.map(({ Id }: DataRecord) => Id);
    const call = async (method: string, url: string) => {
      const body = method === 'POST' ? { body: 'List-Unsubscribe=One-Click' } : {};
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      return app.fetch(new Request(url, { method, headers, ...body }));
    };
    // Programs that read every address of a letter end nothing.
    const opened = await call('GET', unsubscribe);
    expect([opened.status, opened.headers.get('location')]).toEqual([
      303,
      expect.stringMatching(/^\/report\//),
    ]);
    for (const token of ['', 'x', `${unsubscribe.split('token=')[1]?.slice(0, -6)}AAAAAA`])
      expect((await call('POST', `https://office.example/api/unsubscribe?token=${token}`)).status).toBe(404);
    expect(await listed()).toEqual(expect.arrayContaining([id, other]));
    expect((await call('POST', unsubscribe)).status).toBe(200);
    expect(await listed()).not.toContain(id);
    expect(await listed()).toContain(other);
    expect((await call('POST', unsubscribe)).status).toBe(200);
    await drop(other);
  };

  it('a run of another process is left to it until its lease has expired', async () => {
    const id = await subscribe();
    const run = {
      ...{ Id: '00000000-0000-4000-8000-0000000000ab', SubscriptionId: id, ReportConfigurationId: portfolio },
      ...{ Owner: 'viewer', Revision: 1, DueDate: '2026-11-26T14:00:00.000Z', StateId: 1, Attempts: 1 },
      ...{ NextTry: '2026-11-26T14:05:00.000Z' },
    };
    await app.store.insert('report-delivery', run);
    await app.runDue();
    expect(state(await app.store.get('report-delivery', run.Id))).toBe('Running');
    await itIs('2026-11-26T14:05:01Z');
    await app.restart().runDue();
    const taken = await app.store.get('report-delivery', run.Id);
    expect([state(taken), taken?.Attempts]).toEqual(['Done', 2]);
    await drop(id);
  });

  it("a process that loses the lease during a slow write does not overwrite the other's result", async () => {
    const id = await subscribe();
    await app.runDue();
    await itIs('2026-11-27T14:00:30Z');
    behave = async ({ id: delivery }) => {
      await app.store.update('report-delivery', delivery, { Attempts: 2, StateId: 4, Reason: 'theirs' });
    };
    expect(await app.runDue()).toBe(0);
    behave = async () => {};
    expect((await deliveries())[0]?.Reason).toBe('theirs');
    await drop(id);
  });

  it('a report that is removed while it runs leaves nothing behind, and its person is told', async () => {
    const own = { Id: portfolio, ReportConfigurationName: 'Mine' };
    const flavour = (
      await viewer('POST', '/report/flavour', {
        ...(
          await viewer('GET', `/report/${portfolio}`)
        ).body,
        ...own,
      })
    ).body.Id;
    await subscribe({ ReportConfigurationId: flavour });
    await app.runDue();
    await itIs('2026-11-28T14:00:30Z');
    behave = async () => {
      const { status } = await viewer('DELETE', `/report/flavour/${flavour}`);
      expect(status).toBeLessThan(300);
    };
    expect(await app.runDue()).toBe(0);
    behave = async () => {};
    expect(
      await app.store.count('report-delivery', {
        kind: 'compare',
        path: 'ReportConfigurationId',
        operator: 'eq',
        value: flavour,
      }),
    ).toBe(0);
    expect((await bell()).Items[0].Problems).toEqual(['The subscription or its report no longer exists.']);
    expect(app.errors).toEqual([]);
  });

  it('several email addresses make a subscription each, all or none', async () => {
    const at = '/report/subscription?pageSize=0';
    const paths = async () =>
      ((await viewer('GET', at)).body.Items as DataRecord[]).map(({ Path }) => String(Path)).sort();
    const before = await paths();
    const mail = {
      DeliveryExtensionId: 1,
      Path: 'ann@example.com, bob@example.com;cas@example.com, ann@example.com',
    };
    const id = await subscribe(mail);
    const added = (await paths()).filter((path) => !before.includes(path));
    expect(added).toEqual(['ann@example.com', 'bob@example.com', 'cas@example.com']);
    const kept = (await viewer('GET', at)).body.Items as DataRecord[];
    const first = kept.find(({ Id }) => Id === id);
    expect(first?.Path).toBe('ann@example.com');
    const comma = await subscribe({ DeliveryExtensionId: 1, Path: 'eve@example.com, ' });
    const stored = ((await viewer('GET', at)).body.Items as DataRecord[]).find(({ Id }) => Id === comma);
    expect(stored?.Path).toBe('eve@example.com');
    await drop(comma);
    const own = { ReportConfigurationId: portfolio, ReportFormatId: 2, ScheduleId: first?.ScheduleId };
    const more = Array.from({ length: 21 }, (_, one) => `p${one}@example.com`).join();
    for (const Path of ['dan@example.com, bob', more, ',', '; ;']) {
      const refused = await viewer('POST', '/report/subscription', { ...own, DeliveryExtensionId: 1, Path });
      expect([Path, refused.status, refused.body.ValidationErrors?.[0]?.Key]).toEqual([Path, 422, 'Path']);
    }
    const moved = await viewer('PUT', '/report/subscription', {
      ...first,
      Path: 'x@example.com, y@example.com',
    });
    expect([moved.status, moved.body.Message]).toEqual([422, expect.stringContaining('one address')]);
    expect((await paths()).filter((path) => !before.includes(path))).toEqual(added);
    for (const { Id, Path } of (await viewer('GET', at)).body.Items as DataRecord[])
      if (added.includes(String(Path))) await drop(String(Id));
  });

  it('an empty report is not sent where only rows are wanted, and its delivery says so', async () => {
    await itIs('2026-12-20T13:00:00Z');
    behave = async () => {};
    await app.runDue();
    const before = put.length;
    const empty = { Columns: ['Name'], Filters: { Name: 'no such product' } };
    const id = await subscribe({ OnlyWithRows: true, ReportParameters: empty });
    const other = await subscribe({ OnlyWithRows: true });
    const mine = (await viewer('GET', '/report/subscription?pageSize=0')).body.Items as DataRecord[];
    expect(mine.filter(({ OnlyWithRows }) => OnlyWithRows === true)).toHaveLength(2);
    await app.runDue();
    await itIs('2026-12-20T14:00:10Z');
    await app.runDue();
    const found = (await deliveries()).filter(({ SubscriptionId }) => SubscriptionId === id);
    expect(found.map((one) => [state(one), one.FileId ?? null, one.Note])).toEqual([
      ['Skipped', null, expect.stringContaining('No rows')],
    ]);
    const sent = (await deliveries()).filter(({ SubscriptionId }) => SubscriptionId === other);
    expect([sent.map(state), put.length - before]).toEqual([['Done'], 1]);
    await drop(id);
    await drop(other);
  });
});
