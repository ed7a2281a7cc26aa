import type { Locator, Page } from 'playwright';
import { expect } from 'vitest';
import type { App } from './harness.ts';
import { makeProduct, readJson, shows, visit } from './products.ts';

export type Item = { readonly Id: string; readonly Name: string; readonly SortOrder: number } & Record<
  string,
  unknown
>;

export const rows = (page: Page) => page.locator('[data-row]');
export const editor = (page: Page) => page.locator('[data-editing]');
export const field = (page: Page, name: string) => editor(page).getByRole('textbox', { name, exact: true });
export const save = (place: Locator) => place.getByRole('button', { name: 'Save', exact: true });
export const cancel = (place: Locator) => place.getByRole('button', { name: 'Cancel', exact: true });
export const edit = (page: Page, name: string) =>
  page.getByRole('button', { name: `Edit: ${name}`, exact: true });
export const newItem = (page: Page) => page.getByRole('textbox', { name: 'Name of a new coverage item' });
export const names = (page: Page) =>
  rows(page).evaluateAll((all) => all.map((row) => row.querySelector('td')?.textContent));

export async function coverageOf(page: Page, call: string, productId: string): Promise<readonly Item[]> {
  const where = `FilterProperty=ProductId&FilterOperator=eq&FilterValue=${productId}`;
  return (await readJson<{ Items: Item[] }>(page, `/product/${call}?page=1&pageSize=1000&${where}`)).Items;
}
export const itemsOf = (page: Page, productId: string) => coverageOf(page, 'coverageitem', productId);

/** A product of this test with three coverage items, and their list. */
export async function openItems(app: App, names: readonly string[] = ['Engine', 'Transmission', 'Steering']) {
  const page = await visit(app, '/favicon.svg', { user: 'manager' });
  const product = await makeProduct(page);
  for (const Name of names) await add(page, 'coverageitem', { ProductId: product.Id, Name });
  await page.goto(`/products/${product.Id}/coverage-items`);
  await shows(rows(page));
  return { page, product };
}

export async function add(page: Page, call: string, data: Record<string, unknown>): Promise<Item> {
  const answer = await page.request.post(`/api/product/${call}`, { data });
  expect(answer.status(), await answer.text()).toBe(201);
  return answer.json();
}
