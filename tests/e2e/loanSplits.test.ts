import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { expectAccessible, goToSection, screenshot, useApp } from './harness.ts';
import { eventually, openProduct, shows, visit } from './products.ts';

const app = useApp();

const section = (page: Page, kind: 'low' | 'high') => page.locator(`[data-block=loan-markup-${kind}]`);
const productOf = async (page: Page, code: string) => {
  const query = `FilterProperty=Code&FilterOperator=eq&FilterValue=${code}&pageSize=1`;
  const { Items } = await (await page.request.get(`/api/product?${query}`)).json();
  return Items[0].Id as string;
};

it('R-009 R-057 the section shows low and high splits of the brand and product type; a split is added, changed, deleted', async () => {
  const page = await visit(app, '/favicon.svg', { user: 'manager' });
  const id = await productOf(page, 'VAL-LPP-20');
  await openProduct(page, id);
  await goToSection(page, 'loan-markup-high');
  await shows(section(page, 'low').getByText('55.00%'), section(page, 'high').getByText('70.00%'));
  await expectAccessible(page);
  await screenshot(page, 'loan-splits');

  await section(page, 'high').getByRole('link', { name: 'Add split' }).click();
  await shows(page.getByRole('radio', { name: 'High', checked: true }));
  await page.getByRole('textbox', { name: 'Dealer' }).fill('80');
  await page.getByRole('textbox', { name: 'OEM' }).fill('25');
  await page.getByRole('textbox', { name: 'Reserve' }).fill('5');
  await page.getByRole('button', { name: 'Save' }).click();
  await shows(page.getByText('The shares add up to 110%. Lower them to 100% or less.'));
  await page.getByRole('textbox', { name: 'OEM' }).fill('15');
  await shows(page.getByText('100.00%'));
  await page.getByRole('button', { name: 'Save' }).click();
  const added = section(page, 'high').getByRole('row').filter({ hasText: '80.00%' });
  await shows(added);

  await added.getByRole('button', { name: /^Edit/ }).click();
  const form = section(page, 'high').locator('[data-form]');
  await form.getByRole('textbox', { name: 'Dealer' }).fill('75.5');
  await form.getByRole('button', { name: 'Save' }).click();
  const changed = section(page, 'high').getByRole('row').filter({ hasText: '75.50%' });
  await shows(changed);
  await page.reload();
  await shows(changed);
  await changed.getByRole('button', { name: /^Delete/ }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await eventually(() => changed.count()).toBe(0);
  // A split in use stays.
  const used = section(page, 'high').getByRole('row').filter({ hasText: '70.00%' });
  expect(await used.getByRole('button', { name: /^Delete/ }).isDisabled()).toBe(true);
});

it('R-057 a product without loan protection has no such section', async () => {
  const page = await visit(app, '/favicon.svg', { user: 'manager' });
  await openProduct(page, await productOf(page, 'BOR-MBP-30'));
  await goToSection(page, 'limits');
  expect(await section(page, 'low').count()).toBe(0);
});
