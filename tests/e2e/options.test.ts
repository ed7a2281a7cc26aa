import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { expectAccessible, goToSection, screenshot, useApp } from './harness.ts';
import { choose, eventually, makeProduct, openProduct, readJson, shows, visit } from './products.ts';

const app = useApp();

type Option = {
  readonly Id: string;
  readonly Name: string;
  readonly OptionRuleText?: string;
  readonly OptionValues: readonly { readonly DecimalValue: number; readonly ParameterValue2Id?: string }[];
};
type Made = { readonly Id: string };
type Setup = {
  readonly page: Page;
  readonly id: string;
  readonly parameters: readonly Made[];
  readonly plan: Made;
  readonly item: Made;
};

const listed = (page: Page, path: string) =>
  readJson<{ Items: readonly Option[] }>(page, path).then(({ Items }) => Items);
const cell = (page: Page, row: number, column: number) => page.locator(`[data-place="${row}-${column}"]`);

/** A product of this test, with a plan, a coverage item and two parameters of three values. */
async function setUp(): Promise<Setup> {
  const page = await visit(app, '/favicon.svg', { user: 'admin' });
  const { Id: id } = await makeProduct(page);
  const make = async (path: string, data: object): Promise<Made> => {
    const made = await page.request.post(`/api${path}`, { data });
    expect(made.status(), await made.text()).toBe(201);
    const body = await made.json();
    return typeof body === 'string' ? { Id: body } : body;
  };
  const parameter = (Name: string, unit: string) =>
    make(`/product/${id}/parameter`, {
      ...{ Name, SourceName: `Policy.${Name}`, ParameterValueTypeId: 2, IsMapped: true },
      ParameterValues: [1, 2, 3].map((IntValue) => ({ Name: `${IntValue} ${unit}`, IntValue })),
    });
  const parameters = [await parameter('Term', 'years'), await parameter('Visits', 'visits')];
  const plan = await make('/product/plan', { ProductId: id, Name: 'Gold' });
  const item = await make('/product/coverageitem', { ProductId: id, Name: 'Engine' });
  return { page, id, parameters, plan, item };
}

it('R-033 R-036 R-037 C-055 C-067 C-340 an option is added with its values and a rule, seen on the product, and deleted', async () => {
  const { page, id } = await setUp();
  await openProduct(page, id);
  const section = await goToSection(page, 'options');
  await shows(section.getByText('There are no options yet.'));
  await section.getByRole('link', { name: 'Add an option' }).click();
  await shows(page.getByRole('heading', { level: 1, name: 'Product Options' }));
  await choose(page, 'First parameter', 'Term');
  await shows(
    page.getByRole('rowheader', { name: 'All' }),
    page.getByRole('columnheader', { name: '3 years' }),
  );
  await choose(page, 'Second parameter', 'Visits');
  await shows(page.getByRole('rowheader', { name: '2 visits' }));
  await cell(page, 0, 0).click();
  await page.keyboard.type('12.5');
  await page.keyboard.press('Enter');
  await eventually(() => cell(page, 0, 0).textContent()).toBe('$12.50');
  await cell(page, 0, 0).click();
  await cell(page, 2, 0).click({ modifiers: ['Shift'] });
  await page.keyboard.press('Control+d');
  await eventually(() => cell(page, 2, 0).textContent()).toBe('$12.50');
  await page.getByRole('tab', { name: 'Text' }).click();
  const text = page.locator('[data-editor=rule][data-ready=true] .cm-content');
  await text.click();
  await page.keyboard.type('Policy.Term >= 2');
  await shows(page.getByRole('region', { name: 'In plain words' }).getByText('Term is at least 2'));
  await screenshot(page, 'option');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'OK' }).click();
  await page.waitForURL((url) => url.pathname === `/products/${id}`);
  const [made] = await listed(page, `/product/${id}/option`);
  expect(made?.OptionRuleText).toBe('Policy.Term >= 2');
  expect(made?.OptionValues.map(({ DecimalValue }) => DecimalValue)).toEqual([12.5, 12.5, 12.5]);
  await section.scrollIntoViewIfNeeded();
  await shows(section.getByRole('grid').getByRole('gridcell', { name: '$12.50' }));
  await section.getByRole('button', { name: /^Delete/ }).click();
  const question = page.getByRole('alertdialog');
  await shows(question.getByText('Are you sure you want to delete the option Term × Visits?'));
  await question.getByRole('button').last().click();
  await eventually(() => listed(page, `/product/${id}/option`)).toEqual([]);
});

