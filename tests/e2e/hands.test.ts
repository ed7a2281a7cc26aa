/**
 * The work of a day, with its clicks counted: they are a bound, so that no later change makes the same work
 * longer. Keys are printed only.
 */
import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { expectAccessible, screenshot, useApp } from './harness.ts';
import { eventually, readJson, shows, visit } from './products.ts';

const app = useApp();

/** Counts what the person does with mouse and keyboard from now on, across pages. */
async function count(page: Page): Promise<() => { readonly clicks: number; readonly keys: number }> {
  const done = { clicks: 0, keys: 0 };
  await page.exposeFunction('noteDeed', (kind: 'clicks' | 'keys') => {
    done[kind] += 1;
  });
  const watch = () => {
    const note = (globalThis as unknown as { noteDeed: (kind: string) => void }).noteDeed;
    addEventListener('pointerdown', (event) => event.isTrusted && note('clicks'), true);
    addEventListener('keydown', (event) => event.isTrusted && note('keys'), true);
  };
  await page.addInitScript(watch);
  await page.evaluate(watch);
  return () => ({ ...done });
}

it('20 products are adjusted and scheduled with a time in at most 12 clicks', async () => {
  const page = await visit(app, '/pricing/adjustments', { user: 'pricing' });
  const create = page.locator('main').getByRole('link', { name: 'Create pricing adjustment' });
  await shows(create);
  const deeds = await count(page);
  await create.click();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Spring');
  await page.getByRole('textbox', { name: /^Change/ }).fill('2');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.waitForURL(/adjustments\/[0-9a-f-]{36}$/);
  const id = page.url().split('/').at(-1);

  await page.getByRole('button', { name: 'Add products' }).click();
  const window = page.getByRole('dialog', { name: 'Add products' });
  const rows = window.locator('[data-row]');
  await shows(rows.first());
  await eventually(() => rows.count()).toBe(25);
  // One row and a range with Shift make twenty.
  await rows.first().click();
  await rows.nth(19).click({ modifiers: ['Shift'] });
  await shows(window.getByText('20 chosen'));
  await expectAccessible(page);
  await screenshot(page, 'choose-products');
  await window.getByRole('button', { name: 'Add products' }).click();
  await window.waitFor({ state: 'detached' });

  await page.getByRole('button', { name: 'Schedule the versions' }).click();
  await page.keyboard.type('2027-03-01 06:30');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  const { clicks, keys } = deeds();
  console.info(`adjust 20 products: ${clicks} clicks, ${keys} keys`);
  expect(clicks).toBeLessThanOrEqual(12);
  const stored = await readJson<{ AdjustmentProducts: unknown[]; VersioningDate: string }>(
    page,
    `/pricing/adjustment/${id}`,
  );
  expect(stored.AdjustmentProducts).toHaveLength(20);
  const local = await page.evaluate((at) => new Date(at).toString(), stored.VersioningDate);
  expect(local).toContain('Mar 01 2027 06:30');

  // Those that were added are marked, and everything that matches is one click more.
  await page.getByRole('button', { name: 'Add products' }).click();
  await eventually(() => window.getByRole('checkbox', { name: /already added/ }).count()).toBeGreaterThan(0);
  await window.getByRole('button', { name: /^Choose all \d+ that match/ }).click();
  await shows(window.getByText(/^\d+ chosen$/));
  expect(
    await window
      .getByRole('checkbox', { name: /already added/ })
      .first()
      .isDisabled(),
  ).toBe(true);
});
