import { expect, it } from 'vitest';
import {
  add,
  cancel,
  edit,
  editor,
  field,
  itemsOf,
  names,
  newItem,
  openItems,
  rows,
  save,
} from './coverage.ts';
import { goToSection, useApp } from './harness.ts';
import { eventually, makeProduct, productIn, readJson, shows, visit } from './products.ts';

const app = useApp();

it('C-024 C-143 C-248 an item opens in place; Cancel restores it, Save keeps what was typed', async () => {
  const { page, product } = await openItems(app);
  await edit(page, 'Transmission').click();
  await eventually(() => field(page, 'Name').evaluate((input) => input === document.activeElement)).toBe(
    true,
  );
  expect(await names(page)).toEqual(['Engine', 'Steering']);
  await field(page, 'Name').fill('Gearbox');
  await field(page, 'Price').fill('12.50');
  await cancel(editor(page)).click();
  await eventually(() => names(page)).toEqual(['Engine', 'Transmission', 'Steering']);
  await edit(page, 'Transmission').click();
  expect(await field(page, 'Name').inputValue()).toBe('Transmission');
  expect(await field(page, 'Price').inputValue()).toBe('0.00');
  await field(page, 'Name').fill('Gearbox');
  await field(page, 'Price').fill('12.50');
  await editor(page).getByRole('checkbox', { name: 'Priority' }).check();
  await save(editor(page)).click();
  await eventually(() => names(page)).toEqual(['Engine', 'Gearbox', 'Steering']);
  expect((await itemsOf(page, product.Id))[1]).toMatchObject({
    Name: 'Gearbox',
    Price: 12.5,
    IsPriority: true,
  });
});

it('one row is open at a time, and closing it asks before changes are lost', async () => {
  const { page } = await openItems(app);
  await edit(page, 'Engine').click();
  await edit(page, 'Steering').click();
  await eventually(() => names(page)).toEqual(['Engine', 'Transmission']);
  await field(page, 'Name').fill('Steering rack');
  await edit(page, 'Engine').click();
  await page.getByRole('button', { name: 'Stay on this page' }).click();
  expect(await field(page, 'Name').inputValue()).toBe('Steering rack');
  await edit(page, 'Engine').click();
  await page.getByRole('button', { name: 'Leave and discard changes' }).click();
  await eventually(() => names(page)).toEqual(['Transmission', 'Steering']);
});

it('a press belongs to the button it began on, even if the page moves before it ends', async () => {
  const { page } = await openItems(app);
  const pencil = await edit(page, 'Steering').boundingBox();
  if (!pencil) throw new Error('The pencil is not in sight.');
  const [x, y] = [pencil.x + pencil.width / 2, pencil.y + pencil.height / 2];
  const press = async (meanwhile: () => Promise<unknown>) => {
    await page.mouse.move(x, y);
    await page.mouse.down();
    await meanwhile();
    await page.mouse.up();
  };
  // Moved away deliberately: neither the pencil nor the row below it opens anything.
  await press(() => page.mouse.move(pencil.x - 200, y));
  await eventually(() => names(page)).toEqual(['Engine', 'Transmission', 'Steering']);
  expect(await editor(page).count()).toBe(0);
  // Content above grows during the press: another row is under the mouse now.
  const grow = () =>
    page.evaluate(() => {
      const list = document.querySelector<HTMLElement>('main [data-block]');
      if (list) list.style.marginTop = '48px';
    });
  await press(grow);
  await eventually(() => names(page)).toEqual(['Engine', 'Transmission']);
});

