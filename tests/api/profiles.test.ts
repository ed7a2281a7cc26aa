/** The eight types of profile over HTTP: common calls, calls of each type, checks on save, and statuses. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { DataRecord } from '#engine';
import {
  address,
  createProfileClients,
  messagesOf,
  type ProfileClients,
  type ProfileType,
  profileTypes,
} from './support/profileClients.ts';
import { appStores } from './support/startApp.ts';

const contact = {
  FirstName: 'Ann',
  LastName: 'Lee',
  Phone: { Number: '613 555-0100', IsPrimary: false },
  Email: { Address: 'ann@example.com', IsPrimary: true },
};
const typeIds = {
  dealer: 1,
  employee: 2,
  brand: 3,
  dealergroup: 4,
  lienholder: 5,
  oem: 6,
  owningcompany: 7,
  underwriter: 8,
} as const;
const blocks = {
  dealer: 'Dealer',
  brand: 'Brand',
  underwriter: 'Underwriter',
  oem: 'Oem',
  dealergroup: 'DealerGroup',
  owningcompany: 'OwningCompany',
  lienholder: 'Lienholder',
} as const;
const all = Object.keys(profileTypes) as readonly ProfileType[];

const membersOfAll = [
  'ProfileStatuses',
  'AllowableStatusChangeGraph',
  'Addresses',
  'Contacts',
  'Emails',
  'Phones',
  'HasActiveOrFinishedWorkflow',
  'SubmitForWorkflow',
  'IsEligibleToAddNewUsers',
];

describe.each(appStores)('profiles, %s store', (kind) => {
  let { app, admin, profiles, viewer, manager, bodyOf, post, madeProfile } = {} as ProfileClients;

  beforeAll(async () => {
    ({ app, admin, profiles, viewer, manager, bodyOf, post, madeProfile } = await createProfileClients(kind));
    return () => app.store.close();
  });

  describe('the calls of all types', () => {
    it.each(all)(
      'H-116 H-119 H-425 H-426 H-427 H-428 a %s is created, read, changed and deleted',
      async (type) => {
        const { Addresses, ...own } = bodyOf(type);
        const answer = await admin('POST', '/profile', {
          ProfileTypeId: typeIds[type],
          Addresses,
          [blocks[type]]: own,
        });
        expect(answer.status, JSON.stringify(answer.body)).toBe(201);
        const read = (await admin('GET', `/profile/${answer.body.Id}`)).body;
        expect(read).toMatchObject({
          ProfileTypeId: typeIds[type],
          ProfileType: { Id: typeIds[type], Name: blocks[type] },
          ProfileStatus: { Name: 'New' },
          PreferredLanguageCulture: 'en-CA',
          [blocks[type]]: { Id: read.Id, ...own },
        });
        for (const name of membersOfAll) expect(read, name).toHaveProperty(name);
        if (type === 'dealer') {
          const submitted = await admin('POST', `/profile/dealer/${read.Id}/workflow`, {});
          expect(submitted.status, JSON.stringify(submitted.body)).toBe(200);
        }
        const changed = await admin('PUT', '/profile', { Id: read.Id, AccountFriendlyId: `A-${type}` });
        expect(changed.status, JSON.stringify(changed.body)).toBe(200);
        expect(changed.body.AccountFriendlyId).toBe(`A-${type}`);
        const gone = await admin('DELETE', `/profile/${read.Id}`);
        expect(gone.status).toBe(type === 'owningcompany' ? 403 : 204);
      },
    );

    it('H-424 a save answers an execution result and the id', async () => {
      const { body } = await post('oem');
      expect(body).toMatchObject({
        Id: expect.any(String),
        ExecutionResult: { IsSuccess: true, Message: [] },
      });
      const changed = await profiles('PUT', '/profile/oem', { Id: body.Id, Code: 'X' });
      expect(changed.body.ExecutionResult).toEqual({ IsSuccess: true, Message: [] });
    });

    it('H-430 a search names its type and its reply has Items and TotalItems', async () => {
      const { body } = await viewer(
        'GET',
        '/profile?FilterProperty=ProfileTypeId&FilterOperator=eq&FilterValue=3&FilterProperty=Name&FilterOperator=contains&FilterValue=north',
      );
      expect(body).toMatchObject({ TotalItems: 1, Items: [{ Name: 'Northline Motors' }] });
      expect((await viewer('GET', '/profile')).status).toBe(400);
    });

    it('a record without a type, or without any content, is refused', async () => {
      expect((await admin('POST', '/profile', { Name: 'X' })).status).toBe(400);
      expect((await admin('POST', '/profile', [])).status).toBe(400);
      expect((await admin('GET', `/profile/00000000-0000-4000-8000-000000000000`)).status).toBe(404);
      expect((await admin('PUT', '/profile', { Name: 'X' })).status).toBe(404);
    });

    it('H-432 H-433 the profile of the signed-in person, and of a user', async () => {
      const { body } = await profiles('GET', '/profile/current');
      expect(body.Items).toMatchObject([{ FirstName: 'Marc-André' }]);
      const [{ UserId, Id }] = body.Items;
      expect((await viewer('GET', `/profile/user/${UserId}`)).body.Items).toMatchObject([{ Id }]);
    });
  });

  describe('search', () => {
    it.each([
      ['H-053 H-640', 'dealergroup', 'Name'],
      ['H-055 H-641', 'underwriter', 'Name'],
      ['H-056 H-642', 'oem', 'Name'],
      ['H-057 H-639', 'brand', 'Name'],
      ['H-643', 'dealer', 'TradingName'],
    ])('%s %s profiles come by %2$s', async (_, type, field) => {
      const { body } = await viewer('GET', `/profile/${type}?pageSize=0`);
      const names = body.Items.map((item: DataRecord) => String(item[field]));
      expect(names).toEqual([...names].sort((a, b) => a.localeCompare(b, 'en', { sensitivity: 'base' })));
    });

    it('H-636 H-194 a page has ten by default', async () => {
      const { body } = await viewer('GET', '/profile/brand');
      expect(body.Items).toHaveLength(10);
      const other = await viewer('GET', '/profile/brand?page=2&pageSize=3&sortFields=Code&sortDirections=1');
      expect(other.body.Items).toHaveLength(3);
    });

    it.each([
      ['H-050', 'employee', 'FirstName', 'contains', 'marc'],
      ['H-050', 'employee', 'LastName', 'contains', 'ro'],
      ['H-050', 'employee', 'Email', 'contains', 'people'],
      ['H-052 H-315', 'dealer', 'TradingName', 'eq', 'Northline of Barrie'],
      ['H-052 H-315', 'dealer', 'LegalName', 'eq', '1182044 Ontario Inc.'],
      ['H-052 H-315', 'dealer', 'AccountFriendlyId', 'eq', 'D-1006'],
      ['H-054', 'lienholder', 'LienholderGroup.Name', 'contains', 'prairie'],
      ['H-054 H-316', 'lienholder', 'InstitutionNumber', 'eq', '889'],
      ['H-054 H-316', 'lienholder', 'BranchNumber', 'eq', '10200'],
      ['H-054', 'lienholder', 'AccountFriendlyId', 'eq', 'LH-1004'],
      ['H-057 H-316', 'brand', 'Code', 'contains', 'NL'],
    ])('%s a search of %s by %s', async (_, type, path, operator, value) => {
      const query = `FilterProperty=${path}&FilterOperator=${operator}&FilterValue=${encodeURIComponent(value)}`;
      const { status, body } = await viewer('GET', `/profile/${type}?${query}`);
      expect(status).toBe(200);
      expect(body.TotalItems).toBeGreaterThan(0);
      const { body: whole } = await viewer('GET', `/profile/${type}?pageSize=0`);
      expect(body.TotalItems).toBeLessThanOrEqual(whole.TotalItems);
    });

    it('H-431 dealers have a separate search', async () => {
      const { body } = await viewer('GET', '/profile/dealersearch?pageSize=2');
      expect(body).toMatchObject({ Items: expect.any(Array), TotalItems: expect.any(Number) });
      expect(body.Items).toHaveLength(2);
    });

    it('H-051 usernames are visible to those who may search by them', async () => {
      const { body } = await manager('GET', '/profile/current');
      expect(body.TotalItems).toBe(0);
      const seen = await profiles('GET', '/profile/employee?pageSize=0');
      expect(seen.body.Items[0]).toHaveProperty('UserName');
      const hidden = await viewer('GET', '/profile/employee?pageSize=0');
      expect(hidden.body.Items[0]).not.toHaveProperty('UserName');
      const asked = '/profile/employee?FilterProperty=UserName&FilterOperator=contains&FilterValue=a';
      expect((await viewer('GET', asked)).status).toBe(403);
    });
  });

  describe('saving', () => {
    it.each([
      ['H-257', 'dealer', 'A business address is required.'],
      ['H-258', 'oem', 'An address is required.'],
      ['H-258', 'dealergroup', 'An address is required.'],
      ['H-259', 'brand', 'Address Required'],
      ['H-260', 'lienholder', 'Address Required'],
      ['H-261', 'underwriter', 'Address Required'],
    ] as const)('%s a %s without an address', async (_, type, text) => {
      expect(messagesOf(await post(type, { Addresses: [] }))).toEqual([text]);
      if (type !== 'dealer') return;
      const home = { ...address, AddressTypeId: 5 };
      expect(messagesOf(await post(type, { Addresses: [home] }))).toEqual([text]);
    });

    it.each([
      [
        'H-262 H-288',
        'dealer',
        [{ ...contact, Email: { IsPrimary: true } }],
        'The primary contact requires an email address.',
      ],
      [
        'H-263',
        'dealer',
        [{ ...contact, Email: { Address: 'a@example.com', IsPrimary: false }, Phone: {} }],
        'A primary email address or phone number has not been set.',
      ],
      ['H-264', 'dealer', [contact, contact], 'Only one primary email address may be set.'],
      [
        'H-265',
        'brand',
        [{ ...contact, Email: { Address: 'a@example.com', IsPrimary: false } }],
        'Primary Email Required',
      ],
      ['H-266', 'underwriter', [contact, contact], 'Multiple Primary Emails detected'],
      [
        'H-288',
        'oem',
        [{ FirstName: 'A', LastName: 'B' }, contact],
        'A contact needs a phone number or an email address.',
      ],
    ] as const)('%s contacts of a %s', async (_, type, Contacts, text) => {
      const answer = await post(type, { Contacts: Contacts as never });
      expect(answer.status).toBe(422);
      expect(messagesOf(answer)).toContain(text);
      expect((await post(type, { Contacts: [contact] })).status).toBe(201);
    });

    it('H-129 H-280 H-281 H-282 addresses', async () => {
      const saved = await madeProfile('oem', {
        Addresses: [{ ...address, AddressLine2: '4', Coordinates: { Latitude: 45.4, Longitude: -75.7 } }],
      });
      expect(saved.Addresses).toMatchObject([
        {
          AddressType: { Name: 'Business' },
          Province: { Name: 'Ontario' },
          Country: { Name: 'Canada' },
          AddressLine2: '4',
          Coordinates: { Latitude: 45.4 },
        },
      ]);
      expect(messagesOf(await post('oem', { Addresses: [address, address] }))).toContain(
        'A profile can have only one address of each type. Change the type or remove one of the addresses.',
      );
      const us = { ...address, CountryId: 'US', ProvinceId: 'NY' };
      for (const PostalCode of ['12345', '12345-6789'])
        expect((await post('oem', { Addresses: [{ ...us, PostalCode }] })).status, PostalCode).toBe(201);
      for (const PostalCode of ['K1P 1J9', 'K1P-1J9', 'k1p1j9'])
        expect((await post('oem', { Addresses: [{ ...address, PostalCode }] })).status, PostalCode).toBe(201);
      for (const PostalCode of ['1234', '123456789', '12345 6789', 'K1P 1J9'])
        expect((await post('oem', { Addresses: [{ ...us, PostalCode }] })).status, PostalCode).toBe(422);
      for (const PostalCode of ['K1P  1J9', 'KIP 1J9', '12345', 'K1P1J'])
        expect((await post('oem', { Addresses: [{ ...address, PostalCode }] })).status, PostalCode).toBe(422);
    });

    it('H-284 a province belongs to the country', async () => {
      expect((await post('oem', { Addresses: [{ ...address, ProvinceId: 'NY' }] })).status).toBe(422);
    });

    it('H-130 H-131 H-132 H-226 contacts, emails and phones; the first of a list is primary by default', async () => {
      const saved = await madeProfile('brand', {
        Contacts: [{ ...contact, TitleId: 4, DepartmentId: 1 }],
        Emails: [{ Address: 'a@example.com' }, { Address: 'b@example.com' }],
        Phones: [{ Number: '613 555-0101' }, { Number: '613 555-0102' }],
      });
      expect(saved).toMatchObject({
        Contacts: [{ ...contact, TitleId: 4, DepartmentId: 1 }],
        Emails: [{ IsPrimary: true }, { IsPrimary: false }],
        Phones: [{ IsPrimary: true }, { IsPrimary: false }],
        PrimaryEmailAddress: 'ann@example.com',
      });
    });

    it('H-256 the checks run in their order', async () => {
      const answer = await post('dealergroup', {
        Addresses: [],
        Contacts: [{ FirstName: 'A', LastName: 'B', Phone: { Number: '613 555-0100' } }],
        LouEndDate: '2027-01-01',
      });
      expect(messagesOf(answer)).toEqual([
        'An address is required.',
        'Primary Email Required',
        'An LOU effective date is required when setting the LOU end date.',
      ]);
      expect(answer.body.Message).toBe('An address is required.');
    });

    const contacts = [{ FirstName: 'A', LastName: 'B', Phone: { Number: '613 555-0100' } }];
    const short = ['Address Required', 'Primary Email Required', "The profile's Status must be set."];
    const long = ['An address is required.', ...short.slice(1)];
    it.each([
      ['brand', {}, [...short, 'Name is required.', 'Code is required.']],
      ['underwriter', {}, [...short, 'Name is required.']],
      ['oem', {}, [...long, 'Name is required.']],
      ['owningcompany', {}, [...long, 'Name is required.']],
      [
        'dealergroup',
        { LouEndDate: '2027-01-01' },
        [...long, 'An LOU effective date is required when setting the LOU end date.', 'Name is required.'],
      ],
      [
        'lienholder',
        { LienholderTypeId: 4, GreatPlainsVendorId: null },
        [
          ...short,
          'Invalid fields in the Settings pane.',
          'Accounting Vendor ID Required',
          'Trading name is required.',
        ],
      ],
    ] as const)('H-256 a %s is checked in the order of the specification', async (type, more, expected) => {
      const { Id } = await madeProfile(type);
      const named = Object.fromEntries(
        ['Name', 'TradingName', 'Code']
          .filter((name) => name in profileTypes[type])
          .map((name) => [name, null]),
      );
      const body = { Id, Addresses: [], Contacts: contacts, ProfileStatusId: null, ...named, ...more };
      const answer = await profiles('PUT', `/profile/${type}`, body);
      expect(answer.status, JSON.stringify(answer.body)).toBe(422);
      const known = messagesOf(answer).filter((message) => !message.startsWith('The status can be changed'));
      expect(known).toEqual(expected);
      expect(answer.body.Message).toBe(expected[0]);
    });

    it('H-256 an employee: the address and the email come before checks without a specified order', async () => {
      const answer = await profiles('POST', '/profile/employee', { Contacts: contacts });
      expect(messagesOf(answer).slice(0, 2)).toEqual(['An address is required.', 'Email is required.']);
    });

    it("H-267 a profile without a status: 'The profile's Status must be set.'", async () => {
      const { Id } = await madeProfile('oem');
      const answer = await profiles('PUT', '/profile/oem', { Id, ProfileStatusId: null });
      expect(answer.status).toBe(422);
      expect(messagesOf(answer)).toContain("The profile's Status must be set.");
    });

    it('H-617 an account ID belongs to one profile', async () => {
      await madeProfile('oem', { AccountFriendlyId: 'OEM-77' });
      expect(messagesOf(await post('oem', { AccountFriendlyId: 'oem-77' }))).toEqual([
        'There is already a profile with this account ID. Choose another one.',
      ]);
    });
  });
});
