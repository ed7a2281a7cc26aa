/** A chart added to a page on the canvas: set up, moved, undone, published, seen by staff, and removed. */
import type { Page } from 'playwright';
import { beforeAll, expect, it } from 'vitest';
import { expectAccessible, useApp } from './harness.ts';
import { eventually, productIn } from './products.ts';

const app = useApp();
let page: Page;
const draftBar = () => page.getByRole('region', { name: 'Draft' });
const changes = async () => (await (await page.request.get('/api/configure/draft')).json()).Changes;
const dialog = () => page.getByRole('dialog');

async function choose(label: string, option: string): Promise<void> {
  await dialog().getByRole('combobox', { name: label }).fill(option);
  await page.getByRole('option', { name: option, exact: true }).click();
}

beforeAll(async () => {
  page = await app.open('/configure/screens/product?block=general', { user: 'configurator' });
});

it('a chart of the plans of a product is added after the open block', async () => {
  await page.getByRole('button', { name: 'Add to the page' }).click();
  await page.getByRole('menuitem', { name: 'Chart', exact: true }).click();
  await dialog().getByLabel('Block title in English').fill('Plans with a source');
  await dialog().getByLabel('Block title in French').fill('Plans avec une source');
  await choose('Records', 'Plans');
  await choose('Grouped by', 'Plan Source Name');
  await expectAccessible(page);
  await dialog().getByRole('button', { name: 'Save to the draft' }).click();
  await page.getByRole('region', { name: 'Plans with a source' }).waitFor();
  expect(await changes()).toMatchObject([
    {
      ...{ kind: 'block', name: 'product.own-chart', widget: 'chart', by: 'ProductId', after: 'general' },
      title: { 'en-CA': 'Plans with a source', 'fr-CA': 'Plans avec une source' },
      settings: { show: 'bar', entity: 'plan', column: 'SourceName' },
    },
  ]);
  await expectAccessible(page);
});

it('it moves, the move is undone, and its settings are changed', async () => {
  await page.getByRole('button', { name: 'Later' }).click();
  await eventually(async () => (await changes())[0].after).toBe('versions');
  await page.getByText('It follows “Other versions”.').waitFor();
  await draftBar().getByRole('button', { name: /^Undo/ }).click();
  await eventually(async () => (await changes())[0].after).toBe('general');
  await page.getByRole('button', { name: 'Change the block' }).click();
  await dialog().getByLabel('Block title in English').fill('Plans of the product');
  await dialog().getByRole('button', { name: 'Save to the draft' }).click();
  await page.getByRole('region', { name: 'Plans of the product' }).waitFor();
});

it('staff see it with its data once it is published, until it is removed', async () => {
  expect((await page.request.post('/api/configure/publish', { data: {} })).status()).toBe(201);
  const staff = await app.open('/', { user: 'viewer' });
  const { Id } = await productIn(staff, 'Active');
  const chart = staff.locator('[data-block="own-chart"]');
  await staff.goto(`/products/${Id}`);
  await chart.getByRole('heading', { name: 'Plans of the product' }).waitFor();

  await page.goto('/configure/screens/product?block=own-chart');
  await page.getByRole('button', { name: /^Remove.*Plans of the product/ }).click();
  await eventually(changes).toEqual([]);
  expect((await page.request.post('/api/configure/publish', { data: {} })).status()).toBe(201);
  await staff.goto(`/products/${Id}`);
  await staff.locator('[data-block="general"]').waitFor();
  expect(await chart.count()).toBe(0);
});
