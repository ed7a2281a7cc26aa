/**
 * One field of many rows, as people change it: selected, previewed, refused for one, changed, and shown in
 * the list.
 */
import { expect, it } from 'vitest';
import { expectAccessible, useApp } from './harness.ts';
import { eventually, openList, readJson, shows } from './products.ts';

const app = useApp();

it('selected rows are previewed by their rules, then the valid ones are changed', async () => {
  const page = await openList(app);
  await page.getByRole('searchbox', { name: 'Name', exact: true }).fill('Northline Motors');
  await eventually(() => page.url()).toContain('Name.words=Northline');
  const boxes = page.getByRole('checkbox', { name: /^Choose Northline/ });
  await shows(boxes.first());
  await page.getByRole('checkbox', { name: 'Choose all rows of this page' }).click();
  await shows(page.getByText('10 rows selected'));
  await boxes.nth(3).click();
  // The keyboard selects as well.
  await page.locator('[data-row]').nth(4).focus();
  await page.keyboard.press('Space');
  await shows(page.getByText('8 rows selected'));
  expect(page.url()).toContain('/products?');

  await page.getByRole('button', { name: 'Change many…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change one field of many rows' });
  await shows(dialog.getByText('The 8 selected rows'));
  expect(await dialog.getByRole('button', { name: 'Preview' }).isDisabled()).toBe(true);
  await dialog.getByRole('button', { name: /^Choose|Field/ }).click();
  await page.getByRole('option', { name: 'Description' }).click();
  await dialog.getByRole('textbox', { name: 'Description' }).fill('Changed together.');
  await dialog.getByRole('button', { name: 'Preview' }).click();
  const counts = dialog.getByText(/^To change:/);
  await shows(counts);
  await expectAccessible(page);
  const [changed = 0, , refused = 0] = [...(await counts.innerText()).matchAll(/\d+/g)].map(Number);
  expect([changed + refused, changed > 0]).toEqual([8, true]);
  // The message was about the earlier value.
  await dialog.getByRole('textbox', { name: 'Description' }).fill('Changed at once.');
  await eventually(() => counts.count()).toBe(0);
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await dialog.getByRole('button', { name: `Change ${changed} rows` }).click();
  await shows(page.getByText(`${changed} rows were changed.`));
  await eventually(() => dialog.count()).toBe(0);
  const { Items } = await readJson<{ Items: readonly unknown[] }>(
    page,
    '/product?pageSize=100&FilterProperty=Description&FilterOperator=eq&FilterValue=Changed at once.',
  );
  expect(Items).toHaveLength(changed);
});
