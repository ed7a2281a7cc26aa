/**
 * What is specific to each type of profile: fields, rules, messages, and permissions. Employees have a
 * separate file.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import type { DataRecord } from '#engine';
import { allBut, only, withRolesOfOne } from './support/rolesOfOne.ts';
import { type Answer, type Ask, type Running, startApp } from './support/startApp.ts';

const every = '00000000-0000-0000-0000-000000000000';
const address = {
  ...{ AddressTypeId: 1, AddressLine1: '100 Queen Street', City: 'Ottawa' },
  ...{ CountryId: 'CA', ProvinceId: 'ON', PostalCode: 'K1P 1J9' },
};
const contact = (Address: string) => ({
  FirstName: 'Ann',
  LastName: 'Lee',
  Email: { Address, IsPrimary: true },
});
const features = [
  'PayerPayee.Menu',
  'Profile.AddLienholderProfile',
  'Profile.AddOemProfile',
  'Oem.UserAndContact.Edit',
  'DealerGroup.UserAndContact.Edit',
  'DealerGroup.Edit',
  'Dealer.Group.Edit',
  'Profile.AddDealerGroupProfile',
  'Profile.AddBrandProfile',
  'Profile.CreateOrganizationFeature',
  'Profile.LicenseInformation.Edit',
  'Profile.LicenseInformation.Verify',
] as const;
type Feature = (typeof features)[number];

describe('types of profile', () => {
  let app: Running;
  let [admin, viewer] = [] as unknown as [Ask, Ask];
  const asked = new Map<string, Ask>();
  let count = 0;

  beforeAll(async () => {
    app = await startApp({ store: 'sqlite', added: withRolesOfOne(features) });
    [admin, viewer] = await Promise.all([app.as('admin'), app.as('viewer')]);
    for (const feature of features)
      for (const role of [only(feature), allBut(feature)]) asked.set(role, await app.as(role));
    return () => app.store.close();
  });

  const withOnly = (feature: Feature) => asked.get(only(feature)) as Ask;
  const without = (feature: Feature) => asked.get(allBut(feature)) as Ask;
  const messages = ({ body }: Answer): readonly string[] =>
    (body.ValidationErrors ?? []).map(({ Value }: { Value: string }) => Value);
  const items = async (path: string): Promise<readonly DataRecord[]> => (await admin('GET', path)).body.Items;
  const made = async (type: string, body: DataRecord): Promise<DataRecord> => {
    const answer = await admin('POST', `/profile/${type}`, { Addresses: [address], ...body });
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    return (await admin('GET', `/profile/${answer.body.Id}`)).body;
  };
  const put = async (ask: Ask, type: string, body: DataRecord) =>
    (await ask('PUT', `/profile/${type}`, body)).status;
  const named = (name: string) => {
    count += 1;
    return `${name} ${count}`;
  };

  describe('lienholders', () => {
    const recipient = {
      ...{ AccountNumber: '000123', BankCode: '540', ClientNumber: '77', ClientIndex: '01' },
      ...{ ClientLongName: 'Long', ClientShortName: 'Short', InstitutionNumber: '540', BranchNumber: '1' },
    };
    const lgm = 4;
    const local = 3;
    const bodyOf = (more: DataRecord = {}): DataRecord => ({
      TradingName: named('Rideau Credit'),
      LienholderTypeId: 1,
      GreatPlainsVendorId: 'V-1',
      Addresses: [address],
      ...more,
    });
    const post = (more: DataRecord, ask = admin) => ask('POST', '/profile/lienholder', bodyOf(more));
    const groupOf = async (code: string) =>
      (await items('/lienholdergroup/allgroups?pageSize=0')).find(({ Code }) => Code === code)?.Id;

    it('the history of a renamed lienholder shows only the name, however empty fields were sent', async () => {
      const { Id } = await made('lienholder', bodyOf());
      const nothing = { PaymentRecipientAccount: null, Localizations: { TradingName: null } };
      for (const empty of [nothing, { PaymentRecipientAccount: { BankCode: '' }, InstitutionNumber: '' }])
        expect(await put(admin, 'lienholder', { Id, TradingName: named('Rideau'), ...empty })).toBe(200);
      const told = (await items(`/profile/lienholder/${Id}/history?pageSize=0`)).map(({ Field }) => Field);
      expect(told.filter((field) => field !== '')).toEqual(['TradingName', 'TradingName']);
      expect(await put(admin, 'lienholder', { Id, ...nothing })).toBe(200);
      expect((await admin('GET', `/profile/${Id}`)).body.Revision).toBe(3);
    });

    it('H-156 H-159 a lienholder is read with its details', async () => {
      const LienholderGroupId = await groupOf('LGMFinancing');
      const account = {
        ...recipient,
        CreditCardStoreId: 's',
        CreditCardApiToken: 't',
        GLAccountCode: '2100',
        GLAccountName: 'LGM',
      };
      const { Lienholder } = await made(
        'lienholder',
        bodyOf({
          ...{ LienholderTypeId: lgm, LienholderGroupId, InstitutionNumber: '540', BranchNumber: '00001' },
          Localizations: { TradingName: { 'fr-CA': 'Crédit Rideau' } },
          Configurations: [{ BrandId: every, ProductTypeId: every }],
          PaymentRecipientAccount: account,
        }),
      );
      expect(Lienholder).toMatchObject({
        LienholderType: { Name: 'LGM Financing' },
        ...{
          LienholderGroupId,
          LienholderGroupCode: 'LGMFinancing',
          LienholderGroupName: expect.any(String),
        },
        ...{ InstitutionNumber: '540', BranchNumber: '00001', GreatPlainsVendorId: 'V-1' },
        ...{ CanChangeLienholderGroup: true, Localizations: { TradingName: { 'fr-CA': 'Crédit Rideau' } } },
        Configurations: [{ BrandId: every, ProductTypeId: every }],
        PaymentRecipientAccount: account,
      });
    });

    it('H-158 H-307 H-245 H-246 configurations: zeros mean all, no pair twice, none incomplete, none for a local one', async () => {
      const [brand] = await items('/profile/brand');
      const [type] = await items('/product/producttypes');
      const row = { BrandId: brand?.Id, ProductTypeId: type?.Id };
      const wide = [row, { ...row, BrandId: every }, { ...row, ProductTypeId: every }];
      const saved = await made('lienholder', bodyOf({ Configurations: wide as never }));
      expect(saved.Configurations).toMatchObject(wide);
      expect(saved.Configurations).toMatchObject([{ Brand: { Name: brand?.Name } }, {}, {}]);
      for (const twice of [row, { BrandId: every, ProductTypeId: every }])
        expect(messages(await post({ Configurations: [twice, twice] as never }))).toContain(
          'Duplicate Lienholder configuration.',
        );
      const unknown = { ...row, BrandId: '01900d01-0000-7000-8000-00000000dead' };
      expect((await post({ Configurations: [unknown] as never })).status).toBe(422);
      const half = [{ BrandId: brand?.Id }, row, { ProductTypeId: every }];
      const kept = await admin('PUT', '/profile/lienholder', { Id: saved.Id, Configurations: half });
      expect(kept.body.Configurations).toMatchObject([row]);
      expect(kept.body.Configurations).toHaveLength(1);
      const created = await post({ Configurations: half as never });
      expect(created.body.Configurations).toHaveLength(1);
      expect(
        (await post({ LienholderTypeId: local, Configurations: wide as never })).body.Configurations ?? [],
      ).toEqual([]);
    });

    it('H-268 H-269 H-270 H-271 one of LGM Financing needs all of its payment recipient', async () => {
      const said = async (account: DataRecord, more: DataRecord = {}) =>
        messages(await post({ LienholderTypeId: lgm, PaymentRecipientAccount: account, ...more }));
      const invalid = 'Invalid fields in the Settings pane.';
      expect(await said(recipient)).toEqual([]);
      for (const name of Object.keys(recipient))
        expect(await said({ ...recipient, [name]: null }), name).toContain(invalid);
      expect(await said({ ...recipient, CreditCardStoreId: 's' })).toContain(invalid);
      expect(await said({ ...recipient, CreditCardApiToken: 't' })).toContain(invalid);
      expect(await said({ ...recipient, CreditCardStoreId: 's', CreditCardApiToken: 't' })).toEqual([]);
      const group = { LienholderGroupId: await groupOf('LGMFinancing') };
      expect(await said({ ...recipient, GLAccountCode: '1' }, group)).toContain(invalid);
      expect(await said({ ...recipient, GLAccountName: 'n' }, group)).toContain(invalid);
      expect(await said({ ...recipient, GLAccountCode: '1', GLAccountName: 'n' }, group)).toEqual([]);
      expect((await post({ PaymentRecipientAccount: {} })).status, 'of another type').toBe(201);
    });

    it('H-272 an accounting vendor ID is required', async () => {
      expect(messages(await post({ GreatPlainsVendorId: null }))).toEqual(['Accounting Vendor ID Required']);
    });

    it('H-273 H-408 the type and the LGM finance need the right to edit them, which allows nothing else', async () => {
      const body = { LienholderTypeId: lgm, PaymentRecipientAccount: recipient };
      expect((await post(body, without('PayerPayee.Menu'))).status).toBe(422);
      expect((await post({ LienholderTypeId: lgm }, withOnly('Profile.AddLienholderProfile'))).status).toBe(
        422,
      );
      expect((await post({}, withOnly('Profile.AddLienholderProfile'))).status).toBe(201);
      const { Id } = (await post(body)).body;
      const changed = { Id, PaymentRecipientAccount: { ...recipient, BankCode: '541' } };
      expect(await put(without('PayerPayee.Menu'), 'lienholder', changed)).toBe(422);
      expect(await put(withOnly('PayerPayee.Menu'), 'lienholder', changed)).toBe(200);
      expect(await put(withOnly('PayerPayee.Menu'), 'lienholder', { Id, TradingName: 'X' })).toBe(422);
      expect(await put(viewer, 'lienholder', changed)).toBe(403);
      expect((await viewer('GET', `/profile/lienholder/${Id}`)).body).not.toHaveProperty(
        'PaymentRecipientAccount',
      );
    });

    it('H-514 H-515 H-516 lienholders for the products of a dealer', async () => {
      const products = [every];
      const names = async (path: string) =>
        (await viewer('POST', `/profile/${path}?pageSize=0`, products)).body.Items.map(
          ({ LienholderType }: { LienholderType: DataRecord }) => LienholderType.Name,
        );
      expect(new Set(await names('globallienholders'))).toEqual(new Set(['Global']));
      // No sample lienholder has a configuration: offeredLienholders.test.ts tries those that have.
      expect(await names('productlienholders')).toEqual([]);
      expect(new Set(await names('lgmlienholders'))).toEqual(new Set(['LGM Financing']));
      for (const path of ['globallienholders', 'productlienholders'])
        expect((await viewer('POST', `/profile/${path}`, { Id: every })).status, path).toBe(400);
    });
  });

  describe('brands', () => {
    it('H-154 H-155 H-138 a brand is read with its details and products', async () => {
      const [theme] = await items('/theme');
      const more = { ThemeId: theme?.Id, ClassificationId: 1, ManufacturerAffiliationId: 1 };
      const { Brand } = await made('brand', { Name: named('Acadia'), Code: named('AC'), ...more });
      expect(Brand).toMatchObject({
        ...{ Id: expect.any(String), Name: expect.any(String), Code: expect.any(String), ...more },
        ...{ Theme: { Name: theme?.Name }, Classification: { Id: 1 }, ManufacturerAffiliation: { Id: 1 } },
        ...{ CanPayByCreditCard: true, CanPayByBankAccount: true },
      });
      const no = { CanPayByCreditCard: false, CanPayByBankAccount: false };
      expect(await made('brand', { Name: named('Acadia'), Code: named('AC'), ...no })).toMatchObject(no);
      const [first] = await items('/product');
      const products = await items(`/profile/products/${first?.BrandId}?pageSize=0`);
      expect(products.find(({ Id }) => Id === first?.Id)).toMatchObject({
        ...{ Name: first?.Name, Code: first?.Code, Version: first?.Version, Subversion: first?.Subversion },
        ProductType: { Id: first?.ProductTypeId },
      });
      expect(new Set(products.map(({ BrandId }) => BrandId))).toEqual(new Set([first?.BrandId]));
    });

    it('H-356 a brand is deleted with Profile.CreateOrganizationFeature', async () => {
      const { Id } = await made('brand', { Name: named('Acadia'), Code: named('AC') });
      const feature = 'Profile.CreateOrganizationFeature';
      expect((await without(feature)('DELETE', `/profile/brand/${Id}`)).status).toBe(403);
      expect((await withOnly(feature)('DELETE', `/profile/brand/${Id}`)).status).toBe(204);
    });
  });

  describe('manufacturers', () => {
    it('H-161 H-415 its brands are read with it, and detached with Profile.AddOemProfile', async () => {
      const { Id: OemId } = await made('oem', { Name: named('Acadia Works') });
      const Name = named('Acadia');
      const { Id } = await made('brand', { Name, Code: named('AC'), OemId });
      const { Oem } = (await viewer('GET', `/profile/${OemId}`)).body;
      expect(Oem.Brands).toMatchObject([{ Id, Name }]);
      const detach = async (ask: Ask) => (await ask('DELETE', `/profile/oem/${OemId}/brand/${Id}`)).status;
      expect(await detach(without('Profile.AddOemProfile'))).toBe(403);
      expect(await detach(withOnly('Profile.AddOemProfile'))).toBe(200);
      expect((await viewer('GET', `/profile/${OemId}`)).body.Oem.Brands).toEqual([]);
      expect((await viewer('GET', `/profile/brand/${Id}`)).status, 'the brand itself stays').toBe(200);
    });

    it('H-403 its contacts are edited with Oem.UserAndContact.Edit, and nothing else', async () => {
      const { Id } = await made('oem', { Name: named('Acadia Works') });
      const Contacts = [contact('oem@example.com')] as never;
      const feature = 'Oem.UserAndContact.Edit';
      expect(await put(withOnly(feature), 'oem', { Id, Contacts })).toBe(200);
      expect(await put(withOnly(feature), 'oem', { Id, Name: named('Other') })).toBe(422);
      expect(await put(without(feature), 'oem', { Id, Contacts: [contact('o@example.com')] as never })).toBe(
        422,
      );
      expect(await put(viewer, 'oem', { Id, Contacts })).toBe(403);
    });
  });

  describe('dealer groups', () => {
    it('H-162 H-239 its dealers and whether its LOU is in force', async () => {
      const [dealer] = await items('/profile/dealersearch?pageSize=1');
      const { Id } = await made('dealergroup', { Name: named('Rideau Group') });
      await app.store.transaction((session) => session.update('dealer', String(dealer?.Id), { GroupId: Id }));
      const active = async (LouEffectiveDate: string | null, LouEndDate: string | null) => {
        expect(await put(admin, 'dealergroup', { Id, LouEffectiveDate, LouEndDate })).toBe(200);
        const { DealerGroup } = (await viewer('GET', `/profile/${Id}`)).body;
        expect(DealerGroup).toMatchObject({
          Dealers: [{ Id: dealer?.Id, TradingName: dealer?.TradingName }],
        });
        return DealerGroup.isLouActive;
      };
      expect(await active(null, null)).toBe(false);
      expect(await active('2026-11-20', null)).toBe(true);
      expect(await active('2026-11-21', null)).toBe(false);
      expect(await active('2026-01-01', '2026-11-20')).toBe(true);
      expect(await active('2026-01-01', '2026-11-19')).toBe(false);
    });

    it('H-274 an end of the LOU needs its beginning', async () => {
      const body = { Name: named('Rideau Group'), Addresses: [address], LouEndDate: '2027-01-01' };
      expect(messages(await admin('POST', '/profile/dealergroup', body))).toEqual([
        'An LOU effective date is required when setting the LOU end date.',
      ]);
    });

    it('H-404 H-405 H-411 the group, its contacts and its LOU dates are each edited with their own features', async () => {
      const { Id } = await made('dealergroup', { Name: named('Rideau Group') });
      const Contacts = [contact('group@example.com')] as never;
      const [group, people] = ['DealerGroup.Edit', 'DealerGroup.UserAndContact.Edit'] as const;
      expect(await put(withOnly(people), 'dealergroup', { Id, Contacts })).toBe(200);
      expect(await put(withOnly(people), 'dealergroup', { Id, Name: named('Other') })).toBe(422);
      expect(await put(withOnly(group), 'dealergroup', { Id, Name: named('Other') })).toBe(200);
      expect(await put(withOnly(group), 'dealergroup', { Id, Contacts: [] })).toBe(422);
      expect(await put(viewer, 'dealergroup', { Id, Contacts })).toBe(403);
      const dates = { Id, LouEffectiveDate: '2026-12-01' };
      for (const feature of ['Profile.AddDealerGroupProfile', 'Dealer.Group.Edit', group] as const)
        expect(await put(without(feature), 'dealergroup', dates), feature).not.toBe(200);
      expect(await put(withOnly(group), 'dealergroup', dates)).toBe(422);
      expect(await put(admin, 'dealergroup', dates)).toBe(200);
    });
  });

  describe('licences', () => {
    const dealer = '2b1ca49b-997d-5fc0-a607-edbbb5b188d9';
    const path = `/profile/dealer/${dealer}/license`;

    it('H-210 setting Verified needs the right to verify', async () => {
      const { Id } = (await admin('POST', path, { LicenseTypeId: 3, LicenseNumber: 'V-1' })).body;
      const verify = async (ask: Ask) => (await ask('PUT', path, { Id, Verified: true })).status;
      expect(await verify(without('Profile.LicenseInformation.Verify'))).toBe(422);
      expect(await verify(withOnly('Profile.LicenseInformation.Edit'))).toBe(422);
      expect(await verify(admin)).toBe(200);
      const born = { LicenseTypeId: 3, LicenseNumber: 'V-2', Verified: true };
      expect((await without('Profile.LicenseInformation.Verify')('POST', path, born)).status).toBe(422);
    });
  });
});
