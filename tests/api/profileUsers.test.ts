/** Users of profiles and their roles, and payment methods of dealers. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { DataRecord } from '#engine';
import {
  createProfileClients,
  sampleDealer as dealer,
  messagesOf,
  type ProfileClients,
} from './support/profileClients.ts';
import { appStores } from './support/startApp.ts';

describe.each(appStores)('users and payment methods, %s store', (kind) => {
  let { app, profiles, viewer, manager, items, made, opensWith } = {} as ProfileClients;

  beforeAll(async () => {
    ({ app, profiles, viewer, manager, items, made, opensWith } = await createProfileClients(kind));
    return () => app.store.close();
  });

  describe('users', () => {
    const personOf = async (name: string) =>
      (await items('/profile/employee?pageSize=0')).find(({ LastName }) => LastName === name) as DataRecord;

    it('H-164 the users of a dealer', async () => {
      const found = await items(`/profile/dealer/${dealer}/users`);
      const names = found.map(({ DisplayName }) => DisplayName);
      expect(names).toEqual(['Luc Gagné', 'Nadia Benali', 'Priya Shah', 'Tom Webber']);
      const shah = found.find(({ UserName }) => UserName === 'pshah');
      expect(found).toContainEqual(
        expect.objectContaining({
          DisplayName: 'Priya Shah',
          UserName: 'pshah',
          Department: expect.objectContaining({ Name: 'Sales' }),
          Status: 'Active',
          UserId: expect.any(String),
        }),
      );
      expect(shah?.ProfileId).toBe(shah?.Id);
    });

    it('H-238 H-364 H-521 a user is deactivated and reactivated', async () => {
      const { Id } = await personOf('Webber');
      const toggled = async () => (await profiles('PUT', '/user/toggleactive', { Id })).body;
      expect(await toggled()).toMatchObject({ IsUserActive: false, Status: 'Deactivated' });
      expect(await toggled()).toMatchObject({ IsUserActive: true, Status: 'Active' });
      expect((await viewer('PUT', '/user/toggleactive', { Id })).status).toBe(403);
    });

    it('H-244 H-522 a locked user is unlocked', async () => {
      const { Id } = await personOf('Webber');
      await app.store.transaction((session) =>
        session.update('employee', String(Id), { IsUserLocked: true }),
      );
      const { body } = await profiles('POST', `/account/unlockuser/${Id}`);
      expect(body.IsUserLocked).toBe(false);
    });

    it('H-165 H-230 H-234 H-235 H-236 the first role is primary from today; another replaces it', async () => {
      const { Id } = await personOf('Webber');
      const path = `/profile/employee/${Id}/role`;
      const first = await made(path, { RoleId: 1 });
      expect(first).toMatchObject({
        IsPrimary: true,
        EffectiveDate: '2026-11-20',
        Status: 'Active',
        Role: { Name: 'DealerPrincipal' },
        RoleName: 'Dealer principal',
        CreatedByUser: { UserName: 'profiles' },
      });
      const second = await made(path, { RoleId: 3, IsPrimary: true });
      const primary = (await items(path)).filter(({ IsPrimary }) => IsPrimary).map((role) => role.Id);
      expect(primary).toEqual([second.Id]);
      const later = await made(path, { RoleId: 4, EffectiveDate: '2027-01-01' });
      expect(later.Status).toBe('Deactivated');
    });

    it('H-231 H-232 H-233 H-309 H-310 H-311 H-312 restrictions of roles', async () => {
      const { Id } = await personOf('Shah');
      const path = `/profile/employee/${Id}/role`;
      const [primary, second] = await items(path);
      expect(messagesOf(await profiles('PUT', path, { Id: primary?.Id, IsPrimary: false }))).toContain(
        'Primary role has to be selected.',
      );
      expect(messagesOf(await profiles('PUT', path, { Id: primary?.Id, EndDate: '2026-01-01' }))).toContain(
        'Primary role must have active date range.',
      );
      expect(messagesOf(await profiles('DELETE', `${path}/${primary?.Id}`))).toContain(
        'Primary role cannot be removed.',
      );
      expect((await profiles('PUT', path, { Id: second?.Id, EndDate: '2020-01-01' })).status).toBe(422);
      const ended = await profiles('DELETE', `${path}/${second?.Id}`);
      expect(ended.body).toMatchObject({ Id: second?.Id, EndDate: '2026-11-20' });
      const later = await made(path, { RoleId: 5, EffectiveDate: '2027-01-01' });
      expect((await profiles('DELETE', `${path}/${later.Id}`)).status).toBe(422);
    });

    it('H-507 the roles a user may be given', async () => {
      const { UserId } = await personOf('Shah');
      for (const name of ['roles', 'roles/external'])
        expect((await items(`/profile/user/${UserId}/${name}`)).map(({ Name }) => Name)).toContain(
          'AreaManager',
        );
    });
  });

  describe('payment methods', () => {
    const path = `/profile/dealer/${dealer}/paymentmethods`;
    const number = '4111 1111 1111 1111';
    const holder = { CardHolderName: 'Ann Lee', DisplayName: 'Shop card', Expiry: '09/28' };
    const card = async (more: DataRecord = {}) => {
      const { body } = await profiles('POST', '/cardvault/temporarytoken', { Number: number });
      return made(`${path}/paymentcard`, { ...holder, TemporaryToken: body.TemporaryToken, ...more });
    };

    it('H-147 H-211 H-212 H-327 H-541 H-648 a card is stored as a token and its printed details', async () => {
      const item = await card();
      expect(item).toMatchObject({
        ...holder,
        MaskedNumber: '************1111',
        PaymentCardType: { Name: 'Visa' },
        PaymentCardTypeName: 'Visa',
        ExpiryMonth: 9,
        ExpiryYear: 2028,
        Status: { Name: 'Active' },
      });
      expect(item).not.toHaveProperty('Token');
      expect((await card({ Expiry: '01/71' })).ExpiryYear).toBe(1971);
      expect((await card({ Expiry: '01/70' })).ExpiryYear).toBe(2070);
    });

    it('H-329 the number is only in the vault, wherever it is typed', async () => {
      await card({});
      await expect(card({ Number: number, CardNumber: number })).rejects.toThrow('unknown');
      for (const entity of app.models.current().entities.keys()) {
        const { items: all } = await app.store.find({ entity });
        expect(JSON.stringify(all).replace(/[ -]/g, ''), entity).not.toContain('4111111111111111');
      }
      expect(JSON.stringify(app.errors)).not.toContain('4111');
    });

    it('H-326 H-648 a wrong number, another kind of card, a token used twice and a wrong expiry are refused', async () => {
      for (const wrong of ['4111 1111 1111 1112', '3782 822463 10005', '', 'x'])
        expect((await profiles('POST', '/cardvault/temporarytoken', { Number: wrong })).status).toBe(422);
      const { body } = await profiles('POST', '/cardvault/temporarytoken', { Number: number });
      await made(`${path}/paymentcard`, { ...holder, TemporaryToken: body.TemporaryToken });
      expect(
        (await profiles('POST', `${path}/paymentcard`, { ...holder, TemporaryToken: body.TemporaryToken }))
          .status,
      ).toBe(422);
      const again = await profiles('POST', '/cardvault/temporarytoken', { Number: number });
      expect(
        (
          await profiles('POST', `${path}/paymentcard`, {
            ...holder,
            Expiry: '13/28',
            TemporaryToken: again.body.TemporaryToken,
          })
        ).status,
      ).toBe(422);
    });

    it('H-213 H-542 H-543 H-544 a card is renamed, deactivated and activated', async () => {
      const { Id } = await card();
      expect(
        (await profiles('PUT', `${path}/paymentcard`, { Id, DisplayName: 'Other' })).body.DisplayName,
      ).toBe('Other');
      expect((await profiles('POST', `${path}/paymentcard/${Id}/deactivate`)).body.Status.Name).toBe(
        'Inactive',
      );
      expect((await profiles('POST', `${path}/paymentcard/${Id}/activate`)).body.Status.Name).toBe('Active');
    });

    it('H-216 a copy with another expiry is the active one', async () => {
      const { Id } = await card();
      const copy = await made(`${path}/paymentcard`, { ...holder, Expiry: '01/31', CopyOfId: Id });
      expect(copy).toMatchObject({
        MaskedNumber: '************1111',
        ExpiryYear: 2031,
        Status: { Name: 'Active' },
      });
      const found = await items(`${path}/paymentcard?pageSize=0`);
      expect(found.find((one) => one.Id === Id)).toMatchObject({ Status: { Name: 'Inactive' } });
    });

    it('H-215 H-540 active cards come first, then by latest expiry', async () => {
      const { body } = await profiles('GET', path);
      const keys = body.PaymentCards.map(
        ({ StatusId, ExpiryYear, ExpiryMonth }: Record<string, number>) =>
          (StatusId ?? 0) * 1e6 - (ExpiryYear ?? 0) * 100 - (ExpiryMonth ?? 0),
      );
      expect(keys).toEqual([...keys].sort((a, b) => a - b));
      expect(body).toHaveProperty('BankAccounts');
    });

    it('H-148 H-328 H-545 H-546 H-547 H-548 a bank account; an unknown bank needs confirmation', async () => {
      const sent = {
        DisplayName: 'Main',
        TransitNumber: '12345',
        InstitutionNumber: '001',
        AccountNumber: '7654321',
      };
      const item = await made(`${path}/bankaccount`, sent);
      expect(item).toMatchObject({ ...sent, Status: { Name: 'Active' } });
      expect(
        (await profiles('PUT', `${path}/bankaccount`, { Id: item.Id, DisplayName: 'Second' })).status,
      ).toBe(200);
      expect((await profiles('POST', `${path}/bankaccount/${item.Id}/deactivate`)).body.Status.Name).toBe(
        'Inactive',
      );
      expect((await profiles('POST', `${path}/bankaccount/${item.Id}/activate`)).body.Status.Name).toBe(
        'Active',
      );
      const asked = await profiles('POST', `${path}/bankaccount`, { ...sent, InstitutionNumber: '777' });
      expect(asked.status).toBe(428);
      await made(
        `${path}/bankaccount`,
        { ...sent, InstitutionNumber: '777' },
        { 'x-confirm': asked.body.Confirmations[0].Token },
      );
    });

    it('H-367 H-368 payment methods are seen and changed with separate permissions', async () => {
      expect((await manager('GET', path)).status).toBe(403);
      await opensWith(`${path}/bankaccount`, ['Dealer.PaymentMethods.Edit']);
      expect((await viewer('POST', '/cardvault/temporarytoken', { Number: number })).status).toBe(403);
    });
  });
});
