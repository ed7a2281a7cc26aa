/**
 * What all types of profile share, over HTTP: who may see and change which part, licences, settings,
 * constants.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import type { DataRecord, Model } from '#engine';
import { mayOpen } from '../../renderer/data/mayOpen.ts';
import { type Answer, type Ask, type Running, startApp } from './support/startApp.ts';
import { withRoles } from './support/withRoles.ts';

const dealer = '2b1ca49b-997d-5fc0-a607-edbbb5b188d9';
const northline = '22b32d85-cc61-5af7-9011-9dafa0e3b3fe';
const emptyId = '00000000-0000-0000-0000-000000000000';
const address = {
  AddressTypeId: 1,
  AddressLine1: '100 Queen Street',
  City: 'Ottawa',
  CountryId: 'CA',
  ProvinceId: 'ON',
  PostalCode: 'K1P 1J9',
};
const contact = {
  FirstName: 'Ann',
  LastName: 'Lee',
  Phone: { Number: '613 555-0100', IsPrimary: true },
  Email: { Address: 'ann@example.com', IsPrimary: true },
};
const roles = {
  'only View': { features: ['Profile.View'] },
  'only Approve': { features: ['Profile.ApproveOrganizationFeature', 'Profile.View'] },
  'only Create': { features: ['Profile.CreateOrganizationFeature'] },
  'only Hierarchy': { features: ['Profile.ManageBrandHierarchyFeature'] },
  'only Menu': { features: ['Profile.Menu'] },
  'only Contact.View': { features: ['Dealer.Contact.View'] },
  editor: {
    features: ['Profile.View', 'Dealer.Contact.Edit', 'Dealer.Products.Edit', 'Oem.UserAndContact.Edit'],
  },
  organizer: {
    features: ['Profile.View', 'Dealer.OrganizationFields.Edit', 'Dealer.Approved.ContactAddress.Edit'],
  },
  regions: {
    features: ['Dealer.Products.View', 'Dealer.Products.Edit', 'Dealer.AnyStatus.RegionTerritoryDDM.Edit'],
  },
  licensor: { features: ['Profile.View', 'Profile.LicenseInformation.Edit'] },
  verifier: {
    features: ['Profile.View', 'Profile.LicenseInformation.Edit', 'Profile.LicenseInformation.Verify'],
  },
  'card clerk': { features: ['Dealer.PaymentMethods.*'] },
  'card desk': { features: ['Dealer.PaymentMethods.*', 'Quote.CreditCard.ManualEntry'] },
  'card consumer': { features: ['Dealer.PaymentMethods.*', 'Quote.CreditCard.ConsumerEntry'] },
} as const;

let app: Running;
let model: Model;
const asked = new Map<string, Promise<Ask>>();

beforeAll(async () => {
  const added = withRoles(roles);
  model = added.compilation.model;
  app = await startApp({ store: 'memory', added });
  return () => app.store.close();
});

/** A client with the role, signed in once. */
function as(role: keyof typeof roles | 'admin' | 'profiles'): Promise<Ask> {
  const known = asked.get(role) ?? app.as(role);
  asked.set(role, known);
  return known;
}

const send = async (role: Parameters<typeof as>[0], ...call: Parameters<Ask>): Promise<Answer> =>
  (await as(role))(...call);
const messages = ({ body }: Answer): readonly string[] =>
  (body.ValidationErrors ?? []).map(({ Value }: { Value: string }) => Value);
const opens = (role: keyof typeof roles, screen: string) => mayOpen(model, screen, roles[role].features);

