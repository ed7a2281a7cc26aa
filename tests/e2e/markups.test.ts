/** Markups on the page of a product: the maximum, the rows, and all rows from a file. */
import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { sheetOf } from '../api/support/sheets.ts';
import { expectAccessible, goToSection, useApp } from './harness.ts';
import {
  chooseIn,
  eventually,
  listProducts,
  type Product,
  present,
  productIn,
  readJson,
  readProduct,
  shows,
  visit,
} from './products.ts';

const app = useApp();

type Markup = { readonly Id: string; readonly Name?: string; readonly Markup: number };

const items = async (page: Page, { Id }: Product) =>
  (await readJson<{ Items: Markup[] }>(page, `/product/${Id}/markupitem?pageSize=0`)).Items;

/** A product of the sample data with markups, and its page as a pricing person sees it. */
async function open(user: 'pricing' | 'viewer' = 'pricing') {
  const page = await visit(app, '/favicon.svg', { user });
  const designs = await listProducts(
    page,
    'FilterProperty=Name&FilterOperator=eq&FilterValue=Summit Trucks Key Care',
  );
  let product: Product | undefined;
  for (const one of designs) if ((await items(page, one)).length > 0) product = one;
  const found = present(product);
  await page.goto(`/products/${found.Id}#markups`);
  const section = await goToSection(page, 'markups');
  await shows(section.locator('[data-row]'));
  return { page, product: found, section };
}

it('R-060 R-372 R-373 R-440 the maximum is saved when its field is left, restored if that fails, and removed', async () => {
  const { page, product } = await open();
  const section = await goToSection(page, 'markup-maximum');
  const field = section.getByRole('textbox', { name: 'Maximum markup' });
  await field.fill('850.5');
  expect((await readProduct(page, product.Id)).MaxMarkup).toBeUndefined();
  await field.press('Tab');
  await eventually(async () => (await readProduct(page, product.Id)).MaxMarkup).toBe(850.5);
  await shows(section.getByText('Saved', { exact: true }));
  await page.route('**/product/markup', (route) => route.fulfill({ status: 500 }));
  await field.fill('900');
  await field.press('Tab');
  await eventually(() => field.inputValue()).toBe('850.50');
  await shows(section.getByText(/^Not saved: the previous value was restored\./));
  await page.unroute('**/product/markup');
  await section.getByRole('button', { name: 'Remove the maximum' }).click();
  await shows(page.getByRole('alertdialog').getByText('Are you sure you want to remove the markup?'));
  await page.getByRole('alertdialog').getByRole('button').last().click();
  await eventually(async () => (await readProduct(page, product.Id)).MaxMarkup).toBeUndefined();
  await page.reload();
  expect(await (await goToSection(page, 'markup-maximum')).getByRole('textbox').inputValue()).toBe('');
});

it('R-008 R-060 R-439 R-449 markups are added, edited in place and deleted; a failed edit is undone', async () => {
  const { page, product, section } = await open();
  await section.getByRole('link', { name: 'Add markup' }).click();
  const form = page.locator('[data-block=markup]');
  const choices: readonly [string, string][] = [
    ['Plan', 'Key Unlimited'],
    ['Coverage Item', 'Key Fob Replacement'],
    ['Term in months', '48 months'],
    ['Term in kilometres', '60 000 km'],
    ['Vehicle Class', 'B'],
    ['Province', 'Quebec'],
    ['Limit per Repair', '$2,500'],
    ['New or Used', 'New'],
    ['Certified Pre-owned', 'Not CPO'],
  ];
  for (const [label, option] of choices) await chooseIn(form.getByRole('combobox', { name: label }), option);
  await expectAccessible(page);
  await form.getByRole('textbox', { name: 'Markup' }).fill('420');
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  await page.waitForURL('**#markups');
  const name = /^Key Unlimited · .* · 48 months · 60 000 km · B · Quebec · \$2,500 · New · Not CPO$/;
  await shows(section.getByText(name));
  const row = section.locator('[data-row]').filter({ hasText: '420.00' });
  await row.getByRole('button', { name: /^Edit/ }).click();
  const editor = page.locator('[data-editing]');
  await editor.getByRole('textbox', { name: 'Markup' }).fill('430');
  const call = `**/api/product/${product.Id}/markupitem`;
  await page.route(call, async (route) =>
    route.request().method() === 'PUT' ? route.fulfill({ status: 500 }) : route.continue(),
  );
  await editor.getByRole('button', { name: 'Save', exact: true }).click();
  await eventually(() => editor.getByRole('textbox', { name: 'Markup' }).inputValue()).toBe('420.00');
  await shows(editor.getByRole('alert'));
  await page.unroute(call);
  await editor.getByRole('textbox', { name: 'Markup' }).fill('440');
  await editor.getByRole('button', { name: 'Save', exact: true }).click();
  const changed = section.locator('[data-row]').filter({ hasText: '440.00' });
  await changed.getByRole('button', { name: /^Delete/ }).click();
  await shows(page.getByRole('alertdialog').getByText('Are you sure you want to delete the markup?'));
  await page.getByRole('alertdialog').getByRole('button').last().click();
  await eventually(async () => (await items(page, product)).some(({ Markup }) => Markup === 440)).toBe(false);
});