it('R-031 R-032 R-034 R-035 R-036 C-055 options of a plan and of a coverage item, over one parameter', async () => {
  const { page, id, plan, item } = await setUp();
  const owners = [
    { path: `plans/${plan.Id}`, api: `plan/${plan.Id}`, title: 'Gold Plan Options' },
    {
      path: `coverage-items/${item.Id}`,
      api: `coverageitem/${item.Id}`,
      title: 'Engine Coverage Item Options',
    },
  ];
  for (const { path, api, title } of owners) {
    await page.goto(`/products/${id}/${path}/options`);
    await shows(page.getByRole('heading', { level: 1, name: title }));
    await choose(page, 'First parameter', 'Visits');
    await cell(page, 0, 1).click();
    await page.keyboard.type('7');
    await page.keyboard.press('Enter');
    await eventually(() => cell(page, 0, 1).textContent()).toBe('$7.00');
    await page.getByRole('button', { name: 'OK' }).click();
    await page.waitForURL((url) => url.pathname === `/products/${id}/${path}`);
    const [made] = await listed(page, `/product/${id}/${api}/option`);
    expect(made?.OptionValues).toMatchObject([{ DecimalValue: 7 }]);
    expect(made?.OptionValues[0]?.ParameterValue2Id).toBeUndefined();
    const section = await goToSection(page, 'options');
    const open = { name: /^View or edit/ };
    await section.getByRole('link', open).or(section.getByRole('button', open)).first().click();
    await shows(page.getByRole('heading', { level: 1, name: title }));
    await eventually(() => cell(page, 0, 1).textContent()).toBe('$7.00');
    await cell(page, 0, 1).click();
    await page.keyboard.type('8');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'OK' }).click();
    await page.waitForURL((url) => url.pathname === `/products/${id}/${path}`);
    const [changed] = await listed(page, `/product/${id}/${api}/option`);
    expect(changed?.OptionValues).toMatchObject([{ DecimalValue: 8 }]);
  }
});

it('R-038 R-461 without a product the products list opens; an owner of another kind is an error', async () => {
  const { page, id, plan } = await setUp();
  await page.goto('/options');
  await page.waitForURL((url) => url.pathname === '/products');
  await page.goto(`/products/${id}/agreements/${plan.Id}/options`);
  await shows(page.getByText('Options belong to a product, a plan or a coverage item'));
  expect(await page.getByRole('button', { name: 'OK' }).count()).toBe(0);
});

it('R-313 R-314 C-056 C-057 a person who may only view sees the values and changes nothing; adding is closed', async () => {
  const { page, id, parameters, plan, item } = await setUp();
  const places = ['', `plan/${plan.Id}/`, `coverageitem/${item.Id}/`];
  const screens = ['', `plans/${plan.Id}/`, `coverage-items/${item.Id}/`];
  const viewer = await visit(app, '/favicon.svg', { user: 'viewer' });
  for (const [index, place] of places.entries()) {
    const made = await page.request.post(`/api/product/${id}/${place}option`, {
      data: { Parameter1Id: parameters[0]?.Id },
    });
    const { Id } = await made.json();
    await viewer.goto(`/products/${id}/${screens[index]}options/${Id}`);
    await shows(viewer.getByRole('columnheader', { name: '1 years' }));
    await cell(viewer, 0, 0).click();
    await viewer.keyboard.type('9');
    await viewer.keyboard.press('Enter');
    expect(await cell(viewer, 0, 0).textContent()).toBe('');
    expect(await viewer.getByRole('button', { name: 'Delete the option' }).count()).toBe(0);
    await viewer.goto(`/products/${id}/${screens[index]}options`);
    await shows(viewer.getByText(/Edit options and localisation/));
  }
});
