/** Sending reports and dashboards: to several people, each with their own rights, now, once or by a schedule. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { DataRecord } from '#engine';
import type { OutgoingLetter } from '../../server/ports/Mail.ts';
import { textsOfPages } from '../support/textOfPages.ts';
import { filter } from './support/createClients.ts';
import { type Ask, type Running, type StoreKind, startApp } from './support/startApp.ts';

const zone = { 'x-time-zone': 'America/Toronto' };

describe.each(['memory', 'sqlite'] satisfies StoreKind[])('sending, %s store', (kind) => {
  let app: Running;
  let [viewer, reports, admin] = [] as unknown as [Ask, Ask, Ask];
  let [portfolio, secret, dashboard, mixed] = ['', '', '', ''];
  const people: Record<string, string> = {};
  const letters: OutgoingLetter[] = [];

  const signIn = async () => {
    [viewer, reports, admin] = [await app.as('viewer'), await app.as('reports'), await app.as('admin')];
  };
  const itIs = async (now: string) => {
    app.clock.now = new Date(now);
    await signIn();
  };
  const send = (more: DataRecord, ask = reports) =>
    ask(
      'POST',
      '/report/subscription',
      { DeliveryExtensionId: 1, ReportFormatId: 1, When: 'now', ...more },
      zone,
    );
  /** What has arrived, by address. */
  const run = async (): Promise<ReadonlyMap<string, OutgoingLetter>> => {
    letters.length = 0;
    for (let round = 0; round < 3; round += 1) await app.runDue();
    return new Map(letters.map((letter) => [letter.to, letter]));
  };
  const paper = async (letter: OutgoingLetter | undefined) =>
    textsOfPages(letter?.attachments?.[0]?.content as Uint8Array);
  const deliveries = async (ask = reports): Promise<DataRecord[]> =>
    (await ask('GET', '/report/delivery?pageSize=0')).body.Items;

  beforeAll(async () => {
    const mail = { send: async (letter: OutgoingLetter) => void letters.push(letter) };
    app = await startApp({ store: kind, ports: { mail, publicUrl: 'https://office.example' } });
    await signIn();
    for (const name of ['viewer', 'manager', 'reports', 'admin', 'dealer-principal']) {
      const { items } = await app.store.find({
        entity: 'user',
        filter: { kind: 'compare', path: 'UserName', operator: 'eq', value: name },
      });
      people[name] = String(items[0]?.Id);
      const Email = `${name}@people.example`;
      await app.store.update('user', String(items[0]?.Id), { Email, IsEmailUnconfirmed: false });
    }
    const made = {
      UserName: 'no-roles',
      DisplayName: 'Without roles',
      Roles: [],
      Email: 'none@people.example',
    };
    people.none = (await admin('POST', '/user', made)).body.Id;
    portfolio = (await viewer('GET', `/report?${filter('ReportConfigurationName', 'Product portfolio')}`))
      .body.Items[0].Id;
    const named = filter('ReportConfigurationName', 'People and their access');
    secret = (await admin('GET', `/report?${named}`)).body.Items[0].Id;
    const Panels = [
      { Kind: 'number', Entity: 'dealer', Width: 3, Height: 1 },
      { Kind: 'number', Entity: 'user', Width: 3, Height: 1 },
      { Kind: 'bar', Entity: 'product', Column: 'ProductStateTypeId', Width: 12, Height: 4 },
      { Kind: 'table', Entity: 'product', Columns: ['Name', 'LaunchDate'], Width: 12, Height: 4 },
    ];
    const stored = (await admin('POST', '/report/dashboards', { Name: 'Mixed', Panels })).body;
    [dashboard, mixed] = [stored.Id, stored.Panels[0].Id];
    await run();
    return () => app.store.close();
  });

  it('each recipient is checked by itself: what they will see, or why they cannot', async () => {
    const asked = { People: ['viewer', 'dealer-principal', 'none'].map((name) => people[name]) };
    const Path = 'list@example.com, thief@evil.example, reports@people.example';
    const check = async (ask: Ask, more: DataRecord = {}) =>
      (await ask('POST', '/report/recipients', { DashboardId: dashboard, ...asked, Path, ...more })).body
        .Items;
    const found = await check(viewer);
    expect(found.map(({ Name, State }: DataRecord) => [Name, State])).toEqual([
      ['Viewer', 'full'],
      [expect.any(String), 'partly'],
      ['Without roles', 'partly'],
      ['list@example.com', 'full'],
      ['thief@evil.example', 'refused'],
      [expect.any(String), 'partly'],
    ]);
    const notes = found.map(({ Notes }: DataRecord) => (Notes as string[]).join(' '));
    expect(notes[1]).toContain('Without Users');
    expect(notes[1]).toContain('Only with the records that they may see.');
    expect(notes[3]).toBe('Has no account: gets what you may see.');
    expect(notes[4]).toContain('is outside your organization');
    const french = await admin(
      'POST',
      '/report/recipients',
      { ReportConfigurationId: secret, People: [people.none] },
      { 'accept-language': 'fr-CA' },
    );
    expect(french.body.Items[0].State).toBe('refused');
    expect(french.body.Items[0].Notes[0]).toMatch(/^Cette personne n’a pas l’autorisation /);
  });

  it('beyond twenty recipients nobody more is looked up, and nothing is sent', async () => {
    const People = Array.from({ length: 500 }, () => crypto.randomUUID());
    const Path = Array.from({ length: 500 }, (_, at) => `a${at}@example.com`).join(',');
    const asked = { DashboardId: dashboard, People, Path };
    const { Items } = (await viewer('POST', '/report/recipients', asked)).body;
    expect(Items.length).toBeLessThan(50);
    const refused = await send({ DashboardId: dashboard, People: [people.viewer], Path: Path.slice(0, 500) });
    expect([refused.status, refused.body.ErrorMessages.join(' ')]).toEqual([
      422,
      expect.stringContaining('20'),
    ]);
  });

  it('a dashboard leaves now, to each with their own figures, in their language, and the sender cannot open them', async () => {
    const { Items } = (await admin('GET', '/profile/dealer?pageSize=1')).body;
    expect(Items).toHaveLength(1);
    const principal = await app.as('dealer-principal');
    await principal('PUT', '/preference/display', { locale: 'fr-CA', theme: 'dark' });
    const made = await send(
      { DashboardId: dashboard, People: [people['dealer-principal'], people.admin] },
      reports,
    );
    expect([made.status, made.body.Dashboard?.Name], JSON.stringify(made.body)).toEqual([201, 'Mixed']);
    const arrived = await run();
    expect([...arrived.keys()].sort()).toEqual(['admin@people.example', 'dealer-principal@people.example']);
    const [own, all] = [arrived.get('dealer-principal@people.example'), arrived.get('admin@people.example')];
    expect([own?.subject, all?.subject]).toEqual(['Tableau de bord\u00a0: Mixed', 'Dashboard: Mixed']);
    expect(all?.text).toContain('sends you the dashboard Mixed');
    expect(all?.text).toContain(`/report/dashboards/${dashboard}`);
    const [ofOwn, ofAll] = [await paper(own), await paper(all)];
    // The first figure of the page, below the titles of its row.
    const figure = ([page = '']: readonly string[], title: string) =>
      Number(/^\s*(\d+)/m.exec(page.slice(page.indexOf(title) + title.length))?.[1]);
    expect(figure(ofOwn, 'Concessionnaires')).toBeLessThan(figure(ofAll, 'Dealers'));
    expect(ofOwn.join(' ')).toContain('Vous n’avez pas accès à ceci.');
    // Pages break between panels; each says the brand and its number.
    expect(ofAll).toHaveLength(3);
    for (const [at, page] of ofAll.entries())
      expect(page).toContain(`Formwright – Mixed – page ${at + 1} of 3`);
    const sent = (await deliveries()).filter(({ DashboardId }) => DashboardId === dashboard);
    expect(sent.map(({ FileId, State }) => [FileId ?? null, (State as DataRecord).Name])).toEqual([
      [null, 'Done'],
      [null, 'Done'],
    ]);
    for (const { HeldFileId } of sent)
      expect((await reports('GET', `/File/token/${HeldFileId}`)).status).toBe(403);
    expect([...(await run()).keys()]).toEqual([]);
  });

  it('all or none: a recipient who may not see it is refused with the reason', async () => {
    const before = (await admin('GET', '/report/subscription')).body.TotalItems;
    const of = { ReportConfigurationId: secret };
    const refused = await send({ ...of, People: [people.admin, people.none] }, admin);
    expect([refused.status, refused.body.ValidationErrors[0]]).toMatchObject([
      422,
      { Key: 'People', Value: expect.stringMatching(/^Without roles cannot get it: They need the right /) },
    ]);
    const typed = await send({ ...of, Path: 'none@people.example' }, admin);
    expect([typed.status, typed.body.ValidationErrors[0].Key]).toEqual([422, 'Path']);
    for (const wrong of [
      { DashboardId: dashboard, ReportConfigurationId: portfolio, People: [people.viewer] },
      { DashboardId: dashboard, ReportFormatId: 2, People: [people.viewer] },
      { DashboardId: dashboard },
      { DashboardId: dashboard, People: [people.viewer], When: 'once' },
      { DashboardId: dashboard, People: [people.viewer], When: 'once', SendDate: '2020-01-01T00:00:00.000Z' },
      { DashboardId: dashboard, People: [people.viewer], FigurePanel: 'x', FigureValue: 1 },
    ])
      expect((await send(wrong, admin)).status, JSON.stringify(wrong)).toBe(422);
    expect((await admin('GET', '/report/subscription')).body.TotalItems).toBe(before);
  });

  it('once at a time, and again and again by a schedule of its own', async () => {
    const at = '2027-03-01T14:00:00.000Z';
    const once = await send({
      ReportConfigurationId: portfolio,
      Path: 'a@example.com',
      When: 'once',
      SendDate: at,
    });
    expect([once.status, once.body.NextRun, once.body.Schedule ?? null]).toEqual([201, at, null]);
    const weekly = await send({
      DashboardId: dashboard,
      People: [people.viewer],
      When: 'week',
      SendDate: at,
    });
    expect(weekly.body).toMatchObject({ When: 'schedule', NextRun: at, Schedule: { RecurrenceId: 2 } });
    expect(weekly.body.Schedule.Name).toBe('Mixed – Every week');
    await itIs('2027-03-01T14:01:00Z');
    expect([...(await run()).keys()].sort()).toEqual(['a@example.com', 'viewer@people.example']);
    await itIs('2027-03-08T14:01:00Z');
    expect([...(await run()).keys()]).toEqual(['viewer@people.example']);
    // What is over is not sent again by a change.
    expect(
      (await reports('PUT', '/report/subscription', { Id: once.body.Id, OnlyWithRows: true })).status,
    ).toBe(200);
    expect([...(await run()).keys()]).toEqual([]);
    await reports('DELETE', `/report/subscription/${weekly.body.Id}`);
  });

  it('conditions are those of the sender, whom they tell nothing of what others may see', async () => {
    const shown = Number(
      (await reports('POST', '/report/panel', { DashboardId: dashboard, PanelId: mixed })).body.Rows[0][0],
    );
    const to = { DashboardId: dashboard, People: [people['dealer-principal']], FigurePanel: mixed };
    await send({ ...to, FigureLimit: 'gt', FigureValue: shown });
    expect([...(await run()).keys()]).toEqual([]);
    const [skipped] = (await deliveries()).filter(({ State }) => (State as DataRecord).Name === 'Skipped');
    expect([(skipped?.State as DataRecord | undefined)?.Name, skipped?.Note]).toEqual([
      'Skipped',
      `Dealers: ${shown}. The dashboard is sent only when this number is more than ${shown}.`,
    ]);
    await send({ ...to, FigureLimit: 'ge', FigureValue: shown });
    const letter = (await run()).get('dealer-principal@people.example');
    expect(letter?.attachments).toHaveLength(1);
    // Ids in addresses may have any digits.
    expect(letter?.text.replaceAll(/https:\S+/g, '')).not.toContain(`${shown}`);
  });

  it('a recipient who has gone, or lost the right, gets nothing, and the sender is told', async () => {
    const grant = (more: DataRecord) => app.store.update('user', people.none as string, more);
    await grant({ Roles: ['admin'] });
    const { body } = await send(
      {
        ...{ ReportConfigurationId: secret, People: [people.none], When: 'day' },
        SendDate: '2027-04-01T14:00:00.000Z',
      },
      admin,
    );
    await grant({ Roles: [] });
    await itIs('2027-04-01T14:01:00Z');
    expect([...(await run()).keys()]).toEqual([]);
    const last = async () =>
      (await deliveries(admin)).find(({ SubscriptionId }) => SubscriptionId === body.Id)?.Reason;
    expect(await last()).toMatch(/^Without roles cannot get it: They need the right /);
    await grant({ IsActive: false });
    await itIs('2027-04-02T14:01:00Z');
    expect([...(await run()).keys()]).toEqual([]);
    expect(await last()).toMatch(/^The recipient no longer has an active account/);
  });
});
