import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { putAgreed } from './agreed.ts';
import { expectAccessible, goToSection, useApp } from './harness.ts';
import { makeCovered, makePlan } from './plans.ts';
import {
  eventually,
  generalForm,
  listProducts,
  openProduct,
  present,
  productIn,
  readProduct,
  shows,
  tick,
  visit,
} from './products.ts';

const app = useApp();

const admin = () => visit(app, '/favicon.svg', { user: 'admin' });
const summary = (page: Page) => page.getByRole('region', { name: 'Summary' });
const fact = (page: Page, label: string) =>
  summary(page).locator('dl > div', { hasText: label }).locator('dd').innerText();
const check = (page: Page, label: string) => summary(page).getByRole('listitem').filter({ hasText: label });
const tabs = (page: Page) => page.getByRole('navigation', { name: 'Parts of this page' });
const tab = (page: Page, name: string) => tabs(page).getByRole('link', { name });
const openTab = (page: Page) => tabs(page).locator('[aria-current]').innerText();
const bar = (page: Page) => page.getByRole('region', { name: 'Unsaved changes' });
const index = (page: Page) => page.getByRole('navigation', { name: 'On this page' });
const current = (page: Page) => index(page).locator('[aria-current]').innerText();
const topOf = (page: Page, block: string) =>
  page
    .locator(`[data-block="${block}"]`)
    .evaluate((element) => Math.round(element.getBoundingClientRect().top));
const focusedBlock = (page: Page) =>
  page.evaluate(() => document.activeElement?.closest<HTMLElement>('[data-block]')?.dataset.block);

/** Just below the header, where a section starts after a jump to it. */
const isAtTop = (page: Page, block: string) =>
  eventually(async () => {
    const top = await topOf(page, block);
    return top >= 40 && top < 120;
  }).toBe(true);

it('C-037 C-038 C-064 C-065 a login alone opens the product page by its id, with the sections the person may see', async () => {
  const page = await admin();
  const product = await productIn(page, 'Active');
  await openProduct(page, product.Id);
  await shows(
    page.getByRole('heading', { name: product.Name, level: 1 }),
    page.getByRole('heading', { name: 'General settings' }),
  );
  await tab(page, 'Coverage').click();
  await shows(
    page.getByRole('heading', { name: 'Plans' }),
    page.getByRole('heading', { name: 'Coverage items' }),
    page.getByRole('heading', { name: 'Coverage groups' }),
  );
  const reports = await visit(app, '/favicon.svg', { user: 'reports' });
  expect((await reports.request.get('/api/product/plan')).status()).toBe(403);
  await reports.goto(`/products/${product.Id}`);
  await shows(reports.getByRole('heading', { name: 'General settings' }), summary(reports));
  // No section of this part is visible to the person, so the part is missing too.
  expect(await tab(reports, 'Coverage').count()).toBe(0);
  expect(await reports.getByRole('heading', { name: 'Plans' }).count()).toBe(0);
  expect(await summary(reports).getByText('Plans', { exact: true }).count()).toBe(0);
  const nobody = await visit(app, `/products/${product.Id}`);
  await shows(nobody.getByLabel('Password'));
});

it('loads a product page in few requests', async () => {
  const page = await admin();
  const product = await productIn(page, 'Active');
  const requested: string[] = [];
  page.on('request', (request) => requested.push(new URL(request.url()).pathname));
  await openProduct(page, product.Id);
  await shows(page.getByRole('heading', { name: 'General settings' }), summary(page));
  await page.waitForLoadState('networkidle');
  const files = requested.filter((path) => path.startsWith('/assets/'));
  expect(files.length, files.join(' ')).toBeLessThanOrEqual(10);
  expect(requested.length, requested.join(' ')).toBeLessThanOrEqual(34);
});

