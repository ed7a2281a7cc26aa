/** Statuses and history of profiles, and who may do what. */
import { beforeAll, describe, expect, it } from 'vitest';
import { createProfileClients, type ProfileClients } from './support/profileClients.ts';
import { type Ask, appStores } from './support/startApp.ts';

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

    it('H-117 H-118 H-195 H-196 H-199 the graph says which statuses come next, and is what is held to', async () => {
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

    it('H-358 H-359 the status changes by its steps, for who may change it', async () => {
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
    });
  });

  describe('who may', () => {
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
