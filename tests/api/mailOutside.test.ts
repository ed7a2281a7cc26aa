/**
 * Mail to addresses that people enter: inside the organization for everyone, outside for those who may send
 * there.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import type { DataRecord } from '#engine';
import { grantFeatures } from '../../server/operations/grantFeatures.ts';
import { guardedStore } from '../../server/operations/guardedStore.ts';
import { mailFields } from '../../server/operations/mailTo.ts';
import { filter } from './support/createClients.ts';
import { type Ask, model, type Running, type StoreKind, startApp } from './support/startApp.ts';

const inside = ['me@example.com', 'ME@EXAMPLE.COM', 'a@mail.example.com', 'b@people.example'];
const outside = [
  ...['thief@evil.example', 'a@notexample.com', 'a@example.com.evil.example', 'me@example.com@evil.example'],
  ...['a@еxample.com', 'me@example.org'],
];

describe.each(['memory', 'sqlite'] satisfies StoreKind[])('mail outside, %s store', (kind) => {
  let app: Running;
  let [viewer, reports, admin] = [] as unknown as [Ask, Ask, Ask];
  let [portfolio, owned, owner] = ['', '', ''];
  const sent: { readonly to: string }[] = [];

  beforeAll(async () => {
    const mail = { send: async (letter: { readonly to: string }) => void sent.push(letter) };
    app = await startApp({ store: kind, ports: { mail } });
    await signIn();
    const found = await viewer('GET', `/report?${filter('ReportConfigurationName', 'Product portfolio')}`);
    portfolio = found.body.Items[0].Id;
    const body = { Name: 'Mornings', StartDateTime: '2026-11-21T14:00:00.000Z', RecurrenceId: 1 };
    owned = (await viewer('POST', '/report/schedule', body)).body.Id;
    owner = (await reports('POST', '/report/schedule', body)).body.Id;
    return () => app.store.close();
  });
  const signIn = async () => {
    [viewer, reports, admin] = [await app.as('viewer'), await app.as('reports'), await app.as('admin')];
  };

  const subscribe = (ask: Ask, Path: string, more: DataRecord = {}) =>
    ask('POST', '/report/subscription', {
      ...{ ReportConfigurationId: portfolio, DeliveryExtensionId: 1, ReportFormatId: 2, Path },
      ...{ ScheduleId: ask === viewer ? owned : owner, ...more },
    });

  it('an address inside is accepted from everyone, one outside only from those who may send there', async () => {
    for (const Path of inside) expect((await subscribe(viewer, Path)).status, Path).toBe(201);
    for (const Path of outside) expect((await subscribe(viewer, Path)).status, Path).toBe(422);
    const made = await subscribe(viewer, inside[0] as string);
    const refused = await viewer('PUT', '/report/subscription', { Id: made.body.Id, Path: outside[0] });
    expect([refused.status, refused.body.ValidationErrors[0]]).toMatchObject([
      422,
      { Key: 'Path', Value: expect.stringContaining('thief@evil.example is outside your organization.') },
    ]);
    const french = await subscribe(viewer, 'thief@evil.example', {});
    expect(french.status).toBe(422);
    expect((await subscribe(reports, 'thief@evil.example')).status).toBe(201);
    expect((await subscribe(viewer, '\\\\server\\a@share', { DeliveryExtensionId: 2 })).status).toBe(201);
  });

  it('for every entity that declares such an address, on every path a record is written', async () => {
    const tried = [...model.entities.values()].filter((entity) => mailFields(entity).length > 0);
    expect(tried.map(({ id }) => id)).toEqual(['report-subscription']);
    for (const entity of tried)
      for (const { name, mailTo } of mailFields(entity)) {
        const [like] = (await app.store.find({ entity: entity.id, page: { number: 1, size: 1 } })).items;
        const record = { ...like, Id: '01900d01-0000-7000-8000-00000000ffff', [name]: outside[0] };
        const with_ = (features: readonly string[]) =>
          guardedStore(app.store, { model, features: new Set(features) });
        const all = grantFeatures(model, ['admin']);
        const without = with_(all.filter((one) => one !== mailTo));
        for (const write of [
          () => without.insert(entity.id, record),
          () => without.insertMany(entity.id, [record]),
          () => without.update(entity.id, String(like?.Id), { [name]: outside[0] }),
        ])
          await expect(write()).rejects.toMatchObject({ details: { issues: [{ message: 'mail.outside' }] } });
        await with_([mailTo]).insert(entity.id, record);
        await app.store.remove(entity.id, record.Id);
      }
  });

  it('the address of an account counts as inside, once it is confirmed to be its person’s', async () => {
    const made = { UserName: 'far', DisplayName: 'F.', Roles: [], Email: 'far@elsewhere.example' };
    const { Id } = (await admin('POST', '/user', made)).body;
    const ask = async () => (await subscribe(viewer, 'far@elsewhere.example')).status;
    expect(await ask()).toBe(201);
    await app.store.update('user', Id, { IsEmailUnconfirmed: true });
    expect(await ask()).toBe(422);
    await app.store.update('user', Id, { IsEmailUnconfirmed: false, IsActive: false });
    expect(await ask()).toBe(422);
  });

  it('existing subscriptions continue until domains are named, and are then refused with a message', async () => {
    for (const { Id } of (await app.store.find({ entity: 'report-subscription' })).items)
      await app.store.remove('report-subscription', String(Id));
    const { Id } = (await subscribe(viewer, inside[0] as string)).body;
    await app.store.update('report-subscription', Id, { Path: 'old@evil.example' });
    const known = (await app.store.find({ entity: 'mail-domain' })).items;
    for (const one of known) await app.store.remove('mail-domain', String(one.Id));
    expect((await subscribe(viewer, 'new@evil.example')).status).toBe(422);
    const runOn = async (day: string) => {
      app.clock.now = new Date(`${day}T14:01:00Z`);
      sent.length = 0;
      await app.runDue();
      await app.runDue();
      await signIn();
      return sent.map(({ to }) => to);
    };
    expect(await runOn('2026-11-21')).toEqual(['old@evil.example']);
    expect((await admin('POST', '/maildomain', { Name: 'example.com' })).status).toBe(201);
    expect(await runOn('2026-11-22')).toEqual([]);
    const { Items } = (await viewer('GET', '/report/delivery?pageSize=0')).body;
    const reasons = Items.map(({ Reason }: DataRecord) => Reason);
    expect(reasons).toContainEqual(expect.stringContaining('old@evil.example is outside your organization.'));
  });

  it('administrators name the domains, which must be valid', async () => {
    expect((await viewer('POST', '/maildomain', { Name: 'evil.example' })).status).toBe(403);
    expect((await viewer('GET', '/maildomain')).status).toBe(403);
    for (const Name of [
      '',
      'com',
      '@example.com',
      'a b.com',
      'http://example.com',
      'example.com.',
      'EXAMPLE.com',
    ])
      expect((await admin('POST', '/maildomain', { Name })).status, Name).toBe(422);
    const made = await admin('POST', '/maildomain', { Name: 'Bücher.example' });
    expect((await subscribe(viewer, 'a@xn--bcher-kva.example')).status).toBe(201);
    expect((await admin('DELETE', `/maildomain/${made.body.Id}`)).status).toBe(204);
    expect((await subscribe(viewer, 'a@xn--bcher-kva.example')).status).toBe(422);
  });
});
