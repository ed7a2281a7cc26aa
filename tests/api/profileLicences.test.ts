/** Licences of dealers and employees, and their rules. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { DataRecord } from '#engine';
import {
  createProfileClients,
  sampleDealer as dealer,
  messagesOf,
  type ProfileClients,
} from './support/profileClients.ts';
import { appStores } from './support/startApp.ts';

describe.each(appStores)('licences, %s store', (kind) => {
  let { app, profiles, viewer, items, made, opensWith } = {} as ProfileClients;

  beforeAll(async () => {
    ({ app, profiles, viewer, items, made, opensWith } = await createProfileClients(kind));
    return () => app.store.close();
  });

  describe('licences', () => {
    const path = `/profile/dealer/${dealer}/license`;

    it('H-207 expired ones are omitted unless requested', async () => {
      const numbers = (list: readonly DataRecord[]) => list.map(({ LicenseNumber }) => LicenseNumber);
      expect(numbers(await items(path))).not.toContain('AT-7701');
      expect(numbers(await items(`${path}?expired=true`))).toContain('AT-7701');
    });

    it('H-133 H-134 H-305 a new one lasts a year, for all product types', async () => {
      const item = await made(path, { LicenseTypeId: 3, LicenseNumber: 'N-1' });
      expect(item).toMatchObject({
        EffectiveDate: '2026-11-20',
        ExpiryDate: '2027-11-20',
        Verified: false,
        Status: 'Active',
        LicenseType: { Name: 'Warranty' },
      });
      expect(item.ProductTypeId ?? null).toBeNull();
      expect(item).toMatchObject({ ModifiedBy: 'profiles', ModifiedDate: expect.any(String) });
    });

    it('H-208 H-209 an expired one is read only, and the type of a saved one stays', async () => {
      const [expired] = (await items(`${path}?expired=true`)).filter(({ Status }) => Status === 'Expired');
      expect(messagesOf(await profiles('PUT', path, { Id: expired?.Id, LicenseNumber: 'X' }))).toContain(
        'An expired licence is read-only.',
      );
      const item = await made(path, { LicenseTypeId: 3, LicenseNumber: 'N-2' });
      expect((await profiles('PUT', path, { Id: item.Id, LicenseTypeId: 2 })).status).toBe(422);
      expect((await profiles('PUT', path, { Id: item.Id, LicenseNumber: 'N-3' })).status).toBe(200);
    });

    it('H-303 the type restricts the product types', async () => {
      const types = await items('/product/producttypes?pageSize=0');
      const idOf = (name: string) => types.find(({ Name }) => Name === name)?.Id;
      expect(
        (await profiles('POST', path, { LicenseTypeId: 2, LicenseNumber: 'C-1', ProductTypeId: idOf('MBP') }))
          .status,
      ).toBe(422);
      await made(path, { LicenseTypeId: 2, LicenseNumber: 'C-2', ProductTypeId: idOf('LPP') });
    });

    it('H-360 Verified needs the right to verify; without the right to add or edit nothing can be changed', async () => {
      await opensWith(path, ['Profile.LicenseInformation.Edit', 'Profile.LicenseInformation.Add']);
    });

    it('H-414 licences are for dealers and for internal employees', async () => {
      const people = await items('/profile/employee?pageSize=0');
      const own = people.find(({ OwningCompanyId }) => OwningCompanyId);
      const external = people.find(({ DealerId }) => DealerId);
      const body = { LicenseTypeId: 3, LicenseNumber: 'E-1' };
      await made(`/profile/employee/${own?.Id}/license`, body);
      expect((await profiles('POST', `/profile/employee/${external?.Id}/license`, body)).status).toBe(422);
    });

    it('H-572 the history of one, and those that expire soon', async () => {
      const [item] = await items(path);
      const { body } = await profiles('GET', `/profile/license/${item?.Id}/history`);
      expect(body.TotalItems).toBeGreaterThanOrEqual(0);
      const soon = await viewer('GET', '/profile/dealer/license/warnings');
      expect(soon.body.Items.map(({ LicenseNumber }: DataRecord) => LicenseNumber)).toEqual([
        'AT-7701',
        'W-88120',
      ]);
    });

    it('H-570 H-571 the rules of licences are read and added', async () => {
      const before = await items('/licenserules');
      const types = await items('/product/producttypes?pageSize=0');
      await made('/licenserules', { LicenseTypeId: 4, ProductTypeId: types[0]?.Id });
      expect(await items('/licenserules')).toHaveLength(before.length + 1);
      expect((await viewer('POST', '/licenserules', {})).status).toBe(403);
    });
  });
});
