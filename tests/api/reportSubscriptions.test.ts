/** Schedules and subscriptions: stored, validated, and run exactly once, also after a stop. */
import { beforeAll, describe, expect, it } from 'vitest';
import { type DataRecord, nextTime, nextTimes } from '#engine';
import { type Clients, createClients, filter } from './support/createClients.ts';
import { type Ask, appStores } from './support/startApp.ts';

const zone = { 'x-time-zone': 'America/Toronto' };

describe('recurrence', () => {
  const at = (start: string, every: string) => ({ start, every, zone: 'America/Toronto' });

  it('keeps its time of day when the clocks change', () => {
    // 09:00 in Toronto: 13:00 UTC in summer, 14:00 in winter.
    const times = nextTimes(at('2026-10-30T13:00:00.000Z', 'day'), '2026-10-30T00:00:00.000Z', 4);
    expect(times.map((time) => time.slice(0, 16))).toEqual([
      ...['2026-10-30T13:00', '2026-10-31T13:00', '2026-11-01T14:00', '2026-11-02T14:00'],
    ]);
  });

  it('is weekly, monthly and quarterly, with the last day in shorter months', () => {
    const second = (every: string) =>
      nextTimes(at('2027-01-31T14:00:00.000Z', every), '2027-01-31T15:00:00.000Z', 2).map((time) =>
        time.slice(0, 10),
      );
    expect([second('week'), second('month'), second('quarter')]).toEqual([
      ['2027-02-07', '2027-02-14'],
      ['2027-02-28', '2027-03-31'],
      ['2027-04-30', '2027-07-31'],
    ]);
    expect(nextTime(at('2027-01-31T14:00:00.000Z', 'never'), '2027-01-31T15:00:00.000Z')).toBeUndefined();
  });

  it('begins at its start, ignoring fractions of a second', () => {
    const start = at('2027-01-31T14:00:00.250Z', 'day');
    expect(nextTime(start, '2027-01-31T13:59:00.000Z')).toBe('2027-01-31T14:00:00.000Z');
  });

  it('a start long ago costs no time', () => {
    for (const every of ['day', 'week', 'month', 'quarter']) {
      const next = nextTime(at('1950-01-01T14:00:00.000Z', every), '2026-11-20T15:00:00.000Z') ?? '';
      expect(next > '2026-11-20T15' && next < '2027-02-02', every).toBe(true);
    }
  });
});

