/** Groups with totals, and the gallery and timeline of a list. */
import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { expectAccessible, screenshot, useApp } from './harness.ts';
import { eventually, makeProduct, openList, readProduct, shows } from './products.ts';

const app = useApp();
const headings = (page: Page) => page.locator('[data-group] button[aria-expanded]');

it('groups a list by keyboard, keeps it over a reload, and removes it', async () => {
  const page = await openList(app);
  await page.getByRole('button', { name: 'Group', exact: true }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Groups and totals' });
  await dialog.getByRole('button', { name: /Group by/ }).press('Enter');
  await page.getByRole('option', { name: 'State', exact: true }).press('Enter');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Apply' }).press('Enter');
  await shows(headings(page).first());
  await eventually(() => page.url()).toContain('group=ProductStateTypeId');
  expect(await page.locator('[data-row]').count()).toBe(0);

  await headings(page).first().focus();
  await page.keyboard.press('ArrowRight');
  await shows(page.locator('[data-row]').first());
  await page.keyboard.press('ArrowDown');
  expect(
    await headings(page)
      .nth(1)
      .evaluate((one) => one === document.activeElement),
  ).toBe(true);
  await expectAccessible(page);
  await screenshot(page, 'list-groups');
  const shown = await page.locator('[data-row]').count();
  await page.reload();
  await eventually(() => page.locator('[data-row]').count()).toBe(shown);

  await page.getByRole('button', { name: 'Grouped by State' }).click();
  await page.getByRole('menuitem', { name: 'Remove the groups' }).click();
  await eventually(() => page.url()).not.toContain('group=');
  await eventually(() => headings(page).count()).toBe(0);
});

it('moves and stretches a bar of the timeline by drag, keys and dialog', async () => {
  const page = await openList(app);
  const { Id, Name: name } = await makeProduct(page, { LaunchDate: '2033-03-08', EndDate: '2033-03-20' });
  await page.goto('/products?layout=timeline&span=week&day=2033-03-10');
  const row = page.locator(`[data-entry="${Id}"]`);
  await shows(row.getByText('From Mar 8, 2033 to Mar 20, 2033').first());
  await expectAccessible(page);
  await screenshot(page, 'timeline-week');

  const end = await row.locator('[data-edge=end]').boundingBox();
  const track = await row.locator('[data-moves]').evaluate((bar) => bar.parentElement?.clientWidth ?? 0);
  const perDay = track / 84;
  if (!end) throw new Error('The bar has an end.');
  const at = { x: end.x + end.width / 2, y: end.y + end.height / 2 };
  await page.mouse.move(at.x, at.y);
  await page.mouse.down();
  await page.mouse.move(at.x + perDay * 5, at.y, { steps: 5 });
  await page.mouse.up();
  await eventually(async () => (await readProduct(page, Id)).EndDate).toBe('2033-03-25');

  const link = row.getByRole('link', { name, exact: true });
  await link.focus();
  await page.keyboard.press('Alt+Shift+ArrowLeft');
  await eventually(async () => (await readProduct(page, Id)).EndDate).toBe('2033-03-24');
  await eventually(() => link.evaluate((one) => one === document.activeElement)).toBe(true);
  await page.keyboard.press('Alt+ArrowRight');
  await eventually(async () => (await readProduct(page, Id)).LaunchDate).toBe('2033-03-09');
  await eventually(async () => (await readProduct(page, Id)).EndDate).toBe('2033-03-25');
});

it.each(['gallery', 'timeline'])('shows the %s on a phone, in French and dark', async (layout) => {
  const page = await openList(app, {
    ...{ user: 'manager', viewport: { width: 390, height: 844 } },
    ...{ locale: 'fr-CA', colorScheme: 'dark' },
  });
  await page.goto(`/products?layout=${layout}&day=2025-01-10`);
  await shows(page.getByRole('region', { name: /galerie$|chronologie$/ }));
  await shows(page.getByRole('link', { name: /Care|Road/ }).first());
  await expectAccessible(page);
  await screenshot(page, `${layout}-fr-390`);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});
