/** Navigation on the page of a product: the palette, refusals in other parts, other versions. */
import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { goToSection, useApp } from './harness.ts';
import { makeCovered } from './plans.ts';
import { eventually, listProducts, openProduct, present, readProduct, shows, visit } from './products.ts';

const app = useApp();

const admin = () => visit(app, '/favicon.svg', { user: 'admin' });
const tabs = (page: Page) => page.getByRole('navigation', { name: 'Parts of this page' });
const tab = (page: Page, name: string) => tabs(page).getByRole('link', { name });
const openTab = (page: Page) => tabs(page).locator('[aria-current]').innerText();
const focusedBlock = (page: Page) =>
  page.evaluate(() => document.activeElement?.closest<HTMLElement>('[data-block]')?.dataset.block);

it('the palette knows the page: its parts, its sections, and its actions, after confirmation', async () => {
  const page = await admin();
  const { product } = await makeCovered(page);
  await openProduct(page, product.Id);
  const find = async (text: string) => {
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').getByRole('searchbox').fill(text);
    // The line with this text, not one from an earlier search.
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Search and commands' }).waitFor({ state: 'detached' });
  };
  await find('payee');
  await eventually(() => focusedBlock(page)).toBe('payee');
  expect(await openTab(page)).toBe('Settings');
  await find('overview');
  await eventually(() => openTab(page)).toBe('Overview');
  await find('send to pricing');
  await shows(page.getByRole('alertdialog').getByText('“Send to pricing” takes effect immediately.'));
  await page.keyboard.press('Escape');
  expect((await readProduct(page, product.Id)).ProductStateTypeId).toBe(1);
  await find('send to pricing');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Send to pricing' }).click();
  await eventually(async () => (await readProduct(page, product.Id)).ProductStateTypeId).toBe(2);
  await find('return to design');
  await shows(page.getByRole('alertdialog'));
  await page.keyboard.press('Escape');
  const viewer = await visit(app, `/products/${product.Id}`, { user: 'viewer' });
  await shows(viewer.getByRole('heading', { name: 'General settings' }));
  await viewer.keyboard.press('Control+k');
  await shows(viewer.getByRole('menuitem', { name: /^Overview/ }));
  await viewer.getByRole('dialog').getByRole('searchbox').fill('return to design');
  await shows(viewer.getByText('Nothing found.'));
});

it('a refusal at a field in another part of the page links there and focuses the field', async () => {
  const page = await admin();
  const { product } = await makeCovered(page);
  const form = await openProduct(page, product.Id);
  const sentence = 'The payee has left; choose another one.';
  await page.route('**/api/product', (route) =>
    route.request().method() === 'PUT'
      ? route.fulfill({
          status: 422,
          json: {
            Message: 'The product cannot be saved.',
            Code: 'validation',
            ValidationErrors: [{ Key: 'PayeeId', Path: '/PayeeId', Value: sentence }],
          },
        })
      : route.fallback(),
  );
  await form.name.fill('Refused elsewhere');
  await form.save.click();
  const alert = form.alerts.filter({ hasText: sentence });
  await shows(alert);
  await alert.getByRole('link', { name: 'AR Payee (in Payee)' }).click();
  await eventually(() => openTab(page)).toBe('Settings');
  await eventually(() => focusedBlock(page)).toBe('payee');
  await eventually(() => page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('combobox');
  await tab(page, 'Overview').click();
  expect(await form.name.inputValue()).toBe('Refused elsewhere');
});

it('the versions of a product link to each other', async () => {
  const page = await admin();
  const all = await listProducts(page);
  const first = present(
    all.find(({ Id, RootId }) => all.some((one) => one.RootId === RootId && one.Id !== Id)),
  );
  const others = all.filter(({ Id, RootId }) => RootId === first.RootId && Id !== first.Id);
  await openProduct(page, first.Id);
  const section = await goToSection(page, 'versions');
  await eventually(() => section.locator('[data-row]').count()).toBe(Math.min(10, others.length));
  const [other] = others;
  await section.locator(`[data-row="${other?.Id}"]`).getByRole('link').click();
  await page.waitForURL((url) => url.pathname === `/products/${other?.Id}`);
  await goToSection(page, 'versions');
  await shows(page.locator(`[data-block=versions] [data-row="${first.Id}"]`));
});
