/** Statuses and history of profiles, and their permissions. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { DataRecord } from '#engine';
import { createProfileClients, type ProfileClients, sampleDealer } from './support/profileClients.ts';
import { type Ask, appStores } from './support/startApp.ts';

const [mapleRidge, cascadia] = [
  'ad239afb-f63e-5af6-8096-83030ca5c6de',
  '4083d4a0-78e3-5896-8ea8-ca757b686a11',
];

describe.each(appStores)('statuses of profiles, %s store', (kind) => {
  let { app, admin, profiles, viewer, manager, nobody, bodyOf, post, madeProfile } = {} as ProfileClients;

  beforeAll(async () => {
    ({ app, admin, profiles, viewer, manager, nobody, bodyOf, post, madeProfile } =
      await createProfileClients(kind));
    return () => app.store.close();
  });

  describe('statuses', () => {
    const step = (ask: Ask, type: string, id: unknown, Name: string) =>
      ask('PUT', `/profile/${type}/${id}/status`, { Name });

    it('H-117 H-118 H-195 H-196 H-199 the graph gives the next statuses, and others are refused', async () => {
      const names = ['New', 'Operational', 'Active', 'Inactive', 'Closed', 'Legacy'];
      const { ProfileStatuses, AllowableStatusChangeGraph } = await madeProfile('oem');
      expect(ProfileStatuses).toEqual(Object.fromEntries(names.map((name, at) => [name, at + 1])));
      const graph = AllowableStatusChangeGraph as Record<string, readonly number[]>;
      for (const [at, from] of names.entries())
        for (const [to, name] of names.entries()) {
          const { Id } = await madeProfile('oem');
          await app.store.transaction((session) =>
            session.update('oem', String(Id), { ProfileStatusId: at + 1 }),
          );
          const answer = await step(profiles, 'oem', Id, name);
          const isNext = graph[String(at + 1)]?.includes(to + 1) === true;
          expect(answer.status < 300, `${from} to ${name}`).toBe(isNext);
        }
    });

    it('H-358 H-359 the status changes by its steps, with the right to change it', async () => {
      const { Id } = await madeProfile('brand');
      expect((await step(viewer, 'brand', Id, 'Operational')).status).toBe(403);
      const direct = await profiles('PUT', '/profile/brand', { Id, ProfileStatusId: 3 });
      expect(direct.status).toBe(422);
      expect((await step(profiles, 'brand', Id, 'Operational')).body.ProfileStatus.Name).toBe('Operational');
    });

    it('H-197 the status of a locked dealer does not change', async () => {
      const { Id } = await madeProfile('dealer', { IsLocked: true });
      expect((await step(profiles, 'dealer', Id, 'Operational')).status).toBe(409);
    });
  });

  describe('history', () => {
    it.each([
      ['H-531', 'dealer'],
      ['H-532', 'dealergroup'],
      ['H-533', 'brand'],
      ['H-534', 'lienholder'],
      ['H-535', 'owningcompany'],
      ['H-536', 'underwriter'],
      ['H-537', 'oem'],
    ] as const)('%s H-168 H-363 H-539 H-637 H-638 of a %s, newest first', async (_, type) => {
      const { Id } = await madeProfile(type);
      app.clock.now = new Date(app.clock.now.getTime() + 60_000);
      if (type === 'dealer') await admin('POST', `/profile/dealer/${Id}/workflow`, {});
      for (const AccountFriendlyId of [`H1-${type}`, `H2-${type}`]) {
        app.clock.now = new Date(app.clock.now.getTime() + 60_000);
        const saved = await admin('PUT', `/profile/${type}`, { Id, AccountFriendlyId });
        expect(saved.status, JSON.stringify(saved.body)).toBe(200);
      }
      const path = `/profile/${type}/${Id}/history`;
      const { body } = await profiles('GET', `${path}?Page=1&PageSize=10`);
      expect(body.Items[0]).toMatchObject({
        DisplayName: 'Account ID',
        PreviousValue: `H1-${type}`,
        CurrentValue: `H2-${type}`,
        EffectiveDate: app.clock.now.toISOString(),
        User: 'admin',
      });
      const oldest = await profiles('GET', `${path}?SortFields=EffectiveDate&SortDirections=1&PageSize=1`);
      expect(oldest.body.Items).toHaveLength(1);
      expect(oldest.body.Items[0].EffectiveDate < body.Items[0].EffectiveDate).toBe(true);
      expect(oldest.body.TotalItems).toBe(body.TotalItems);
      expect((await viewer('GET', path)).status).toBe(403);
      // Includes what belongs to the profile, even after its removal: here a note.
      const note = (await admin('POST', `/profile/${type}/${Id}/note`, { Text: 'Call again.' })).body;
      await admin('PUT', `/profile/${type}/${Id}/note`, { Id: note.Id, Text: 'Called.' });
      const about = { Entity: 'profile-note', RecordId: note.Id, User: 'admin' };
      const text = { ...about, RecordName: 'Called.', DisplayName: 'Note' };
      const changed = { ...text, Field: 'Text', PreviousValue: 'Call again.', CurrentValue: 'Called.' };
      expect(await changesIn(path, 'Entity', 'profile-note')).toMatchObject([
        changed,
        { ...text, Field: '', Operation: 'create' },
      ]);
      await admin('DELETE', `/profile/${type}/${Id}/note/${note.Id}`);
      const gone = await changesIn(path, 'Field', 'Text');
      expect(gone[0]).toMatchObject({
        ...about,
        RecordName: null,
        PreviousValue: 'Called.',
      });
      expect(gone).toHaveLength(2);
      expect(await changesIn(path, 'User', 'nobody')).toEqual([]);
      expect(
        (await changesIn(path, 'EffectiveDate', app.clock.now.toISOString(), 'ge')).length,
      ).toBeGreaterThan(3);
    });

    it('shows panels as far as each may be seen, and references by name', async () => {
      // The principal, who sees changes but no notes.
      const Id = sampleDealer;
      const path = `/profile/dealer/${Id}`;
      const brand = (await admin('POST', `${path}/brand`, { BrandId: mapleRidge, BrandAccountNumber: 'N-9' }))
        .body;
      await admin('PUT', `${path}/brand`, { Id: brand.Id, BrandId: cascadia });
      const [change] = await changesIn(`${path}/history`, 'Field', 'BrandId');
      expect(change).toMatchObject({
        ...{ Entity: 'dealer-brand', PreviousValue: mapleRidge, CurrentValue: cascadia },
        ...{ PreviousText: 'Maple Ridge Automotive', CurrentText: 'Cascadia' },
      });
      await admin('POST', `${path}/note`, { Text: 'For few.' });
      const asked = async (ask: typeof admin) =>
        new Set(
          (await ask('GET', `${path}/history?PageSize=100`)).body.Items.map(
            ({ Entity }: DataRecord) => Entity,
          ),
        );
      const panels = [...(await asked(admin))];
      expect(panels).toEqual(expect.arrayContaining(['dealer-brand', 'profile-note']));
      const seen = [...(await asked(await app.as('dealer-principal')))];
      expect(seen).toContain('dealer-brand');
      expect(seen).not.toContain('profile-note');
    });
  });

  /** Entries of a history with this property, newest first. */
  async function changesIn(path: string, property: string, value: string, operator = 'eq') {
    const filter = `FilterProperty=${property}&FilterOperator=${operator}&FilterValue=${encodeURIComponent(value)}`;
    const { status, body } = await admin('GET', `${path}?PageSize=100&${filter}`);
    expect(status, JSON.stringify(body)).toBe(200);
    return body.Items as readonly DataRecord[];
  }

  describe('permissions', () => {
    it.each([
      ['H-061', 'brand', 'Profile.AddBrandProfile'],
      ['H-062', 'underwriter', 'Profile.AddUnderwriterProfile'],
      ['H-063', 'lienholder', 'Profile.AddLienholderProfile'],
      ['H-064', 'oem', 'Profile.AddOemProfile'],
      ['H-065', 'dealergroup', 'Profile.AddDealerGroupProfile'],
      ['H-060', 'dealer', 'Profile.AddDealerProfile'],
    ] as const)('%s H-351 a %s is added with %s', async (_, type, feature) => {
      const refused = await viewer('POST', `/profile/${type}`, bodyOf(type));
      expect(refused.status).toBe(403);
      expect(refused.body.Message).toContain(feature);
      expect((await nobody('POST', `/profile/${type}`, bodyOf(type))).status).toBe(401);
      expect((await post(type)).status).toBe(201);
    });

    it.each([
      ['H-025', 'brand'],
      ['H-028', 'lienholder'],
      ['H-031', 'underwriter'],
      ['H-034', 'oem'],
      ['H-037', 'dealergroup'],
    ])('%s the list of %s is for Profile.View or Profile.CreateOrganizationFeature', async (_, type) => {
      const refused = await manager('GET', `/profile/${type}`);
      expect(refused.status).toBe(403);
      expect(refused.body.Message).toContain('Profile.View');
      expect((await viewer('GET', `/profile/${type}`)).status).toBe(200);
    });
  });
});
