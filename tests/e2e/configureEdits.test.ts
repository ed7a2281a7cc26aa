/** Editors of the draft at any speed, with slow answers, and in two windows: nothing is lost. */
import type { Locator, Page } from 'playwright';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { useApp } from './harness.ts';

/** A draft is compiled as a whole each time, which takes a while on a busy machine. */
const eventually = <T>(read: () => T | Promise<T>) => expect.poll(read);

const app = useApp();
let page: Page;

beforeAll(async () => {
  page = await app.open('/configure', { user: 'admin' });
  // Every answer arrives long after the next key.
  await page.route('**/api/configure/draft/edits', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 300));
    await route.continue();
  });
});

afterEach(async () => {
  await page.request.delete('/api/configure/draft');
});

type Change = { readonly kind: string; readonly name: string } & Record<string, unknown>;
const changes = async (): Promise<readonly Change[]> =>
  (await (await page.request.get('/api/configure/draft')).json()).Changes;
const change = async (name: string) => (await changes()).find((one) => one.name === name);
const put = async (path: string, data: object) =>
  expect((await page.request.put(`/api/configure/draft/${path}`, { data })).status()).toBe(200);
const open = async (address: string) => {
  await page.goto(address);
  await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor();
};
const textsOf = async (list: Locator) =>
  (await list.getByRole('listitem').allInnerTexts()).map((text) => text.split('\n')[0] ?? '');

it('quickly ticked and unticked roles are all kept', async () => {
  await open('/configure/roles?search=Product.Plan');
  const boxes = ['Product.Plan.Edit', 'Product.Plan.View', 'Product.PlanCoverage.Edit'];
  const ticked = page.locator('[id^="may-pricing-Product.Plan"]');
  await ticked.first().waitFor();
  const ids = await ticked.evaluateAll((all) => all.map(({ id }) => id));
  expect(ids.length, boxes.join()).toBeGreaterThanOrEqual(2);
  const box = (id: string) => page.locator(`[id="${id}"]`);
  const before = await Promise.all(ids.map((id) => box(id).isChecked()));
  for (const id of ids) await box(id).click({ force: true });
  const [first = ''] = ids;
  await box(first).click({ force: true });
  const wanted = before.map((was, index) => (index === 0 ? was : !was));
  const now = () => Promise.all(ids.map((id) => box(id).isChecked()));
  expect(await now()).toEqual(wanted);
  const expected = ids.slice(1).map((id) => id.slice('may-pricing-'.length));
  await eventually(async () => {
    const role = await change('pricing');
    return [role?.add ?? [], role?.remove ?? []].flat().sort();
  }).toEqual([...expected].sort());
  await page.getByRole('region', { name: 'Draft' }).waitFor();
  expect(await now()).toEqual(wanted);
});

it('columns moved by many quick keys end where they were put', async () => {
  await open('/configure/screens/products');
  const columns = page.getByRole('list', { name: 'Columns' });
  await columns.getByRole('listitem').first().waitFor();
  const names = await textsOf(columns);
  const last = names.at(-1) ?? '';
  await columns.getByRole('button', { name: last }).focus();
  for (let step = 0; step < 4; step++) await page.keyboard.press('Alt+ArrowUp', { delay: 5 });
  const wanted = [...names.slice(0, -5), last, ...names.slice(-5, -1)];
  await eventually(() => textsOf(columns)).toEqual(wanted);
  const neighbour = async () => (await changes()).find(({ kind }) => kind === 'place')?.after;
  await page.getByRole('region', { name: 'Draft' }).waitFor();
  await eventually(neighbour).toBe('ProductStateTypeId');
  await page.reload();
  await eventually(() => textsOf(columns)).toEqual(wanted);
});

it('two columns are removed at once', async () => {
  await open('/configure/screens/products');
  const columns = page.getByRole('list', { name: 'Columns' });
  await columns.getByRole('listitem').first().waitFor();
  const names = await textsOf(columns);
  const gone = names.slice(-2);
  for (const name of gone) {
    await columns.getByRole('button', { name }).focus();
    await page.keyboard.press('Delete');
  }
  await eventually(async () => (await changes()).filter(({ remove }) => remove === true).length).toBe(2);
  await eventually(() => textsOf(columns)).toEqual(names.slice(0, -2));
});

it('items of a list are removed one after the other', async () => {
  await open('/configure/lookups/province');
  const remove = page.getByRole('table').getByRole('button', { name: /^Remove / });
  await remove.first().waitFor();
  await remove.nth(0).click();
  await remove.nth(1).click();
  await eventually(async () => (await changes()).filter(({ kind }) => kind === 'lookup').length).toBe(2);
});

it('a window saves only what was typed in it: changes of another window stay', async () => {
  await put('adjust/field.product.Name', { title: { 'en-CA': 'Product', 'fr-CA': 'Produit' } });
  await open('/configure/entities/product/fields/Name');
  const length = page.locator('#adjust-maxLength');
  await length.waitFor();
  await put('adjust/field.product.Name', {
    title: { 'en-CA': 'Product', 'fr-CA': 'Produit' },
    help: { 'en-CA': 'As sold', 'fr-CA': 'Tel que vendu' },
  });
  await length.fill('60');
  await page.getByRole('button', { name: 'Save to the draft' }).click();
  await eventually(async () => await change('field.product.Name')).toMatchObject({
    maxLength: 60,
    help: { 'en-CA': 'As sold', 'fr-CA': 'Tel que vendu' },
  });
});

it('where both windows changed the same, the second shows the conflict, keeps what was typed, and may try again', async () => {
  const texts = (text: string) => ({ title: { 'en-CA': text, 'fr-CA': 'Produit' } });
  await put('adjust/field.product.Name', texts('Product'));
  await open('/configure/entities/product/fields/Name');
  const label = page.getByLabel('Label in English');
  await label.waitFor();
  await put('adjust/field.product.Name', texts('Theirs'));
  await label.fill('Mine');
  const keep = page.getByRole('button', { name: 'Save to the draft' });
  await keep.click();
  await page.getByText('Nothing was overwritten').first().waitFor();
  expect(await change('field.product.Name')).toMatchObject(texts('Theirs'));
  expect(await label.inputValue()).toBe('Mine');
  await keep.click();
  await eventually(async () => await change('field.product.Name')).toMatchObject(texts('Mine'));
});
