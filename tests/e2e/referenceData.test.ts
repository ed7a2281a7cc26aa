import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { useApp } from './harness.ts';
import { choose, eventually, readJson, shows, visit } from './products.ts';

const app = useApp();

type Named = { readonly Id: string; readonly Name: string };
const rows = (page: Page) => page.locator('[data-row]');
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true });
const menu = (page: Page) => page.getByRole('navigation', { name: 'Main' });

it('C-041 C-042 product types are in the menu for those with the feature, and open for editing', async () => {
  const page = await visit(app, '/', { user: 'admin' });
  await menu(page).getByRole('link', { name: 'Product Types' }).click();
  // The previous list shows types, too.
  await shows(page.getByRole('heading', { level: 1, name: 'Product Types' }));
  await rows(page).filter({ hasText: 'Tire and Rim Protection' }).click();
  await shows(page.getByRole('heading', { level: 1, name: 'Tire and Rim Protection' }));
  await field(page, 'Display Name').fill('Tire and Wheel Protection');
  await save(page).click();
  await page.waitForURL('**/product-types');
  await shows(rows(page).filter({ hasText: 'Tire and Wheel Protection' }));

  const other = await visit(app, '/product-types', { user: 'profiles' });
  await shows(other.getByText('Product.ProductType.View'));
  expect(await menu(other).getByRole('link', { name: 'Product Types' }).count()).toBe(0);
});

it('C-235 a product type is created; a name that is taken is refused at its field', async () => {
  const page = await visit(app, '/product-types', { user: 'manager' });
  await page.getByRole('link', { name: 'Create product type' }).click();
  await field(page, 'Name').fill('mbp');
  await field(page, 'Display Name').fill('Windshield Protection');
  await page.getByRole('button', { name: /Category$/ }).click();
  await page.getByRole('option', { name: 'Appearance protection' }).click();
  await save(page).click();
  await shows(page.getByText('A product type with this name already exists.', { exact: false }));
  await field(page, 'Name').fill('Windshield');
  await save(page).click();
  await page.waitForURL('**/product-types');
  const found = '/product/producttypes?FilterProperty=Name&FilterOperator=eq&FilterValue=Windshield';
  expect((await readJson<{ Items: Named[] }>(page, found)).Items).toMatchObject([
    { DisplayName: 'Windshield Protection', ProductTypeCategoryId: 6 },
  ]);
});

it('C-043 C-044 C-171 C-360 product groups: ten from page 1, searched by a part of the name and by brand', async () => {
  const page = await visit(app, '/favicon.svg', { user: 'viewer' });
  const asked: URLSearchParams[] = [];
  page.on('request', (request) => {
    const address = new URL(request.url());
    if (address.pathname === '/api/product/productgroup') asked.push(address.searchParams);
  });
  await page.goto('/product-groups');
  await eventually(() => rows(page).count()).toBe(10);
  expect([asked[0]?.get('page'), asked[0]?.get('pageSize')]).toEqual(['1', '10']);
  await page.getByRole('searchbox', { name: 'Name' }).fill('fleet');
  await eventually(async () => (await rows(page).allInnerTexts()).every((text) => /fleet/i.test(text))).toBe(
    true,
  );
  await page.getByRole('searchbox', { name: 'Name' }).fill('');
  await page.getByRole('button', { name: /Brands$/ }).click();
  await page.getByRole('option', { name: 'Cascadia', exact: true }).click();
  await page.keyboard.press('Escape');
  await eventually(() => rows(page).count()).toBe(3);
  for (const text of await rows(page).allInnerTexts()) expect(text).toContain('Cascadia');
  // A viewer can only look.
  expect(await page.getByRole('button', { name: /^Delete/ }).count()).toBe(0);
  expect(await page.getByRole('link', { name: 'Create product group' }).count()).toBe(0);

  const other = await visit(app, '/product-groups', { user: 'profiles' });
  await shows(other.getByText('Product.ProductGroup.View'));
});

it('C-119 C-170 C-212 C-238 C-239 a product group is created, keeps its name, and cannot take another’s', async () => {
  const page = await visit(app, '/product-groups', { user: 'manager' });
  await page.getByRole('link', { name: 'Create product group' }).click();
  await field(page, 'Name').fill('CASCADIA retail');
  await field(page, 'Description').fill('Sold by the sea.');
  await choose(page, 'Brand', 'Cascadia');
  await save(page).click();
  await shows(page.getByText('A product group with this name already exists.', { exact: false }));
  await field(page, 'Name').fill('Cascadia Wharf');
  await save(page).click();
  await page.waitForURL('**/product-groups');
  await page.getByRole('searchbox', { name: 'Name' }).fill('wharf');
  await eventually(() => rows(page).count()).toBe(1);
  await rows(page).click();
  await field(page, 'Name').fill('Cascadia WHARF');
  await save(page).click();
  // The list is restored: its filter may be in the address.
  await page.waitForURL(/\/product-groups(\?|$)/);
  await shows(rows(page).filter({ hasText: 'Cascadia WHARF' }));
});

it('C-240 C-344 a product group is deleted after confirmation; one with products names them', async () => {
  const page = await visit(app, '/favicon.svg', { user: 'manager' });
  const [brand] = (await readJson<{ Items: Named[] }>(page, '/product/operationalbrands')).Items;
  const made = await page.request.post('/api/product/productgroup', {
    data: { Name: 'Aardvark Retail', BrandId: brand?.Id },
  });
  expect(made.status()).toBe(201);
  // The list's state from an earlier visit.
  await page.request.put('/api/preference/grid.product-group.product-groups', { data: {} });
  await page.goto('/product-groups');
  const row = rows(page).filter({ hasText: 'Aardvark Retail' });
  await row.getByRole('button', { name: 'Delete: Aardvark Retail' }).click();
  const dialog = page.getByRole('alertdialog');
  await shows(dialog.getByText('Are you sure you want to delete the product group', { exact: false }));
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await shows(row);
  await row.getByRole('button', { name: 'Delete: Aardvark Retail' }).click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await row.waitFor({ state: 'detached' });

  const { Items } = await readJson<{ Items: { Name: string; ProductGroup?: Named }[] }>(
    page,
    '/product?pageSize=0',
  );
  const used = Items.find(({ ProductGroup }) => ProductGroup);
  await page.getByRole('searchbox', { name: 'Name' }).fill(used?.ProductGroup?.Name ?? '');
  await eventually(() => rows(page).count()).toBe(1);
  await rows(page)
    .getByRole('button', { name: /^Delete/ })
    .click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await shows(page.getByText('cannot be deleted as it is used in the following', { exact: false }));
  await shows(dialog.getByText(used?.Name ?? '', { exact: false }));
});
