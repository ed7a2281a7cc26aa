import { expect, it } from 'vitest';
import { sheetOf } from '../api/support/sheets.ts';
import { expectAccessible, useApp } from './harness.ts';
import { eventually, listProducts, present, readJson, shows, visit } from './products.ts';

const app = useApp();

const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

it('R-064 R-065 R-066 R-069 R-070 R-071 R-443 R-453 R-454 R-455 component pricing by file and by hand, and its failures', async () => {
  const page = await visit(app, '/favicon.svg', { user: 'manager' });
  const all = await listProducts(page);
  const parts = (id: string) =>
    readJson<{ TotalItems: number }>(page, `/product/${id}/productcomponentpart`).then(
      (one) => one.TotalItems,
    );
  let product = '';
  for (const { Id, ProductStateType } of all)
    if (
      product === '' &&
      (ProductStateType as { Name: string }).Name === 'InDesign' &&
      (await parts(Id)) > 10
    )
      product = Id;
  await page.goto(`/products/${product}#component-pricing`);
  const section = page.locator('[data-block=component-pricing]');
  await shows(section.locator('[data-row]'));
  const heads = await section.getByRole('columnheader').allInnerTexts();
  expect(heads.map((text) => text.replace(/\s*\d?$/, '').trim())).toEqual([
    ...['Component Name', 'Part Name', 'Part Number', 'Description', 'Vehicle Class', 'Shop Supply Eligible'],
    ...['Warranty Cost ($)', 'Retail Price ($)', 'Actions'],
  ]);
  expect(await section.locator('[data-row]').count()).toBe(10);

  // By file: the default, with one file and no other.
  await section.getByRole('link', { name: '+ Add Product Component Pricing' }).click();
  const form = page.locator('[data-block=component-part]');
  const ok = form.getByRole('button', { name: 'OK', exact: true });
  await shows(form.getByRole('radio', { name: 'Import File', checked: true }), ok);
  await expectAccessible(page);
  const before = await parts(product);
  const name = present(
    (await readJson<{ Items: { Name: string }[] }>(page, '/component/type/Service/category/Maintenance'))
      .Items[9],
  ).Name;
  const table = (cost: unknown) =>
    sheetOf([
      ['Component Name', 'Part Number', 'Vehicle Class', 'Warranty Cost ($)'],
      [name, 'FILE-1', 'Class 1', cost as number],
    ]);
  const choose = async (cost: unknown) =>
    form
      .locator('input[type=file]')
      .setInputFiles({ name: 'prices.xlsx', mimeType: xlsx, buffer: Buffer.from(await table(cost)) });
  await choose('free');
  await shows(form.getByRole('button', { name: 'Replace' }));
  await ok.click();
  const alert = page.getByRole('alertdialog');
  await shows(alert.getByText(/D2/));
  await alert.getByRole('button', { name: 'OK' }).click();
  await choose(9.5);
  await eventually(() => ok.isEnabled()).toBe(true);
  await ok.click();
  await shows(page.getByRole('heading', { level: 1, name: 'Component pricing', exact: true }));
  expect(await parts(product)).toBe(before + 1);

  // By hand; an existing one is refused in a window, with one line for each part of the message.
  await page.route('**/componentpart', (route) =>
    route.fulfill({ status: 409, json: { Message: 'First reason; second reason', Code: 'conflict' } }),
  );
  await page.goto(`/products/${product}/component-pricing/add`);
  await form.getByText('Manual Entry').click();
  for (const label of ['Part Name', 'Part Number', 'Retail Price ($)', 'Description'])
    await shows(form.getByRole('textbox', { name: label }));
  await shows(form.getByRole('checkbox', { name: 'Shop Supply Eligible', checked: true }));
  // A failed component lookup interrupts nobody.
  await page.route('**/component/type/**', (route) =>
    route.fulfill({ status: 500, json: { Message: 'Down' } }),
  );
  const failed = page.waitForResponse(/component\/type/);
  await form.getByRole('combobox', { name: 'Component Name' }).click();
  await failed;
  await page.keyboard.press('Escape');
  expect(await alert.count()).toBe(0);
  await page.unroute('**/component/type/**');
  await form.getByRole('combobox', { name: 'Component Name' }).click();
  await page.getByRole('option', { name, exact: true }).click();
  await form.getByRole('button', { name: 'Choose… Vehicle Class' }).click();
  await page.getByRole('option', { name: 'Class 7' }).click();
  await form.getByRole('textbox', { name: 'Warranty Cost ($)' }).fill('12.5');
  await ok.click();
  await eventually(() => alert.innerText()).toMatch(/First reason\s+second reason/);
  await alert.getByRole('button', { name: 'OK' }).click();
  await page.unroute('**/componentpart');
  await ok.click();
  await shows(page.getByRole('heading', { level: 1, name: 'Component pricing', exact: true }));
  expect(await parts(product)).toBe(before + 2);

  // The message of a failed deletion stays in the panel until one succeeds.
  await page.route('**/productcomponentpart/*', (route) =>
    route.request().method() === 'DELETE'
      ? route.fulfill({ status: 500, json: { Message: 'It cannot be deleted now.', Code: 'internal' } })
      : route.continue(),
  );
  const remove = section.getByRole('button', { name: /^Delete/ }).first();
  const yes = async () => {
    await remove.click();
    await shows(alert.getByText(/^Are you certain that you wish to remove pricing for component .+\?$/));
    await shows(alert.getByRole('button', { name: 'No', exact: true }));
    await alert.getByRole('button', { name: 'Yes', exact: true }).click();
  };
  await yes();
  await shows(section.getByRole('alert').filter({ hasText: 'It cannot be deleted now.' }));
  await page.unroute('**/productcomponentpart/*');
  await yes();
  await eventually(() => section.getByRole('alert').count()).toBe(0);
  await eventually(() => parts(product)).toBe(before + 1);
});
