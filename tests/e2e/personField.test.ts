import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { expectAccessible, screenshot, useApp } from './harness.ts';
import { choose, eventually, makeProduct, readJson, shows } from './products.ts';

const app = useApp();

/** The fields that the draft describes, once the configurator has kept them. */
async function addPersonField(page: Page): Promise<void> {
  await page.getByRole('main').getByRole('link', { name: 'Products', exact: true }).click();
  await page.getByRole('link', { name: 'Add a field' }).click();
  await page.getByLabel('Label in English').fill('Responsible');
  await page.getByLabel('Label in French').fill('Responsable');
  await page.locator('#field-type-select').click();
  await page.getByRole('option', { name: 'Person', exact: true }).click();
  await page.getByRole('checkbox', { name: 'Default to the person who creates the record' }).check();
  await page.getByRole('checkbox', { name: 'On the form General settings' }).check();
  await page.getByRole('checkbox', { name: 'As a column of Products', exact: true }).check();
  await page.getByRole('checkbox', { name: 'As a filter of Products', exact: true }).check();
  await shows(page.locator('[data-preview]').getByRole('combobox', { name: 'Responsible' }));
  await expectAccessible(page);
  await screenshot(page, 'person-field-new');
  await page.getByRole('button', { name: 'Add to the draft' }).click();
  // Only then is nothing left that would not be published.
  await shows(page.getByRole('link', { name: 'Add a field' }), page.getByRole('tab', { name: 'Fields' }));
  await page.getByRole('button', { name: 'Review and publish' }).click();
  const dialog = page.getByRole('dialog', { name: 'Publish the draft' });
  await dialog.getByLabel('Note').fill('Responsible');
  await dialog.getByRole('button', { name: 'Publish' }).click();
  await page.getByText('Release 1 is live.').first().waitFor();
}

it('a person field that a configurator adds is picked, stored, listed, and filtered by me', async () => {
  await addPersonField(await app.open('/configure', { user: 'configurator' }));
  const page = await app.open('/products', { user: 'manager' });
  await shows(page.getByRole('columnheader', { name: /Responsible/ }));
  expect((await page.request.get('/api/user')).status()).toBe(403);
  const { Items } = await readJson<{ Items: { DisplayName: string }[] }>(page, '/person/product.Responsible');
  const other = Items.find(({ DisplayName }) => DisplayName.startsWith('Config'))?.DisplayName ?? '';
  expect(other).not.toBe('');

  const product = await makeProduct(page);
  await page.goto(`/products/${product.Id}`);
  const box = page.getByRole('combobox', { name: 'Responsible', exact: true });
  await eventually(() => box.inputValue()).not.toBe('');
  const own = await box.inputValue();
  await choose(page, 'Responsible', other);
  await page.getByRole('button', { name: 'Save', exact: true }).first().click();
  const stored = () =>
    readJson<{ ResponsibleRecord?: { DisplayName: string } }>(page, `/product/${product.Id}`);
  await eventually(async () => (await stored()).ResponsibleRecord?.DisplayName).toBe(other);
  await page.reload();
  await eventually(() => box.inputValue()).toBe(other);
  await screenshot(page, 'person-field-form');

  await makeProduct(page);
  await page.goto('/products?Responsible.in=me');
  await eventually(() => page.locator('[data-row]').count()).toBe(1);
  await shows(page.locator('[data-row]').getByText(own));
  await screenshot(page, 'person-field-list');
});
