import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { useApp } from './harness.ts';
import {
  choose,
  eventually,
  expectChoices,
  generalForm,
  makeProduct,
  openProduct,
  present,
  readJson,
  readProduct,
  saveAndWait,
  shows,
  visit,
} from './products.ts';

const app = useApp();

const crumbs = (page: Page) =>
  page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('listitem').allInnerTexts();

async function openNew(): Promise<Page> {
  const page = await visit(app, '/products/new', { user: 'manager' });
  await shows(generalForm(page).save);
  return page;
}

/** A product page of the manager's, on a new product. */
async function openMade(values: Record<string, unknown> = {}) {
  const page = await visit(app, '/favicon.svg', { user: 'manager' });
  const product = await makeProduct(page, values);
  return { page, product, form: await openProduct(page, product.Id) };
}

it("C-028 C-086 C-087 C-088 C-152 a new product: breadcrumb, title, button and the form's defaults", async () => {
  const page = await openNew();
  const form = generalForm(page);
  expect(await crumbs(page)).toEqual(['Products', 'Create product']);
  expect(await page.title()).toBe('Create product · Products · Formwright');
  await shows(page.getByRole('heading', { name: 'Create product', exact: true }));
  expect(await form.save.innerText()).toBe('Save & Configure');
  const today = await page.evaluate(() => {
    const now = new Date();
    return [now.getFullYear(), now.getMonth() + 1, now.getDate()]
      .map((n) => String(n).padStart(2, '0'))
      .join('-');
  });
  expect(await form.launch.inputValue()).toBe(today);
  expect(await form.end.inputValue()).toBe('');
  expect(await page.getByRole('checkbox', { name: 'Stackable' }).isChecked()).toBe(true);
  expect(await page.getByRole('checkbox', { name: 'Promotion' }).isChecked()).toBe(false);
});

it('C-089 Cancel on a new product goes to the products list, and asks first if something was typed', async () => {
  const page = await openNew();
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await page.waitForURL(/\/products(\?|$)/);
  await shows(page.getByRole('heading', { level: 1, name: 'Products' }));
  await page.getByRole('link', { name: 'Create product' }).click();
  await generalForm(page).name.fill('Half a product');
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await page.getByRole('button', { name: 'Stay on this page' }).click();
  expect(await generalForm(page).name.inputValue()).toBe('Half a product');
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await page.getByRole('button', { name: 'Leave and discard changes' }).click();
  await page.waitForURL(/\/products(\?|$)/);
});

it('C-003 C-153 C-227 a product is created with the keyboard alone, from the sign-in to the page of the new product', async () => {
  const page = await visit(app, '/products');
  const keys = page.keyboard;
  await shows(page.getByLabel('User name'));
  await keys.type('manager');
  await keys.press('Tab');
  await keys.type('demo');
  await keys.press('Enter');
  await shows(page.locator('[data-row]'));
  await keys.press('Control+k');
  await shows(page.getByRole('searchbox', { name: /Search screens/ }));
  await keys.type('create product');
  await shows(page.getByRole('menuitem', { name: 'Create product', exact: true }));
  await keys.press('Enter');
  await page.waitForURL('**/products/new');
  await shows(generalForm(page).save);

  const next = async (text: string) => {
    await keys.press('Tab');
    await keys.type(text);
  };
  const pick = async (label: string, text: string) => {
    await keys.press('Tab');
    expect(await focusedName(page)).toContain(label);
    await keys.type(text);
    await shows(page.getByRole('option', { name: text, exact: true }));
    // Enter takes the first match: no arrow key is needed.
    await eventually(() => focusedOption(page)).toBe(text);
    await keys.press('Enter');
    await page.getByRole('listbox').waitFor({ state: 'detached' });
  };
  // A new record begins with its first field.
  await eventually(() => focusedName(page)).toContain('Name');
  await keys.type('Keyboard Care');
  await next('KEYB-10');
  await next('1.0');
  await pick('Brand', 'Cascadia');
  await pick('Product Group', 'Cascadia Approved');
  await pick('Product Type', 'Key Replacement');
  await pick('Underwriter', 'Prairie Mutual Insurance');
  await next('Made without a mouse.');
  await tabTo(page, 'Quote Expiry');
  await keys.press('Enter');
  await shows(page.getByRole('option', { name: '30 days' }));
  await keys.type('30');
  await eventually(() => focusedOption(page)).toBe('30 days');
  await keys.press('Enter');
  await page.getByRole('listbox').waitFor({ state: 'detached' });
  await keys.press('Control+s');
  await page.waitForURL(/\/products\/[0-9a-f-]{36}$/);
  await shows(page.getByRole('heading', { level: 1, name: 'Keyboard Care' }));
  const product = await readProduct(page, present(page.url().split('/').at(-1)));
  expect(product).toMatchObject({
    Name: 'Keyboard Care',
    Code: 'KEYB-10',
    Version: '1.0',
    Subversion: 0,
    Brand: { Name: 'Cascadia' },
    ProductGroup: { Name: 'Cascadia Approved' },
    ProductType: { DisplayName: 'Key Replacement' },
    Underwriter: { Name: 'Prairie Mutual Insurance' },
    QuoteExpiryInDays: 30,
    IsStackable: true,
  });
});

