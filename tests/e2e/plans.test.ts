import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { expectAccessible, screenshot, useApp } from './harness.ts';
import {
  makePlan,
  nextAnswer,
  openPlans,
  type Plan,
  planForm,
  plansTable,
  readPlans,
  seat,
  startWithPlans,
} from './plans.ts';
import { eventually, present, productIn, readJson, shows, visit } from './products.ts';

const app = useApp();

const three = [{ Name: 'Gold', SourceName: 'GLD' }, { Name: 'Silver' }, { Name: 'Bronze' }];
const ordered = (plans: readonly Plan[]) => plans.map(({ Name, SortOrder }) => [Name, SortOrder]);

/** The manager at the plans of a new product. */
async function openThree() {
  const start = await startWithPlans(app, three);
  const plans = await openPlans(start.page, start.product.Id);
  await eventually(plans.names).toEqual(['Gold', 'Silver', 'Bronze']);
  return { ...start, plans };
}

/** Everything that would tell a person of an event. */
const notices = (page: Page) => page.locator('[role="alertdialog"], [role="alert"]');

it('C-092 C-093 C-094 C-160 R-083 R-084 R-085 R-196 R-197 R-488 R-489 the plans table: its id, columns, moves, actions and row ids', async () => {
  const { page, plans, planIds } = await openThree();
  expect((await plans.table.locator('thead th').allInnerTexts()).map((text) => text.trim())).toEqual([
    'Plan',
    'Source Name',
    'Sort Order',
    'Actions',
  ]);
  expect(await plans.row('Gold').locator('td').nth(1).innerText()).toBe('GLD');
  const rowIds = await plans.rows.evaluateAll((rows) => rows.map((row) => row.getAttribute('data-row')));
  expect(rowIds).toEqual(planIds);
  const moves = async (name: string) => [await plans.up(name).count(), await plans.down(name).count()];
  expect(await moves('Gold')).toEqual([0, 1]);
  expect(await moves('Silver')).toEqual([1, 1]);
  expect(await moves('Bronze')).toEqual([1, 0]);
  for (const { Name } of three) {
    expect(await plans.row(Name).locator('td').nth(2).getByRole('button').count()).toBeGreaterThan(0);
    const actions = plans.row(Name).locator('td').last().getByRole('button');
    expect(await actions.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')))).toEqual([
      `Edit: ${Name}`,
      `Delete: ${Name}`,
    ]);
  }
  await plans.table.scrollIntoViewIfNeeded();
  await expectAccessible(page);
  await screenshot(page, 'plans');
});

it('C-020 R-083 Add Plan and edit lead to the plan screens', async () => {
  const { page, plans, product, planIds } = await openThree();
  await plans.add.click();
  await page.waitForURL(`**/products/${product.Id}/plans/add`);
  await shows(page.getByRole('heading', { level: 1, name: 'Add Plan' }), planForm(page).table);
  await planForm(page).cancel.click();
  await page.waitForURL(`**/products/${product.Id}#plans`);
  await plans.edit('Silver').click();
  await page.waitForURL(`**/products/${product.Id}/plans/${planIds[1]}`);
  await shows(page.getByRole('heading', { level: 1, name: 'Silver' }));
  expect(await planForm(page).name.inputValue()).toBe('Silver');
});

it('C-161 R-199 R-200 C-260 R-426 a move swaps two plans, and the table is sorted again only after the server confirms', async () => {
  const { page, plans, product, planIds } = await openThree();
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/plan/order', async (route) => {
    await held;
    await route.continue();
  });
  const asked = page.waitForRequest('**/plan/order');
  await plans.up('Bronze').click();
  const body = (await asked).postDataJSON();
  // The server has not answered: the table is unchanged.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)));
  expect(await plans.names()).toEqual(['Gold', 'Silver', 'Bronze']);
  const answered = nextAnswer(page, 'POST', new RegExp(`/product/${product.Id}/plan/order$`));
  release();
  expect((await answered).ok()).toBe(true);
  await eventually(plans.names).toEqual(['Gold', 'Bronze', 'Silver']);
  expect(body).toEqual([
    { Id: planIds[0], SortOrder: 0 },
    { Id: planIds[2], SortOrder: 1 },
    { Id: planIds[1], SortOrder: 2 },
  ]);
  expect(ordered(await readPlans(page, product.Id))).toEqual([
    ['Gold', 0],
    ['Bronze', 1],
    ['Silver', 2],
  ]);
  // The focus stays with the plan that moved.
  await eventually(() => plans.up('Bronze').evaluate((one) => one === document.activeElement)).toBe(true);
  await plans.down('Gold').press('Enter');
  await eventually(plans.names).toEqual(['Bronze', 'Gold', 'Silver']);
  expect(await plans.up('Bronze').count()).toBe(0);
});