it('C-145 C-146 C-168 C-249 a typed name creates an item at the end, which opens; a used name is refused', async () => {
  const { page, product } = await openItems(app);
  await newItem(page).fill('engine');
  await newItem(page).press('Enter');
  await shows(
    page.getByText('A coverage item with this name already exists in the product.', { exact: false }),
  );
  await newItem(page).fill('Sunroof');
  await newItem(page).press('Enter');
  await shows(editor(page));
  expect(await field(page, 'Name').inputValue()).toBe('Sunroof');
  expect(await newItem(page).inputValue()).toBe('');
  expect((await itemsOf(page, product.Id)).at(-1)).toMatchObject({
    Name: 'Sunroof',
    Price: 0,
    SortOrder: 3,
    UniqueItem: false,
    IsPriority: false,
    IncludeInQuickQuote: false,
  });
});

it('C-205 a refusal of the server is shown in its words, and the list is reloaded', async () => {
  const { page, product } = await openItems(app);
  await edit(page, 'Steering').click();
  await field(page, 'Name').fill('Brakes');
  // Someone else takes the name between typing and saving.
  await page.route('**/api/product/coverageitem', async (route) => {
    if (route.request().method() === 'PUT')
      await add(page, 'coverageitem', { ProductId: product.Id, Name: 'BRAKES' });
    await route.continue();
  });
  await save(editor(page)).click();
  const dialog = page.getByRole('alertdialog');
  await shows(dialog.getByText('Coverage item names must be unique.', { exact: false }));
  await dialog.getByRole('button').click();
  await eventually(() => names(page)).toEqual(['Engine', 'Transmission', 'Steering', 'BRAKES']);
  expect(await editor(page).count()).toBe(0);
});

it('C-255 items move up and down; the first not up, the last not down', async () => {
  const { page, product } = await openItems(app);
  expect(await page.getByRole('button', { name: 'Move Engine up' }).count()).toBe(0);
  expect(await page.getByRole('button', { name: 'Move Steering down' }).count()).toBe(0);
  await page.getByRole('button', { name: 'Move Steering up' }).click();
  await eventually(() => names(page)).toEqual(['Engine', 'Steering', 'Transmission']);
  expect((await itemsOf(page, product.Id)).map(({ Name }) => Name)).toEqual([
    'Engine',
    'Steering',
    'Transmission',
  ]);
});

it('C-184 C-185 C-186 C-187 C-188 C-247 components: active ones only, searched, never mixed; labour cost with maintenance', async () => {
  const page = await visit(app, '/favicon.svg', { user: 'manager' });
  const product = await makeProduct(page);
  await add(page, 'coverageitem', { ProductId: product.Id, Name: 'Service' });
  const asked: URLSearchParams[] = [];
  page.on('request', (request) => {
    const address = new URL(request.url());
    if (address.pathname === '/api/product/component') asked.push(address.searchParams);
  });
  await page.goto(`/products/${product.Id}/coverage-items`);
  await edit(page, 'Service').click();
  const picker = editor(page).getByRole('group', { name: 'Components', exact: true });
  const all = await readJson<{
    Items: { Name: string; IsActive: boolean; ComponentType: { Category: string } }[];
  }>(page, '/product/component?page=1&pageSize=1000&sortFields=Name&sortDirections=1');
  const active = all.Items.filter(({ IsActive }) => IsActive);
  expect(active.length).toBeLessThan(all.Items.length);
  await shows(picker.getByText(`0 chosen, ${active.length} listed`));
  expect([asked[0]?.get('page'), asked[0]?.get('pageSize')]).toEqual(['1', '1000']);
  const nameOf = (category: string) =>
    active.find((one) => one.ComponentType.Category === category)?.Name ?? '';
  const pick = async (name: string) => {
    await picker.getByRole('searchbox').fill(name);
    await picker.getByRole('listitem').filter({ hasText: name }).first().getByRole('checkbox').click();
  };
  const labour = editor(page).getByRole('button', { name: /Labour cost method$/ });
  expect(await labour.count()).toBe(0);
  await pick(nameOf('Maintenance'));
  await labour.click();
  await page.getByRole('option', { name: 'Flat rate' }).click();
  await pick(nameOf('Regular'));
  await shows(
    editor(page).getByText('Maintenance and Regular components cannot be defined in the same coverage item'),
  );
  await pick(nameOf('Regular'));
  await save(editor(page)).click();
  await editor(page).waitFor({ state: 'detached' });
  expect((await itemsOf(page, product.Id))[0]).toMatchObject({
    LabourRateTypeSubclass: { Name: 'FlatRate' },
  });
  await edit(page, 'Service').click();
  await pick(nameOf('Maintenance'));
  await labour.waitFor({ state: 'detached' });
  await save(editor(page)).click();
  await editor(page).waitFor({ state: 'detached' });
  expect((await itemsOf(page, product.Id))[0]?.LabourRateTypeSubclassId ?? null).toBe(null);
});