it('C-008 C-084 C-085 C-090 a product at its address: breadcrumb, title, button', async () => {
  const { page, product, form } = await openMade({ Name: 'Prairie <b>Shield</b>' });
  expect(new URL(page.url()).pathname).toBe(`/products/${product.Id}`);
  expect(await crumbs(page)).toEqual(['Products', 'Prairie <b>Shield</b>']);
  expect(await page.title()).toMatch(/^Prairie <b>Shield<\/b> · Product version \S+ · Products · /);
  await shows(page.getByRole('heading', { name: 'General settings' }));
  expect(await form.save.innerText()).toBe('Save');
});

it('C-091 C-154 C-155 Save waits for a change; Clear All undoes changes; after a save the stored copy is the base', async () => {
  const { page, product, form } = await openMade();
  const clear = page.getByRole('button', { name: 'Clear All' });
  expect(await form.save.isDisabled()).toBe(true);
  expect(await clear.isDisabled()).toBe(true);
  await form.name.fill('Another name');
  await form.end.fill('2031-01-31');
  await choose(page, 'Underwriter', 'Prairie Mutual Insurance');
  expect(await form.save.isDisabled()).toBe(false);
  await clear.click();
  expect(await form.name.inputValue()).toBe(product.Name);
  expect(await form.end.inputValue()).toBe('');
  expect(await page.getByRole('combobox', { name: 'Underwriter' }).inputValue()).toBe(
    (product.Underwriter as { Name: string }).Name,
  );
  expect(await form.save.isDisabled()).toBe(true);
  // A change that is typed back is no change.
  await form.name.fill('Another name');
  await form.name.fill(product.Name);
  expect(await form.save.isDisabled()).toBe(true);

  await form.name.fill('Another name');
  expect((await saveAndWait(page)).status()).toBe(200);
  await shows(page.getByText('Saved.'), page.getByRole('heading', { level: 1, name: 'Another name' }));
  await eventually(() => form.save.isDisabled()).toBe(true);
  await form.name.fill('A third name');
  await clear.click();
  expect(await form.name.inputValue()).toBe('Another name');
  // Saved on the copy that the first save returned: a stale revision would be refused.
  await form.version.fill('1.1');
  expect((await saveAndWait(page)).status()).toBe(200);
  expect(await readProduct(page, product.Id)).toMatchObject({ Name: 'Another name', Version: '1.1' });
});

it('C-108 C-228 the saved body names brand, underwriter, type and group by id, and only the fields of the call', async () => {
  const { page, product, form } = await openMade();
  await choose(page, 'Product Group', groupOf(product.Brand));
  await form.end.fill('2031-06-30');
  await form.description.fill('Changed.');
  const answer = await saveAndWait(page);
  const body = answer.request().postDataJSON() as Record<string, unknown>;
  const names = Object.keys(body);
  for (const id of ['BrandId', 'UnderwriterId', 'ProductTypeId']) expect(body[id]).toMatch(/^[0-9a-f-]{36}$/);
  for (const object of ['Brand', 'Underwriter', 'ProductType', 'ProductGroup'])
    expect(names).not.toContain(object);
  expect(answer.request().method()).toBe('PUT');
  const fields =
    'Id BrandId UnderwriterId ProductTypeId ProductGroupId Code Description EndDate Name Version ' +
    'IsPromotion IsStackable LaunchDate QuoteExpiryInDays';
  // The revision says which copy was changed; it is not a field of the product.
  expect(names.filter((name) => name !== 'Revision').sort()).toEqual(fields.split(' ').sort());
  expect(body).toMatchObject({ EndDate: '2031-06-30', Description: 'Changed.' });
  // A cleared field is sent as empty, not omitted.
  await eventually(() => form.save.isDisabled()).toBe(true);
  await form.end.fill('');
  const emptied = await saveAndWait(page);
  expect(emptied.request().postDataJSON()).toMatchObject({ EndDate: null });
  expect((await readProduct(page, product.Id)).EndDate ?? null).toBeNull();
});

