import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { coverageOf, edit, editor, openItems, save } from './coverage.ts';
import { useApp } from './harness.ts';
import { choose, eventually, readJson, shows, visit } from './products.ts';

const app = useApp();

it('coverage items are chosen for a coverage group: on its page, in its row, and after a reload', async () => {
  const { page, product } = await openItems(app);
  const chosen = async () =>
    ((await coverageOf(page, 'coveragegroup', product.Id))[0]?.CoverageItems as { Name: string }[])?.map(
      ({ Name }) => Name,
    );
  await page.goto(`/products/${product.Id}/coverage-groups/add`);
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Powertrain');
  await pick(page, 'Coverage Items', ['Engine', 'Transmission']);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.waitForURL('**/coverage-groups');
  expect(await chosen()).toEqual(['Engine', 'Transmission']);

  await edit(page, 'Powertrain').click();
  await pick(page, 'Coverage Items', ['Steering']);
  await save(editor(page)).click();
  await eventually(chosen).toEqual(['Engine', 'Transmission', 'Steering']);

  await page.reload();
  await edit(page, 'Powertrain').click();
  await shows(editor(page).getByRole('row', { name: 'Steering' }));
});

it('a restored draft of a new product names its choices, and can be saved', async () => {
  const page = await visit(app, '/favicon.svg', { user: 'manager' });
  const { Items: groups } = await readJson<{ Items: { Name: string; Brand?: { Name: string } }[] }>(
    page,
    '/product/productgroup?pageSize=0',
  );
  const group = groups.find(({ Brand }) => Brand);
  await page.goto('/products/new');
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Kept for later');
  await page.getByRole('textbox', { name: 'Code', exact: true }).fill(`KEPT-${process.pid}`);
  await choose(page, 'Product Group', group?.Name ?? '');
  const brand = page.getByRole('combobox', { name: 'Brand', exact: true });
  await eventually(() => brand.inputValue()).toBe(group?.Brand?.Name);
  page.on('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await page.getByRole('button', { name: 'Restore' }).click();
  await eventually(() => brand.inputValue()).toBe(group?.Brand?.Name);
  expect(await page.getByRole('combobox', { name: 'Product Group', exact: true }).inputValue()).toBe(
    group?.Name,
  );
  await choose(page, 'Product Type', await firstName(page, '/product/producttypes'));
  await choose(page, 'Underwriter', await firstName(page, '/product/underwriter'));
  for (const name of ['Version', 'Description'])
    await page.getByRole('textbox', { name, exact: true }).fill('1.0');
  await page.getByRole('button', { name: /Quote Expiry$/ }).click();
  await page.getByRole('option').first().click();
  const saved = page.waitForResponse(
    (answer) => answer.request().method() === 'POST' && /\/api\/product$/.test(answer.url()),
  );
  await page.getByRole('button', { name: /^Save/ }).click();
  expect((await saved).status()).toBe(201);
});

async function firstName(page: Page, list: string): Promise<string> {
  const { Items } = await readJson<{ Items: { Name: string; DisplayName?: string }[] }>(page, list);
  return Items[0]?.DisplayName ?? Items[0]?.Name ?? '';
}

/** Picks choices in a multiple select, and closes it. */
async function pick(page: Page, label: string, names: readonly string[]): Promise<void> {
  await page.getByRole('button', { name: label }).first().click();
  for (const name of names) await page.getByRole('option', { name, exact: true }).click();
  await page.keyboard.press('Escape');
}