for (const kind of appStores) {
  describe(`subscriptions, ${kind} store`, () => {
    let clients: Clients;
    let viewer: Ask;
    let reports: Ask;
    let portfolio: string;

    beforeAll(async () => {
      clients = await createClients(kind);
      viewer = clients.viewer;
      reports = await clients.app.as('reports');
      portfolio = (await viewer('GET', `/report?${filter('ReportConfigurationName', 'Product portfolio')}`))
        .body.Items[0].Id;
    });

    /** Unused logins expire. */
    const itIs = async (now: string) => {
      clients.app.clock.now = new Date(now);
      [viewer, reports] = [await clients.app.as('viewer'), await clients.app.as('reports')];
    };
    const schedule = async (more: DataRecord = {}, ask = viewer) =>
      ask(
        'POST',
        '/report/schedule',
        { Name: 'Mornings', StartDateTime: '2026-11-21T14:00:00.000Z', RecurrenceId: 1, ...more },
        zone,
      );
    const subscribe = async (more: DataRecord = {}, ask = viewer) => {
      const ScheduleId = more.ScheduleId ?? (await schedule({}, ask)).body.Id;
      const body = {
        ReportConfigurationId: portfolio,
        DeliveryExtensionId: 1,
        ReportFormatId: 2,
        Path: 'me@example.com',
        ...more,
        ScheduleId,
      };
      return ask('POST', '/report/subscription', body);
    };
    const deliveries = async (ask = viewer) => (await ask('GET', '/report/delivery?pageSize=0')).body.Items;
    const bell = async (ask = viewer) => (await ask('GET', '/notification')).body;

    it('a schedule is visible to its owner, and does not exist for others', async () => {
      const { Id } = (await schedule()).body;
      expect((await viewer('GET', `/report/schedule/${Id}`)).body).toMatchObject({ Id, Name: 'Mornings' });
      expect((await reports('GET', `/report/schedule/${Id}`)).status).toBe(404);
      expect((await viewer('DELETE', `/report/schedule/${Id}`)).status).toBe(204);
    });

    it('H-187 H-594 H-110 a schedule is created, and listed to its owner with both names of its start', async () => {
      const { status, body } = await schedule();
      expect([status, body.ScheduleId], JSON.stringify(body)).toEqual([201, body.Id]);
      expect(body).toMatchObject({
        ...{
          Name: 'Mornings',
          StartDateTime: '2026-11-21T14:00:00.000Z',
          EffectiveStartDate: '2026-11-21T14:00:00.000Z',
        },
        Recurrence: { Id: 1, DisplayName: 'Daily' },
      });
      const other = await schedule({
        StartDateTime: undefined,
        EffectiveStartDate: '2026-12-01T14:00:00.000Z',
        ReportConfigurationId: portfolio,
      });
      expect([other.body.StartDateTime, other.body.ReportConfiguration.ReportConfigurationName]).toEqual([
        '2026-12-01T14:00:00.000Z',
        'Product portfolio',
      ]);
      expect((await viewer('GET', '/report/schedule')).body.TotalItems).toBe(2);
      expect((await reports('GET', '/report/schedule')).body.TotalItems).toBe(0);
      expect((await clients.nobody('POST', '/report/schedule', {})).status).toBe(401);
      const runs = (await viewer('GET', `/report/schedule/${body.Id}/runs`)).body.Items;
      expect([runs.length, runs[0], runs[9]]).toEqual([
        10,
        '2026-11-21T14:00:00.000Z',
        '2026-11-30T14:00:00.000Z',
      ]);
      expect((await reports('GET', `/report/schedule/${body.Id}/runs`)).status).toBe(404);
    });

    it('H-350 H-625 the recurrence of a schedule has an Id; mistakes are reported', async () => {
      for (const wrong of [
        { RecurrenceId: null },
        { RecurrenceId: 9 },
        { RecurrenceId: undefined, Recurrence: { DisplayName: 'Daily' } },
      ])
        expect((await schedule(wrong)).status, JSON.stringify(wrong)).toBe(422);
      const taken = await schedule({ RecurrenceId: undefined, Recurrence: { Id: 2 } });
      expect(taken.body.Recurrence.DisplayName).toBe('Weekly');
      const { body } = await schedule({ RecurrenceId: null });
      expect(body.ValidationErrors[0].Key).toBe('RecurrenceId');
      expect((await schedule({ StartDateTime: null })).status).toBe(422);
    });

    it('a schedule has a valid time zone: that of its author, or a chosen one', async () => {
      expect((await schedule()).body.TimeZone).toBe(zone['x-time-zone']);
      expect((await schedule({ TimeZone: 'America/Vancouver' })).body.TimeZone).toBe('America/Vancouver');
      // A caller without a valid zone gets that of the server, and therefore a next time at once.
      const abroad = await viewer(
        'POST',
        '/report/schedule',
        { Name: 'Abroad', StartDateTime: '2027-07-01T13:00:00.000Z', RecurrenceId: 1 },
        { 'x-time-zone': 'UTC' },
      );
      expect(abroad.body.TimeZone).toBe('America/Toronto');
      const { status, body } = await schedule({ TimeZone: 'Mars/Olympus' });
      expect([status, body.ValidationErrors[0].Key]).toEqual([422, 'TimeZone']);
    });

    it('H-595 H-593 a schedule is changed and removed by its owner, unless a subscription needs it', async () => {
      const { body } = await schedule();
      const changed = await viewer('PUT', '/report/schedule', { ...body, Name: 'Evenings' });
      expect([changed.status, changed.body.Name], JSON.stringify(changed.body)).toEqual([200, 'Evenings']);
      expect((await reports('PUT', '/report/schedule', { Id: body.Id, Name: 'x' })).status).toBe(422);
      expect((await reports('DELETE', `/report/schedule/${body.Id}`)).status).toBe(422);
      const subscription = (await subscribe({ ScheduleId: body.Id })).body.Id;
      expect((await viewer('DELETE', `/report/schedule/${body.Id}`)).status).toBe(409);
      await viewer('DELETE', `/report/subscription/${subscription}`);
      expect((await viewer('DELETE', `/report/schedule/${body.Id}`)).status).toBeLessThan(300);
    });

    it('H-188 H-189 H-597 a subscription answers Id, SubscriptionId and all its fields', async () => {
      const { status, body } = await subscribe({ ReportParameters: { Columns: ['Name'] } });
      expect([status, body.SubscriptionId], JSON.stringify(body)).toEqual([201, body.Id]);
      expect(body).toMatchObject({
        ...{
          Path: 'me@example.com',
          ReportParameters: { Columns: ['Name'] },
          Schedule: { Name: 'Mornings' },
        },
        ...{
          DeliveryExtension: { Name: 'Report Server Email', DisplayName: 'Email' },
          ReportFormat: { Id: 2, DisplayName: 'Excel' },
        },
        ReportConfiguration: { Id: portfolio },
      });
      const listed = (await viewer('GET', `/report/${portfolio}`)).body.Subscriptions;
      expect(listed.map(({ Id }: DataRecord) => Id)).toContain(body.Id);
      await viewer('DELETE', `/report/subscription/${body.Id}`);
    });

    it('H-339 H-340 H-341 the location is an address or a network path, and empty without a way of delivery', async () => {
      const errors = async (more: DataRecord) => (await subscribe(more)).body.Errors;
      for (const Path of ['', 'me', 'me@', 'a b@example.com', '\\\\server\\share'])
        expect((await subscribe({ Path })).status, Path).toBe(422);
      expect(await errors({ Path: 'me' })).toEqual([
        'Enter a valid email address, or up to 20 separated by commas.',
      ]);
      const share = (Path: string) => subscribe({ DeliveryExtensionId: 2, Path });
      for (const wrong of [
        'me@example.com',
        '\\\\server',
        '\\server\\share',
        '\\\\server\\\\x',
        '\\\\s\\a:b',
        '\\\\s\\a*',
        '\\\\s\\a?',
        '\\\\s\\a<b',
        '\\\\s\\a>b',
        '\\\\s\\a|b',
        '\\\\s\\a/b',
        '\\\\s\\a\\',
        '\\\\s\\a\\..\\b',
      ])
        expect((await share(wrong)).status, wrong).toBe(422);
      for (const right of ['\\\\server\\share', '\\\\server\\share\\reports\\November 2026']) {
        const { status, body } = await share(right);
        expect([status, body.Path], JSON.stringify(body)).toEqual([201, right]);
        await viewer('DELETE', `/report/subscription/${body.Id}`);
      }
      const none = await subscribe({ DeliveryExtensionId: null });
      expect([
        none.status,
        none.body.Errors.some((text: string) => text.startsWith('Choose the delivery method')),
      ]).toEqual([422, true]);
    });

    it("a selection without columns is refused; without a selection the report's columns are used", async () => {
      const { body } = await subscribe();
      const change = (ReportParameters: unknown) =>
        viewer('PUT', '/report/subscription', { Id: body.Id, ReportParameters });
      const none = await change({ Columns: [] });
      expect([none.status, none.body.Errors]).toEqual([422, ['Please fill all required fields']]);
      expect((await change({ Columns: ['Code'] })).status).toBe(200);
      expect((await change({ Province: ['QC'] })).status).toBe(200);
      await viewer('DELETE', `/report/subscription/${body.Id}`);
    });

    it('H-598 H-596 a subscription is changed and removed only by its owner', async () => {
      const { body } = await subscribe();
      const changed = await viewer('PUT', '/report/subscription', {
        ...body,
        Path: 'you@example.com',
        ReportParameters: { Columns: ['Code'] },
      });
      expect(
        [changed.status, changed.body.Path, changed.body.ReportParameters],
        JSON.stringify(changed.body),
      ).toEqual([...[200, 'you@example.com', { Columns: ['Code'] }]]);
      expect(
        (await reports('PUT', '/report/subscription', { Id: body.Id, Path: 'x@example.com' })).status,
      ).toBe(422);
      expect((await reports('DELETE', `/report/subscription/${body.Id}`)).status).toBe(422);
      expect((await viewer('DELETE', `/report/subscription/${body.Id}`)).status).toBeLessThan(300);
      expect((await viewer('DELETE', `/report/subscription/${body.Id}`)).status).toBe(404);
    });

    it('H-011 a due subscription is delivered once, with its file, and announced by the bell of its owner', async () => {
      const { app } = clients;
      const { body } = await subscribe({ ReportParameters: { Columns: ['Name', 'Code'] } });
      expect(await app.runDue()).toBe(0);
      await itIs('2026-11-21T14:00:30Z');
      expect(await Promise.all([app.runDue(), app.runDue()])).toEqual([1, 1]);
      expect(await app.runDue()).toBe(0);
      const [delivery, ...others] = await deliveries();
      expect([others, delivery.State.Name, delivery.DueDate]).toEqual([
        [],
        // No mail server takes it here: the letter waits, and so says the bell.
        'Sending',
        '2026-11-21T14:00:00.000Z',
      ]);
      expect(delivery.File).toMatchObject({ Name: 'Product portfolio 11-21-2026, 9-00-30 AM.xlsx' });
      const { Url } = (await viewer('GET', `/File/token/${delivery.FileId}`)).body;
      expect(Url).toBeTruthy();
      expect((await (await app.as('pricing'))('GET', `/File/token/${delivery.FileId}`)).status).toBe(403);
      expect((await bell()).Items[0]).toMatchObject({
        ...{
          Title: 'Report delivery',
          About: 'Product portfolio',
          Outcome: 'partly',
          To: '/report/deliveries',
        },
      });
      expect((await bell(reports)).TotalItems).toBe(0);
      expect(await deliveries(reports)).toEqual([]);
      await viewer('DELETE', `/report/subscription/${body.Id}`);
    });

    it('runs missed during a stop are caught up once, by a new process', async () => {
      const { app } = clients;
      const { body } = await subscribe();
      await app.runDue();
      await itIs('2026-12-24T20:00:00Z');
      const again = app.restart();
      expect(await again.runDue()).toBe(1);
      expect(await again.runDue()).toBe(0);
      const mine = (await deliveries()).filter(
        ({ SubscriptionId }: DataRecord) => SubscriptionId === body.Id,
      );
      expect(mine.length).toBe(1);
      expect((await viewer('GET', '/report/subscription')).body.Items[0].NextRun).toBe(
        '2026-12-25T14:00:00.000Z',
      );
      await viewer('DELETE', `/report/subscription/${body.Id}`);
    });

    it("files and failures are in the language of the owner's screens", async () => {
      const { app } = clients;
      await viewer('PUT', '/preference/display', { locale: 'fr-CA', theme: 'dark' });
      const Path = '\\\\server\\unknown';
      const { body } = await subscribe({ DeliveryExtensionId: 2, Path });
      await itIs('2026-12-25T20:00:00Z');
      await app.runDue();
      const [found] = (await deliveries()).filter(
        ({ SubscriptionId }: DataRecord) => SubscriptionId === body.Id,
      );
      expect([found.State.Name, found.Reason]).toEqual(['Failed', expect.stringContaining('serveur')]);
      await viewer('PUT', '/preference/display', { locale: 'en-CA', theme: 'dark' });
      await viewer('DELETE', `/report/subscription/${body.Id}`);
    });

    it('a run interrupted by a crash is resumed, and announced once', async () => {
      const { app } = clients;
      const { body } = await subscribe();
      const before = (await bell()).TotalItems;
      const Id = '00000000-0000-4000-8000-0000000000aa';
      await app.store.insert('report-delivery', {
        ...{ Id, SubscriptionId: body.Id, ReportConfigurationId: portfolio, Owner: 'viewer', Revision: 1 },
        ...{ DueDate: '2026-12-24T14:00:00.000Z', StateId: 1 },
      });
      await app.restart().runDue();
      await app.restart().runDue();
      const [found] = (await deliveries()).filter((one: DataRecord) => one.Id === Id);
      expect([found.State.Name, (await bell()).TotalItems]).toEqual(['Sending', before + 1]);
      await viewer('DELETE', `/report/subscription/${body.Id}`);
    });

    it('a report that its owner may no longer see fails, and the bell says why', async () => {
      const { app } = clients;
      const admin = await app.as('admin');
      const people = (
        await admin('GET', `/report?${filter('ReportConfigurationName', 'People and their access')}`)
      ).body.Items[0].Id;
      // A report they may not see cannot be subscribed to; one they could once see fails when due.
      expect((await subscribe({ ReportConfigurationId: people }, reports)).status).toBe(403);
      const { body } = await subscribe({}, reports);
      await app.store.update('report-subscription', body.Id, { ReportConfigurationId: people });
      await app.runDue();
      await itIs('2026-12-26T20:00:00Z');
      await app.runDue();
      const [delivery] = await deliveries(reports);
      expect([delivery.State.Name, delivery.FileId]).toEqual(['Failed', undefined]);
      const [told] = (await bell(reports)).Items;
      expect([told.Outcome, told.Problems[0].includes('User.Manage')]).toEqual(['failed', true]);
      await reports('DELETE', `/report/subscription/${body.Id}`);
    });

    it('a changed schedule recomputes when its subscriptions are due', async () => {
      const made = (await schedule({ StartDateTime: '2027-01-04T14:00:00.000Z' })).body;
      const { body } = await subscribe({ ScheduleId: made.Id });
      expect(body.NextRun).toBe('2027-01-04T14:00:00.000Z');
      const next = async () =>
        (await viewer('GET', `/report/subscription?${filter('Id', body.Id)}`)).body.Items[0].NextRun;
      expect(await next()).toBe('2027-01-04T14:00:00.000Z');
      const change = (more: DataRecord) =>
        viewer('PUT', '/report/schedule', { Id: made.Id, StartDateTime: made.StartDateTime, ...more });
      await change({ StartDateTime: '2026-06-01T13:00:00.000Z', RecurrenceId: 2 });
      // A Monday at nine in Toronto, in winter time.
      expect(await next()).toBe('2026-12-28T14:00:00.000Z');
      await change({
        StartDateTime: '2026-06-01T13:00:00.000Z',
        RecurrenceId: 2,
        TimeZone: 'America/Regina',
      });
      // Saskatchewan has no daylight saving time.
      expect(await next()).toBe('2026-12-28T13:00:00.000Z');
      const other = (await schedule({ StartDateTime: '2027-03-01T15:00:00.000Z' })).body.Id;
      const moved = await viewer('PUT', '/report/subscription', { Id: body.Id, ScheduleId: other });
      expect(moved.body.NextRun).toBe('2027-03-01T15:00:00.000Z');
    });
  });
}
