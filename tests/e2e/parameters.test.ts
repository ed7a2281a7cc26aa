import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { expectAccessible, screenshot, useApp } from './harness.ts';
import { chooseIn, eventually, makeProduct, readJson, shows, visit } from './products.ts';

const app = useApp();

type Stored = { readonly Id: string; readonly Name: string } & Record<string, unknown>;

const list = (page: Page, id: string) => page.locator(`[data-list="${id}"]`);
const entry = (page: Page, name: string, id = 'own') =>
  list(page, id)
    .locator('li')
    .filter({ has: page.getByText(name, { exact: true }) });
const detail = (page: Page) => page.locator('[data-detail]');
const text = (page: Page, name: string) => detail(page).getByRole('textbox', { name, exact: true });
const save = (page: Page) => detail(page).getByRole('button', { name: 'Save', exact: true });
const cancel = (page: Page) => detail(page).getByRole('button', { name: 'Cancel', exact: true });
const alert = (page: Page, sentence: string) => detail(page).getByRole('alert').filter({ hasText: sentence });

/** Chooses from one of the form's select lists. */
async function pick(page: Page, label: string, option: string): Promise<void> {
  await detail(page)
    .getByRole('button', { name: new RegExp(`${label}$`) })
    .click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

/** A product of this test, and its parameters screen. */
async function openParameters(user: 'manager' | 'viewer' = 'manager') {
  const page = await visit(app, '/favicon.svg', { user: 'manager' });
  const product = await makeProduct(page);
  const make = async (parameter: object): Promise<Stored> => {
    const answer = await page.request.post(`/api/product/${product.Id}/parameter`, { data: parameter });
    expect(answer.status(), await answer.text()).toBe(201);
    return answer.json();
  };
  const parameters = async (): Promise<readonly Stored[]> =>
    (await readJson<{ Items: Stored[] }>(page, `/product/${product.Id}/eligibilityparameters?pageSize=0`))
      .Items;
  const open = async (item = '') => {
    await page.goto(`/products/${product.Id}/parameters${item}`);
    await shows(list(page, 'global').locator('li'));
  };
  return { page, product, make, parameters, open, user };
}

/** Pastes what a spreadsheet puts on the clipboard into the focused field. */
async function paste(page: Page, copied: string): Promise<void> {
  await page.evaluate((plain) => {
    const data = new DataTransfer();
    data.setData('text/plain', plain);
    const event = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true });
    document.activeElement?.dispatchEvent(event);
  }, copied);
}

const term = {
  ...{ Name: 'Term', SourceName: 'Policy.TermMonth', ParameterValueTypeId: 2, IsMapped: true },
  ParameterValues: [12, 24].map((IntValue) => ({ Name: `${IntValue} months`, IntValue })),
};

it('R-165 R-110 R-243 R-244 a parameter is added with typed and pasted values, and opens at its address', async () => {
  const { page, parameters, open } = await openParameters();
  await open();
  await page.getByRole('link', { name: 'Add Parameter' }).click();
  await text(page, 'Name').fill('Term');
  await text(page, 'Source Name').fill('Policy.TermMonth');
  await pick(page, 'Type', 'Pre-Defined Value');
  await pick(page, 'Value type', 'Integer');
  const value = text(page, 'Value').last();
  await value.press('Enter');
  await shows(alert(page, 'Enter a parameter value first.'));
  await value.fill('12');
  await text(page, 'Name').last().fill('12 months');
  await value.press('Enter');
  await eventually(() => value.inputValue()).toBe('');
  await value.fill('12 months');
  await value.press('Enter');
  await shows(alert(page, 'This is not a valid value: 12 months'));
  await value.fill('13');
  await text(page, 'Name').last().fill('12 Months');
  await value.press('Enter');
  await shows(alert(page, 'The parameter value 12 Months already exists.'));
  await value.focus();
  await paste(page, '24\t24 months\n36\t36 months\n');
  await shows(detail(page).getByRole('button', { name: 'Remove 36 months' }));
  await screenshot(page, 'parameters');
  await expectAccessible(page);
  await save(page).click();
  await page.waitForURL(/\/parameters\/[0-9a-f-]{36}$/);
  await shows(entry(page, 'Term'));
  const [stored] = await parameters();
  expect(stored?.ParameterValues).toMatchObject([
    { Name: '12 months', IntValue: 12 },
    { Name: '24 months', IntValue: 24 },
    { Name: '36 months', IntValue: 36 },
  ]);
  await page.reload();
  await eventually(() => text(page, 'Source Name').inputValue()).toBe('Policy.TermMonth');
});

