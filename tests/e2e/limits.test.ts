import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { sheetOf } from '../api/support/sheets.ts';
import { cancel, edit, editor, field, names, rows, save } from './coverage.ts';
import { expectAccessible, useApp } from './harness.ts';
import { eventually, makeProduct, readJson, shows, visit } from './products.ts';

const app = useApp();

type Stored = { readonly Id: string; readonly Name: string } & Record<string, unknown>;

/** A product of this test with a coverage item, a group and a limit. */
async function prepare() {
  const page = await visit(app, '/favicon.svg', { user: 'manager' });
  const product = await makeProduct(page);
  const make = async (path: string, data: object): Promise<Stored> => {
    const answer = await page.request.post(`/api${path}`, { data: { ProductId: product.Id, ...data } });
    expect(answer.status(), await answer.text()).toBe(201);
    return answer.json();
  };
  const item = await make('/product/coverageitem', { Name: 'Engine' });
  const group = await make('/product/coveragegroup', { Name: 'Powertrain' });
  const limit = await make('/products/limitofliability', { Name: 'Annual limit', CoverageItemId: item.Id });
  const stored = (): Promise<Stored> => readJson<Stored>(page, `/products/limitofliability/${limit.Id}`);
  return {
    page,
    product,
    item,
    group,
    limit,
    stored,
    address: `/products/${product.Id}/limits-of-liability`,
  };
}

/** Chooses from one of the form's lists. */
async function pick(page: Page, label: string, option: string): Promise<void> {
  await editor(page)
    .getByRole('button', { name: new RegExp(`${label}$`) })
    .click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

const dialog = (page: Page) => page.getByRole('alertdialog');

it('R-043 C-058 C-070 the product page links to its limits, and the address opens one for editing', async () => {
  const { page, product, address, limit } = await prepare();
  await page.goto(`/products/${product.Id}#limits`);
  await page.getByRole('button', { name: 'Open: Annual limit' }).click();
  await page.waitForURL(`**${address}/${limit.Id}`);
  await shows(editor(page));
  expect(await field(page, 'Name').inputValue()).toBe('Annual limit');
  await expectAccessible(page);
});

it('R-182 R-183 R-184 an item clears the group and the reverse; without the link both are cleared', async () => {
  const { page, address, item, group, stored } = await prepare();
  await page.goto(address);
  await edit(page, 'Annual limit').click();
  await pick(page, 'Coverage Group', 'Powertrain');
  await save(editor(page)).click();
  await eventually(() => stored()).toMatchObject({ CoverageGroupId: group.Id });
  expect((await stored()).CoverageItemId).toBeUndefined();
  await edit(page, 'Annual limit').click();
  await pick(page, 'Coverage Item', 'Engine');
  await save(editor(page)).click();
  await eventually(() => stored()).toMatchObject({ CoverageItemId: item.Id });
  expect((await stored()).CoverageGroupId).toBeUndefined();
  await edit(page, 'Annual limit').click();
  await editor(page).getByRole('checkbox', { name: 'Link to coverage' }).uncheck();
  await save(editor(page)).click();
  await eventually(async () => (await stored()).CoverageItemId).toBeUndefined();
});

it('R-044 R-045 R-436 C-341 C-342 limits are added by name and deleted, one or all, after confirmation', async () => {
  const { page, address } = await prepare();
  await page.goto(address);
  await shows(rows(page));
  await page.getByRole('textbox', { name: 'Name of a new limit of liability' }).fill('Towing');
  await page.keyboard.press('Enter');
  await shows(editor(page));
  await cancel(editor(page)).click();
  await eventually(() => names(page)).toEqual(['Annual limit', 'Towing']);
  await page.getByRole('button', { name: 'Delete: Towing' }).click();
  await shows(dialog(page).getByText('Are you sure you want to delete the limit of liability?'));
  await dialog(page).getByRole('button').last().click();
  await eventually(() => names(page)).toEqual(['Annual limit']);
  await page.getByRole('button', { name: 'Delete all' }).click();
  await shows(dialog(page).getByText('Are you sure you want to delete all limits of liability?'));
  await dialog(page).getByRole('button').last().click();
  await shows(page.getByText('This product has no limits of liability yet.'));
});

it('R-046 R-063 R-362 R-363 R-364 the limits are exported as a spreadsheet and imported again, on the product page too; a wrong file says where', async () => {
  const { page, product, address } = await prepare();
  await page.goto(address);
  await shows(rows(page));
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download', exact: true }).click();
  const file = await downloading;
  const { Code } = await readJson<{ Code: string }>(page, `/product/${product.Id}`);
  expect(file.suggestedFilename()).toBe(`${Code}-LOL.xlsx`);
  const send = async (buffer: Buffer, place = page.locator('main')) => {
    const choosing = page.waitForEvent('filechooser');
    await place.getByRole('button', { name: 'Upload', exact: true }).click();
    await (await choosing).setFiles({ name: 'limits.xlsx', mimeType: '', buffer });
  };
  const sheet = async (table: Parameters<typeof sheetOf>[0]) => Buffer.from(await sheetOf(table));
  await send(
    await sheet([
      ['Name', 'Maximum per event'],
      ['Towing', -1],
    ]),
  );
  await shows(dialog(page).getByText(/^B2: /));
  await shows(dialog(page).getByText('Nothing was imported.'));
  await page.getByRole('button', { name: 'OK' }).click();
  await send(
    await sheet([
      ['Name', 'Maximum per event'],
      ['Towing', 120],
    ]),
  );
  await shows(page.getByText('The file has been successfully uploaded.'));
  await eventually(() => names(page)).toEqual(['Annual limit', 'Towing']);
  await page.goto(`/products/${product.Id}#limits`);
  await shows(page.getByRole('button', { name: 'Open: Towing' }));
  await send(
    await sheet([
      ['Name', 'Maximum per event'],
      ['Rental car', 60],
    ]),
    page.locator('[data-block=limits]'),
  );
  await shows(page.getByRole('button', { name: 'Open: Rental car' }));
});
