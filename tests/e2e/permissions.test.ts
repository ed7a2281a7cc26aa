import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { type DemoUser, useApp } from './harness.ts';
import {
  eventually,
  generalForm,
  makeProduct,
  openList,
  openProduct,
  productIn,
  readProduct,
  saveAndWait,
  shows,
  visit,
} from './products.ts';

const app = useApp();

const signedIn = (user: DemoUser) => visit(app, '/favicon.svg', { user });
const general = (page: Page) => page.locator('[data-form="general"]');
/** Labels of the locked fields of the general settings. */
const plain = (page: Page, label: string) => general(page).getByRole('group', { name: label, exact: true });

async function expectPlain(page: Page, labels: readonly string[]): Promise<void> {
  await shows(...labels.map((label) => plain(page, label)));
  for (const label of labels) expect((await plain(page, label).innerText()).trim()).not.toBe('');
}

const everyText = [
  'Name',
  'Code',
  'Version',
  'Brand',
  'Product Group',
  'Product Type',
  'Underwriter',
  'Launch Date',
  'End Date',
  'Quote Expiry',
];

it('C-156 R-019 a read-only product shows plain text and disabled checkboxes, to an administrator too', async () => {
  const page = await signedIn('admin');
  const product = await productIn(page, 'Deactivated');
  const form = await openProduct(page, product.Id);
  await expectPlain(page, [...everyText, 'Description']);
  expect(await plain(page, 'Name').innerText()).toBe(product.Name);
  expect(await plain(page, 'Brand').innerText()).toBe((product.Brand as { Name: string }).Name);
  expect(await general(page).getByRole('textbox').count()).toBe(0);
  expect(await general(page).getByRole('combobox').count()).toBe(0);
  const boxes = await general(page).getByRole('checkbox').all();
  expect(boxes).toHaveLength(2);
  for (const box of boxes) expect(await box.isDisabled()).toBe(true);
  expect(await form.save.isDisabled()).toBe(true);
  await shows(
    page.getByText('The product is read-only: only products in design or in pricing can be edited.'),
  );
});

it('C-157 C-219 the description of an active product is open to a holder of Product.General.EditActive, and nothing else is', async () => {
  const page = await signedIn('admin');
  const product = await productIn(page, 'Active');
  const form = await openProduct(page, product.Id);
  await expectPlain(page, everyText);
  expect(await general(page).getByRole('textbox').count()).toBe(1);
  await form.description.fill('Words for dealers, changed after the launch.');
  expect((await saveAndWait(page)).status()).toBe(200);
  expect((await readProduct(page, product.Id)).Description).toBe(
    'Words for dealers, changed after the launch.',
  );

  // The manager edits products, but does not hold EditActive.
  const other = await signedIn('manager');
  await openProduct(other, product.Id);
  await expectPlain(other, ['Name', 'Description']);
  expect(await general(other).getByRole('textbox').count()).toBe(0);
});

it('C-157 C-220 R-019 a product in design is open to Product.General.Edit and to nobody else', async () => {
  const manager = await signedIn('manager');
  const product = await makeProduct(manager);
  const form = await openProduct(manager, product.Id);
  for (const field of [form.name, form.code, form.version, form.description, form.launch, form.end])
    expect(await field.isEditable()).toBe(true);
  await form.name.fill('Renamed by the manager');
  expect((await saveAndWait(manager)).status()).toBe(200);
  for (const user of ['viewer', 'pricing', 'configurator'] as const) {
    const page = await signedIn(user);
    const shown = await openProduct(page, product.Id);
    await expectPlain(page, [...everyText, 'Description']);
    expect(await shown.save.count()).toBe(0);
    expect(await general(page).getByRole('textbox').count()).toBe(0);
    await shows(general(page).getByText(/Edit a product’s general settings/));
    const refused = await page.request.put('/api/product', {
      data: { Id: product.Id, Name: 'By another way' },
    });
    expect(refused.status()).toBe(403);
    expect(await refused.text()).toContain('Product.General.Edit');
  }
});

