/** Eleven tasks as a screen reader tells them: names, roles and announcements from the accessibility tree. */
import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { names, openItems } from './coverage.ts';
import { useApp } from './harness.ts';
import { eventually, listProducts, openList, productIn, readJson, shows, visit } from './products.ts';

const app = useApp();

const tree = (page: Page, place = 'main') => page.locator(place).first().ariaSnapshot();
const statuses = async (page: Page) =>
  (await page.getByRole('status').allInnerTexts()).map((text) => text.trim()).filter(Boolean);
const focused = (page: Page) =>
  page.evaluate(() => {
    const { tagName, id } = document.activeElement ?? {};
    return { tagName, id, isInDialog: document.activeElement?.closest('[role=dialog]') !== null };
  });

it('1. signs in: the form and its fields have names, and a failure is one alert', async () => {
  const page = await visit(app, '/sign-in');
  await page.getByRole('textbox', { name: 'User name' }).fill('admin');
  await page.getByLabel('Password').fill('wrong');
  await page.keyboard.press('Enter');
  await shows(page.getByRole('alert'));
  expect(await page.getByRole('alert').count()).toBe(1);
});

it('2. finds its way: landmarks, a skip link first, and the current menu entry', async () => {
  const page = await openProducts();
  await page.goto('/products');
  await shows(page.locator('[data-row]'));
  expect(await page.getByRole('main').count()).toBe(1);
  expect(await page.getByRole('banner').count()).toBe(1);
  const names = await page.getByRole('navigation').evaluateAll((all) => all.map((one) => one.ariaLabel));
  expect(names.every((name) => name)).toBe(true);
  expect(new Set(names).size).toBe(names.length);
  await shows(page.getByRole('link', { name: 'Products', exact: true, includeHidden: false }));
  expect(await page.locator('nav [aria-current="page"]').innerText()).toContain('Products');
});

it('3. filters a list: the number of rows is announced', async () => {
  const page = await openProducts();
  const [product] = await listProducts(page);
  await page
    .getByRole('search')
    .getByRole('textbox')
    .or(page.getByRole('searchbox'))
    .first()
    .fill(product?.Name ?? '');
  await eventually(() => statuses(page).then((all) => all.some((text) => /\b(row|of)\b/.test(text)))).toBe(
    true,
  );
});

it('4. filters a list down to nothing: that is announced too', async () => {
  const page = await openProducts();
  await page.getByRole('search').getByRole('textbox').or(page.getByRole('searchbox')).first().fill('zzzz');
  await eventually(() => statuses(page)).toContain('Nothing matches these filters');
});

it('5. sorts: a column has its title as its name, and says its order', async () => {
  const page = await openProducts();
  const names = (await page.getByRole('grid').first().ariaSnapshot()).match(/columnheader "[^"]*"/g) ?? [];
  expect(names.length).toBeGreaterThan(5);
  expect(names.filter((name) => /\d|Width of|Choose all/.test(name))).toEqual([]);
  const code = page.getByRole('columnheader', { name: 'Code', exact: true });
  await code.getByRole('button').click();
  await eventually(() => code.getAttribute('aria-sort')).toBe('ascending');
});

it('6. opens a record: the page has one heading of level 1, and its title', async () => {
  const page = await openProducts();
  const { Id, Name } = await productIn(page, 'Active');
  await page.goto(`/products/${Id}`);
  await shows(page.locator('[data-form="general"]'));
  expect(await page.getByRole('heading', { level: 1 }).allInnerTexts()).toEqual([Name]);
  expect(await page.title()).toContain(Name);
  expect(await page.locator('[aria-live="polite"]').allInnerTexts()).not.toEqual([]);
});

it('7. fills in a form: required fields say so, and a refused save leads to the first of them', async () => {
  const page = await openProducts();
  await page.goto('/products/new');
  const name = page.getByRole('textbox', { name: 'Name', exact: true });
  await shows(name);
  expect(await name.getAttribute('aria-required')).toBe('true');
  await page.getByRole('textbox', { name: 'Code', exact: true }).fill('SR-1');
  await page.locator('[data-form]').getByRole('button', { name: /^Save/ }).click();
  await eventually(() => name.getAttribute('aria-invalid')).toBe('true');
  const described = (await name.getAttribute('aria-describedby')) ?? '';
  const said = await page.evaluate(
    (ids) =>
      ids
        .split(' ')
        .map((id) => document.getElementById(id)?.textContent ?? '')
        .join(' '),
    described,
  );
  expect(said).toMatch(/required/);
  await eventually(() => focused(page).then(({ tagName }) => tagName)).not.toBe('BODY');
});