it('C-066 one plan at a time opens to its items and groups, with the keyboard too', async () => {
  const page = await admin();
  const covered = await makeCovered(page);
  const { product } = covered;
  await makePlan(page, covered, { Name: 'Gold', items: { Engine: 'included' } });
  await makePlan(page, covered, { Name: 'Silver', items: { Starter: 'included' } });
  await openProduct(page, product.Id);
  await goToSection(page, 'plans');
  const toggle = (name: string) => page.getByRole('button', { name: `Details of ${name}` });
  const detail = (name: string) => page.getByRole('region', { name: `Details of ${name}` });
  await shows(toggle('Gold'));
  expect(await toggle('Gold').getAttribute('aria-expanded')).toBe('false');
  await toggle('Gold').focus();
  await page.keyboard.press('Enter');
  await shows(detail('Gold').getByText('Engine', { exact: true }));
  expect(await toggle('Gold').getAttribute('aria-expanded')).toBe('true');
  expect(await detail('Gold').getByRole('textbox').count()).toBe(0);
  await expectAccessible(page);
  await toggle('Silver').click();
  await shows(detail('Silver').getByText('Starter', { exact: true }));
  expect(await detail('Gold').count()).toBe(0);
  await toggle('Silver').click();
  await detail('Silver').waitFor({ state: 'detached' });
});

it('the summary counts, says what is missing before launch, and follows saves on the page', async () => {
  const page = await admin();
  const covered = await makeCovered(page);
  const { product } = covered;
  await openProduct(page, product.Id);
  await eventually(() => fact(page, 'Plans')).toBe('0');
  await eventually(() => fact(page, 'Coverage items')).toBe('6');
  expect(await fact(page, 'Version')).toContain(`${product.Version}.0`);
  await shows(check(page, 'A plan').getByText('missing'));
  await makePlan(page, covered, { Name: 'Gold', items: { Engine: 'included' } });
  await shows(
    check(page, 'A plan').getByText('done'),
    check(page, 'Coverage in every plan').getByText('done'),
  );
  await makePlan(page, covered, { Name: 'Empty' });
  await eventually(() => fact(page, 'Plans')).toBe('2');
  await shows(check(page, 'Coverage in every plan').getByText('missing'));
  const items = await goToSection(page, 'coverage-items');
  const add = items.getByPlaceholder('Name of a new coverage item');
  await add.fill('Sunroof');
  await add.press('Enter');
  await eventually(() => fact(page, 'Coverage items')).toBe('7');
  await check(page, 'Coverage in every plan').getByRole('link').click();
  await isAtTop(page, 'plans');
  await putAgreed(page, `/api/product/${product.Id}/launch`);
  await shows(page.locator('main header').getByText('Active', { exact: true }));
  expect(await summary(page).getByRole('listitem').count()).toBe(0);
});

