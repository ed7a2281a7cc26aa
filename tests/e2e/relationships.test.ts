import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { expectAccessible, useApp } from './harness.ts';
import { eventually, readJson, shows, visit } from './products.ts';

const app = useApp();

/** Chooses from the list of that name; with two lists the n-th, from 0. */
async function pick(page: Page, label: string, nth: number, option: RegExp): Promise<void> {
  await page
    .getByRole('main')
    .getByRole('button', { name: new RegExp(`${label}$`) })
    .nth(nth)
    .click();
  await page.getByRole('option', { name: option }).first().click();
}

it('R-014 R-051 R-139 R-265 R-401 C-045 C-046 two products are put into a relationship, and the diagram follows', async () => {
  const page = await visit(app, '/product-relationships', { user: 'manager' });
  await shows(page.getByText('Extended care with GAP'));
  await page.getByRole('link', { name: 'Add a product relationship' }).click();
  await page.waitForURL('**/new');
  await page.getByRole('textbox', { name: 'Name' }).fill('Made by hand');
  await pick(page, 'Relationship', 0, /^Replaces/);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(decodeURIComponent(request.url())));
  for (const item of [0, 1]) {
    await pick(page, 'Brand', item, /Boréal/);
    await pick(page, 'Product Type', item, /Mechanical/);
    await pick(page, '(?<!this )Product', item, /2\.0 · 0/);
  }
  const choices = asked.filter((url) => url.includes('/api/product?')).join('\n');
  expect(choices).toMatch(/pageSize=1000&.*FilterProperty=BrandId.*FilterProperty=ProductTypeId/);
  const picture = page.getByText('Boréal Automobiles Extended Care 2.0 — Replaces → Boréal');
  await picture.waitFor({ state: 'attached' });
  await page.getByRole('button', { name: 'Save' }).click();
  await shows(page.getByText('Item A and Item B cannot have the same Brand and ProductType').first());
  await pick(page, 'Product Type', 1, /Tire/);
  await pick(page, '(?<!this )Product', 1, /2\.0/);
  await page.getByRole('button', { name: 'Add a row' }).first().click();
  await page.getByRole('combobox', { name: 'Plan', exact: true }).click();
  await page.getByRole('option', { name: 'Essential' }).click();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.waitForURL('**/product-relationships');
  const stored = () => readJson<{ Items: { Name: string }[] }>(page, '/productrelationship?pageSize=0');
  await eventually(async () => (await stored()).Items.map(({ Name }) => Name)).toContain('Made by hand');
});