it('C-026 R-021 R-022 R-023 R-167 R-435 C-337 lists collapse; an address opens a parameter; cancelling restores it; deleting asks, in the list and at the parameter', async () => {
  const { page, make, parameters, open } = await openParameters();
  const { Id } = await make(term);
  await open();
  for (const [id, title] of [
    ['own', /^Parameters of this product/],
    ['global', /^Global parameters/],
  ] as const) {
    const fold = list(page, id).getByRole('button', { name: title });
    await fold.click();
    await eventually(() => list(page, id).getByRole('listitem').count()).toBe(0);
    await fold.click();
    await shows(list(page, id).getByRole('listitem'));
  }
  await open(`/${Id}`);
  await text(page, 'Name').first().fill('Something else');
  await detail(page).getByRole('button', { name: 'Remove 12 months' }).click();
  await cancel(page).click();
  await detail(page).waitFor({ state: 'detached' });
  await entry(page, 'Term').getByRole('link').click();
  await eventually(() => text(page, 'Name').first().inputValue()).toBe('Term');
  await shows(detail(page).getByRole('button', { name: 'Remove 12 months' }));
  const dialog = page.getByRole('alertdialog');
  await entry(page, 'Term').getByRole('button', { name: 'Delete: Term' }).click();
  await shows(dialog.getByText('Are you sure you want to delete the Parameter Term?'));
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'detached' });
  await detail(page).getByRole('button', { name: 'Delete', exact: true }).click();
  await shows(dialog.getByText('Are you sure you want to delete the Parameter Item Term?'));
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await eventually(parameters).toEqual([]);
  await shows(page.getByText('This product has no parameters yet.', { exact: false }));
});

it('R-450 a save that fails undoes the edit, says so, and offers the typed values again', async () => {
  const { page, make, parameters, open } = await openParameters();
  const { Id } = await make(term);
  await open(`/${Id}`);
  const name = text(page, 'Name').first();
  await name.fill('Something else');
  await page.route(`**/parameter/${Id}`, async (route) =>
    route.request().method() === 'PUT' ? route.fulfill({ status: 500 }) : route.continue(),
  );
  await detail(page).getByRole('button', { name: 'Save', exact: true }).click();
  await eventually(() => name.inputValue()).toBe('Term');
  await shows(detail(page).getByRole('alert'), detail(page).getByText(/^You have unsaved work from .*\.$/));
  expect(await parameters()).toMatchObject([{ Name: 'Term' }]);
  await page.unroute(`**/parameter/${Id}`);
  await detail(page).getByRole('button', { name: 'Restore', exact: true }).click();
  await eventually(() => name.inputValue()).toBe('Something else');
  await detail(page).getByRole('button', { name: 'Save', exact: true }).click();
  await eventually(parameters).toMatchObject([{ Name: 'Something else' }]);
});

it('a refusal at a field keeps what was typed, to be corrected', async () => {
  const { page, make, open } = await openParameters();
  await make({ ...term, Name: 'Taken', SourceName: 'Policy.TermKm' });
  const { Id } = await make(term);
  await open(`/${Id}`);
  const name = text(page, 'Name').first();
  await name.fill('TAKEN');
  await detail(page).getByRole('button', { name: 'Save', exact: true }).click();
  await shows(detail(page).getByRole('alert'));
  expect(await name.inputValue()).toBe('TAKEN');
});

it('R-168 R-169 R-240 R-477 R-238 a base makes a range, entered end by end or as a column', async () => {
  const { page, make, parameters, open } = await openParameters();
  await make({ Name: 'Odometer', SourceName: 'Vehicle.Odometer', ParameterValueTypeId: 2 });
  await open('?mode=create');
  await text(page, 'Name').fill('Odometer range');
  const base = detail(page).getByRole('combobox', { name: 'Base parameter' });
  await chooseIn(base, 'Odometer');
  await shows(detail(page).getByRole('button', { name: /Range.*Type$/ }));
  await eventually(() => text(page, 'Source Name').inputValue()).toBe('Group.Vehicle.Odometer');
  const [from, to] = [text(page, 'From').last(), text(page, 'To').last()];
  await from.press('Enter');
  await shows(alert(page, 'For a range parameter please supply both values.'));
  await from.fill('0');
  await to.fill('40000');
  await to.press('Enter');
  await eventually(() => from.inputValue()).toBe('40000');
  await from.fill('50000');
  await to.fill('60000');
  await to.press('Enter');
  await shows(
    alert(page, 'A gap between the new "From" value and the latest saved "To" value is not allowed.'),
  );
  await from.focus();
  await paste(page, '80000\n120000\n+INF');
  await eventually(() => detail(page).locator('[data-chunk="2"] > li').count()).toBe(4);
  await save(page).click();
  await page.waitForURL(/\/parameters\/[0-9a-f-]{36}$/);
  const stored = (await parameters()).find(({ Name }) => Name === 'Odometer range');
  expect(((stored?.ParameterValues ?? []) as Stored[]).map(({ Name }) => Name)).toEqual([
    '[0,40000)',
    '[40000,80000)',
    '[80000,120000)',
    '[120000,+INF)',
  ]);
});

