/** The list and the detail of each type of profile, employees, and the sale history of a dealer. */
import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { useApp } from './harness.ts';
import { chooseIn, readJson, shows, visit } from './products.ts';

const app = useApp();

const dealer = '2b1ca49b-997d-5fc0-a607-edbbb5b188d9';
const company = '036f9433-5c04-5d1b-b4ac-5277250f0abd';
const [internal, supervisor] = [
  '52c67326-6498-5fe3-8f66-c7e5cffed5b8',
  'c879f9d2-5481-5b86-a88a-4f58dd5e7b3d',
];

/** Every section of the page, on any tab. */
async function sectionsOf(page: Page): Promise<readonly string[]> {
  await page.locator('main [data-block=summary]').waitFor();
  const found = new Set<string>();
  for (const tab of await page.locator('main nav a[href*="#tab-"]').all()) {
    await tab.click();
    const group = (await tab.getAttribute('href'))?.split('#')[1];
    await page.locator(`main [data-group="${group}"] [data-block]:visible`).last().waitFor();
    const names = await page
      .locator('main :is([data-block], h2, h3, h4, legend):visible')
      .evaluateAll((parts) => parts.map((one) => one.getAttribute('data-block') ?? one.textContent ?? ''));
    for (const name of names) found.add(name);
  }
  return [...found];
}

const common = ['Addresses', 'contact', 'users', 'status', 'notes', 'changes'];

it('H-023 H-024 H-026 H-027 H-029 H-030 H-032 H-033 H-035 H-036 H-082 H-084 H-085 H-059 H-086 H-087 the list of each type leads to its detail with its sections', async () => {
  const page = await visit(app, '/favicon.svg', { user: 'admin' });
  for (const [type, heading, more] of [
    ['brand', 'Brands', ['products', 'regions']],
    ['lienholder', 'Lienholders', ['finance', 'settings']],
    ['underwriter', 'Underwriters', []],
    ['oem', 'Manufacturers', ['brands']],
    ['dealergroup', 'Dealer groups', ['dealers']],
  ] as const) {
    await page.goto(`/profile/${type}`);
    await page.getByRole('heading', { name: heading, exact: true }).waitFor();
    await page.locator('main tbody a').first().click();
    await page.waitForURL(new RegExp(`/profile/${type}/[0-9a-f-]{36}`));
    expect(await sectionsOf(page), type).toEqual(expect.arrayContaining([...common, ...more]));
  }
  // The dealers of a group link to their pages.
  const { Items } = await readJson<{ Items: { Id: string; GroupId: string }[] }>(
    page,
    '/profile/dealersearch?pageSize=0',
  );
  const member = Items.find(({ GroupId }) => GroupId);
  await page.goto(`/profile/dealergroup/${member?.GroupId}#dealers`);
  await page.locator('[data-block=dealers] tbody a').first().click();
  await page.waitForURL(/\/profile\/dealer\/[0-9a-f-]{36}/);
});

it('a profile one may only view has no inputs and no Save, and names the missing permission', async () => {
  const page = await visit(app, '/favicon.svg', { user: 'viewer' });
  const types = ['brand', 'underwriter', 'owningcompany', 'dealer', 'dealergroup', 'lienholder', 'oem'];
  for (const type of types) {
    const { Items } = await readJson<{ Items: { Id: string }[] }>(page, `/profile/${type}`);
    await page.goto(`/profile/${type}/${Items[0]?.Id}#general`);
    const general = page.locator('[data-block=general]');
    await shows(general.getByText(/You need the permission/));
    expect(await general.getByRole('textbox').count(), type).toBe(0);
    expect(await general.getByRole('button', { name: 'Save' }).count(), type).toBe(0);
  }
});