it('the section index jumps to sections, marks the visible one, and its addresses open there again', async () => {
  const page = await admin();
  const covered = await makeCovered(page);
  const { product } = covered;
  await makePlan(page, covered, { Name: 'Gold', items: { Engine: 'included' } });
  await openProduct(page, product.Id);
  await eventually(() => current(page)).toBe('General settings');
  await tab(page, 'Coverage').click();
  await eventually(() => current(page)).toBe('Plans');
  await index(page).getByRole('link', { name: 'Plans' }).click();
  await isAtTop(page, 'plans');
  await eventually(() => focusedBlock(page)).toBe('plans');
  expect(new URL(page.url()).hash).toBe('#plans');
  await page.getByRole('button', { name: 'Edit: Gold' }).click();
  await page.waitForURL(/\/plans\//);
  await page.goBack();
  // Where the person was: the section in place, the focus on the link they followed.
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
  await eventually(focused).toBe('Edit: Gold');
  await isAtTop(page, 'plans');
  // By saving as well as by leaving the form.
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/plans\//);
  await page
    .getByRole('link', { name: 'Cancel', exact: true })
    .or(page.getByRole('button', { name: 'Cancel', exact: true }))
    .click();
  await page.waitForURL(/#plans$/);
  await eventually(focused).toBe('Edit: Gold');
  await isAtTop(page, 'plans');
  await page.goto(`/products/${product.Id}#other-settings`);
  await page.reload();
  await isAtTop(page, 'other-settings');
  await eventually(() => current(page)).toBe('Other configuration');
  expect(await openTab(page)).toBe('Settings');
});

it('the parts of the page are in the address: back, reload, old links to sections, links to fields', async () => {
  const page = await admin();
  const { product } = await makeCovered(page);
  await openProduct(page, product.Id);
  expect(await openTab(page)).toBe('Overview');
  await tab(page, 'Amounts').click();
  await eventually(() => openTab(page)).toBe('Amounts');
  await tab(page, 'Settings').click();
  await index(page).getByRole('link', { name: 'Payee' }).click();
  await isAtTop(page, 'payee');
  await page.goBack();
  await eventually(() => openTab(page)).toBe('Amounts');
  await page.goBack();
  await eventually(() => openTab(page)).toBe('Overview');
  await page.goForward();
  await page.reload();
  await eventually(() => openTab(page)).toBe('Amounts');
  await page.goto(`/products/${product.Id}#payee/PayeeId`);
  await eventually(() => page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('combobox');
  expect(await focusedBlock(page)).toBe('payee');
  await expectAccessible(page);
});

it('input in one part stays while others are shown; one bar names it, saves it and shows refusals', async () => {
  const page = await admin();
  const { product } = await makeCovered(page);
  const form = await openProduct(page, product.Id);
  await form.name.fill('Kept while away');
  await tab(page, 'Settings').click();
  await shows(tab(page, 'Overview').getByRole('img', { name: 'Unsaved changes' }));
  const templates = await goToSection(page, 'templates');
  await tick(templates.getByRole('checkbox', { name: 'Automatic template' }));
  expect(await bar(page).getByRole('link').allInnerTexts()).toEqual(['General settings', 'Templates']);
  await expectAccessible(page);
  await tab(page, 'Overview').click();
  expect(await form.name.inputValue()).toBe('Kept while away');
  await form.name.fill('');
  await tab(page, 'Settings').click();
  await page.keyboard.press('Control+s');
  // The valid one is saved; the other is shown, with the focus on the refused field.
  await eventually(() => openTab(page)).toBe('Overview');
  await eventually(() => form.name.evaluate((input) => input === document.activeElement)).toBe(true);
  await eventually(async () => (await readProduct(page, product.Id)).IsAutomaticTemplate).toBe(true);
  expect(await bar(page).getByRole('link').allInnerTexts()).toEqual(['General settings']);
  await form.name.fill('Saved from elsewhere');
  await tab(page, 'Amounts').click();
  await bar(page).getByRole('button', { name: 'Save changes' }).click();
  await bar(page).waitFor({ state: 'detached' });
  expect((await readProduct(page, product.Id)).Name).toBe('Saved from elsewhere');
  await tab(page, 'Overview').click();
  await form.name.fill('Thought better of');
  await tab(page, 'Amounts').click();
  await bar(page).getByRole('button', { name: 'Discard changes' }).click();
  await bar(page).waitFor({ state: 'detached' });
  await tab(page, 'Overview').click();
  expect(await form.name.inputValue()).toBe('Saved from elsewhere');
});

it('sections not yet visited send no requests', async () => {
  const page = await admin();
  const drafts = await listProducts(
    page,
    'FilterProperty=ProductStateTypeId&FilterOperator=eq&FilterValue=1',
  );
  const product = present(drafts.find(({ ProductGroupId }) => ProductGroupId));
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.setViewportSize({ width: 1440, height: 500 });
  await page.goto(`/products/${product.Id}#settings`);
  await eventually(() => fact(page, 'Coverage items')).toMatch(/\d/);
  const settings = () => asked.filter((url) => url.includes('/productgroup/productsetting'));
  const plans = asked.filter((url) => url.includes('/api/product/plan'));
  expect(plans.length).toBeGreaterThan(0);
  // The summary counts plans; their list is in another part of the page.
  expect(asked.filter((url) => url.includes('/product/coveragegroup')).length).toBeLessThanOrEqual(1);
  expect(settings()).toEqual([]);
  await index(page).getByRole('link', { name: 'Products of the product group' }).click();
  await eventually(() => settings().length).toBeGreaterThan(0);
});

it('on a narrow page, the index is a menu that stays in reach', async () => {
  const page = await visit(app, '/favicon.svg', { user: 'admin', viewport: { width: 1024, height: 800 } });
  // Of the sample data: long enough that a section can scroll to the top.
  const product = present((await listProducts(page)).find(({ Code }) => !Code.startsWith('E2E')));
  await page.goto(`/products/${product.Id}#coverage`);
  await index(page)
    .getByRole('button', { name: /On this page/ })
    .click();
  await page.getByRole('menuitemradio', { name: 'Coverage items' }).click();
  await isAtTop(page, 'coverage-items');
  await shows(index(page).getByRole('button', { name: 'On this page: Coverage items' }));
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
  await expectAccessible(page);
});

it('further actions are in a menu, with final ones set apart', async () => {
  const page = await admin();
  const product = await productIn(page, 'InDesign');
  await openProduct(page, product.Id);
  const more = page.locator('main header').getByRole('button', { name: 'More', exact: true });
  await more.focus();
  await page.keyboard.press('Enter');
  await shows(page.getByRole('menuitem'));
  expect((await page.getByRole('menuitem').allInnerTexts()).map((text) => text.trim())).toEqual([
    'Quote preview',
    'Add subversion',
    'Copy product',
    'Export rules',
    'Refresh cache',
    'Abandon',
  ]);
  for (const key of ['ArrowDown', 'ArrowDown', 'Enter']) await page.keyboard.press(key);
  await page.waitForURL(`**/products/${product.Id}/copy/copy`);
});

it('the focus stays in place: after Save, and after an unchanged row is left with Escape', async () => {
  const page = await admin();
  const { product } = await makeCovered(page);
  const form = await openProduct(page, product.Id);
  await form.name.fill('Renamed');
  await form.save.click();
  await eventually(() => page.locator('h1').innerText()).toBe('Renamed');
  await eventually(() => page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('status');
  expect(await focusedBlock(page)).toBe('general');
  await goToSection(page, 'coverage-items');
  await page.getByRole('button', { name: 'Edit: Engine' }).click();
  const editor = page.locator('[data-editing]');
  await eventually(() => editor.locator(':focus').count()).toBe(1);
  await page.keyboard.press('Escape');
  await editor.waitFor({ state: 'detached' });
  await eventually(() => page.evaluate(() => document.activeElement?.hasAttribute('data-row'))).toBe(true);
});

it('everything that belongs to a product can be edited on its page (C-004)', async () => {
  const page = await admin();
  const product = await productIn(page, 'InDesign');
  await openProduct(page, product.Id);
  await shows(generalForm(page).save);
  const names = await page.locator('[data-block="areas"] li').allInnerTexts();
  // What people say about the product is one part without an index.
  for (const part of await tabs(page).getByRole('link').filter({ hasNotText: 'Activity' }).all()) {
    await part.click();
    await eventually(() => part.getAttribute('aria-current')).toBe('page');
    await eventually(() => index(page).getByRole('link').count()).toBeGreaterThan(1);
    names.push(...(await page.locator('main').getByRole('navigation').getByRole('listitem').allInnerTexts()));
  }
  for (const area of [
    'Plans',
    'Coverage items',
    'Coverage groups',
    'Parameters',
    'Eligibility',
    'Options',
    'Limits of liability',
    'Localisations',
    'Agreements',
    'Financing',
    'Payee',
    'Certification',
    'Lienholders',
    'Claims layout',
    'Pricing',
  ])
    expect(
      names.some((name) => name.trim().startsWith(area)),
      area,
    ).toBe(true);
  const places = await page
    .locator('[data-block="areas"] a')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  for (const place of places) {
    await page.goto(String(place));
    await shows(page.locator('main h1'));
    expect(await page.getByText('This link cannot be used').count(), String(place)).toBe(0);
  }
});

it('the palette finds a product by words in any order, ignoring accents', async () => {
  const page = await admin();
  const products = await listProducts(page);
  const accented = present(products.find(({ Name }) => /é/.test(Name) && Name.split(' ').length > 2));
  await openProduct(page, accented.Id);
  await page.keyboard.press('Control+k');
  const words = accented.Name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().split(' ');
  await page
    .getByRole('dialog')
    .getByRole('searchbox')
    .fill(`${words.at(-1)} ${words[0]}`);
  await shows(
    page.getByRole('menuitem').filter({ hasText: words[0] === 'boreal' ? 'Boréal' : accented.Name }),
  );
});