it('C-195 C-196 C-197 C-198 C-199 R-434 required fields and lengths are reported at the field and as an alert', async () => {
  const page = await openNew();
  const form = generalForm(page);
  await form.launch.fill('');
  await form.name.fill('   ');
  await form.save.click();
  const all = [
    'Name',
    'Code',
    'Version',
    'Brand',
    'Product Type',
    'Underwriter',
    'Description',
    'Launch Date',
    'Quote Expiry',
  ];
  await shows(form.alerts);
  const lines = (await form.alerts.getByRole('listitem').allInnerTexts()).map((line) => line.trim());
  // In the order of the form.
  expect(lines.map((line) => line.split('\n')[0])).toEqual(all);
  for (const label of all) await shows(page.getByText(`${label} is required.`));
  expect(await page.getByText('Product Group is required.').count()).toBe(0);
  // The first of them has the focus, and an alert links to each.
  expect(await focusedName(page)).toContain('Name');
  await form.alerts.getByRole('button', { name: /^Underwriter/ }).click();
  expect(await focusedName(page)).toContain('Underwriter');

  await form.name.fill('n'.repeat(257));
  await form.code.fill('c'.repeat(257));
  await form.version.fill('v'.repeat(17));
  await eventually(() => page.getByText('Enter at most 256 characters.').count()).toBeGreaterThanOrEqual(2);
  await shows(page.getByText('Enter at most 16 characters.'));
  await form.name.fill('n'.repeat(256));
  await form.code.fill('c'.repeat(256));
  await form.version.fill('v'.repeat(16));
  await eventually(() => page.getByText(/Enter at most/).count()).toBe(0);
});

it('C-201 C-202 C-203 C-204 R-434 an end date must be in the future and after the launch, with the specified message', async () => {
  const { page, form } = await openMade({ LaunchDate: '2031-05-01' });
  await form.end.fill('2031-05-01');
  await form.save.click();
  const after = 'Error, Product End Date must be after Launch Date.';
  await shows(form.alerts.getByText(after));
  expect(await form.alerts.locator('strong').allInnerTexts()).toEqual(['Error']);
  expect(await form.alerts.innerText()).not.toContain('<b>');
  await shows(page.locator('[data-path="/EndDate"]').getByText(after));
  await form.launch.fill('2020-01-01');
  await form.end.fill(await page.evaluate(() => new Date().toLocaleDateString('en-CA')));
  const future = 'Error, Product End Date must be a date in the future.';
  await shows(form.alerts.getByText(future), page.locator('[data-path="/EndDate"]').getByText(future));
  expect(await page.getByText(after).count()).toBe(0);
  await form.end.fill('2031-13-45');
  await shows(page.locator('[data-path="/EndDate"]').getByText(/Enter a valid date/));
  await form.end.fill('2031-05-02');
  await eventually(() => form.alerts.count()).toBe(0);
  expect((await saveAndWait(page)).status()).toBe(200);
});

it('C-158 C-242 C-243 a brand limits the groups to its own; operational brands and underwriters come from their calls', async () => {
  const page = await openNew();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  const groups = await readJson<{ Items: { Name: string; BrandId: string }[] }>(
    page,
    '/product/productgroup?pageSize=0',
  );
  const groupNames = groups.Items.map(({ Name }) => Name);
  await expectChoices(page, 'Product Group', expect.arrayContaining(groupNames));
  const brands = await readJson<{ Items: { Name: string }[] }>(page, '/product/operationalbrands?pageSize=0');
  await expectChoices(
    page,
    'Brand',
    brands.Items.map(({ Name }) => Name).sort((a, b) => a.localeCompare(b)),
  );
  await choose(page, 'Brand', 'Valcourt');
  await expectChoices(page, 'Product Group', ['Valcourt Certifié', 'Valcourt Retail']);
  await choose(page, 'Underwriter', 'Prairie Mutual Insurance');
  expect(asked).toContain('/api/product/operationalbrands');
  expect(asked).toContain('/api/product/underwriter');
  // Clearing the group allows all brands again, and another brand clears a group of the first.
  await choose(page, 'Product Group', 'Valcourt Retail');
  await page.getByRole('combobox', { name: 'Product Group' }).fill('');
  await page.getByRole('combobox', { name: 'Product Group' }).press('Tab');
  await choose(page, 'Brand', 'Cascadia');
  await expectChoices(page, 'Product Group', [
    'Cascadia Approved',
    'Cascadia Fleet and Lease',
    'Cascadia Retail',
  ]);
});