it('C-333 R-459 a move that fails is silently ignored: refused, broken or unreachable', async () => {
  const { page, plans, product } = await openThree();
  const refusal = { status: 500, json: { Message: 'It broke', Code: 'internal' } };
  for (const fail of [refusal, { ...refusal, status: 409 }, 'abort' as const]) {
    await page.route('**/plan/order', (route) => (fail === 'abort' ? route.abort() : route.fulfill(fail)));
    const tried = page.waitForRequest('**/plan/order');
    await plans.down('Gold').click();
    await tried;
    // The page repeats a call without an answer for eight seconds.
    const over = fail === 'abort' ? 9_000 : 400;
    await page.evaluate((wait) => new Promise((resolve) => setTimeout(resolve, wait)), over);
    expect(await notices(page).count()).toBe(0);
    await eventually(plans.names).toEqual(['Gold', 'Silver', 'Bronze']);
    await page.unroute('**/plan/order');
  }
  expect(ordered(await readPlans(page, product.Id)).map(([name]) => name)).toEqual([
    'Gold',
    'Silver',
    'Bronze',
  ]);
  // The button works again.
  await plans.down('Gold').click();
  await eventually(plans.names).toEqual(['Silver', 'Gold', 'Bronze']);
});

it('C-162 C-351 R-201 R-442 C-259 R-425 deleting asks by name; the plans after it move up', async () => {
  const { page, plans, product, planIds } = await openThree();
  await plans.remove('Gold').click();
  const question = page.getByRole('alertdialog');
  await shows(question.getByText("Are you sure you want to delete the Plan 'Gold'?", { exact: true }));
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await question.waitFor({ state: 'detached' });
  expect(await plans.names()).toEqual(['Gold', 'Silver', 'Bronze']);
  expect(await readPlans(page, product.Id)).toHaveLength(3);

  await plans.remove('Gold').click();
  const answered = nextAnswer(page, 'DELETE', new RegExp(`/product/plan/${planIds[0]}$`));
  await question.getByRole('button', { name: 'Delete' }).click();
  expect((await answered).ok()).toBe(true);
  await eventually(plans.names).toEqual(['Silver', 'Bronze']);
  expect(ordered(await readPlans(page, product.Id))).toEqual([
    ['Silver', 0],
    ['Bronze', 1],
  ]);
});

it('C-160 R-198 C-351 a single plan has neither move; its name is shown unchanged, whatever it contains', async () => {
  const name = `5" <b>O'Brien</b> & fils`;
  const { page, product } = await startWithPlans(app, [{ Name: name }]);
  const plans = await openPlans(page, product.Id);
  await eventually(plans.names).toEqual([name]);
  expect(await plans.table.getByRole('button', { name: /^Move/ }).count()).toBe(0);
  await plans.remove(name).click();
  await shows(page.getByText(`Are you sure you want to delete the Plan '${name}'?`, { exact: true }));
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await shows(page.getByText('This product has no plans yet.'));
});

it('C-332 R-458 a failed removal says so, and the plan stays', async () => {
  const { page, plans, product } = await openThree();
  await page.route('**/api/product/plan/*', (route) =>
    route.request().method() === 'DELETE'
      ? route.fulfill({ status: 500, json: { Message: 'Error occurred removing plan', Code: 'internal' } })
      : route.continue(),
  );
  await plans.remove('Silver').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await shows(page.getByRole('alertdialog').getByText('Error occurred removing plan'));
  await page.getByRole('alertdialog').getByRole('button', { name: 'OK' }).click();
  expect(await plans.names()).toEqual(['Gold', 'Silver', 'Bronze']);
  expect(await readPlans(page, product.Id)).toHaveLength(3);
});

it('C-361 R-476 plans come ten at a time, the newest first; the table requests all of them in their order', async () => {
  const many = Array.from({ length: 12 }, (_, place) => ({ Name: `Plan ${place + 1}` }));
  const { page, product } = await startWithPlans(app, many);
  type Paged = { Items: Plan[]; Page?: number; TotalCount?: number };
  const first = await readJson<Paged>(
    page,
    `/product/plan?FilterProperty=ProductId&FilterOperator=eq&FilterValue=${product.Id}`,
  );
  expect(first.Items.map(({ Name }) => Name)).toEqual(
    many
      .map(({ Name }) => Name)
      .reverse()
      .slice(0, 10),
  );
  const asked = page.waitForRequest((request) => request.url().includes('/api/product/plan?'));
  const plans = await openPlans(page, product.Id);
  const query = new URL((await asked).url()).searchParams;
  expect(['pageSize', 'sortFields', 'sortDirections'].map((name) => query.get(name))).toEqual([
    '1000',
    'SortOrder',
    '1',
  ]);
  await eventually(plans.names).toEqual(many.map(({ Name }) => Name));
});