it('the alert above a form lists the messages of its fields, when one mistake replaces another', async () => {
  const page = await visit(app, `/profile/dealer/${dealer}#general`, { user: 'admin' });
  const general = page.locator('[data-block=general]');
  const name = general.getByRole('textbox', { name: 'Trading name' });
  await name.fill('');
  await general.getByRole('button', { name: 'Save' }).click();
  const list = general.getByRole('alert').first();
  await shows(list.getByText('Trading name is required.'));
  await name.fill('x'.repeat(300));
  await shows(list.getByText('Enter at most 256 characters.'));
  expect(await list.getByText('Trading name is required.').count()).toBe(0);
});

it('H-038 H-039 H-083 H-088 H-021 H-237 H-323 H-659 an owning company and an employee with their sections; roles one may only view have no way to change them', async () => {
  const page = await visit(app, `/profile/owningcompany/${company}`, { user: 'admin' });
  expect(await sectionsOf(page)).toEqual(
    expect.arrayContaining(['Addresses', 'contact', 'users', 'changes']),
  );
  await page.goto(`/profile/employee/${internal}`);
  expect(await sectionsOf(page)).toEqual(
    expect.arrayContaining([
      ...['Address', 'contact', 'licences', 'trainings', 'conferences', 'security', 'roles', 'admin-roles'],
      ...['administration', 'licence-admin', 'status', 'notes', 'changes'],
    ]),
  );
  await page.goto(`/profile/employee/${supervisor}#roles`);
  const roles = page.locator('[data-block=roles]');
  await shows(roles.getByText('Dealer principal'), roles.getByText('03/01/2025'));
  await roles.getByRole('button', { name: 'Remove' }).first().click();
  await shows(page.getByRole('alertdialog').getByText('Are you sure you want to remove this role?'));
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
  expect(await roles.getByRole('button', { name: /^Edit/ }).count()).toBe(2);
  const viewer = await visit(app, `/profile/employee/${supervisor}#roles`, { user: 'viewer' });
  const read = viewer.locator('[data-block=roles]');
  await shows(read.getByText('Dealer principal'));
  expect(await read.getByRole('button', { name: /^(Edit|Remove|Add)/ }).count()).toBe(0);
  const other = await visit(app, `/profile/owningcompany/${company}`, { user: 'manager' });
  await shows(other.getByText('OwningCompany.Address.View'));
});

it('H-019 H-020 H-068 H-391 an employee is added from the users of an organization, with the right to do so', async () => {
  const page = await visit(app, `/profile/dealer/${dealer}#users`, { user: 'profiles' });
  await page.locator('[data-block=users]').getByRole('link', { name: 'Add a user' }).click();
  await page.waitForURL(`**/profile/employee?companyId=${dealer}**`);
  await page.getByRole('textbox', { name: 'First name' }).fill('Nora');
  await page.getByRole('textbox', { name: 'Last name' }).fill('Quill');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.waitForURL(/\/profile\/employee\/[0-9a-f-]{36}$/);
  const made = await readJson<{ DealerId: string; AddressTypeId: number }>(
    page,
    new URL(page.url()).pathname,
  );
  expect(made).toMatchObject({ DealerId: dealer, AddressTypeId: 1 });
  await page.goto('/profile/employee');
  await shows(page.getByText('An employee belongs to an organization.'));
  const viewer = await visit(app, `/profile/dealer/${dealer}#users`, { user: 'viewer' });
  await shows(viewer.locator('[data-block=users]').getByText('Tom Webber'));
  expect(await viewer.getByRole('link', { name: 'Add a user' }).count()).toBe(0);
  await viewer.goto(`/profile/employee?companyId=${dealer}`);
  await shows(viewer.getByText('Only a supervisor'));
  expect(await viewer.getByRole('textbox').count()).toBe(0);
});

