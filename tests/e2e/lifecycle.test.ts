import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { putAgreed } from './agreed.ts';
import { expectAccessible, screenshot, useApp } from './harness.ts';
import {
  eventually,
  generalForm,
  listProducts,
  makeProduct,
  openProduct,
  type Product,
  readJson,
  readProduct,
  shows,
  visit,
} from './products.ts';

const app = useApp();

/** A page of the manager's, who may create and end products. */
const manager = (address = '/favicon.svg') => visit(app, address, { user: 'manager' });

const header = (page: Page) => page.locator('main header');
const button = (page: Page, name: string) => header(page).getByRole('button', { name, exact: true });

/** In the header, or in its menu of further actions. */
async function press(page: Page, name: string): Promise<void> {
  await button(page, name).or(button(page, 'More')).first().waitFor();
  if ((await button(page, name).count()) > 0) return button(page, name).click();
  await button(page, 'More').click();
  await page.getByRole('menuitem', { name, exact: true }).click();
}
const dialog = (page: Page) => page.locator('[role=dialog], [role=alertdialog]').last();
const answer = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true }).click();
const gone = (page: Page) => page.locator('[role=dialog], [role=alertdialog]').waitFor({ state: 'detached' });
const badge = (page: Page, state: string) => shows(header(page).getByText(state, { exact: true }));

const plans = async (page: Page, { Id }: Product) =>
  (
    await readJson<{ Items: Product[] }>(
      page,
      `/product/plan?pageSize=0&FilterProperty=ProductId&FilterOperator=eq&FilterValue=${Id}`,
    )
  ).Items;

/** A product of this test with a coverage item and a plan that names it. */
async function makeConfigured(page: Page, values: Record<string, unknown> = {}): Promise<Product> {
  const product = await makeProduct(page, values);
  const admin = await visit(app, '/favicon.svg', { user: 'admin' });
  const post = async (path: string, data: object) => {
    const reply = await admin.request.post(`/api${path}`, { data: { ProductId: product.Id, ...data } });
    expect(reply.ok(), await reply.text()).toBe(true);
    return (await reply.json()).Id;
  };
  const item = await post('/product/coverageitem', { Name: 'Engine' });
  await post('/product/plan', {
    Name: 'Gold',
    PlanCoverageItems: [{ CoverageItemId: item, IsOptional: false }],
  });
  return product;
}

const today = (page: Page) =>
  page.evaluate(() => {
    const now = new Date();
    return [now.getFullYear(), now.getMonth() + 1, now.getDate()]
      .map((n) => String(n).padStart(2, '0'))
      .join('-');
  });

it('C-128 C-345 launching asks, launches, and goes to the products list', async () => {
  const page = await manager();
  const product = await makeProduct(page);
  await openProduct(page, product.Id);
  await press(page, 'Launch');
  await shows(dialog(page).getByText('manually launch the product'));
  await answer(page, 'Cancel');
  await gone(page);
  expect((await readProduct(page, product.Id)).ProductStateTypeId).toBe(1);
  await press(page, 'Launch');
  await answer(page, 'Launch');
  await page.waitForURL(/\/products(\?|$)/);
  expect((await readProduct(page, product.Id)).ProductStateTypeId).toBe(3);
});

