import type { Locator, Page } from 'playwright';
import { expect, it } from 'vitest';
import { formatMessage } from '#engine';
import { hostedModel } from '../support/hostApp.ts';
import { screenshot, useApp } from './harness.ts';
import { eventually, present, readJson, shows, visit } from './products.ts';

const app = useApp();

type List = { readonly Id: string; readonly ProductId: string; readonly CodeListName: string };
type Product = { readonly Id: string; readonly IsReadOnly: boolean };

/** The product in design that has sample lists of both kinds. */
async function sampleProduct(page: Page): Promise<string> {
  const { Items } = await readJson<{ Items: List[] }>(page, '/product/eligibilitycodelists?pageSize=0');
  const fleets = Items.filter(({ CodeListName }) => CodeListName === 'Fleet vehicles');
  const products = await Promise.all(
    fleets.map(({ ProductId }) => readJson<Product>(page, `/product/${ProductId}?include=`)),
  );
  return present(products.find(({ IsReadOnly }) => !IsReadOnly)).Id;
}

const block = (page: Page, id: string) => page.locator(`[data-block=${id}]`);
const names = (section: Locator) =>
  section.locator('[data-row]').evaluateAll((all) => all.map((one) => one.querySelector('td')?.textContent));
const row = (section: Locator, text: string) => section.locator('[data-row]').filter({ hasText: text });

async function importList(page: Page, product: string, name: string): Promise<void> {
  await page.goto(`/products/${product}/eligibility-codes/add`);
  await page.getByRole('combobox', { name: 'Codes for' }).click();
  await page.getByRole('option').filter({ hasText: 'Promo' }).click();
  await page.getByRole('textbox', { name: 'List name' }).fill(name);
  await page.locator('input[type=file]').setInputFiles({
    name: `${name}.csv`,
    mimeType: 'text/csv',
    buffer: Buffer.from(`Code\n${name}-1\n${name}-2\n`),
  });
  await shows(page.getByRole('button', { name: 'Replace' }));
  await page.getByRole('button', { name: 'Import codes' }).click();
  await shows(page.getByRole('heading', { level: 1, name, exact: true }));
}

/** The sentence of a message id of the specification. */
const sentence = async (id: string, name: string) =>
  formatMessage(await hostedModel(), 'en-CA', id, { name });

/** Presses the only button of the row with the name, and returns the question. */
async function ask(page: Page, at: Locator, button: string): Promise<Locator> {
  await at.getByRole('button', { name: button }).click();
  const question = page.getByRole('alertdialog');
  await shows(question);
  return question;
}

it('C-053 R-061 R-062 R-464 R-486 R-487 lists are imported, shown newest first, and move to the history when removed', async () => {
  const page = await visit(app, '/favicon.svg', { user: 'manager' });
  const product = await sampleProduct(page);
  for (const name of ['Alpha batch', 'Zulu batch']) await importList(page, product, name);
  // The bell announces both, and links to the older one.
  await page.getByRole('button', { name: 'Notifications, 2 unread' }).click();
  const told = page.getByRole('listitem').filter({ hasText: 'Alpha batch' });
  await told.getByRole('button', { name: 'Open' }).click();
  await shows(page.getByRole('heading', { level: 1, name: 'Alpha batch', exact: true }));
  await shows(page.getByRole('button', { name: 'Notifications, 1 unread' }));
  await page.goto(`/products/${product}#eligibility-codes`);
  const section = block(page, 'eligibility-codes');
  await section.scrollIntoViewIfNeeded();
  await eventually(() => names(section)).toEqual([
    'Zulu batch',
    'Alpha batch',
    'Fleet vehicles',
    'Loyalty codes',
  ]);
  await screenshot(page, 'eligibility-codes');
  const promo = block(page, 'promo-codes');
  await promo.scrollIntoViewIfNeeded();
  await eventually(() => names(promo)).toEqual(['Zulu batch', 'Alpha batch', 'Loyalty codes']);

  for (const name of ['Zulu batch', 'Alpha batch']) {
    const question = await ask(page, row(section, name), 'Remove the list');
    await shows(question.getByText(await sentence('ID_Confirm_Codes_File_Removal', name), { exact: true }));
    await question.getByRole('button', { name: 'Remove the list' }).click();
    await eventually(() => names(section)).not.toContain(name);
  }
  await section.getByRole('tab', { name: 'History' }).click();
  await eventually(() => names(section)).toEqual(['Alpha batch', 'Zulu batch', 'Spring mailing']);
});

it('R-463 R-465 removing a VIN list and a single code asks first', async () => {
  const page = await visit(app, '/favicon.svg', { user: 'manager' });
  const product = await sampleProduct(page);
  await page.goto(`/products/${product}#eligibility-codes`);
  const section = block(page, 'eligibility-codes');
  await section.scrollIntoViewIfNeeded();
  await shows(row(section, 'Fleet vehicles'));
  const question = await ask(page, row(section, 'Fleet vehicles'), 'Remove the list');
  await shows(
    question.getByText(await sentence('ID_Confirm_VINS_File_Removal', 'Fleet vehicles'), { exact: true }),
  );
  await question.getByRole('button', { name: 'Cancel' }).click();

  await row(section, 'Fleet vehicles').getByRole('button', { name: 'View or edit the list' }).click();
  const first = page.locator('[data-block=codes] [data-row]').first();
  await shows(first);
  const code = present(await first.locator('td').first().textContent());
  const removal = await ask(page, first, 'Remove the code');
  await shows(removal.getByText(await sentence('ID_Confirm_Single_Code_Removal', code), { exact: true }));
  await removal.getByRole('button', { name: 'Remove the code' }).click();
  await shows(
    page.locator('[data-block=codes] [data-row]').filter({ hasText: code }).getByText('Product manager'),
  );
  expect(code).toMatch(/^[A-Z0-9]{17}$/);
});