it('C-103 C-223 R-086 R-194 R-195 plans are read only with their product: in every state except In Design and In Pricing', async () => {
  const page = await seat(app, 'manager');
  const states = { InDesign: true, InPricing: true, Active: false, Deactivated: false, Abandoned: false };
  for (const [state, isEditable] of Object.entries(states)) {
    const product = await productIn(page, state);
    const plans = await openPlans(page, product.Id);
    await shows(plans.rows.first());
    expect(await plans.add.count(), state).toBe(isEditable ? 1 : 0);
    expect((await plans.table.getByRole('button', { name: /^Move/ }).count()) > 0, state).toBe(
      isEditable && (await plans.rows.count()) > 1,
    );
    for (const remove of await plans.table.getByRole('button', { name: /^Delete: / }).all())
      expect(await remove.isDisabled(), state).toBe(!isEditable);
    for (const edit of await plans.table.getByRole('button', { name: /^Edit: / }).all())
      expect(await edit.isEnabled(), state).toBe(true);
  }
});

it.each(['viewer', 'pricing'] as const)(
  'C-209 C-021 the %s sees the plans and cannot change them',
  async (user) => {
    const { page, product, planIds, ...covered } = await startWithPlans(app, three, user);
    const plans = await openPlans(page, product.Id);
    await eventually(plans.names).toEqual(['Gold', 'Silver', 'Bronze']);
    expect(await plans.add.count()).toBe(0);
    expect(await plans.table.getByRole('button', { name: /^(Move|Delete)/ }).count()).toBe(0);
    await plans.view('Gold').click();
    await shows(
      planForm(page).table,
      page.getByRole('heading', { level: 1, name: 'Gold' }),
      page.getByRole('heading', { level: 2, name: 'View Plan' }),
    );
    expect(await planForm(page).name.count()).toBe(0);
    expect(await planForm(page).save.count()).toBe(0);
    // Not by address either.
    const [first] = planIds;
    const plan = await readJson<Plan>(page, `/product/plan/${first}`);
    const status = async (method: 'post' | 'put' | 'delete', path: string, data?: unknown) =>
      (await page.request[method](`/api/product${path}`, { data })).status();
    expect(await status('put', '/plan', { ...plan, Name: 'Mine' })).toBe(403);
    expect(await status('post', '/plan', { ProductId: product.Id, Name: 'Mine' })).toBe(403);
    expect(await status('delete', `/plan/${first}`)).toBe(403);
    expect(
      await status(
        'post',
        `/${product.Id}/plan/order`,
        [...planIds].reverse().map((Id) => ({ Id })),
      ),
    ).toBe(403);
    expect((await readPlans(covered.maker, product.Id)).map(({ Name }) => Name)).toEqual([
      'Gold',
      'Silver',
      'Bronze',
    ]);
  },
);

it('C-021 the plan screens need Product.Plan.View: without it there is neither the table nor the screens', async () => {
  const { page, product, planIds } = await startWithPlans(app, [{ Name: 'Gold' }], 'profiles');
  for (const address of ['plans/add', `plans/${planIds[0]}`]) {
    await page.goto(`/products/${product.Id}/${address}`);
    await shows(page.getByText(/Product\.Plan\.View|View plans/));
    expect(await planForm(page).table.count()).toBe(0);
  }
  await page.goto(`/products/${product.Id}#plans`);
  await shows(page.getByRole('heading', { level: 1, name: present(product.Name) }));
  expect(await plansTable(page).table.count()).toBe(0);
  expect((await page.request.get(`/api/product/plan/${planIds[0]}`)).status()).toBe(403);
});

it('a plan added or moved in another tab shows here as well', async () => {
  const { page, maker, plans, product, ids, planIds } = await openThree();
  await makePlan(maker, { product, ids }, { Name: 'Platinum' });
  await eventually(plans.names).toEqual(['Gold', 'Silver', 'Bronze', 'Platinum']);
  const [gold, silver, bronze] = planIds;
  const all = await readPlans(page, product.Id);
  const order = [bronze, silver, gold, all[3]?.Id].map((Id) => ({ Id }));
  expect((await maker.request.post(`/api/product/${product.Id}/plan/order`, { data: order })).ok()).toBe(
    true,
  );
  await eventually(plans.names).toEqual(['Bronze', 'Silver', 'Gold', 'Platinum']);
});

it('R-083 the plans of a product in French', async () => {
  const { product } = await startWithPlans(app, three);
  const french = await visit(app, '/favicon.svg', { user: 'configurator', locale: 'fr-CA' });
  const plans = await openPlans(french, product.Id);
  expect((await plans.table.locator('thead th').allInnerTexts()).map((text) => text.trim())).toEqual([
    'Plan',
    'Nom source',
    'Ordre de tri',
    'Actions',
  ]);
  await shows(french.getByRole('button', { name: 'Consulter : Gold' }));
  await screenshot(french, 'plans-french');
});
