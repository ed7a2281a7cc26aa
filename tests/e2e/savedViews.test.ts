/**
 * Views of a list, as people use them: saved, chosen by keyboard, opened first, shared, changed by their
 * owner only.
 */
import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { expectAccessible, useApp } from './harness.ts';
import { eventually, openList, readJson, shows } from './products.ts';

const app = useApp();

const views = (page: Page) => page.getByRole('button', { name: /^Views/ });
const head = (page: Page, name: string) =>
  page.getByRole('columnheader').getByRole('button', { name, exact: true });
const item = (page: Page, name: string | RegExp) => page.getByRole('menuitem', { name, exact: true });
const named = (page: Page, name: string) => page.getByRole('menuitemradio', { name });

async function choose(page: Page, name: string | RegExp): Promise<void> {
  await views(page).click();
  await item(page, name).click();
}

it('a list is saved under a name, opens first, and is shared with people who cannot change it', async () => {
  const page = await openList(app);
  await page.getByRole('searchbox', { name: 'Name', exact: true }).fill('Care');
  await head(page, 'Code').click();
  await page.getByRole('button', { name: 'Columns and density' }).click();
  await page.getByRole('checkbox', { name: 'Brand' }).click();
  await page.keyboard.press('Escape');
  await eventually(() => page.url()).toContain('?Name.words=Care&sort=Code');

  await choose(page, 'Save as a view…');
  const dialog = page.getByRole('dialog', { name: 'Save as a view' });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await shows(dialog.getByText('Name is required.'));
  await page.keyboard.type('Care only');
  await dialog.getByText('Open this view first').click();
  await expectAccessible(page);
  await dialog.getByRole('textbox', { name: 'Name' }).press('Enter');
  await shows(page.getByText('The view was saved.'), page.getByRole('button', { name: 'Views: Care only' }));

  // The default, and back by keyboard alone: the address shows either.
  await choose(page, 'Default view');
  await eventually(() => page.url()).toMatch(/\/products$/);
  await shows(head(page, 'Brand'));
  await views(page).focus();
  for (const key of ['Enter', 'ArrowDown', 'Enter']) await page.keyboard.press(key);
  await eventually(() => page.url()).toContain('?Name.words=Care&sort=Code');
  expect(await head(page, 'Brand').count()).toBe(0);

  // Changed, then saved into the view.
  await head(page, 'Version').click();
  await shows(page.getByRole('button', { name: 'Views: Care only (changed)' }));
  await choose(page, 'Save the changes to “Care only”');
  await shows(page.getByRole('button', { name: 'Views: Care only', exact: true }));

  // Opening the list shows the view first; an address with another query shows that.
  await page.getByRole('link', { name: 'Product Types', exact: true }).click();
  await page.getByRole('link', { name: 'Products', exact: true }).click();
  await eventually(() => page.url()).toContain('?Name.words=Care&sort=Version');
  await page.goto('/products?Name.contains=Road');
  await shows(
    page.getByText('Road Hazard').first(),
    page.getByRole('button', { name: 'Views: Care only (changed)' }),
  );

  await choose(page, 'Rename or share “Care only”…');
  const rename = page.getByRole('dialog', { name: 'Rename or share a view' });
  await rename.getByRole('textbox', { name: 'Name' }).fill('Care of all');
  await rename.getByRole('button', { name: /No one: only you see it/ }).click();
  await page.getByRole('option', { name: 'Viewer', exact: true }).click();
  await rename.getByRole('button', { name: 'Save' }).click();
  await rename.waitFor({ state: 'detached' });

  const other = await openList(app, { user: 'viewer' });
  await views(other).click();
  await shows(named(other, 'Care of all'), other.getByText('by Administrator'));
  await named(other, 'Care of all').click();
  await eventually(() => other.url()).toContain('?Name.words=Care&sort=Version');
  await views(other).click();
  expect(await item(other, /Rename|Delete|Save the changes/).count()).toBe(0);
  await other.keyboard.press('Escape');

  await choose(page, 'Delete “Care of all”…');
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await shows(page.getByText('The view was deleted.'));
  expect((await readJson<{ Items: unknown[] }>(page, '/view')).Items).toEqual([]);
  await views(other).click();
  await named(other, 'Care of all').click();
  await shows(other.getByText(/This view was deleted/));
});