it('R-025 R-166 R-258 R-259 R-170 a global parameter is copied in after its base; a parameter is made global', async () => {
  const { page, product, make, parameters, open } = await openParameters();
  await open();
  const copy = (name: string) =>
    entry(page, name, 'global').getByRole('button', { name: `Copy into this product: ${name}` });
  await copy('Service interval').click();
  await shows(
    page.getByText(
      `This grouping parameter Service interval relies on base parameter Term in months which does not exist for this product ${product.Name}`,
    ),
  );
  await copy('Term in months').click();
  await save(page).click();
  await shows(entry(page, 'Term in months'));
  await copy('Service interval').click();
  await save(page).click();
  await shows(entry(page, 'Service interval'));
  const stored = await parameters();
  const [interval, base] = ['Service interval', 'Term in months'].map((name) =>
    stored.find(({ Name }) => Name === name),
  );
  expect(interval).toMatchObject({
    GroupedParameterId: base?.Id,
    SourceName: 'PPMInterval.Policy.TermMonth',
  });
  expect(base?.ParentParameterId).toEqual(expect.any(String));

  await make({ Name: `Own ${product.Code}`, SourceName: `Own.${product.Code}`, ParameterValueTypeId: 1 });
  await open();
  await entry(page, `Own ${product.Code}`)
    .getByRole('button', { name: `Make global: Own ${product.Code}` })
    .click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Make global' }).click();
  await shows(entry(page, `Own ${product.Code}`, 'global'));
});

it('R-024 R-026 a parameter is copied, edited and removed, and every link keeps the product', async () => {
  const { page, product, make, parameters, open } = await openParameters();
  const { Id } = await make(term);
  const home = new RegExp(`/products/${product.Id}/parameters`);
  await open(`/${Id}`);
  await page
    .getByRole('button', { name: 'Copy: Term' })
    .or(page.getByRole('link', { name: 'Copy: Term' }))
    .click();
  await shows(detail(page).getByRole('heading', { name: 'Copy a parameter' }));
  await text(page, 'Name').first().fill('Term again');
  await text(page, 'Source Name').fill('Policy.TermAgain');
  await save(page).click();
  await shows(entry(page, 'Term again'));
  await entry(page, 'Term').getByRole('link').first().click();
  await page.waitForURL(`**/products/${product.Id}/parameters/${Id}`);
  await eventually(() => text(page, 'Name').first().inputValue()).toBe('Term');
  await text(page, 'Name').first().fill('Duration');
  await save(page).click();
  await shows(entry(page, 'Duration'));
  expect(page.url()).toMatch(home);
  expect((await parameters()).map(({ Name }) => Name).sort()).toEqual(['Duration', 'Term again']);
  await entry(page, 'Duration').getByRole('button', { name: 'Delete: Duration' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await eventually(async () => (await parameters()).map(({ Name }) => Name)).toEqual(['Term again']);
  expect(page.url()).toMatch(home);
  await page.locator('main').getByRole('link', { name: product.Name, exact: true }).first().click();
  await page.waitForURL(new RegExp(`/products/${product.Id}(?!/parameters)`));
});

it('C-027 R-296 R-309 nobody edits once the product is in pricing; the screen needs its feature', async () => {
  const { page, product, make, open } = await openParameters();
  const { Id } = await make(term);
  await page.request.put(`/api/product/${product.Id}/state`, { data: { Name: 'InPricing' } });
  await open(`/${Id}`);
  await shows(detail(page).getByText('12 months'));
  expect(await save(page).isDisabled()).toBe(true);
  for (const name of ['Delete: Term', 'Copy: Term', 'Make global: Term'])
    expect(await page.getByRole('button', { name }).count()).toBe(0);
  expect(await page.getByRole('link', { name: 'Add Parameter' }).count()).toBe(0);

  const stranger = await visit(app, `/products/${product.Id}/parameters`, { user: 'profiles' });
  await shows(stranger.getByText('View parameters', { exact: false }));
  expect(await stranger.locator('[data-list]').count()).toBe(0);
});
