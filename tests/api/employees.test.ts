/** Employees: who may add, edit and activate them; what an employee requires; supervisors. */
import { beforeAll, describe, expect, it } from 'vitest';
import { compileModel, type DataRecord, parseExpression } from '#engine';
import { type Answer, type Ask, declarations, type Running, startApp } from './support/startApp.ts';

const dealer = '2b1ca49b-997d-5fc0-a607-edbbb5b188d9';
const otherDealer = 'b696242c-2a9f-51da-81dc-27b3cd9512d6';
const company = '036f9433-5c04-5d1b-b4ac-5277250f0abd';
const contact = (Address: string | null, more: object = {}) => ({
  FirstName: 'Ann',
  LastName: 'Lee',
  Phone: { Number: '613 555-0100', IsPrimary: true },
  Email: Address ? { Address, IsPrimary: true } : {},
  ...more,
});

/** Roles with one feature each; sample data has a person for every role. */
const only = (feature: string) => `only ${feature}`;
const features = [
  'Profile.AddNewProfile',
  'OwningCompany.User.Add',
  'OwningCompany.User.Activate',
  'Employee.Admin.Edit',
  'Employee.Contact.Edit',
  'Employee.ContactEmail.Edit',
  'Employee.History.Edit',
  'Employee.Training.Edit',
  'Employee.Admin.EditInternalRoles',
  'Oem.UserAndContact.Edit',
  'DealerGroup.UserAndContact.Edit',
];

