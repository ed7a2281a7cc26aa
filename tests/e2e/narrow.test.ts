import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { hostedModel } from '../support/hostApp.ts';
import { useApp } from './harness.ts';
import { eventually, productIn, shows, visit } from './products.ts';

const app = useApp();

it('at 320 px no screen scrolls sideways, and links are targets of 24 px', async () => {
  const page = await visit(app, '/products', { user: 'admin' });
  await page.setViewportSize({ width: 320, height: 640 });
  const { Id } = await productIn(page, 'Active');
  const screens = [
    ['/products', '[data-row]'],
    ['/products/new', '[data-form="general"] button'],
    [`/products/${Id}`, '[data-block="general"]'],
    [`/products/${Id}/coverage-items`, 'main h1'],
    ['/agreement-documents', '[data-row]'],
    ['/product-groups', 'main h1'],
    ['/product-types', 'main h1'],
    ['/history', 'main h1'],
    ['/configure', 'main h1'],
    ['/nowhere', 'main h1'],
  ] as const;
  const found: Record<string, readonly string[]> = {};
  for (const [path, mark] of screens) {
    await page.goto(path);
    await shows(page.locator(mark));
    found[path] = await faultsOf(page);
  }
  expect(
    Object.entries(found).flatMap(([path, faults]) => faults.map((fault) => `${path}: ${fault}`)),
  ).toEqual([]);
});

const phone = { width: 390, height: 800 };

it('on a phone no list scrolls sideways: rows whose columns do not fit are cards with title and facts', async () => {
  const page = await visit(app, '/favicon.svg', { user: 'admin' });
  await page.setViewportSize(phone);
  const screens = await listScreens();
  expect(screens.length).toBeGreaterThan(12);
  const faults: string[] = [];
  let cards = 0;
  for (const path of screens) {
    await page.goto(path);
    await shows(page.locator('main h1'));
    await page.locator('main [aria-busy="true"]').first().waitFor({ state: 'detached' });
    const found = await page.evaluate(() => {
      const grids = [...document.querySelectorAll<HTMLElement>('main [role="grid"]')];
      const wide = grids.filter(({ parentElement: box }) => box && box.scrollWidth > box.clientWidth + 1);
      const rows = grids.flatMap((grid) => [...grid.querySelectorAll('tr[role="row"][data-row]')]);
      const shownIn = (row: Element) => [...row.querySelectorAll('td')].filter((td) => td.checkVisibility());
      return {
        wide: wide.length,
        cards: rows.length,
        untitled: rows.filter((row) => !row.querySelector('[data-part="title"]')?.textContent).length,
        low: rows
          .flatMap((row) => [...row.querySelectorAll('a, button')])
          .filter((one) => {
            const { height } = one.getBoundingClientRect();
            return height > 0 && height < 24;
          }).length,
        nameless: rows
          .flatMap(shownIn)
          .filter((td) => td.dataset.part === 'fact' && !td.querySelector('span')?.textContent).length,
      };
    });
    cards += found.cards;
    for (const [fault, count] of Object.entries({ ...found, cards: 0 }))
      if (count > 0) faults.push(`${path}: ${count} ${fault}`);
  }
  expect(faults).toEqual([]);
  expect(cards).toBeGreaterThan(50);
});

it('on a phone one button holds the filters, and the actions of the page are at its foot', async () => {
  const page = await visit(app, '/products', { user: 'admin' });
  await page.setViewportSize(phone);
  await shows(page.locator('[data-row]'));
  const name = page.getByRole('search').getByRole('textbox').or(page.getByRole('searchbox')).first();
  const fold = page.getByRole('search').getByRole('button', { name: /^Filters/ });
  expect(await name.isVisible()).toBe(false);
  expect(await fold.getAttribute('aria-expanded')).toBe('false');
  await fold.click();
  await name.fill('Care');
  await eventually(() => fold.innerText()).toBe('Filters (1)');
  await fold.click();
  await eventually(() => name.isVisible()).toBe(false);
  const box = await page.getByRole('link', { name: 'Create product' }).boundingBox();
  expect(box?.y).toBeGreaterThan(phone.height - 100);
});

/** Addresses of all screens that list records and need no record to open. */
async function listScreens(): Promise<readonly string[]> {
  return [...(await hostedModel()).screens.values()]
    .filter(({ route, blocks }) => !/[:{]/.test(route) && blocks.some(({ kind }) => kind === 'grid'))
    .map(({ route }) => route);
}

/** Elements that stick out of the page, and links too small to hit. */
function faultsOf(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const nameOf = (one: Element) => `${one.tagName} ${one.className} ${one.textContent?.slice(0, 30)}`;
    const { scrollWidth, clientWidth } = document.documentElement;
    const wide = scrollWidth > clientWidth ? [`${scrollWidth} px wide`] : [];
    const low = [...document.querySelectorAll('a[href]')].filter((link) => {
      const { height, width } = link.getBoundingClientRect();
      return width > 1 && height > 1 && height < 24;
    });
    return [...wide, ...low.map((link) => `${nameOf(link)}: ${link.getBoundingClientRect().height} px high`)];
  });
}