it('C-149 an open editor offers other components as soon as the claims layout of the product changes', async () => {
  const page = await visit(app, '/favicon.svg', { user: 'manager' });
  const product = await makeProduct(page);
  await add(page, 'coverageitem', { ProductId: product.Id, Name: 'Service' });
  const all = await readJson<{ Items: { IsActive: boolean; ComponentType: { Category: string } }[] }>(
    page,
    '/product/component?page=1&pageSize=1000',
  );
  const active = all.Items.filter(({ IsActive }) => IsActive);
  const maintenance = active.filter(({ ComponentType }) => ComponentType.Category === 'Maintenance');
  await page.goto(`/products/${product.Id}#coverage-items`);
  await edit(page, 'Service').click();
  await field(page, 'Name').fill('Service plan');
  const picker = editor(page).getByRole('group', { name: 'Components', exact: true });
  await shows(picker.getByText(`0 chosen, ${active.length} listed`));
  await goToSection(page, 'claims-layout');
  const layout = page.locator('[data-form=claims-layout]');
  await layout.getByRole('checkbox', { name: 'Maintenance', exact: true }).check({ force: true });
  await save(layout).click();
  await eventually(() => layout.getByText('Unsaved changes').count()).toBe(0);
  await goToSection(page, 'coverage-items');
  await eventually(() => picker.getByText(/0 chosen, \d+ listed/).innerText()).toBe(
    `0 chosen, ${maintenance.length} listed`,
  );
  expect(maintenance.length).toBeLessThan(active.length);
  expect(await field(page, 'Name').inputValue()).toBe('Service plan');
});

it('C-023 C-025 C-210 C-211 coverage of an active product needs the right after launch', async () => {
  const page = await visit(app, '/favicon.svg', { user: 'admin' });
  const [active, pricing] = await Promise.all([productIn(page, 'Active'), productIn(page, 'InPricing')]);
  await page.goto(`/products/${active.Id}/coverage-items`);
  await eventually(() => rows(page).first().getByRole('button', { name: /^Edit/ }).isEnabled()).toBe(true);
  await shows(newItem(page));
  await page.goto(`/products/${pricing.Id}/coverage-items`);
  await eventually(() => rows(page).first().getByRole('button', { name: /^Edit/ }).isEnabled()).toBe(false);
  expect(await newItem(page).count()).toBe(0);

  const manager = await visit(app, `/products/${active.Id}/coverage-items`, { user: 'manager' });
  await eventually(() => rows(manager).first().getByRole('button', { name: /^Edit/ }).isEnabled()).toBe(
    false,
  );

  const other = await visit(app, `/products/${active.Id}/coverage-items`, { user: 'profiles' });
  await shows(other.getByText('Product.CoverageItems.View'));
  await other.goto(`/products/${active.Id}/coverage-groups`);
  await shows(other.getByText('Product.CoverageGroups.View'));
});

it('without the right to edit coverage there are no pencils, in any state of the product', async () => {
  const page = await visit(app, '/favicon.svg', { user: 'viewer' });
  const products = await Promise.all([productIn(page, 'Active'), productIn(page, 'InPricing')]);
  for (const { Id } of products) {
    await page.goto(`/products/${Id}/coverage-items`);
    await shows(rows(page));
    expect(await rows(page).getByRole('button', { name: /^Edit/ }).count()).toBe(0);
  }
});
