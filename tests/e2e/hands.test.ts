/**
 * The work of a day, with its clicks counted: they are a bound, so that no later change makes the same work
 * longer. Keys are printed only.
 */
import type { Locator, Page } from 'playwright';
import { expect, it } from 'vitest';
import { expectAccessible, goToSection, screenshot, useApp } from './harness.ts';
import { eventually, readJson, shows, visit } from './products.ts';

const app = useApp();

/** Counts what the person does with mouse and keyboard from now on, across pages. */
async function count(page: Page): Promise<() => { readonly clicks: number; readonly keys: number }> {
  const done = { clicks: 0, keys: 0 };
  await page.exposeFunction('noteDeed', (kind: 'clicks' | 'keys') => {
    done[kind] += 1;
  });
  const watch = () => {
    const note = (globalThis as unknown as { noteDeed: (kind: string) => void }).noteDeed;
    addEventListener('pointerdown', (event) => event.isTrusted && note('clicks'), true);
    addEventListener('keydown', (event) => event.isTrusted && note('keys'), true);
  };
  await page.addInitScript(watch);
  await page.evaluate(watch);
  return () => ({ ...done });
}

it('20 products are adjusted and scheduled with a time in at most 12 clicks', async () => {
  const page = await visit(app, '/pricing/adjustments', { user: 'pricing' });
  const create = page.locator('main').getByRole('link', { name: 'Create pricing adjustment' });
  await shows(create);
  const deeds = await count(page);
  await create.click();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Spring');
  await page.getByRole('textbox', { name: /^Change/ }).fill('2');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.waitForURL(/adjustments\/[0-9a-f-]{36}$/);
  const id = page.url().split('/').at(-1);

  await page.getByRole('button', { name: 'Add products' }).click();
  const window = page.getByRole('dialog', { name: 'Add products' });
  const rows = window.locator('[data-row]');
  await shows(rows.first());
  await eventually(() => rows.count()).toBe(25);
  // One row and a range with Shift make twenty.
  await rows.first().click();
  await rows.nth(19).click({ modifiers: ['Shift'] });
  await shows(window.getByText('20 chosen'));
  await expectAccessible(page);
  await screenshot(page, 'choose-products');
  await window.getByRole('button', { name: 'Add products' }).click();
  await window.waitFor({ state: 'detached' });

  await page.getByRole('button', { name: 'Schedule the versions' }).click();
  await page.keyboard.type('2027-03-01 06:30');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  const { clicks, keys } = deeds();
  console.info(`adjust 20 products: ${clicks} clicks, ${keys} keys`);
  expect(clicks).toBeLessThanOrEqual(12);
  const stored = await readJson<{ AdjustmentProducts: unknown[]; VersioningDate: string }>(
    page,
    `/pricing/adjustment/${id}`,
  );
  expect(stored.AdjustmentProducts).toHaveLength(20);
  const local = await page.evaluate((at) => new Date(at).toString(), stored.VersioningDate);
  expect(local).toContain('Mar 01 2027 06:30');

  // Those that were added are marked, and everything that matches is one click more.
  await page.getByRole('button', { name: 'Add products' }).click();
  await eventually(() => window.getByRole('checkbox', { name: /already added/ }).count()).toBeGreaterThan(0);
  await window.getByRole('button', { name: /^Choose all \d+ that match/ }).click();
  await shows(window.getByText(/^\d+ chosen$/));
  expect(
    await window
      .getByRole('checkbox', { name: /already added/ })
      .first()
      .isDisabled(),
  ).toBe(true);
});

it('a dealer with two people, two products, a licence and a bank account is set up on one page in at most 20 clicks', async () => {
  const page = await visit(app, '/profile/dealer', { user: 'admin' });
  await shows(page.locator('[data-form]'));
  const deeds = await count(page);
  const box = (within: Locator | Page, name: string | RegExp) => within.getByRole('textbox', { name });
  await box(page, 'Trading name').fill('Harbour Auto');
  await box(page, 'Legal name').fill('Harbour Auto Ltd.');
  await page.getByRole('button', { name: 'Choose… Account type' }).click();
  await page.getByRole('option', { name: 'Franchised dealer' }).click();
  const addresses = page.locator('[data-path="/Addresses"]');
  await addresses.getByRole('button', { name: 'Add a row' }).click();
  const street = addresses.getByLabel('Street address');
  await street.fill('100 Queen Street, Otta');
  await page.locator('datalist option[value="100 Queen Street, Ottawa, ON"]').waitFor({ state: 'attached' });
  await street.fill('100 Queen Street, Ottawa, ON');
  await eventually(() => street.inputValue()).toBe('100 Queen Street');
  await box(addresses, /code/).fill('K1P 1J9');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.waitForURL(/\/profile\/dealer\/[0-9a-f-]{36}$/);
  const id = page.url().split('/').at(-1);

  const open = async (tab: string) =>
    page.getByRole('navigation', { name: 'Parts of this page' }).getByRole('link', { name: tab }).click();
  /** Scrolls there, and starts to add in the list itself. */
  const addIn = async (block: string, name: string) => {
    const list = await goToSection(page, block);
    await list.getByRole('button', { name, exact: true }).click();
    return list;
  };
  const row = (list: Locator, text: string) => shows(list.locator('[data-row]').filter({ hasText: text }));
  await open('Contact');
  const people = await addIn('users', 'Add people');
  for (const [first, last] of [
    ['Ann', 'Leeward'],
    ['Bea', 'Royal'],
  ] as const) {
    await box(people, 'First name').fill(first);
    await box(people, 'Last name').fill(last);
    await box(people, 'Email').fill(`${last}@example.com`);
    await page.keyboard.press('Enter');
    await row(people, last);
  }
  await page.keyboard.press('Escape');
  await open('Products');
  const brands = await addIn('brands', 'Add');
  await brands.getByRole('combobox', { name: 'Brand' }).click();
  await page.getByRole('option', { name: 'Atlantic Coast Motors' }).click();
  await page.keyboard.press('Enter');
  await row(brands, 'Atlantic Coast Motors');
  await page.keyboard.press('Escape');
  await addIn('products', 'Add');
  const window = page.getByRole('dialog');
  await window.locator('[data-row]').nth(0).click();
  await window.locator('[data-row]').nth(1).click();
  await box(window, /Low/).fill('50');
  await page.keyboard.press('Enter');
  await window.waitFor({ state: 'detached' });
  const licences = await addIn('licences', 'Add');
  await licences
    .getByRole('button', { name: /Licence type/ })
    .last()
    .click();
  await page.getByRole('option').first().click();
  await box(licences, /Licence number/).fill('L-7700');
  await page.keyboard.press('Enter');
  await row(licences, 'L-7700');
  await page.keyboard.press('Escape');
  await open('Accounting');
  const banks = await addIn('banks', 'Add');
  await box(banks, /Institution/).fill('001');
  await box(banks, /Transit/).fill('00011');
  await box(banks, /Account number/).fill('1234567');
  await page.keyboard.press('Enter');
  await shows(banks.locator('[data-row]'));
  const { clicks, keys } = deeds();
  console.info(`set up a dealer: ${clicks} clicks, ${keys} keys`);
  expect(clicks).toBeLessThanOrEqual(20);
  expect(page.url()).toContain(String(id));
  for (const [path, most] of [
    ['users', 2],
    ['license', 1],
  ] as const) {
    const found = await readJson<{ Items: unknown[] }>(page, `/profile/dealer/${id}/${path}`);
    expect(found.Items, path).toHaveLength(most);
  }
});
