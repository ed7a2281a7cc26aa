import { expect, it } from 'vitest';
import { goToSection, useApp } from './harness.ts';
import { eventually, makeProduct, openProduct, readProduct, shows, visit } from './products.ts';

const app = useApp();

it('C3: dealers are suggested by a part of their name, in any spelling, and the chosen one is found', async () => {
  const page = await visit(app, '/profile', { user: 'profiles' });
  const field = page.getByRole('searchbox', { name: 'Trading name' });
  await field.fill('barrie NORTH');
  const option = page.getByRole('option', { name: 'Northline of Barrie' });
  await shows(option);
  await field.press('ArrowDown');
  await field.press('Enter');
  expect(await field.inputValue()).toBe('Northline of Barrie');
  await shows(page.locator('[data-row]').filter({ hasText: 'Northline of Barrie' }));
  expect(await page.getByRole('listbox').count()).toBe(0);
  await field.fill('zzzz');
  await shows(page.getByText('Nothing matches these filters', { exact: false }));
  expect(await page.getByRole('option').count()).toBe(0);
  // By mouse, too; Escape closes the list and keeps what is typed.
  await field.fill('northl');
  await shows(option);
  await field.press('Escape');
  expect([await page.getByRole('option').count(), await field.inputValue()]).toEqual([0, 'northl']);
  await field.fill('northline');
  await option.click();
  expect(await field.inputValue()).toBe('Northline of Barrie');
});

it('C3: a list is filtered by words, ignoring accents and order, and by numbers only', async () => {
  const page = await visit(app, '/products', { user: 'admin' });
  const asked: string[] = [];
  page.on('request', (request) => {
    const address = new URL(request.url());
    if (address.pathname === '/api/product') asked.push(address.search);
  });
  const name = page.getByRole('searchbox', { name: 'Name', exact: true });
  const rows = page.locator('[data-row]');
  await name.fill('boréal');
  await eventually(() => asked.at(-1)).toContain('FilterOperator=words');
  await eventually(() => rows.count()).toBeGreaterThan(0);
  const texts = await rows.allInnerTexts();
  await name.fill('boreal');
  await eventually(() => asked.at(-1)).toContain('boreal');
  await eventually(() => rows.allInnerTexts()).toEqual(texts);
  await name.fill('');
  const version = page.getByRole('searchbox', { name: 'Subversion', exact: true });
  await eventually(() => rows.count()).toBeGreaterThan(texts.length - 1);
  await version.fill('abc');
  await version.press('Tab');
  await shows(page.getByText('Enter a whole number.'));
  expect(await version.inputValue()).toBe('abc');
  expect(asked.some((search) => search.includes('abc'))).toBe(false);
  await version.fill('1');
  await eventually(() => asked.at(-1)).toMatch(/FilterValue=1/);
});

it.each([
  ['en-CA', 'Cancellation fee', '25,000.00', '2,500.00', '$1,250', 1250],
  ['fr-CA', 'Frais de résiliation', '25\u00a0000,00', '2\u00a0500,00', '1\u00a0250 $', 1250],
] as const)(
  'C1 C4: an amount is edited in the middle, a pasted one is read, an ambiguous one refused (%s)',
  async (locale, label, start, end, pasted, value) => {
    // Another account, since the language of the first is stored with it.
    const user = locale === 'fr-CA' ? 'manager' : 'admin';
    const page = await visit(app, '/favicon.svg', { user, locale });
    const { Id } = await makeProduct(page);
    await openProduct(page, Id);
    await goToSection(page, 'other-settings');
    const field = page.locator('[data-form=other-settings]').getByRole('textbox', { name: label });
    const stored = async () => (await readProduct(page, Id)).CancellationFee;
    const leave = () => field.press('Tab');
    await field.fill(start);
    await leave();
    await eventually(stored).toBe(25_000);
    expect(await field.inputValue()).toBe(start);
    // One zero of the thousands is removed: the separators stay in place.
    await field.press('Home');
    for (let at = 0; at < 5; at++) await field.press('ArrowRight');
    await field.press('Backspace');
    await leave();
    await eventually(stored).toBe(2500);
    expect(await field.inputValue()).toBe(end);
    await field.fill(pasted);
    await leave();
    await eventually(stored).toBe(value);
    // In French this is 1.25 or an English thousand; in English the same holds for a point.
    await field.fill(locale === 'fr-CA' ? '1,000' : '1.000');
    await leave();
    await shows(page.getByText(locale === 'fr-CA' ? 'ambigu' : 'ambiguous', { exact: false }));
    expect(await field.inputValue()).toBe(locale === 'fr-CA' ? '1,000' : '1.000');
    expect(await stored()).toBe(value);
  },
);

it('C4: pasted blanks and invisible characters are removed when a field is left', async () => {
  const page = await visit(app, '/favicon.svg', { user: 'admin' });
  const { Id } = await makeProduct(page);
  await openProduct(page, Id);
  await goToSection(page, 'other-settings');
  const link = page.getByRole('textbox', { name: 'Video link' });
  await link.fill(' \u200bhttps://example.com/a\u00a0');
  await link.press('Tab');
  expect(await link.inputValue()).toBe('https://example.com/a');
  await eventually(async () => (await readProduct(page, Id)).VideoLink).toBe('https://example.com/a');
});