it('C-159 a group selects its brand and leaves only that brand to choose', async () => {
  const page = await openNew();
  await choose(page, 'Product Group', 'Aurora Renewed');
  await eventually(() => page.getByRole('combobox', { name: 'Brand' }).inputValue()).toBe('Aurora Electric');
  await expectChoices(page, 'Brand', ['Aurora Electric']);
});

it('C-358 the quote expiry is one of seven numbers of days; another stored one stays until it is changed', async () => {
  const page = await openNew();
  await generalForm(page).expiry.click();
  const days = (await page.getByRole('option').allInnerTexts()).map((text) => Number.parseInt(text, 10));
  expect(days).toEqual([1, 7, 14, 30, 60, 90, 120]);
  await page.keyboard.press('Escape');
  const admin = await visit(app, '/favicon.svg', { user: 'admin' });
  const { Items } = await readJson<{ Items: { Id: string }[] }>(
    admin,
    '/product?FilterProperty=QuoteExpiryInDays&FilterProperty=ProductStateType.Name&FilterOperator=eq&FilterOperator=eq&FilterValue=45&FilterValue=Active',
  );
  const odd = present(Items[0]);
  const form = await openProduct(admin, odd.Id);
  expect(await admin.getByRole('group', { name: 'Quote Expiry' }).innerText()).toContain('45');
  await form.description.fill('Kept.');
  expect((await saveAndWait(admin)).status()).toBe(200);
  expect(await readProduct(admin, odd.Id)).toMatchObject({ QuoteExpiryInDays: 45, Description: 'Kept.' });
});

it('C-200 C-336 a refusal only the server can make appears at its field: a code that is taken', async () => {
  const { page, product, form } = await openMade({ Code: 'TAKEN-CODE' });
  await page.goto('/products/new');
  await form.name.fill('Twin');
  await form.code.fill('taken-code');
  await form.version.fill(String(product.Version));
  await choose(page, 'Brand', 'Cascadia');
  await choose(page, 'Product Type', 'GAP');
  await choose(page, 'Underwriter', 'Prairie Mutual Insurance');
  await form.description.fill('The same code again.');
  await form.expiry.click();
  await page.getByRole('option', { name: '30 days' }).click();
  expect((await saveAndWait(page)).status()).toBe(422);
  const told = page
    .locator('[data-path="/Code"]')
    .getByText(/with this code, version and subversion already exists/);
  await shows(told);
  expect(await focusedName(page)).toContain('Code');
  expect(await form.name.inputValue()).toBe('Twin');
  // The next change of the field clears the server's message; the save then succeeds.
  await form.version.fill('9.9');
  await form.code.fill('FREE-CODE');
  await eventually(() => told.count()).toBe(0);
  expect((await saveAndWait(page)).status()).toBe(201);
  await page.waitForURL(/\/products\/[0-9a-f-]{36}$/);
});

it('a calendar day may be typed, stepped and picked', async () => {
  const { page, form } = await openMade();
  await form.end.fill('20310228');
  await form.end.press('ArrowUp');
  expect(await form.end.inputValue()).toBe('2031-03-01');
  await form.end.press('Alt+ArrowDown');
  await shows(page.getByRole('dialog', { name: 'Calendar' }));
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await eventually(() => form.end.inputValue()).toBe('2031-03-02');
});

/** Every brand of the sample data has a group for its retail trade. */
function groupOf(brand: unknown): string {
  return `${(brand as { Name: string }).Name} Retail`;
}

/** An approximate accessible name of the focused element. */
function focusedName(page: Page): Promise<string> {
  return page.evaluate(() => {
    const element = document.activeElement;
    const ids = element?.getAttribute('aria-labelledby')?.split(' ') ?? [];
    const labels = (element as HTMLInputElement | null)?.labels ?? [];
    return [
      element?.getAttribute('aria-label'),
      ...ids.map((id) => document.getElementById(id)?.textContent),
      ...[...labels].map((label) => label.textContent),
    ].join(' ');
  });
}

/** The choice that Enter would take now. */
function focusedOption(page: Page): Promise<string | undefined> {
  return page.evaluate(() => {
    const { activeElement } = document;
    const virtual = document.getElementById(activeElement?.getAttribute('aria-activedescendant') ?? '');
    return (virtual ?? activeElement)?.textContent?.trim();
  });
}

/** Presses Tab until the focus is on the label. */
async function tabTo(page: Page, label: string): Promise<void> {
  for (let presses = 0; presses < 40; presses += 1) {
    if ((await focusedName(page)).includes(label)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Forty presses of Tab do not reach ${label}.`);
}