it('8. searches: a dialog with a combo box, whose results are named, and Escape returns', async () => {
  const page = await openProducts();
  await page.locator('[data-row]').first().focus();
  await page.keyboard.press('Control+k');
  const dialog = page.getByRole('dialog', { name: 'Search and commands' });
  await shows(dialog);
  expect(await focused(page)).toMatchObject({ tagName: 'INPUT', isInDialog: true });
  await page.keyboard.type('products');
  await shows(dialog.getByRole('menuitem', { name: /Products/ }));
  // The first clears the text, the second closes.
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await eventually(() => focused(page).then(({ tagName }) => tagName)).toBe('TR');
});

it('9. reads a matrix: the grid has a name, and every cell names its row and column', async () => {
  const page = await openProducts();
  const factor = await someFactor(page);
  await page.goto(`/products/${factor.ProductId}/factors/${factor.Id}`);
  const grid = page.getByRole('grid').first();
  await shows(grid.getByRole('gridcell'));
  const snapshot = await grid.ariaSnapshot();
  expect(snapshot.split('\n')[0]).toMatch(/grid ".+"/);
  expect(snapshot.match(/- (columnheader|rowheader)(?! ")/g) ?? []).toEqual([]);
});

it('10. every control of the main screens has a name', async () => {
  const page = await openProducts();
  const { Id } = await productIn(page, 'Active');
  const nameless: string[] = [];
  for (const path of ['/products', `/products/${Id}`, '/products/new', '/home', '/history', '/configure']) {
    await page.goto(path);
    await shows(page.locator('main h1'));
    await shows(page.locator('main').getByRole('button').or(page.locator('main a')));
    const lines = (await tree(page, 'body')).split('\n');
    nameless.push(
      ...lines
        .filter((line) =>
          /- (button|link|textbox|combobox|checkbox|searchbox|dialog|grid|table)\b(?! ["/])/.test(line),
        )
        .map((line) => `${path}: ${line.trim()}`),
    );
  }
  expect(nameless).toEqual([]);
});

it('11. deletes rows and saves: focus goes on to the next row, then to the empty list, and is not lost by a save', async () => {
  const { page, product } = await openItems(app, ['Engine', 'Transmission']);
  const question = page.getByRole('alertdialog');
  const ask = async (name: string) => {
    await page.getByRole('button', { name: `Delete: ${name}`, exact: true }).focus();
    await page.keyboard.press('Enter');
    await shows(question);
  };
  await ask('Engine');
  await page.keyboard.press('Escape');
  await question.waitFor({ state: 'detached' });
  await eventually(() => focusedName(page)).toBe('Delete: Engine');

  await ask('Engine');
  await question.getByRole('button', { name: 'Delete' }).press('Enter');
  await eventually(() => names(page)).toEqual(['Transmission']);
  await eventually(() => focusedRow(page)).toContain('Transmission');
  await ask('Transmission');
  await question.getByRole('button', { name: 'Delete' }).press('Enter');
  await eventually(() => names(page)).toEqual([]);
  await eventually(() => focused(page).then(({ id }) => id)).toMatch(/^block-/);

  await page.goto(`/products/${product.Id}`);
  const form = page.locator('[data-form="general"]');
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill(`${product.Name} saved`);
  await form.getByRole('button', { name: /^Save/ }).press('Enter');
  await eventually(() =>
    readJson<{ Name: string }>(page, `/product/${product.Id}`).then(({ Name }) => Name),
  ).toBe(`${product.Name} saved`);
  await eventually(() => focused(page).then(({ tagName }) => tagName)).not.toBe('BODY');
});

const focusedName = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
const focusedRow = (page: Page) =>
  page.evaluate(() => document.activeElement?.closest('[data-row]')?.textContent ?? '');

/** The list as a new person sees it: the page may have filtered it before. */
const openProducts = (): Promise<Page> => openList(app);

type Factor = { readonly Id: string; readonly ProductId: string };

async function someFactor(page: Page): Promise<Factor> {
  for (const { Id } of await listProducts(page)) {
    const { Items } = await readJson<{ Items: readonly Factor[] }>(page, `/products/${Id}/productfactors`);
    if (Items[0]) return Items[0];
  }
  throw new Error('No product has factors.');
}