it('H-081 H-089 H-090 H-091 H-255 H-335 H-338 H-622 the sale history of a dealer', async () => {
  const page = await visit(app, `/profile/dealer/${dealer}#sale-history`, { user: 'profiles' });
  const table = page.locator('[data-block=sale-history]');
  const form = page.locator('[data-block=sale]');
  await table.waitFor();
  expect(await form.getByRole('combobox').count(), 'the form is hidden').toBe(0);
  const reveal = page.getByRole('button', { name: '+ Add Sale Information' });
  await reveal.click();
  const previous = form.getByRole('combobox', { name: 'Previous dealer / repair' });
  await previous.waitFor();
  const [above, below] = [await form.boundingBox(), await table.boundingBox()];
  expect((above?.y ?? 0) < (below?.y ?? 0), 'above the table').toBe(true);
  await form.getByRole('button', { name: 'Cancel', exact: true }).click();
  await reveal.click();
  await form.getByRole('textbox', { name: 'Sale date' }).fill('2026-05-01');
  await form.getByRole('button', { name: /Sale type$/ }).click();
  await page.getByRole('option', { name: 'Asset' }).click();
  const asked: string[] = [];
  page.on('request', (request) => request.url().includes('dealerslight') && asked.push(request.url()));
  await previous.fill('hi');
  await page.waitForTimeout(400);
  expect(asked).toEqual([]);
  await chooseIn(previous, 'Highway Help', 'hig');
  expect(asked.length).toBeGreaterThan(0);
  await form.getByRole('button', { name: 'Cancel', exact: true }).click();
  const question = page.getByRole('alertdialog');
  await shows(question.getByText('Your changes will be lost. Are you sure you want to exit the editing?'));
  await question.getByRole('button', { name: 'No' }).click();
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  await shows(table.getByText('Highway Help'));
  await reveal.waitFor();
  const heads = await table.locator('th').allInnerTexts();
  expect(heads.map((head) => head.trim()).filter(Boolean)).toEqual([
    ...[
      'Sale date',
      'Sale type',
      'Previous dealer / repair',
      'Account Id',
      'Created by',
      'Created Date Time',
    ],
    'Actions',
  ]);
  expect(await table.locator('th[aria-sort], th button').count(), 'nothing sorts').toBe(0);
  await page.route('**/dealershipsalehistory/*/delete', (route) =>
    route.fulfill({
      status: 409,
      json: { Message: 'The sale is needed.', ErrorMessages: ['The sale is needed.', 'More.'] },
    }),
  );
  await table.getByRole('button', { name: 'Remove' }).click();
  await shows(question.getByText('Are you sure you want to delete the dealership sale history?'));
  await question.getByRole('button').last().click();
  await shows(page.getByRole('alertdialog').getByText('The sale is needed.'));
  await page.unrouteAll();
});

it('H-324 H-325 a lienholder is removed from a dealer, and a brand from a manufacturer, after confirmation', async () => {
  const page = await visit(app, '/favicon.svg', { user: 'profiles' });
  const { Items } = await readJson<{ Items: { Id: string }[] }>(
    page,
    '/profile/dealer/lienholders/local?tradingName=pra',
  );
  await page.request.post(`/api/profile/dealer/${dealer}/lienholder`, {
    data: { LienholderId: Items[0]?.Id },
  });
  const oem = '11abcdb9-69a1-58df-a448-f95506786060';
  const attached = { Id: '22b32d85-cc61-5af7-9011-9dafa0e3b3fe', OemId: oem };
  expect((await page.request.put('/api/profile/brand', { data: attached })).status()).toBe(200);
  for (const [address, block, question] of [
    [
      `/profile/dealer/${dealer}#lienholders`,
      'lienholders',
      'Are you sure you want to remove the Lienholder?',
    ],
    [`/profile/oem/${oem}#brands`, 'brands', 'Are you sure you want to detach the brand?'],
  ] as const) {
    await page.goto(address);
    const rows = page.locator(`[data-block=${block}] tbody tr`);
    await rows.first().waitFor();
    const before = await rows.count();
    await rows.first().getByRole('button', { name: 'Remove' }).click();
    await shows(page.getByRole('alertdialog').getByText(question));
    await page.getByRole('alertdialog').getByRole('button').last().click();
    await expect.poll(() => rows.count()).toBe(before === 1 ? 0 : before - 1);
  }
});
