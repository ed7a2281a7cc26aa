import type { Locator, Page } from 'playwright';
import { expect } from 'vitest';
import type { App } from './harness.ts';

/** A product as the server answers it. */
export type Product = {
  readonly Id: string;
  readonly Name: string;
  readonly Code: string;
  readonly Revision: number;
  readonly LaunchDate: string;
  readonly [field: string]: unknown;
};

/** Polls until a value is right: `await eventually(() => page.title()).toBe('…')`. */
export function eventually<T>(read: () => T | Promise<T>) {
  return expect.poll(read);
}

/** Ticks a box by its key: a page that is still filling may move it from under a pointer. */
export async function tick(box: Locator): Promise<void> {
  await box.waitFor({ state: 'attached' });
  if (!(await box.isChecked())) await box.press('Space');
  await eventually(() => box.isChecked()).toBe(true);
}

/** Waits until it exists and is visible. */
export async function shows(...places: readonly Locator[]): Promise<void> {
  await Promise.all(places.map((place) => place.first().waitFor()));
}

type Visit = Parameters<App['open']>[1];

/** Opens an address; the page is closed when the test ends, so that it takes no time from the next. */
export function visit(app: App, address: string, options?: Visit): Promise<Page> {
  return app.visit(address, options);
}

/** The products list as a new user sees it. */
export async function openList(app: App, options: Visit = { user: 'admin' }): Promise<Page> {
  const page = await visit(app, '/favicon.svg', options);
  await page.request.put('/api/preference/grid.product.products', { data: {} });
  await page.goto('/products');
  await shows(page.locator('[data-row]'));
  return page;
}

/** Products as the server lists them for this page's person; all of them unless the query says otherwise. */
export async function listProducts(page: Page, query = ''): Promise<readonly Product[]> {
  return (await readJson<{ Items: Product[] }>(page, `/product?pageSize=0&${query}`)).Items;
}

/** The first product in a state. */
export async function productIn(page: Page, state: string): Promise<Product> {
  const found = await listProducts(
    page,
    `FilterProperty=ProductStateType.Name&FilterOperator=eq&FilterValue=${state}`,
  );
  return present(found[0]);
}

/** A product as it is stored now. */
export function readProduct(page: Page, id: string): Promise<Product> {
  return readJson(page, `/product/${id}`);
}

export async function readJson<T>(page: Page, path: string): Promise<T> {
  const answer = await page.request.get(`/api${path}`);
  expect(answer.status(), await answer.text()).toBe(200);
  return answer.json();
}

let made = 0;

/** A new product in design of this test, created over HTTP. */
export async function makeProduct(page: Page, values: Record<string, unknown> = {}): Promise<Product> {
  made += 1;
  const answer = await page.request.post('/api/product', {
    data: { ...(await draftProduct(page)), ...values },
  });
  expect(answer.status(), await answer.text()).toBe(201);
  return readProduct(page, (await answer.json()).Id);
}

async function draftProduct(page: Page): Promise<Record<string, unknown>> {
  const first = async (path: string) => (await readJson<{ Items: Product[] }>(page, path)).Items[0]?.Id;
  return {
    Name: `Harbour Care ${made}`,
    Code: `E2E-${process.pid}-${made}`,
    Version: '1.0',
    Description: 'Made by a test.',
    BrandId: await first('/product/operationalbrands'),
    ProductTypeId: await first('/product/producttypes'),
    UnderwriterId: await first('/product/underwriter'),
    QuoteExpiryInDays: 30,
    LaunchDate: '2030-01-15',
  };
}

/** Picks the named choice of a combo box. */
export function choose(page: Page, label: string, text: string): Promise<void> {
  return chooseIn(page.getByRole('combobox', { name: label, exact: true }), text);
}

/** The next write to this path fails with a server error. */
export async function failNextWrite(page: Page, path: string): Promise<void> {
  let hasFailed = false;
  await page.route(path, (route) => {
    if (hasFailed || route.request().method() === 'GET') return route.fallback();
    hasFailed = true;
    return route.fulfill({ status: 500, contentType: 'text/plain', body: 'out of order' });
  });
}

/**
 * Types into a combo box and picks the choice with the keys, since the list closes when the page scrolls
 * under a pointer.
 */
export async function chooseIn(box: Locator, text: string, typed = text): Promise<void> {
  const { keyboard } = box.page();
  await box.fill(typed);
  // The current choice may be the active one, anywhere in the list: down to its end, then up.
  let key = 'ArrowDown';
  let last: string | undefined;
  await eventually(async () => {
    const active = await activeOption(box.page());
    if (active === text) return active;
    if (active !== undefined && active === last) key = key === 'ArrowDown' ? 'ArrowUp' : 'ArrowDown';
    last = active;
    await keyboard.press(key);
    return activeOption(box.page());
  }).toBe(text);
  await keyboard.press('Enter');
}

/** The text of the choice that Enter would take now. */
function activeOption(page: Page): Promise<string | undefined> {
  return page.evaluate(() => {
    const id = document.activeElement?.getAttribute('aria-activedescendant');
    return (id && document.getElementById(id)?.innerText.trim()) || undefined;
  });
}

/** Opens an empty combo box, waits until it offers the expected choices, and closes it. */
export async function expectChoices(page: Page, label: string, wanted: unknown): Promise<void> {
  const box = page.getByRole('combobox', { name: label, exact: true });
  await box.click();
  await eventually(() => page.getByRole('option').allInnerTexts()).toEqual(wanted);
  await page.keyboard.press('Escape');
}

/** The general settings: every control, by the name a person would use. */
export function generalForm(page: Page) {
  const field = (name: string) => page.getByRole('textbox', { name, exact: true });
  return {
    name: field('Name'),
    code: field('Code'),
    version: field('Version'),
    description: field('Description'),
    launch: field('Launch Date'),
    end: field('End Date'),
    expiry: page.getByRole('button', { name: /Quote Expiry$/ }),
    // Not the bar that saves all forms of the page.
    save: page.locator('[data-form]').getByRole('button', { name: /^Save/ }),
    alerts: page.locator('main').getByRole('alert'),
  };
}

/** Opens the settings of a product and waits for its form. */
export async function openProduct(page: Page, id: string) {
  await page.goto(`/products/${id}`);
  await shows(page.locator('[data-form="general"] [data-path]'));
  return generalForm(page);
}

/** Presses Save and waits for the answer of the server. */
export async function saveAndWait(page: Page) {
  const answered = page.waitForResponse(
    (response) =>
      ['PUT', 'POST'].includes(response.request().method()) && /\/api\/product$/.test(response.url()),
  );
  await generalForm(page).save.click();
  return answered;
}

export function present<T>(value: T | undefined | null): T {
  if (value === undefined || value === null) throw new Error('Expected to find something.');
  return value;
}