it('launching names the product and lists what is missing, with links; confirming is not the default', async () => {
  const page = await manager();
  const product = await makeProduct(page);
  await openProduct(page, product.Id);
  await press(page, 'Launch');
  const asked = page.getByRole('alertdialog', { name: `Launch: ${product.Name} ${product.Version}` });
  await shows(asked.getByText('things are missing'));
  const missing = asked.getByRole('listitem');
  expect(await missing.count()).toBeGreaterThan(3);
  await eventually(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Cancel');
  expect(await asked.getByRole('button', { name: 'Launch' }).getAttribute('data-tone')).not.toBe('primary');
  await screenshot(page, 'launch-missing');
  await expectAccessible(page);
  await missing.getByRole('button', { name: /payee/i }).click();
  await asked.waitFor({ state: 'detached' });
  await eventually(() => new URL(page.url()).hash).toBe('#payee');
  expect((await readProduct(page, product.Id)).ProductStateTypeId).toBe(1);
});

it("C-130 C-131 C-134 C-135 deactivating warns product managers, asks, and shows the product's new state", async () => {
  const page = await manager();
  const product = await makeProduct(page);
  await putAgreed(page, `/api/product/${product.Id}/launch`);
  const form = await openProduct(page, product.Id);
  await press(page, 'Deactivate');
  await shows(dialog(page).getByText('For product managers'));
  await answer(page, 'Continue');
  await shows(dialog(page).getByText('Are you sure you want to deactivate the product?'));
  expect((await readProduct(page, product.Id)).ProductStateTypeId).toBe(3);
  await answer(page, 'Deactivate');
  await badge(page, 'Deactivated');
  const inWords = new Date().toLocaleDateString('en-CA', { dateStyle: 'medium' });
  await shows(page.getByText(inWords, { exact: true }));
  expect(await readProduct(page, product.Id)).toMatchObject({
    ProductStateTypeId: 4,
    EndDate: await today(page),
  });
  expect(await form.save.isDisabled()).toBe(true);
});

it('C-130 declining the warning changes nothing', async () => {
  const page = await manager();
  const product = await makeProduct(page);
  await putAgreed(page, `/api/product/${product.Id}/launch`);
  await openProduct(page, product.Id);
  await press(page, 'Deactivate');
  await answer(page, 'Cancel');
  await gone(page);
  expect((await readProduct(page, product.Id)).ProductStateTypeId).toBe(3);
});

it("C-132 C-133 C-134 C-135 abandoning checks the code, asks, and shows the product's new state", async () => {
  const page = await manager();
  const product = await makeProduct(page, { Code: `E2E-${process.pid}-ABD` });
  await openProduct(page, product.Id);
  await press(page, 'Abandon');
  const code = dialog(page).getByRole('textbox', { name: 'Code' });
  await expectAccessible(page);
  await screenshot(page, 'abandon');
  await answer(page, 'Abandon');
  await shows(dialog(page).getByText('Code is required.'));
  await code.fill(product.Code.toLowerCase());
  await shows(dialog(page).getByText('Enter the code of this product exactly.'));
  await code.fill(product.Code);
  await code.press('Enter');
  await shows(dialog(page).getByText('Are you sure you want to abandon the product?'));
  expect((await readProduct(page, product.Id)).ProductStateTypeId).toBe(1);
  await answer(page, 'Abandon');
  await badge(page, 'Abandoned');
  expect(await readProduct(page, product.Id)).toMatchObject({
    ProductStateTypeId: 5,
    EndDate: await today(page),
  });
});

it('C-133 a code without ABD fails the check, in upper or lower case', async () => {
  const page = await manager();
  const product = await makeProduct(page, { Code: `e2e-${process.pid}-abd-small` });
  await openProduct(page, product.Id);
  await press(page, 'Abandon');
  await dialog(page).getByRole('textbox', { name: 'Code' }).fill(product.Code);
  await answer(page, 'Abandon');
  await shows(dialog(page).getByText('It must contain ABD in capital letters'));
  await answer(page, 'Cancel');
  await gone(page);
  expect((await readProduct(page, product.Id)).ProductStateTypeId).toBe(1);
});

it('C-136 the workflow triggers send a product to pricing and back', async () => {
  const page = await manager();
  const product = await makeProduct(page);
  await openProduct(page, product.Id);
  await press(page, 'Send to pricing');
  await badge(page, 'In Pricing');
  await press(page, 'Return to design');
  await badge(page, 'In Design');
});

it("C-129 C-137 the product's needs decide: a warning before the launch, a disabled trigger", async () => {
  const page = await manager();
  const product = await makeProduct(page);
  // Layout, prices and formula are set on other screens: the page gets them as if they were set.
  await page.route(
    (url) => url.pathname === `/api/product/${product.Id}`,
    async (route) => {
      const reply = await route.fetch();
      const json = {
        ...(await reply.json()),
        ClaimsLayoutTypeId: 2,
        ClaimsPricing: 1,
        NeedsComponentActivation: true,
        PricingFormula: 'Cost *',
        IsPricingFormulaValid: false,
      };
      await route.fulfill({ response: reply, json });
    },
  );
  await openProduct(page, product.Id);
  const trigger = header(page).getByRole('button', { name: 'Send to pricing', exact: true });
  expect((await trigger.getAttribute('aria-disabled')) ?? String(await trigger.isDisabled())).toBe('true');
  await press(page, 'Launch');
  await shows(dialog(page).getByText('Launching it activates its components'));
  await answer(page, 'Continue');
  await shows(dialog(page).getByText('manually launch the product'));
  await answer(page, 'Launch');
  await page.waitForURL(/\/products(\?|$)/);
  expect((await readProduct(page, product.Id)).ProductStateTypeId).toBe(3);
});

it('C-030 C-229 a version: the form starts as the product, its plans are copied, and the new product opens', async () => {
  const page = await manager();
  const source = await makeConfigured(page);
  await openProduct(page, source.Id);
  await header(page).getByRole('link', { name: 'Add version', exact: true }).click();
  await page.waitForURL(`**/products/${source.Id}/copy/version`);
  const form = generalForm(page);
  await shows(form.save);
  expect(await form.name.inputValue()).toBe(source.Name);
  expect(await form.code.inputValue()).toBe(source.Code);
  expect(await form.launch.inputValue()).toBe(source.LaunchDate);
  await expectAccessible(page);
  await screenshot(page, 'add-version');
  // The next version is proposed; an existing one is refused.
  expect(await form.version.inputValue()).toBe('2.0');
  await form.version.fill(source.Version as string);
  await form.save.click();
  await shows(form.alerts.getByText(/already exists/), page.getByText(/already exists/));
  await form.version.fill('2.0');
  const sent = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().endsWith('/api/product/version'),
  );
  await form.save.click();
  const names =
    'Id Name Code Version BrandId UnderwriterId ProductTypeId Description LaunchDate QuoteExpiryInDays IsPromotion IsStackable';
  expect(Object.keys((await sent).postDataJSON())).toEqual(expect.arrayContaining(names.split(' ')));
  await page.waitForURL(
    (url) => /\/products\/[0-9a-f-]{36}$/.test(url.pathname) && !url.pathname.includes(source.Id),
  );
  const id = page.url().split('/').at(-1) as string;
  await badge(page, 'In Design');
  const made = await readProduct(page, id);
  expect(made).toMatchObject({ Version: '2.0', Code: source.Code, Subversion: 0 });
  expect((await plans(page, made)).map(({ Name }) => Name)).toEqual(['Gold']);
});

