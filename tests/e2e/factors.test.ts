import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { expectAccessible, screenshot, useApp } from './harness.ts';
import { eventually, failNextWrite, listProducts, readJson, shows, visit } from './products.ts';

const app = useApp();

type Factor = { readonly Id: string; readonly ProductId: string; readonly SourceName: string };
type List<T> = { readonly Items: readonly T[] };
type Value = { readonly DecimalValue: number };

const valuesOf = (page: Page, { ProductId, Id }: Factor) =>
  readJson<List<Value>>(page, `/products/${ProductId}/productfactor/${Id}`).then(({ Items }) =>
    Items.map(({ DecimalValue }) => DecimalValue),
  );

/** The factor with that source name, of a product in design that has factors. */
async function findFactor(page: Page, source: string): Promise<Factor> {
  const products = await listProducts(
    page,
    'FilterProperty=ProductStateType.Name&FilterOperator=eq&FilterValue=InDesign',
  );
  for (const { Id } of products) {
    const { Items } = await readJson<List<Factor>>(page, `/products/${Id}/productfactors`);
    const found = Items.find(({ SourceName }) => SourceName === source);
    if (found) return found;
  }
  throw new Error('No product has factors');
}

const cell = (page: Page, row: number, column: number) => page.locator(`[data-place="${row}-${column}"]`);

it('R-076 R-077 R-078 R-079 R-080 R-082 a factor is opened from the product, filled in and saved', async () => {
  const page = await visit(app, '/favicon.svg', { user: 'admin' });
  const factor = await findFactor(page, 'Factor.OdometerSurcharge');
  await page.goto(`/products/${factor.ProductId}#factors`);
  const block = page.locator('[data-block=factors]');
  await block.scrollIntoViewIfNeeded();
  const row = block.locator('[data-row]').filter({ hasText: 'Odometer surcharge' });
  await shows(row);
  for (const title of ['Factor Name', 'Parameter X', 'Parameter Y', 'Display Format'])
    await shows(block.getByRole('columnheader', { name: title }));
  await shows(row.getByText('Limit per repair', { exact: true }));
  await row
    .getByRole('button', { name: /^Edit/ })
    .or(row.getByRole('link', { name: /^Edit/ }))
    .first()
    .click();
  await shows(
    page.getByRole('columnheader', { name: '$2,500' }),
    page.getByRole('rowheader', { name: '[40000,80000)' }),
  );
  for (const label of ['Factor Name', 'Source Name', 'Display Format'])
    expect(await page.getByRole('textbox', { name: label }).count()).toBe(0);
  await shows(page.getByText('Factor.OdometerSurcharge'));
  await eventually(() => cell(page, 1, 1).textContent()).toBe('$65.00');
  await eventually(() => cell(page, 4, 4).textContent()).toBe('-Enter Value-');
  await screenshot(page, 'factor');
  await expectAccessible(page);
  await cell(page, 4, 4).click();
  await page.keyboard.type('12.5');
  await page.keyboard.press('Enter');
  await eventually(() => cell(page, 4, 4).textContent()).toBe('$12.50');
  await page.getByRole('button', { name: 'OK' }).click();
  await eventually(() => valuesOf(page, factor)).toContain(12.5);
});

it('R-081 R-191 R-192 R-470 percentages; Clear All sets zeros, and negative or empty values are not saved', async () => {
  const page = await visit(app, '/favicon.svg', { user: 'admin' });
  const factor = await findFactor(page, 'Factor.KilometreSurcharge');
  await page.goto(`/products/${factor.ProductId}/factors/${factor.Id}`);
  await eventually(() => cell(page, 0, 1).textContent()).toBe('2.5%');
  await page.getByRole('button', { name: 'Clear All' }).click();
  await eventually(() => cell(page, 0, 1).textContent()).toBe('0%');
  await cell(page, 0, 0).click();
  await page.keyboard.type('-5');
  await page.keyboard.press('Enter');
  await shows(page.getByText('Enter 0 or more.'));
  await cell(page, 1, 0).click();
  await page.keyboard.press('Delete');
  await eventually(() => cell(page, 1, 0).textContent()).toBe('-Enter Value-');
  await failNextWrite(page, '**/productfactor**');
  await page.getByRole('button', { name: 'OK' }).click();
  await shows(page.getByRole('alert'));
  expect(await cell(page, 1, 0).textContent()).toBe('-Enter Value-');
  await page.getByRole('button', { name: 'OK' }).click();
  await eventually(async () => [...(await valuesOf(page, factor))]).toEqual(
    Array.from({ length: 46 }, () => 0),
  );
});
