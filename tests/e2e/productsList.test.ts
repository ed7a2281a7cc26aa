import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { useApp } from './harness.ts';
import { eventually, listProducts, openList, type Product, shows, visit } from './products.ts';

const app = useApp();

const rows = (page: Page) => page.locator('[data-row]');
const shownIds = (page: Page) =>
  rows(page).evaluateAll((elements) => elements.map((row) => row.getAttribute('data-row')));
const range = (page: Page) => page.getByRole('navigation', { name: 'Pages' }).getByRole('status');
const filter = (page: Page, name: string) => page.getByRole('searchbox', { name, exact: true });
const picker = (page: Page, label: string) => page.getByRole('button', { name: new RegExp(`${label}$`) });

/** The queries that the list sends to the server. */
function questions(page: Page): URLSearchParams[] {
  const asked: URLSearchParams[] = [];
  page.on('request', (request) => {
    const address = new URL(request.url());
    if (address.pathname === '/api/product') asked.push(address.searchParams);
  });
  return asked;
}

async function expectRows(page: Page, wanted: readonly Product[]): Promise<void> {
  await eventually(() => shownIds(page)).toEqual(wanted.map(({ Id }) => Id));
}

async function pick(page: Page, label: string, choices: readonly string[]): Promise<void> {
  await picker(page, label).click();
  for (const choice of choices) await page.getByRole('option', { name: choice, exact: true }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('listbox').waitFor({ state: 'detached' });
}

it('C-039 C-081 the products list has its filters in order', async () => {
  const page = await openList(app);
  await shows(page.getByRole('heading', { level: 1, name: 'Products', exact: true }));
  expect(await page.title()).toBe('Products · Formwright');
  const labels = await page.getByRole('search', { name: 'Filters' }).locator('label[for]').allInnerTexts();
  expect(labels).toEqual(['Name', 'Code', 'Brands', 'Product Types', 'States', 'Version', 'Subversion']);
});

it('C-354 C-355 R-473 ten rows a page, by launch date and then id, both descending', async () => {
  const page = await openList(app);
  const all = [...(await listProducts(page))].sort(
    (a, b) => compare(b.LaunchDate, a.LaunchDate) || compare(b.Id, a.Id),
  );
  await expectRows(page, all.slice(0, 10));
  await page.getByRole('button', { name: 'Next page' }).click();
  await expectRows(page, all.slice(10, 20));
  // Two launched on one day, so that the id decides somewhere.
  expect(new Set(all.map(({ LaunchDate }) => LaunchDate)).size).toBeLessThan(all.length);
});

it('C-082 C-225 sorting by one column and by two, and paging, are done by the server', async () => {
  const page = await openList(app);
  const asked = questions(page);
  const all = await listProducts(page);
  const head = (name: string) => page.getByRole('columnheader').getByRole('button', { name });
  await head('Brand').click();
  await head('Name').click({ modifiers: ['Shift'] });
  await head('Name').click({ modifiers: ['Shift'] });
  await eventually(() => asked.at(-1)?.getAll('sortFields').join()).toMatch(/^Brand\.Name,Name/);
  expect(asked.at(-1)?.getAll('sortDirections').slice(0, 2)).toEqual(['1', '0']);
  await page.getByRole('button', { name: 'Last page' }).click();
  await eventually(() => range(page).innerText()).toBe('191–200 of 200');
  expect(asked.at(-1)?.get('page')).toBe('20');
  await page.getByRole('button', { name: 'First page' }).click();
  await page.getByLabel('Rows per page').selectOption('50');
  await eventually(() => range(page).innerText()).toBe('1–50 of 200');
  expect(asked.at(-1)?.get('pageSize')).toBe('50');
  await eventually(() => rows(page).count()).toBe(50);
  const brands = await rows(page).evaluateAll((all) => all.map((row) => row.children[2]?.textContent ?? ''));
  expect(brands).toEqual([...brands].sort((a, b) => compare(a, b)));
  expect(new Set(all.map(({ Id }) => Id)).size).toBe(200);
});

it('C-193 C-225 a text filter waits for its third character', async () => {
  const page = await openList(app);
  const asked = questions(page);
  await filter(page, 'Name').fill('ca');
  await shows(page.getByText('Type at least 3 characters.'));
  // Longer than the list waits for a pause in typing.
  await page.waitForTimeout(500);
  await page.getByRole('button', { name: 'Next page' }).click();
  await eventually(() => range(page).innerText()).toBe('11–20 of 200');
  await filter(page, 'Name').fill('cas');
  await eventually(() => range(page).innerText()).not.toContain('200');
  expect(asked.flatMap((query) => query.getAll('FilterValue'))).toEqual(['cas']);
  expect(asked.at(-1)?.getAll('FilterProperty')).toEqual(['Name']);
  expect(asked.at(-1)?.getAll('FilterOperator')).toEqual(['words']);
  const names = (await listProducts(page)).filter(({ Name }) => /cas/i.test(Name));
  expect(await range(page).innerText()).toBe(`1–10 of ${names.length}`);
  await filter(page, 'Code').fill('MBP-10');
  const both = names.filter(({ Code }) => Code.includes('MBP-10'));
  await eventually(() => range(page).innerText()).toBe(`1–${both.length} of ${both.length}`);
});

it('C-356 version and subversion match whole values only', async () => {
  const page = await openList(app);
  const all = await listProducts(page);
  await filter(page, 'Version').fill('2.0');
  const second = all.filter(({ Version }) => Version === '2.0');
  await eventually(() => range(page).innerText()).toBe(`1–10 of ${second.length}`);
  await filter(page, 'Subversion').fill('1');
  const wanted = second.filter(({ Subversion }) => Subversion === 1);
  expect(wanted.length).toBeGreaterThan(0);
  await expectRows(page, wanted.slice(0, 10));
  // A part of a version does not match.
  await filter(page, 'Version').fill('2');
  await shows(page.getByText('Nothing matches these filters'));
});

it('C-357 brands, types and states match any of the selected ones', async () => {
  const page = await openList(app);
  const asked = questions(page);
  await pick(page, 'Brands', ['Cascadia', 'Valcourt']);
  await pick(page, 'States', ['In Design', 'In Pricing', 'Active']);
  await pick(page, 'Product Types', ['Tire and Rim Protection', 'GAP']);
  const wanted = (await listProducts(page)).filter(
    (product) =>
      ['Cascadia', 'Valcourt'].includes(nameOf(product.Brand)) &&
      ['InDesign', 'InPricing', 'Active'].includes(nameOf(product.ProductStateType)) &&
      ['Tire and Rim', 'GAP'].includes(nameOf(product.ProductType)),
  );
  expect(wanted.length).toBeGreaterThan(1);
  await expectRows(page, wanted.slice(0, 10));
  expect(asked.at(-1)?.getAll('FilterOperator')).toEqual(['in', 'in', 'in']);
});

it('C-083 filters, order and page size are restored on the next visit, in any browser, and only for oneself', async () => {
  const page = await openList(app, { user: 'manager' });
  await filter(page, 'Name').fill('care');
  await pick(page, 'Brands', ['Cascadia']);
  await page.getByRole('columnheader').getByRole('button', { name: 'Code', exact: true }).click();
  await page.getByLabel('Rows per page').selectOption('50');
  const wanted = (await listProducts(page))
    .filter(({ Name, Brand }) => /care/i.test(Name) && nameOf(Brand) === 'Cascadia')
    .sort((a, b) => compare(a.Code, b.Code))
    .map(({ Code }) => Code);
  expect(wanted.length).toBeGreaterThan(1);
  const codes = (at: Page) =>
    rows(at).evaluateAll((all) => all.map((row) => row.children[1]?.textContent ?? ''));
  const expectKept = async (at: Page) => {
    await eventually(() => codes(at)).toEqual(wanted);
    expect(await filter(at, 'Name').inputValue()).toBe('care');
    expect(await picker(at, 'Brands').innerText()).toContain('Cascadia');
    expect(await at.getByLabel('Rows per page').inputValue()).toBe('50');
  };
  await expectKept(page);

  // At once: the latest change must survive leaving.
  await page.getByRole('link', { name: 'Cascadia' }).first().click();
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Products' }).click();
  await expectKept(page);
  await page.reload();
  await expectKept(page);
  await page.getByRole('button', { name: /Product manager/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByLabel('User name').fill('manager');
  await page.getByLabel('Password').fill('demo');
  await page.getByLabel('Password').press('Enter');
  await expectKept(page);
  await expectKept(await visit(app, '/products', { user: 'manager' }));
  const somebodyElse = await visit(app, '/products', { user: 'pricing' });
  await shows(rows(somebodyElse));
  expect(await filter(somebodyElse, 'Name').inputValue()).toBe('');
});

it('C-083 a filter survives an immediate reload and sign-out', async () => {
  const page = await openList(app, { user: 'configurator' });
  await filter(page, 'Code').fill('GAP');
  await eventually(() => range(page).innerText()).not.toContain('200');
  await page.reload();
  await shows(rows(page));
  expect(await filter(page, 'Code').inputValue()).toBe('GAP');
  await page.getByRole('button', { name: 'Clear 1 filter' }).click();
  await page.getByRole('button', { name: /Configurator/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByLabel('User name').fill('configurator');
  await page.getByLabel('Password').fill('demo');
  await page.getByLabel('Password').press('Enter');
  await shows(rows(page));
  expect(await filter(page, 'Code').inputValue()).toBe('');
});

it('any text is a harmless filter, and an empty result has a way out', async () => {
  const page = await openList(app, { user: 'viewer' });
  for (const text of [
    '<script>alert(1)</script>',
    "x' OR '1'='1",
    '100%_\\',
    '🚗🚗🚗',
    'a,b&FilterValue=c',
  ]) {
    await filter(page, 'Name').fill(text);
    await shows(page.getByText('Nothing matches these filters'));
    await page.getByRole('button', { name: 'Clear the filters' }).click();
    await shows(rows(page));
  }
  await filter(page, 'Subversion').fill('abc');
  await shows(
    page
      .locator('main')
      .getByText(/Subversion|Nothing matches/)
      .nth(1),
  );
  await filter(page, 'Subversion').fill('');
  await shows(rows(page));
});

it('a list that cannot be loaded says so and loads on retry', async () => {
  const page = await visit(app, '/products');
  await page.route('**/api/product?**', (route) =>
    route.fulfill({ status: 500, json: { Message: 'Broken.' } }),
  );
  await page.getByLabel('User name').fill('pricing');
  await page.getByLabel('Password').fill('demo');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await shows(page.getByText('Broken.'));
  await page.unroute('**/api/product?**');
  await page.getByRole('button', { name: 'Try again' }).click();
  await shows(rows(page));
});

it('every column fits a window of 1440 pixels, and no title is cut, in both languages', async () => {
  for (const locale of ['en-CA', 'fr-CA'] as const) {
    const page = await openList(app, { user: locale === 'en-CA' ? 'viewer' : 'configurator', locale });
    const cut = await page.getByRole('grid').evaluate((grid) => {
      const titles = [...grid.querySelectorAll('thead button span')];
      const words = titles.filter((title) => title.scrollWidth > title.clientWidth + 1);
      return [
        (grid.parentElement?.scrollWidth ?? 0) - (grid.parentElement?.clientWidth ?? 0),
        ...words.map((one) => one.textContent),
      ];
    });
    expect(cut, locale).toEqual([0]);
    await page.setViewportSize({ width: 1280, height: 800 });
    const widths = () =>
      page.locator('tbody tr').evaluateAll((all) =>
        // The name, and the dates at the end of the row.
        all.map(({ children }) => {
          const days = [...children].slice(7, 9).every((day) => day.scrollWidth <= day.clientWidth);
          return (children[0]?.clientWidth ?? 0) >= 180 && days;
        }),
      );
    await eventually(widths).toEqual(Array(10).fill(true));
  }
});

it('every list of the menu fits a window of 1280 pixels, its titles and dates whole, in both languages', async () => {
  for (const locale of ['en-CA', 'fr-CA'] as const) {
    const page = await visit(app, '/products', { user: 'admin', locale });
    await page.setViewportSize({ width: 1280, height: 800 });
    for (const path of ['product-types', 'product-groups', 'agreement-documents', 'new-used-rules']) {
      await page.goto(`/${path}`);
      await shows(rows(page));
      const cut = () =>
        page.getByRole('grid').evaluate((grid) => {
          const box = grid.parentElement as HTMLElement;
          const isCut = (one: Element) => one.scrollWidth > one.clientWidth + 1;
          const days = [...grid.querySelectorAll('td')].filter((one) => /\d{4}$/.test(one.textContent ?? ''));
          const titles = [...grid.querySelectorAll('thead button span')];
          return [
            ...(box.scrollWidth > box.clientWidth ? [`${box.scrollWidth} > ${box.clientWidth}`] : []),
            ...[...days, ...titles].filter(isCut).map((one) => one.textContent),
          ];
        });
      await eventually(cut).toEqual([]);
    }
  }
});

it('rows are navigated and opened with the keyboard', async () => {
  const page = await openList(app);
  const ids = await shownIds(page);
  await rows(page).first().focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/products/${ids[2]}`);
});

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

function nameOf(value: unknown): string {
  return (value as { Name?: string } | null)?.Name ?? '';
}

it('returning to a list restores row and scroll position, by mouse and by keyboard', async () => {
  const page = await openList(app, { user: 'admin' });
  await page.setViewportSize({ width: 1280, height: 400 });
  const place = () =>
    page.evaluate(() => [
      document.activeElement?.closest('[data-row]')?.getAttribute('data-row'),
      Math.round(scrollY / 4),
    ]);
  const leave = async (open: () => Promise<void>) => {
    const left = await place();
    await open();
    await page.waitForURL(/\/products\/[^/?]+$/);
    await shows(page.getByRole('heading', { name: 'General settings' }));
    await page.goBack();
    await shows(rows(page));
    return left;
  };
  await rows(page).nth(7).focus();
  await page.keyboard.press('ArrowDown');
  await page.evaluate(() => window.scrollBy(0, 40));
  const left = await leave(() => page.keyboard.press('Enter'));
  expect(left[1]).toBeGreaterThan(10);
  await eventually(place).toEqual(left);
  const row = rows(page).nth(5);
  const id = await row.getAttribute('data-row');
  await row.locator('td').nth(1).click();
  await page.waitForURL(/\/products\/[^/?]+$/);
  await page.goBack();
  await eventually(async () => (await place())[0]).toBe(id);
});

it('the query of a list is in its address: reload, back, forward, and the link for a colleague', async () => {
  const page = await openList(app, { user: 'manager' });
  const search = () => decodeURIComponent(new URL(page.url()).search);
  expect(search()).toBe('');
  await filter(page, 'Name').fill('care');
  await pick(page, 'States', ['Active', 'In Design']);
  await page.getByRole('columnheader').getByRole('button', { name: 'Code', exact: true }).click();
  await eventually(search).toMatch(/^\?Name\.words=care&.*\.in=\d+&.*\.in=\d+&sort=Code$/);
  await page.getByRole('button', { name: 'Next page' }).click();
  await eventually(search).toContain('page=2');
  const codes = (at: Page) =>
    rows(at).evaluateAll((all) => all.map((row) => row.children[1]?.textContent ?? ''));
  await eventually(() => range(page).innerText()).toContain('11');
  const [link, wanted] = [page.url(), await codes(page)];
  await page.reload();
  await eventually(() => codes(page)).toEqual(wanted);
  expect(page.url()).toBe(link);
  // No filter adds a history entry; the list is restored as it was left, both ways.
  await rows(page).first().locator('td').nth(1).click();
  await page.waitForURL(/\/products\/[^/?]+$/);
  await page.goBack();
  await eventually(() => codes(page)).toEqual(wanted);
  await page.goForward();
  await page.waitForURL(/\/products\/[^/?]+$/);
  await page.goBack();
  await eventually(() => codes(page)).toEqual(wanted);
  const colleague = await openList(app, { user: 'pricing' });
  await colleague.goto(link);
  await eventually(() => codes(colleague)).toEqual(wanted);
  expect(await filter(colleague, 'Name').inputValue()).toBe('care');
  await colleague.getByRole('button', { name: /^Clear 2 filters/ }).click();
  await eventually(() => new URL(colleague.url()).search).toBe('?sort=Code');
});

it('invalid parts of an address are silently ignored', async () => {
  const page = await openList(app, { user: 'manager' });
  const wanted = await range(page).innerText();
  await page.goto('/products?Subversion.eq=abc&page=0&sort=Nothing&BrandId.in=%27%3B--&pageSize=9999');
  await eventually(() => range(page).innerText()).toBe(wanted);
  expect(await page.getByRole('alert').count()).toBe(0);
  await eventually(() => new URL(page.url()).search).toBe('');
  // A page behind the last one shows the last.
  await page.goto('/products?page=9999');
  await shows(rows(page));
  await eventually(() => new URL(page.url()).search).toMatch(/^\?page=\d{1,3}$/);
});
