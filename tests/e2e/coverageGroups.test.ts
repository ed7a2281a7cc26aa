import { expect, it } from 'vitest';
import {
  add,
  cancel,
  coverageOf,
  edit,
  editor,
  field,
  itemsOf,
  names,
  openItems,
  rows,
  save,
} from './coverage.ts';
import { useApp } from './harness.ts';
import { eventually, shows } from './products.ts';

const app = useApp();

it('C-022 C-144 C-181 C-338 C-339 groups open in place; deleting asks, and names remaining uses', async () => {
  const { page, product } = await openItems(app);
  const [engine] = await itemsOf(page, product.Id);
  const group = await add(page, 'coveragegroup', { ProductId: product.Id, Name: 'Powertrain' });
  await page.goto(`/products/${product.Id}/coverage-groups`);
  await edit(page, 'Powertrain').click();
  await field(page, 'Name').fill('Drivetrain');
  await cancel(editor(page)).click();
  await edit(page, 'Powertrain').click();
  expect(await field(page, 'Name').inputValue()).toBe('Powertrain');
  await field(page, 'Source Name').fill('PWT');
  await save(editor(page)).click();
  await eventually(async () => (await coverageOf(page, 'coveragegroup', product.Id))[0]?.SourceName).toBe(
    'PWT',
  );

  await add(page, 'plan', {
    ProductId: product.Id,
    Name: 'Gold',
    PlanCoverageGroups: [{ CoverageGroupId: group.Id, IsOptional: true }],
  });
  const dialog = page.getByRole('alertdialog');
  await page.getByRole('button', { name: 'Delete: Powertrain' }).click();
  await shows(dialog.getByText('Are you sure you want to delete the Coverage Group', { exact: false }));
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await shows(dialog.getByText('The coverage group cannot be deleted as it is used in the following: Gold'));
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });

  await page.goto(`/products/${product.Id}/coverage-items`);
  await page.getByRole('button', { name: `Delete: ${engine?.Name}` }).click();
  await shows(dialog.getByText('Are you sure you want to delete the Coverage Item', { exact: false }));
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await eventually(() => names(page)).toEqual(['Transmission', 'Steering']);
});

it('C-022 C-024 the add screens, and the screens of one item and one group', async () => {
  const { page, product } = await openItems(app, ['Engine']);
  await page.getByRole('link', { name: 'Add Coverage Item' }).click();
  await page.waitForURL('**/coverage-items/add');
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Radio');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.waitForURL('**/coverage-items');
  await page
    .getByRole('link', { name: 'Open: Radio' })
    .or(page.getByRole('button', { name: 'Open: Radio' }))
    .click();
  await shows(page.getByRole('heading', { level: 1, name: 'Radio' }));
  await page.goto(`/products/${product.Id}/coverage-groups/add`);
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Comfort');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.waitForURL('**/coverage-groups');
  await shows(rows(page).filter({ hasText: 'Comfort' }));
});