it('C-030 C-230 a subversion neither asks for brand, type and version nor sends them, and may be saved unchanged', async () => {
  const page = await manager();
  const source = await makeConfigured(page);
  await page.goto(`/products/${source.Id}/copy/subversion`);
  const form = generalForm(page);
  await shows(form.save, page.getByRole('heading', { name: 'Add subversion' }));
  expect(await form.version.count()).toBe(0);
  expect(await page.getByRole('combobox', { name: 'Brand' }).count()).toBe(0);
  expect(await page.getByRole('combobox', { name: 'Product Type' }).count()).toBe(0);
  const sent = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().endsWith('/api/product/subversion'),
  );
  await form.save.click();
  const body = (await sent).postDataJSON();
  expect([body.Id, 'BrandId' in body, 'ProductTypeId' in body, 'Version' in body]).toEqual([
    source.Id,
    false,
    false,
    false,
  ]);
  await page.waitForURL((url) => /\/products\/[0-9a-f-]{36}$/.test(url.pathname));
  const made = await readProduct(page, page.url().split('/').at(-1) as string);
  expect(made).toMatchObject({ Version: source.Version, Subversion: 1, BrandId: source.BrandId });
});

it('C-030 C-194 a copy: invalid values are reported before anything is sent', async () => {
  const page = await manager();
  const source = await makeProduct(page);
  const before = (await listProducts(page)).length;
  await page.goto(`/products/${source.Id}/copy/copy`);
  const form = generalForm(page);
  await shows(form.save);
  await form.name.fill('');
  await form.end.fill('2020-01-01');
  await form.save.click();
  await shows(
    page.getByText('Name is required.'),
    page.getByText('Product End Date must be a date in the future'),
  );
  expect((await listProducts(page)).length).toBe(before);
  await form.name.fill('Another name');
  await form.end.fill('');
  await form.code.fill(`${source.Code}-COPY`);
  await form.save.click();
  await page.waitForURL((url) => /\/products\/[0-9a-f-]{36}$/.test(url.pathname));
  const made = await readProduct(page, page.url().split('/').at(-1) as string);
  expect(made).toMatchObject({ Name: 'Another name', Code: `${source.Code}-COPY`, RootId: made.Id });
});

it('C-034 an unknown mode is an error that says so', async () => {
  const page = await manager();
  const source = await makeProduct(page);
  await page.goto(`/products/${source.Id}/copy/clone`);
  await shows(
    page.getByRole('heading', { name: 'This link cannot be used' }),
    page.getByText('whether to create a version, a subversion or a copy'),
  );
  expect(await generalForm(page).save.count()).toBe(0);
});

it('C-031 C-032 C-033 each mode needs its own feature, and is not offered without it', async () => {
  const page = await visit(app, '/favicon.svg', { user: 'viewer' });
  const [product] = await listProducts(page);
  for (const [mode, feature] of [
    ['version', 'Product.Version.Create'],
    ['subversion', 'Product.Subversion.Create'],
    ['copy', 'Product.Copy.Create'],
  ]) {
    await page.goto(`/products/${product?.Id}/copy/${mode}`);
    await shows(page.getByText(feature as string));
  }
  await openProduct(page, String(product?.Id));
  await button(page, 'More').click();
  await shows(page.getByRole('menuitem'));
  const ways = /^(Add version|Add subversion|Copy product)$/;
  for (const role of ['link', 'button', 'menuitem'] as const)
    expect(await page.getByRole(role, { name: ways }).count()).toBe(0);
});
