import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { goToSection, useApp } from './harness.ts';
import { eventually, makeProduct, readJson, shows, visit } from './products.ts';

const app = useApp();

type Setting = { readonly Id: string; readonly ProductId: string; readonly SortOrder: number };

/** Two products of this test in a new group. */
async function openGrouped(page: Page) {
  const [brand] = (await readJson<{ Items: { Id: string }[] }>(page, '/product/operationalbrands')).Items;
  const answer = await page.request.post('/api/product/productgroup', {
    data: { Name: `Harbour ${Date.now()}`, BrandId: brand?.Id },
  });
  expect(answer.status(), await answer.text()).toBe(201);
  const [group] = (await answer.json()).Items;
  const values = { BrandId: brand?.Id, ProductGroupId: group.Id };
  const products = [await makeProduct(page, values), await makeProduct(page, values)];
  return { group, products };
}

async function settingsOf(page: Page, groupId: string): Promise<readonly Setting[]> {
  const where = `FilterProperty=ProductGroupId&FilterOperator=eq&FilterValue=${groupId}`;
  const path = `/product/productgroup/productsetting?pageSize=0&${where}`;
  return (await readJson<{ Items: Setting[] }>(page, path)).Items;
}

it('R-056 R-131 R-302 R-438 the product page holds the settings of its group: added, changed, ordered, deleted', async () => {
  const page = await visit(app, '/favicon.svg', { user: 'manager' });
  const { group, products } = await openGrouped(page);
  const [first, second] = products;
  await page.request.post('/api/product/productgroup/productsetting', {
    data: { ProductGroupId: group.Id, ProductId: first?.Id },
  });
  await page.goto(`/products/${second?.Id}`);
  const section = await goToSection(page, 'group-settings');
  await section.getByRole('button', { name: 'Add this product' }).click();
  await eventually(() => section.locator('[data-row]').count()).toBe(2);

  await section.getByRole('button', { name: `Move ${second?.Name} up` }).click();
  await eventually(async () => (await settingsOf(page, group.Id)).map(({ ProductId }) => ProductId)).toEqual([
    second?.Id,
    first?.Id,
  ]);
  await section.getByRole('button', { name: `Edit: ${second?.Name}` }).click();
  await section.getByRole('checkbox', { name: 'Forced' }).check();
  await section.getByRole('checkbox', { name: 'Exclusive expand' }).check();
  await section.getByRole('button', { name: 'Save', exact: true }).click();
  await eventually(async () => (await settingsOf(page, group.Id))[0]).toMatchObject({
    IsForced: true,
    IsExclusiveExpand: true,
  });

  await section.getByRole('button', { name: `Delete: ${first?.Name}` }).click();
  const dialog = page.getByRole('alertdialog');
  await shows(dialog.getByText('Are you sure you want to delete the product from the product group?'));
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await eventually(() => section.locator('[data-row]').count()).toBe(1);

  const viewer = await visit(app, `/products/${second?.Id}`, { user: 'viewer' });
  const seen = await goToSection(viewer, 'group-settings');
  await shows(seen.locator('[data-row]'));
  expect(await seen.getByRole('button', { name: /^(Delete|Move|Add)/ }).count()).toBe(0);
});
