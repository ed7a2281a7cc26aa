import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { useApp } from './harness.ts';
import { eventually, productIn, shows, visit } from './products.ts';

const app = useApp();

it('prints every kind of page whole: no navigation, nothing that scrolls, heads repeated', async () => {
  const page = await visit(app, '/products', { user: 'admin' });
  await page.emulateMedia({ media: 'print' });
  const { Id } = await productIn(page, 'Active');
  const kinds = [
    ['/products', '[data-row]'],
    [`/products/${Id}`, '[data-block="general"]'],
    [`/products/${Id}/coverage-groups`, 'main h1'],
    [`/pricing/products/${Id}`, 'main h1'],
    ['/products/new', '[data-form]'],
    ['/home', 'main h2'],
    ['/background-work', 'main table'],
    ['/profile', 'main h1'],
    ['/history', 'main h1'],
    ['/configure', 'main h1'],
    ['/configure/releases', 'main h1'],
    ['/account', 'main h1'],
  ] as const;
  const found: Record<string, readonly string[]> = {};
  for (const [path, mark] of kinds) {
    await page.goto(path);
    await page.locator(mark).first().waitFor({ state: 'attached' });
    await press(page);
    found[path] = await faultsOnPaper(page);
  }
  expect(
    Object.entries(found).flatMap(([path, faults]) => faults.map((fault) => `${path}: ${fault}`)),
  ).toEqual([]);
});

it('Ctrl+P waits until all groups of a page are loaded, and folds them again afterwards', async () => {
  const page = await visit(app, '/products', { user: 'admin' });
  const { Id } = await productIn(page, 'Active');
  await page.goto(`/products/${Id}`);
  await shows(page.locator('[data-block="general"]'));
  const groups = page.locator('[data-group]');
  expect(await groups.count()).toBe(1);
  const printed = await press(page);
  expect(printed.groups).toBeGreaterThan(3);
  expect(printed.loading).toBe(0);
  await eventually(() => groups.count()).toBe(1);
});

/** Presses Ctrl+P with a printer that notes the page it gets, and keeps a copy to look at. */
async function press(page: Page): Promise<{ readonly groups: number; readonly loading: number }> {
  await page.evaluate(() => {
    window.print = () => {
      const main = document.querySelector('main') as HTMLElement;
      const [groups, loading] = ['[data-group]', '[aria-busy="true"]'].map(
        (one) => main.querySelectorAll(one).length,
      );
      Object.assign(window, { printed: { groups, loading, faults: faultsOf() } });
    };
    /** What stands on the paper and should not, as CSS lays the page out for print. */
    function faultsOf(): string[] {
      const isSeen = (one: Element) => one.checkVisibility() && one.getClientRects().length > 0;
      const nameOf = (one: Element) => `${one.tagName} ${one.textContent?.trim().slice(0, 30)}`;
      const barred = [...document.querySelectorAll('nav, search, [role=tablist], [data-screen-only]')];
      const boxes = [...document.querySelectorAll('main *:not(svg, svg *, textarea)')].filter(
        (one) => isSeen(one) && /auto|scroll/.test(getComputedStyle(one).overflowY),
      );
      const closed = [...document.querySelectorAll('[data-group]')].filter((one) => !isSeen(one));
      const heads = [...document.querySelectorAll('main thead')].filter(
        (one) => isSeen(one) && getComputedStyle(one).display !== 'table-header-group',
      );
      return [
        ...barred.filter(isSeen).map((one) => `on paper: ${nameOf(one)}`),
        ...boxes.map((one) => `scrolls: ${nameOf(one)}`),
        ...closed.map((one) => `closed: ${nameOf(one)}`),
        ...heads.map((one) => `head not repeated: ${nameOf(one)}`),
      ];
    }
  });
  await page.keyboard.press('Control+p');
  await page.waitForFunction(() => 'printed' in window);
  return page.evaluate(() => (window as unknown as { printed: { groups: number; loading: number } }).printed);
}

function faultsOnPaper(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => (window as unknown as { printed: { faults: string[] } }).printed.faults);
}
