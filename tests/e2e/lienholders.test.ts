/** Lienholders of a product: allowed or excluded, by lienholder or by group. */
import { expect, it } from 'vitest';
import { expectAccessible, useApp } from './harness.ts';
import { chooseIn, eventually, makeProduct, readJson, readProduct, shows, visit } from './products.ts';

const app = useApp();

it('R-059 R-010 R-462 C-062 the product leads to its lienholders, which are added, edited and deleted', async () => {
  const page = await visit(app, '/favicon.svg', { user: 'manager' });
  const product = await makeProduct(page);
  const items = async () =>
    (await readJson<{ Items: Record<string, unknown>[] }>(page, `/product/${product.Id}/lienholder`)).Items;
  await page.goto(`/products/${product.Id}#areas`);
  await page.getByRole('link', { name: 'Lienholders' }).click();
  await page.waitForURL(`**/products/${product.Id}/lienholders`);
  await page.getByRole('checkbox', { name: 'Lenders and lessors are eligible' }).check();
  await eventually(async () => (await readProduct(page, product.Id)).IsLenderLessorEligible).toBe(true);
  await page.getByRole('link', { name: 'Add lienholder' }).click();
  const form = page.locator('[data-block=product-lienholder]');
  await chooseIn(form.getByRole('combobox', { name: 'Lienholder group' }), 'Prairie Credit Union Central');
  await chooseIn(form.getByRole('combobox', { name: 'Lienholder', exact: true }), 'Confederation Bank');
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  await page.waitForURL(`**/products/${product.Id}/lienholders`);
  await eventually(items).toMatchObject([{ Name: 'Confederation Bank', Include: true }]);
  expect((await items())[0]?.LienholderGroupId).toBeUndefined();
  await page.getByRole('button', { name: /^Edit/ }).click();
  const editor = page.locator('[data-editing]');
  await editor.getByRole('checkbox', { name: 'Allowed' }).uncheck();
  await editor.getByRole('button', { name: /Inclusion rule$/ }).click();
  await page.getByRole('option', { name: 'Leases only' }).click();
  await editor.getByRole('button', { name: 'Save', exact: true }).click();
  await eventually(items).toMatchObject([{ Include: false, LienholderInclusionRuleId: 3 }]);
  await page.reload();
  await page.getByRole('button', { name: /^Delete/ }).click();
  await shows(page.getByRole('alertdialog').getByText('Are you sure you want to delete the lienholder?'));
  await page.getByRole('alertdialog').getByRole('button').last().click();
  await eventually(items).toEqual([]);
});