it('R-060 R-268 R-379 R-446 R-447 a file replaces all after confirmation, and the bell tells the result', async () => {
  const { page, product, section } = await open();
  const before = await items(page, product);
  const titles = [
    ...['Plan', 'Coverage Group', 'Coverage Item', 'Term in months', 'Term in kilometres', 'Vehicle Class'],
    ...['Province', 'Limit per Repair', 'New or Used', 'Certified Pre-owned', 'Markup'],
  ];
  const send = async (plan: string | null, answer: 'Cancel' | 'Upload', size = 0) => {
    const chosen = page.waitForEvent('filechooser');
    await section.getByRole('button', { name: 'Upload' }).click();
    const sheet = Buffer.from(await sheetOf([titles, [plan, ...Array(9).fill(null), 65]]));
    await (await chosen).setFiles({
      name: 'all.xlsx',
      mimeType: '',
      buffer: Buffer.concat([sheet, Buffer.alloc(size)]),
    });
    const asked = page.getByRole('alertdialog');
    await shows(
      asked.getByText(
        'All existing markup configuration records will be removed and replaced by the uploaded file.',
      ),
    );
    await asked.getByRole('button', { name: answer, exact: true }).click();
  };
  await send(null, 'Cancel');
  expect(await items(page, product)).toEqual(before);
  await send(null, 'Upload', 3_000_000);
  await shows(page.getByRole('alertdialog').getByText(/^The file is larger than 200 kB/));
  await page.getByRole('alertdialog').getByRole('button', { name: 'OK' }).click();
  await send('Nowhere', 'Upload');
  await shows(
    page.getByText(
      'Markup file was successfully sent for processing. Please check HUB notification area for results.',
    ),
    page.getByRole('button', { name: 'Notifications, 1 unread' }),
  );
  expect(await items(page, product)).toEqual(before);
  await page.getByRole('button', { name: 'Notifications, 1 unread' }).click();
  await shows(page.getByRole('dialog').getByText('A2: There is no “Nowhere” to choose here.'));
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await send(null, 'Upload');
  await eventually(() => items(page, product)).toMatchObject([{ Markup: 65 }]);
  await shows(page.getByRole('button', { name: 'Notifications, 2 unread' }), section.getByText('$65.00'));
});

it('R-303 R-304 without the right, or on a read-only product, nothing can be edited, removed or uploaded', async () => {
  const { page, section } = await open('viewer');
  const active = await productIn(page, 'Active');
  const offered = async (place: typeof section) => {
    await shows(place.getByRole('button', { name: 'Download', exact: true }));
    const all = place.getByRole('button', { name: /^(Edit|Delete|Upload)/ }).or(place.getByRole('link'));
    return all.count();
  };
  expect(await offered(section)).toBe(0);
  const own = await visit(app, `/products/${active.Id}#markups`, { user: 'pricing' });
  expect(await offered(await goToSection(own, 'markups'))).toBe(0);
  const maximum = await goToSection(own, 'markup-maximum');
  expect(await maximum.getByRole('textbox').count()).toBe(0);
  expect(await maximum.getByRole('button', { name: 'Remove the maximum' }).count()).toBe(0);
});