it('C-029 C-207 creating a product needs Product.New.Create: no button, no command, and a page that says so', async () => {
  const viewer = await openList(app, { user: 'viewer' });
  expect(await viewer.getByRole('link', { name: 'Create product' }).count()).toBe(0);
  await viewer.keyboard.press('Control+k');
  await viewer.getByRole('searchbox', { name: /Search screens/ }).fill('create product');
  await eventually(() => viewer.getByRole('menuitem', { name: 'Create product', exact: true }).count()).toBe(
    0,
  );
  await viewer.goto('/products/new');
  await shows(viewer.getByRole('heading', { name: 'You do not have access to this page' }));
  await shows(viewer.getByText(/Create products.*\(Product\.New\.Create\)/));
  expect(await viewer.getByRole('textbox').count()).toBe(0);

  const manager = await openList(app, { user: 'manager' });
  await manager.getByRole('link', { name: 'Create product' }).click();
  await shows(generalForm(manager).save);
});

it('C-040 C-207 the products list needs Product.Menu: it is not in the navigation, and its address says what is missing', async () => {
  const page = await visit(app, '/products', { user: 'reports' });
  await shows(page.getByRole('heading', { name: 'You do not have access to this page' }));
  await shows(page.getByText(/See the products list.*\(Product\.Menu\)/));
  const menu = page.getByRole('navigation', { name: 'Main navigation' });
  expect(await menu.getByRole('link', { name: 'Products', exact: true }).count()).toBe(0);
  expect(await page.title()).toBe('You do not have access to this page · Formwright');
  const pricing = await openList(app, { user: 'pricing' });
  await shows(
    pricing.getByRole('navigation', { name: 'Main navigation' }).getByRole('link', { name: 'Products' }),
  );
});

it('C-007 what a person can do with a product follows from their features and its state', async () => {
  const changes = ['Send to pricing', 'Return to design', 'Launch', 'Deactivate', 'Abandon'];
  const seen: Record<string, readonly string[]> = {};
  for (const user of ['admin', 'viewer'] as const) {
    const page = await signedIn(user);
    for (const state of ['InDesign', 'Active', 'Abandoned']) {
      await openProduct(page, (await productIn(page, state)).Id);
      const offered = await page.locator('main header').getByRole('button').allInnerTexts();
      const more = page.locator('main header').getByRole('button', { name: 'More', exact: true });
      if ((await more.count()) > 0) {
        await more.click();
        await page.getByRole('menuitem').first().waitFor();
        offered.push(...(await page.getByRole('menuitem').allInnerTexts()));
        await page.keyboard.press('Escape');
        await page.getByRole('menu').waitFor({ state: 'detached' });
      }
      seen[`${user} ${state}`] = changes.filter((label) => offered.some((text) => text.trim() === label));
    }
  }
  expect(seen).toEqual({
    'admin InDesign': ['Send to pricing', 'Launch', 'Abandon'],
    'admin Active': ['Deactivate'],
    'admin Abandoned': [],
    'viewer InDesign': [],
    'viewer Active': [],
    'viewer Abandoned': [],
  });
});

it('a field says why it is locked', async () => {
  const page = await signedIn('viewer');
  await openProduct(page, (await productIn(page, 'InDesign')).Id);
  await page.getByRole('button', { name: 'Explain “Name”' }).click();
  await shows(page.getByRole('dialog').getByText(/Locked/));
  await shows(
    page
      .getByRole('dialog')
      .getByText(/Edit a product’s general settings|permission to edit the general settings/),
  );
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
});

it('a viewer sees no button that is never for them, in any part of the product page', async () => {
  const page = await signedIn('viewer');
  await openProduct(page, (await productIn(page, 'InDesign')).Id);
  // Lazy content loads when it is in view.
  await page.setViewportSize({ width: 1280, height: 6000 });
  const parts = await page.getByRole('navigation', { name: 'Parts of this page' }).getByRole('link').all();
  expect(parts.length).toBeGreaterThan(3);
  for (const part of parts) {
    await part.click();
    await shows(page.locator('main [data-block]:visible'));
    await eventually(() => page.locator('main').getByRole('status', { name: 'Loading…' }).count()).toBe(0);
    const refused = page.locator('main button:is(:disabled, [aria-disabled=true]):visible');
    expect(
      await refused.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? one.textContent)),
      await part.innerText(),
    ).toEqual([]);
  }
});