async function made(path: string, body: DataRecord, role: Parameters<typeof as>[0] = 'profiles') {
  const answer = await send(role, 'POST', path, body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body as DataRecord;
}

let count = 0;
const dealerBody = (more: DataRecord = {}): DataRecord => {
  count += 1;
  const TradingName = `Bytown Motors ${count}`;
  return {
    TradingName,
    LegalName: `${TradingName} Ltd.`,
    AccountTypeId: 1,
    Addresses: [address],
    Contacts: [contact],
    ...more,
  };
};

describe('features of all profiles', () => {
  const details = ['/profile/dealer/1', '/profile/brand/1', '/profile/oem/1', '/profile/lienholder/1'];

  it('H-353 Profile.View opens lists and details, and reads them', async () => {
    for (const screen of [...details, '/profile/brand'])
      expect(opens('only View', screen), screen).toBe(true);
    expect((await send('only View', 'GET', '/profile/brand')).status).toBe(200);
    for (const screen of [...details, '/profile/brand'])
      expect(opens('only Menu', screen), screen).toBe(false);
    expect((await send('only Menu', 'GET', '/profile/brand')).status).toBe(403);
    expect((await send('only View', 'PUT', '/profile/brand', { Id: northline, Name: 'X' })).status).toBe(403);
  });

  it('H-355 Profile.CreateOrganizationFeature opens the form of a dealer and creates one', async () => {
    expect(opens('only Create', '/profile/dealer')).toBe(true);
    expect(opens('only Create', '/profile/dealer/1')).toBe(true);
    expect(opens('only View', '/profile/dealer')).toBe(false);
    await made('/profile/dealer', dealerBody(), 'only Create');
    expect((await send('only View', 'POST', '/profile/dealer', dealerBody())).status).toBe(403);
  });

  it('H-354 Profile.ApproveOrganizationFeature opens the form of a dealer and approves one', async () => {
    expect(opens('only Approve', '/profile/dealer')).toBe(true);
    const { Id } = await made('/profile/dealer', dealerBody());
    await send('profiles', 'POST', `/profile/dealer/${Id}/workflow`, {});
    expect((await send('only View', 'POST', `/profile/dealer/${Id}/workflow/approve`, {})).status).toBe(403);
    const approved = await send('only Approve', 'POST', `/profile/dealer/${Id}/workflow/approve`, {});
    expect(approved.body.WorkflowState.Name).toBe('Approved');
  });

  it('H-357 Profile.ManageBrandHierarchyFeature opens a dealer and changes regions and territories of brands', async () => {
    expect(opens('only Hierarchy', '/profile/dealer/1')).toBe(true);
    const path = `/profile/hierarchynodes/${northline}`;
    const { Id } = await made(path, { Name: 'Prairies' }, 'only Hierarchy');
    expect((await send('only View', 'POST', path, { Name: 'Coast' })).status).toBe(403);
    expect((await send('only View', 'DELETE', `${path}/${Id}`)).status).toBe(403);
    expect((await send('only Hierarchy', 'DELETE', `${path}/${Id}`)).status).toBe(204);
  });

  it('H-395 the region of a dealer that is beyond Operational needs a separate feature', async () => {
    const path = `/profile/dealer/${dealer}/brand`;
    const { body } = await send('admin', 'GET', path);
    const change = { Id: body.Items[0].Id, RegionName: 'North' };
    expect(messages(await send('editor', 'PUT', path, change))).toHaveLength(1);
    expect((await send('regions', 'PUT', path, change)).body.RegionName).toBe('North');
  });
});

describe('contacts and addresses of a dealer', () => {
  it('H-385 contacts are visible with Dealer.Contact.View', async () => {
    const seen = await send('only Contact.View', 'GET', `/profile/dealer/${dealer}`);
    expect(seen.body.Contacts).toHaveLength(1);
    expect((await send('only Hierarchy', 'GET', `/profile/dealer/${dealer}`)).body).not.toHaveProperty(
      'Contacts',
    );
  });

  it('H-386 contacts are changed with Dealer.Contact.Edit, and read only without it', async () => {
    const { Id } = await made('/profile/dealer', dealerBody());
    await send('profiles', 'POST', `/profile/dealer/${Id}/workflow`, {});
    const Contacts = [{ ...contact, FirstName: 'Bea' }];
    expect((await send('organizer', 'PUT', '/profile/dealer', { Id, Contacts })).status).toBe(422);
    expect(
      (await send('editor', 'PUT', '/profile/dealer', { Id, Contacts })).body.Contacts[0].FirstName,
    ).toBe('Bea');
  });

  it('H-200 once the status is not New, contacts cannot be changed', async () => {
    const answer = await send('admin', 'PUT', '/profile/dealer', { Id: dealer, Contacts: [contact] });
    expect(messages(answer)).toContain('Contacts can be changed only while the dealer is new.');
  });

  it('H-201 once the status is not New, addresses need Dealer.Approved.ContactAddress.Edit', async () => {
    const Addresses = [{ ...address, AddressLine2: '7' }];
    expect((await send('editor', 'PUT', '/profile/dealer', { Id: dealer, Addresses })).status).toBe(422);
    const saved = await send('organizer', 'PUT', '/profile/dealer', { Id: dealer, Addresses });
    expect(saved.body.Addresses[0].AddressLine2).toBe('7');
  });

  it('H-204 an existing dealer is saved with any right to edit, and refused without', async () => {
    const change = { Id: dealer, SystemLocationId: 1 };
    expect((await send('only View', 'PUT', '/profile/dealer', change)).status).toBe(403);
    expect((await send('organizer', 'PUT', '/profile/dealer', change)).status).toBe(200);
  });

  it('H-137 service brands have a brand and a merchant code', async () => {
    const ServiceBrands = [{ BrandId: northline, MerchantCode: 'M-77' }];
    const { Id } = await made('/profile/dealer', dealerBody({ ServiceBrands }));
    const { body } = await send('admin', 'GET', `/profile/dealer/${Id}`);
    expect(body.ServiceBrands).toMatchObject([{ Brand: { Name: 'Northline Motors' }, MerchantCode: 'M-77' }]);
  });
});

describe('saving', () => {
  const bodies: Readonly<Record<string, DataRecord>> = {
    brand: { Name: 'Bytown', Code: 'BYT' },
    underwriter: { Name: 'Bytown Mutual' },
    oem: { Name: 'Bytown Works' },
    dealergroup: { Name: 'Bytown Group' },
    owningcompany: { Name: 'Bytown Holdings' },
    lienholder: { TradingName: 'Bytown Credit', LienholderTypeId: 1, GreatPlainsVendorId: 'V-1' },
  };

  it.each(Object.keys(bodies))(
    'H-278 the checks of all profiles run when a %s is saved, new or existing',
    async (type) => {
      const PostalCode = 'nowhere';
      const wrong = [{ ...address, PostalCode }];
      const refused = await send('admin', 'POST', `/profile/${type}`, { ...bodies[type], Addresses: wrong });
      expect(refused.status).toBe(422);
      expect(refused.body.Message).toBe(
        'Enter a postal code such as H2X 1Y4, or a ZIP code such as 12345 or 12345-6789.',
      );
      const { Id } = await made(`/profile/${type}`, { ...bodies[type], Addresses: [address] }, 'admin');
      const again = await send('admin', 'PUT', `/profile/${type}`, { Id, Addresses: wrong });
      expect(again.body.Message).toBe(refused.body.Message);
    },
  );
});

describe('licences', () => {
  const path = `/profile/dealer/${dealer}/license`;

  it('H-210 H-359 Verified is set with Profile.LicenseInformation.Verify only', async () => {
    const { Id } = await made(path, { LicenseTypeId: 4, LicenseNumber: 'V-1' }, 'licensor');
    expect((await send('licensor', 'PUT', path, { Id, Verified: true })).status).toBe(422);
    expect((await send('verifier', 'PUT', path, { Id, Verified: true })).body.Verified).toBe(true);
  });

  it('H-125 a dealer has the days on which its licences expire', async () => {
    const { Id } = await made('/profile/dealer', dealerBody());
    const licences = `/profile/dealer/${Id}/license`;
    for (const [LicenseTypeId, ExpiryDate] of [
      [1, '2028-01-31'],
      [2, '2028-02-29'],
      [2, '2027-02-28'],
    ])
      await made(licences, { LicenseTypeId, ExpiryDate, LicenseNumber: `L-${ExpiryDate}` });
    const days = {
      AntiTheftLicenseExpiryDate: '2028-01-31',
      CreditLicenseExpiryDate: '2028-02-29',
      WarrantyLicenseExpiryDate: null,
    };
    expect((await send('admin', 'GET', `/profile/dealer/${Id}`)).body).toMatchObject(days);
    expect((await send('admin', 'GET', `/profile/${Id}`)).body.Dealer).toMatchObject(days);
  });

  it('H-135 H-488 a row of the history has the action, its person with department and position, and the time', async () => {
    const { Id } = await made(path, { LicenseTypeId: 4, LicenseNumber: 'A-1' });
    await send('profiles', 'PUT', path, { Id, LicenseNumber: 'A-2' });
    const { body } = await send('profiles', 'GET', `/profile/license/${Id}/history`);
    expect(body.Items[0]).toMatchObject({
      Action: 'update',
      ModifiedBy: 'profiles',
      ModifiedDate: '2026-11-20T15:00:00.000Z',
      DisplayName: 'Licence number',
    });
    const { body: current } = await send('profiles', 'GET', '/profile/current');
    const { Department, Position } = current.Items[0];
    expect(Department.DisplayName).toBeTruthy();
    expect(body.Items[0]).toMatchObject({
      Department: Department.DisplayName,
      Position: Position.DisplayName,
    });
  });

  it('H-287 dates are compared with a tolerance of twelve hours', async () => {
    const days = (EffectiveDate: string, ExpiryDate: string) => ({
      LicenseTypeId: 4,
      LicenseNumber: 'D',
      EffectiveDate,
      ExpiryDate,
    });
    await made(path, days('2027-05-01', '2027-05-01'));
    expect((await send('profiles', 'POST', path, days('2027-05-01', '2027-04-30'))).status).toBe(422);
  });
});

describe('cards', () => {
  const card = { Number: '4111 1111 1111 1111' };

  it('H-331 a card is entered by hand with Quote.CreditCard.ManualEntry', async () => {
    const path = '/cardvault/temporarytoken';
    expect((await send('card clerk', 'POST', path, card)).status).toBe(403);
    const { body } = await send('card desk', 'POST', path, card);
    const entered = { CardHolderName: 'Ann Lee', Expiry: '09/28', TemporaryToken: body.TemporaryToken };
    await made(`/profile/dealer/${dealer}/paymentmethods/paymentcard`, entered, 'card desk');
  });

  it('H-330 entering one as a consumer needs Quote.CreditCard.ConsumerEntry, an internal person and the display flag', async () => {
    const enter = (role: 'card desk' | 'card consumer') =>
      send(role, 'POST', '/cardvault/consumertoken', card);
    expect((await enter('card desk')).status).toBe(403);
    const outside = await enter('card consumer');
    expect([outside.status, outside.body.Message]).toEqual([
      403,
      'A consumer can enter a card only with the help of an internal employee.',
    ]);
    const { body } = await send('admin', 'GET', '/profile/employee?pageSize=0');
    const own = body.Items.find(({ OwningCompany }: DataRecord) => (OwningCompany as DataRecord)?.IsInternal);
    await app.store.transaction((session) =>
      session.update('employee', own.Id, { UserName: 'card consumer' }),
    );
    const closed = await enter('card consumer');
    expect([closed.status, closed.body.Message]).toEqual([
      403,
      'Card entry by consumers is turned off in the system settings.',
    ]);
    const { body: settings } = await send('card desk', 'GET', '/systemsettings');
    const flag = settings.Items.find(({ Name }: DataRecord) => Name === 'Display PCI consumer entry');
    await send('admin', 'PUT', '/systemsettings', { Id: flag.Id, Value: 'On' });
    expect((await enter('card consumer')).body.MaskedNumber).toBe('************1111');
  });
});

describe('calls and constants', () => {
  it('H-527 system settings are read with any login, and changed by configurators', async () => {
    const { body } = await send('only Menu', 'GET', '/systemsettings');
    const setting = body.Items.find(({ Name }: DataRecord) => Name === 'Show DAP on Dealer Profile');
    expect(setting).toMatchObject({ Value: 'Off' });
    const one = await send('only Menu', 'GET', '/systemsettings/Show%20DAP%20on%20Dealer%20Profile');
    expect(one.body).toMatchObject({ Id: setting.Id, Value: 'Off' });
    expect((await send('only Menu', 'PUT', '/systemsettings', { Id: setting.Id, Value: 'On' })).status).toBe(
      403,
    );
    expect((await send('admin', 'PUT', '/systemsettings', { Id: setting.Id, Value: 'On' })).body.Value).toBe(
      'On',
    );
    expect((await (await app.as())('GET', '/systemsettings')).status).toBe(401);
  });

  it('H-423 every call is below one base, and its path is relative to it', async () => {
    const { body } = await send('admin', 'GET', '/openapi.json');
    expect(body.servers).toEqual([{ url: '/' }]);
    for (const path of [
      '/profile',
      '/profile/{profileid}',
      '/profile/dealer/dealerbyid/{dealerId}',
      '/licenserules',
      '/report/management',
    ])
      expect(body.paths, path).toHaveProperty([`/api${path}`]);
    expect(Object.keys(body.paths).filter((path) => !path.startsWith('/api/'))).toEqual([]);
    const outside = await app.fetch(
      new Request('http://localhost/profile/brand', { headers: { accept: 'application/json' } }),
    );
    expect(outside.status).toBe(404);
  });

  it('H-649 the id of zeros belongs to no record: in a configuration it means all brands', async () => {
    expect((await send('admin', 'GET', `/profile/${emptyId}`)).status).toBe(404);
    const sent = {
      TradingName: 'Zero Credit',
      LienholderTypeId: 2,
      GreatPlainsVendorId: 'V-9',
      Addresses: [address],
    };
    const Configurations = [{ BrandId: emptyId, ProductTypeId: emptyId }];
    const { Id } = await made('/profile/lienholder', { ...sent, Configurations }, 'admin');
    expect((await send('admin', 'GET', `/profile/lienholder/${Id}`)).body.Configurations).toMatchObject(
      Configurations,
    );
  });

  it('H-669 sort direction 1 is ascending, 0 is descending', async () => {
    const names = async (direction: number) => {
      const { body } = await send(
        'admin',
        'GET',
        `/profile/oem?pageSize=0&sortFields=Name&sortDirections=${direction}`,
      );
      return body.Items.map(({ Name }: DataRecord) => Name);
    };
    const up = await names(1);
    expect(up).toEqual([...up].sort((a, b) => a.localeCompare(b, 'en')));
    expect(await names(0)).toEqual([...up].reverse());
    expect(up.length).toBeGreaterThan(1);
  });
});
