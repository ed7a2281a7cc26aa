import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { useApp } from './harness.ts';
import { productIn, shows, visit } from './products.ts';

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
