import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { useApp } from './harness.ts';
import { eventually, readJson, shows, visit } from './products.ts';

const app = useApp();

const tabs = (page: Page) => page.getByRole('navigation', { name: 'Parts of this page' }).getByRole('link');
const rows = (page: Page) => page.locator('[data-group]:not([hidden]) [data-row]');
const named = (page: Page, name: string) => rows(page).filter({ hasText: name });

it('H-002 H-003 H-013 H-043 H-044 H-045 H-046 H-047 H-048 H-049 H-058 H-066 H-069 H-315 a type is chosen and searched, and the search is restored', async () => {
  const page = await visit(app, '/favicon.svg', { user: 'profiles' });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto('/profile');
  await eventually(() => tabs(page).allInnerTexts()).toEqual([
    'Dealers',
    'Employees',
    'Brands',
    'Dealer groups',
    'Lienholders',
    'Manufacturers',
    'Owning companies',
    'Underwriters',
  ]);
  const { Items: types } = await readJson<{ Items: { Name: string }[] }>(page, '/profile/profiletypes');
  expect(types.map(({ Name }) => Name)).toEqual([
    ...['Dealer', 'Employee', 'Brand', 'DealerGroup', 'Lienholder', 'Oem', 'OwningCompany', 'Underwriter'],
    ...['Payer', 'PolicyHolder', 'Payee'],
  ]);
  // Nothing is requested before the first search.
  await shows(page.getByText('Only exact matches are found.', { exact: false }));
  expect(asked).not.toContain('/api/profile/dealer');
  await page.getByRole('searchbox', { name: 'Trading name' }).fill('Northline of');
  await shows(page.getByText('Nothing matches these filters', { exact: false }));
  await page.getByRole('searchbox', { name: 'Trading name' }).fill('Northline of Barrie');
  await shows(named(page, 'Northline of Barrie'));

  await tabs(page).filter({ hasText: 'Brands' }).click();
  expect(asked).not.toContain('/api/profile/brand');
  await page.locator('[data-group="type-brand"]').getByRole('searchbox', { name: 'Name' }).fill('a');
  await page.locator('[data-group="type-brand"]').getByRole('searchbox', { name: 'Name' }).fill('mot');
  await shows(rows(page));
  const before = await rows(page).first().innerText();
  const brands = page.locator('[data-group="type-brand"]');
  await shows(brands.getByRole('combobox', { name: 'Rows per page' }));
  await brands.getByRole('columnheader', { name: /^Name/ }).getByText('Name').first().click();
  await eventually(() => rows(page).first().innerText()).not.toBe(before);

  await tabs(page).filter({ hasText: 'Owning companies' }).click();
  await shows(rows(page));
  expect(await page.locator('[data-group="type-owningcompany"]').getByRole('searchbox').count()).toBe(0);

  // Type and search are restored after another page and on another visit.
  await tabs(page).filter({ hasText: 'Brands' }).click();
  await shows(brands.getByRole('searchbox', { name: 'Name' }));
  const kept = async () => (await page.request.get('/api/preference/grid.brand.brand')).text();
  await eventually(kept).toContain('mot');
  await page.goto('/report');
  await page.goto('/profile');
  await shows(rows(page));
  expect(
    await page.locator('[data-group="type-brand"]').getByRole('searchbox', { name: 'Name' }).inputValue(),
  ).toBe('mot');

  // An address that names a type offers no other; the way back is its parameter.
  await page.goto('/profile?typeid=6&returnstate=%2Freport');
  await eventually(() => tabs(page).allInnerTexts()).toEqual(['Manufacturers']);
  // Saved or not by the time the page is left: either is allowed.
  await page.getByRole('searchbox', { name: 'Name' }).fill('Maple');
  await page.getByRole('link', { name: 'Back', exact: true }).click();
  await page.waitForURL('**/report');
  await page.goto('/profile/oem?typeid=6');
  await shows(page.locator('[data-row]'));
  await page.locator('[data-row]').first().click();
  await page.waitForURL(/\/profile\/oem\/[0-9a-f-]{36}/);
  await shows(page.getByRole('link', { name: 'Cancel', exact: true }));
  const detail = page.url();
  // Back to where one came from; an address opened anew has only the way up.
  await page.getByRole('link', { name: 'Cancel', exact: true }).click();
  await page.waitForURL('**/profile/oem?typeid=6');
  await page.goto(detail);
  await page.getByRole('link', { name: 'Cancel', exact: true }).click();
  await page.waitForURL('**/profile');
  await page.goto(`${detail}?returnstate=%2Fprofile%2Foem`);
  await page.getByRole('link', { name: 'Cancel', exact: true }).click();
  await page.waitForURL('**/profile/oem');
});