describe('employees', () => {
  let app: Running;
  let [admin, viewer, supervisor, colleague] = [] as unknown as [Ask, Ask, Ask, Ask];
  const asked = new Map<string, Ask>();
  let count = 0;

  beforeAll(async () => {
    const set = withRoles();
    const compilation = compileModel(set, { parse: parseExpression });
    app = await startApp({ store: 'sqlite', added: { set, compilation } });
    [admin, viewer] = await Promise.all([app.as('admin'), app.as('viewer')]);
    for (const feature of features) asked.set(feature, await app.as(only(feature)));
    // Priya Shah, who supervises the people of a dealer and holds no feature.
    const { items } = await app.store.find({ entity: 'user' });
    const like = items.find(({ UserName }) => UserName === 'viewer') as DataRecord;
    const users = [
      { ...like, Id: '01900d01-0000-7000-8000-0000000000aa', UserName: 'pshah', Roles: [] },
      { ...like, Id: '01900d01-0000-7000-8000-0000000000ab', UserName: 'twebber', Roles: [] },
    ];
    await app.store.transaction((session) => session.insertMany('user', users));
    [supervisor, colleague] = await Promise.all([app.as('pshah'), app.as('twebber')]);
    return () => app.store.close();
  });

  const as = (feature: string) => asked.get(feature) as Ask;
  const messages = ({ body }: Answer): readonly string[] =>
    (body.ValidationErrors ?? []).map(({ Value }: { Value: string }) => Value);
  const bodyOf = (more: DataRecord = {}) => {
    count += 1;
    return {
      FirstName: 'Ann',
      LastName: `Lee ${count}`,
      DealerId: dealer,
      AddressTypeId: 1,
      Contacts: [contact(`ann${count}@example.com`)],
      ...more,
    } as DataRecord;
  };
  const made = async (more: DataRecord = {}) => {
    const answer = await admin('POST', '/profile/employee', bodyOf(more));
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    return answer.body as DataRecord;
  };
  const ours = { DealerId: null, OwningCompanyId: company };

  it('H-352 H-412 H-413 H-406 an employee of another company is added by its supervisor or with Profile.AddNewProfile, one of our own without either', async () => {
    const add = async (ask: Ask, more: DataRecord = {}) =>
      (await ask('POST', '/profile/employee', bodyOf(more))).status;
    expect(await add(as('Profile.AddNewProfile'))).toBe(201);
    expect(await add(supervisor)).toBe(201);
    expect(await add(supervisor, { DealerId: otherDealer })).toBe(403);
    expect(await add(as('OwningCompany.User.Add'), ours)).toBe(201);
    expect(await add(as('OwningCompany.User.Add'))).toBe(403);
    expect(await add(as('Employee.Admin.Edit'))).toBe(403);
    expect(await add(viewer)).toBe(403);
    expect(await add(viewer, ours)).toBe(403);
    expect(await add(await app.as())).toBe(401);
    const refused = await viewer('POST', '/profile/employee', bodyOf());
    expect(refused.body.Message).toContain('Only a supervisor');
  });

  it('H-418 H-420 H-450 H-451 supervisor checks are calls; a login knows whether it is internal', async () => {
    const { body } = await admin('GET', '/profile/employee?pageSize=0');
    const idOf = (name: string) => body.Items.find(({ LastName }: DataRecord) => LastName === name).Id;
    const answer = async (ask: Ask, path: string) => (await ask('GET', `/profile/${path}`)).body;
    expect(await answer(supervisor, `usersupervisoratdealer/${dealer}`)).toEqual({ isSupervisor: true });
    expect(await answer(supervisor, `usersupervisoratdealer/${otherDealer}`)).toEqual({
      isSupervisor: false,
    });
    expect(await answer(viewer, `usersupervisoratdealer/${dealer}`)).toEqual({ isSupervisor: false });
    expect(await answer(supervisor, `usersupervisorforemployee/${idOf('Webber')}`)).toEqual({
      isSupervisor: true,
    });
    for (const name of ['Tremblay', 'Osei'])
      expect(await answer(supervisor, `usersupervisorforemployee/${idOf(name)}`)).toEqual({
        isSupervisor: false,
      });
    expect(await answer(viewer, `usersupervisorforemployee/${idOf('Webber')}`)).toEqual({
      isSupervisor: false,
    });
    const ownOf = async (ask: Ask) => (await ask('GET', '/session')).body.User.Employee;
    expect(await ownOf(supervisor)).toMatchObject({
      IsInternal: false,
      IsSupervisor: true,
      DealerId: dealer,
    });
    expect(await ownOf(await app.as('profiles'))).toMatchObject({
      IsInternal: true,
      OwningCompanyId: company,
    });
    expect(await ownOf(viewer)).toBeUndefined();
  });

  it('H-276 H-277 H-243 an address and an email are required, and the user is named after the email unless another name is given', async () => {
    const post = (more: DataRecord) => admin('POST', '/profile/employee', bodyOf(more));
    const elsewhere = await post({ AddressTypeId: 5 });
    expect(elsewhere.body.ValidationErrors.map(({ Key }: { Key: string }) => Key)).toEqual(['AddressTypeId']);
    expect(messages(await post({ AddressTypeId: null }))).toContain('An address is required.');
    expect(messages(await post({ Contacts: [contact(null)] }))).toEqual(['Email is required.']);
    expect(await made({ Contacts: [contact('new@example.com')] })).toMatchObject({
      UserName: 'new@example.com',
      HasUser: true,
      User: { UserName: 'new@example.com', Email: 'new@example.com' },
    });
    // The primary email of the list, where no contact has one.
    const reached = await made({ Contacts: [], Emails: [{ Address: 'list@example.com' }] });
    expect(reached).toMatchObject({ UserName: 'list@example.com', Email: 'list@example.com', HasUser: true });
    expect((await made({ NewUserName: 'annlee' })).UserName).toBe('annlee');
    expect((await made({ CreateDefaultUser: false })).HasUser).toBe(false);
    expect(messages(await post({ NewUserName: 'ANNLEE' }))).toEqual([
      'Another employee has this username. Choose another one.',
    ]);
    const [{ Id }, none] = [await made(), await made({ CreateDefaultUser: false })];
    const withoutEmail = { Contacts: [contact(null)] };
    expect((await admin('PUT', '/profile/employee', { Id, ...withoutEmail })).status).toBe(200);
    expect(messages(await admin('PUT', '/profile/employee', { Id: none.Id, ...withoutEmail }))).toContain(
      'Email is required.',
    );
  });

  it('H-163 H-120 an employee is read with the person and the user, among others', async () => {
    const { Id } = await made({ ...ours, DepartmentId: 1, PositionId: 3, ExpertiseLevelId: 1 });
    const license = { LicenseTypeId: 3, LicenseNumber: 'E-163' };
    expect((await admin('POST', `/profile/employee/${Id}/license`, license)).status).toBe(201);
    for (const [name, body] of [
      ['training', { Name: 'F&I basics', CompletedDate: '2026-05-01' }],
      ['conference', { Name: 'Dealer days', DateCompleted: '2026-06-01' }],
    ] as const)
      expect((await admin('POST', `/profile/employee/${Id}/${name}`, body)).status, name).toBe(201);
    const { body } = await admin('GET', `/profile/${Id}`);
    expect(body.Employee).toMatchObject({
      OrganizationProfileId: company,
      OrganizationProfile: { Id: company, Name: expect.any(String) },
      Department: { Id: 1 },
      Position: { Id: 3 },
      BusinessManagerTrainings: [{ Name: 'F&I basics' }],
      BusinessManagerConferences: [{ Name: 'Dealer days' }],
      EmployeeLicenses: [license],
    });
    expect(body).toMatchObject({
      Person: {
        Conferences: [{ Name: 'Dealer days', DateCompleted: '2026-06-01' }],
        Trainings: [{ Name: 'F&I basics', CompletedDate: '2026-05-01' }],
      },
      User: { UserName: body.UserName, Email: body.UserName },
    });
    expect(body.UserName).toMatch(/^ann\d+@example\.com$/);
    const { body: roy } = await admin(
      'GET',
      '/profile/employee?FilterProperty=LastName&FilterOperator=eq&FilterValue=Roy',
    );
    const { Id: royId, UserId } = roy.Items[0];
    expect((await admin('GET', `/profile/${royId}`)).body).toMatchObject({
      User: { Id: UserId, UserName: 'profiles', Email: roy.Items[0].Email },
      Person: { Conferences: expect.any(Array), Trainings: expect.any(Array) },
    });
    expect((await admin('PUT', '/profile', body)).status, 'sent back as it came').toBe(200);
  });

  it('H-397 H-398 H-399 H-022 each part of an employee is edited with its feature, and all but the administration by the supervisor', async () => {
    const { Id, Contacts } = await made();
    const [{ Email, Id: contactId }] = Contacts as [{ Id: string; Email: { Address: string } }];
    const put = async (ask: Ask, more: DataRecord) =>
      (await ask('PUT', '/profile/employee', { Id, ...more })).status;
    const named = (Address: string, LastName = 'Lee') => ({
      Contacts: [contact(Address, { Id: contactId, LastName })],
    });
    expect(await put(as('Employee.Admin.Edit'), { PositionId: 2 })).toBe(200);
    expect(await put(as('Employee.Contact.Edit'), { PositionId: 1 })).toBe(422);
    expect(await put(supervisor, { PositionId: 1 })).toBe(422);
    expect(await put(as('Employee.Contact.Edit'), named(Email.Address, 'Leigh'))).toBe(200);
    expect(await put(as('Employee.Contact.Edit'), named('other@example.com', 'Leigh'))).toBe(422);
    expect(await put(as('Employee.ContactEmail.Edit'), named('other@example.com', 'Leigh'))).toBe(200);
    expect(await put(as('Employee.ContactEmail.Edit'), named('other@example.com', 'Lea'))).toBe(422);
    expect(await put(as('Employee.Admin.Edit'), named('more@example.com', 'Leigh'))).toBe(422);
    expect(await put(supervisor, named('third@example.com', 'Li'))).toBe(200);
    expect(await put(supervisor, { FirstName: 'Anna' })).toBe(200);
    const stranger = await made({ DealerId: otherDealer });
    // She does not even see those of another dealership; who sees them without supervising gets a reason.
    expect((await supervisor('PUT', '/profile/employee', { Id: stranger.Id, FirstName: 'X' })).status).toBe(
      404,
    );
    const denied = await colleague('PUT', '/profile/employee', { Id, FirstName: 'X' });
    expect([denied.status, denied.body.Message]).toEqual([
      403,
      expect.stringContaining('not their supervisor'),
    ]);
    expect(await put(viewer, { FirstName: 'X' })).toBe(403);
    expect(await put(supervisor, { DealerId: otherDealer })).toBe(422);
    expect(await put(supervisor, { IsSupervisor: true })).toBe(422);
  });

  it('people of dealerships, internal people, supervisors and partners each do what their features allow (H-005)', async () => {
    const partner = await made({ DealerId: null, LienholderId: await firstLienholder(admin) });
    const kinds = [
      ['a person of a dealership', colleague, { IsInternal: false, IsSupervisor: false, DealerId: dealer }],
      ['a supervisor', supervisor, { IsInternal: false, IsSupervisor: true, DealerId: dealer }],
      ['one of our own', await app.as('profiles'), { IsInternal: true }],
      [
        'a partner',
        await signedInAs(app, partner),
        { IsInternal: false, LienholderId: partner.LienholderId },
      ],
    ] as const;
    const may: Record<string, readonly number[]> = {};
    for (const [kind, ask, about] of kinds) {
      const { User } = (await ask('GET', '/session')).body;
      expect(User.Employee, kind).toMatchObject(about);
      const added = await ask('POST', '/profile/employee', bodyOf());
      may[kind] = [added.status, (await ask('GET', '/profile/lienholder')).status];
    }
    expect(may).toEqual({
      'a person of a dealership': [403, 403],
      'a supervisor': [201, 403],
      'one of our own': [201, 200],
      'a partner': [403, 403],
    });
  });

  it('H-407 H-364 users are activated with the feature, by their supervisor, and those of owning companies with a separate feature', async () => {
    const [atDealer, elsewhere, own] = [
      await made(),
      await made({ DealerId: otherDealer }),
      await made(ours),
    ];
    const toggle = async (ask: Ask, { Id }: DataRecord) =>
      (await ask('PUT', '/user/toggleactive', { Id })).status;
    expect(await toggle(supervisor, atDealer)).toBe(200);
    expect(await toggle(colleague, atDealer)).toBe(403);
    expect(await toggle(supervisor, elsewhere)).toBe(404);
    expect(await toggle(as('OwningCompany.User.Activate'), own)).toBe(200);
    expect(await toggle(as('OwningCompany.User.Activate'), atDealer)).toBe(403);
    expect(await toggle(viewer, own)).toBe(403);
  });

  it('a deactivated employee is signed out and cannot sign in again', async () => {
    const { body } = await admin('GET', '/profile/employee?pageSize=0');
    const { Id } = body.Items.find(({ LastName }: DataRecord) => LastName === 'Roy');
    const profiles = await app.as('profiles');
    const sign = async () =>
      (await (await app.as())('POST', '/session', { UserName: 'profiles', Password: 'demo' })).status;
    expect((await admin('PUT', '/user/toggleactive', { Id })).body.IsUserActive).toBe(false);
    expect((await profiles('GET', '/session')).status).toBe(401);
    expect(await sign()).toBe(401);
    expect((await admin('PUT', '/user/toggleactive', { Id })).status).toBe(200);
    expect(await sign()).toBe(200);
  });

  it('H-538 H-400 the history of an employee needs the right to see histories or that of employees', async () => {
    const { Id } = await made();
    app.clock.now = new Date(app.clock.now.getTime() + 60_000);
    expect((await admin('PUT', '/profile/employee', { Id, FirstName: 'Joan' })).status).toBe(200);
    const path = `/profile/employee/${Id}/history?Page=1&PageSize=10&SortFields=EffectiveDate&SortDirections=0`;
    const { status, body } = await as('Employee.History.Edit')('GET', path);
    expect(status).toBe(200);
    const change = body.Items.find(({ Field }: DataRecord) => Field === 'FirstName');
    expect(change).toMatchObject({
      ...{ DisplayName: 'First name', PreviousValue: 'Ann', CurrentValue: 'Joan' },
      ...{ User: 'admin', EffectiveDate: app.clock.now.toISOString() },
    });
    expect(body.TotalItems).toBeGreaterThan(0);
    expect((await viewer('GET', path)).status).toBe(403);
  });

  it('H-166 a user has a start date and roles', async () => {
    const { body } = await admin('GET', '/profile/employee/c879f9d2-5481-5b86-a88a-4f58dd5e7b3d');
    expect(body).toMatchObject({
      User: { UserName: 'pshah', EffectiveStartDate: '2025-03-01' },
      UserRoles: [{ RoleId: 1, IsPrimary: true, EffectiveDate: '2025-03-01' }, { RoleId: 3 }],
    });
  });

  it('H-644 a search for employees is ordered by user name', async () => {
    const { body } = await admin('GET', '/profile/employee?pageSize=0');
    const names: string[] = body.Items.flatMap(({ UserName }: { UserName?: string }) => UserName ?? []);
    expect(names.length).toBeGreaterThan(5);
    expect(names).toEqual([...names].sort());
    expect(names).not.toEqual(
      body.Items.toSorted((a: Record<string, string>, b: Record<string, string>) =>
        String(a.DisplayName).localeCompare(String(b.DisplayName)),
      ).flatMap(({ UserName }: { UserName?: string }) => UserName ?? []),
    );
  });

  it('H-401 trainings of employees are edited with their feature', async () => {
    const { Id } = await made();
    const add = async (ask: Ask) =>
      (await ask('POST', `/profile/employee/${Id}/training`, { Name: 'Ethics', CompletedDate: '2026-05-01' }))
        .status;
    expect([await add(as('Employee.Training.Edit')), await add(as('Employee.Contact.Edit'))]).toEqual([
      201, 403,
    ]);
  });

  it('H-402 the roles of internal people may be edited with a feature that opens no others', async () => {
    const [{ Id: own }, { Id: external }] = [await made(ours), await made()];
    const give = async (ask: Ask, id: unknown) =>
      (await ask('POST', `/profile/employee/${id}/role`, { RoleId: 1 })).status;
    expect(await give(as('Employee.Admin.EditInternalRoles'), own)).toBe(201);
    expect(await give(as('Employee.Admin.EditInternalRoles'), external)).toBe(403);
    expect(await give(as('Employee.Admin.Edit'), external)).toBe(201);
    expect(await give(viewer, own)).toBe(403);
  });

  it('H-403 H-404 employees of a manufacturer or a dealer group are edited with the feature of its users', async () => {
    const [oem] = (await admin('GET', '/profile/oem')).body.Items;
    const [group] = (await admin('GET', '/profile/dealergroup')).body.Items;
    const cases = [
      ['Oem.UserAndContact.Edit', { OemId: oem.Id }, 'DealerGroup.UserAndContact.Edit'],
      ['DealerGroup.UserAndContact.Edit', { DealerGroupId: group.Id }, 'Oem.UserAndContact.Edit'],
    ] as const;
    for (const [feature, of, other] of cases) {
      const { Id } = await made({ DealerId: null, ...of });
      const put = async (ask: Ask) =>
        (await ask('PUT', '/profile/employee', { Id, FirstName: feature })).status;
      expect([await put(as(feature)), await put(as(other)), await put(viewer)]).toEqual([200, 403, 403]);
    }
  });
});

async function firstLienholder(ask: Ask): Promise<unknown> {
  return (await ask('GET', '/profile/lienholder?pageSize=1')).body.Items[0].Id;
}

/** A user without any role, signed in as the employee. */
async function signedInAs(app: Running, { UserName }: DataRecord): Promise<Ask> {
  const { items } = await app.store.find({ entity: 'user' });
  const like = items.find((user) => user.UserName === 'viewer') as DataRecord;
  const Id = '01900d01-0000-7000-8000-0000000000ac';
  await app.store.transaction((session) => session.insert('user', { ...like, Id, UserName, Roles: [] }));
  return app.as(String(UserName));
}

/** The shipped declarations with a role for each feature. */
function withRoles() {
  const more = features.map((feature) => ({ id: only(feature), title: 'Only', features: [feature] }));
  const files = declarations.files.map((one) => {
    if (one.file !== 'schemas/access/roles.json') return one;
    const json = one.json as { readonly roles: readonly object[] };
    return { ...one, json: { ...json, roles: [...json.roles, ...more] } };
  });
  return { ...declarations, files };
}
