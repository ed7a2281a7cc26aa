import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { expectAccessible, goToSection, screenshot, useApp } from './harness.ts';
import { chooseIn, eventually, makeProduct, openProduct, readProduct, shows, visit } from './products.ts';

const app = useApp();

/** A product of this test, with two parameters a rule can use. */
async function makeRuled(): Promise<{ readonly page: Page; readonly id: string }> {
  const page = await visit(app, '/favicon.svg', { user: 'admin' });
  const { Id } = await makeProduct(page);
  const parameters = [
    { Name: 'Term in months', SourceName: 'Policy.TermMonth', ParameterValueTypeId: 2 },
    { Name: 'Certified pre-owned', SourceName: 'Vehicle.CPO', ParameterValueTypeId: 4 },
    {
      ...{
        Name: 'Vehicle class',
        SourceName: 'Policy.VehicleClass',
        ParameterValueTypeId: 1,
        IsMapped: true,
      },
      ParameterValues: ['A', 'B'].map((StringValue) => ({ Name: StringValue, StringValue })),
    },
  ];
  for (const data of parameters) {
    const made = await page.request.post(`/api/product/${Id}/parameter`, { data });
    expect(made.status()).toBe(201);
  }
  return { page, id: Id };
}

it('R-027 R-028 R-029 C-068 a person builds, writes and tries a rule; OK returns to the product, which shows it', async () => {
  const { page, id } = await makeRuled();
  await openProduct(page, id);
  const section = await goToSection(page, 'eligibility');
  await shows(section.getByText('There is no rule: everything is eligible.'));
  await page.getByRole('link', { name: 'View or edit the eligibility rule' }).click();

  await page.getByRole('button', { name: 'Add a condition' }).click();
  await chooseIn(page.getByRole('combobox', { name: 'Parameter' }), 'Term in months', 'Term');
  await page.getByRole('button', { name: /Comparison of Term/ }).click();
  await page.getByRole('option', { name: 'is at most' }).click();
  await page.getByRole('textbox', { name: 'Value of Term in months' }).first().fill('60');
  const words = page.getByRole('region', { name: 'In plain words' });
  await shows(words.getByText('Term in months is at most 60'));

  await page.getByRole('tab', { name: 'Text' }).click();
  const text = page.locator('[data-editor=rule][data-ready=true] .cm-content');
  await shows(text.getByText('Policy.TermMonth'));
  await text.click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(' and Vehicle.CP');
  await shows(page.getByText(/There is no field CP/));
  await page.keyboard.type('O');
  await shows(words.getByText('Certified pre-owned: yes'));

  const impact = page.getByRole('region', { name: 'Values it accepts' });
  await shows(impact.getByText('The rule accepts 0 of 4 combinations of the listed values (0%).'));
  await shows(impact.getByText('2 more depend on parameters without listed values: Term in months'));

  const test = page.getByRole('region', { name: 'Try the rule' });
  await test.getByRole('textbox', { name: 'Value of Term in months' }).fill('48');
  await shows(test.getByText('Values needed for a result: Certified pre-owned'));
  await test.getByRole('button', { name: /Value of Certified pre-owned/ }).click();
  await page.getByRole('option', { name: 'Yes' }).click();
  await shows(test.getByText('Eligible', { exact: true }));
  await test.getByRole('button', { name: 'Keep as an example' }).click();
  await shows(test.getByText('1 example gives the expected result.'));
  await screenshot(page, 'eligibility-rule');
  await expectAccessible(page);

  await page.getByRole('button', { name: 'OK' }).click();
  await page.waitForURL((url) => url.pathname === `/products/${id}`);
  const stored = await readProduct(page, id);
  expect(stored.EligibilityRuleText).toBe('Policy.TermMonth <= 60 and Vehicle.CPO');
  expect(stored.EligibilityExamples).toMatchObject([
    { Values: { 'Policy.TermMonth': 48, 'Vehicle.CPO': true }, Expected: true },
  ]);
  await section.scrollIntoViewIfNeeded();
  await shows(section.getByText('Term in months is at most 60'));
});

it('R-030 C-343 Cancel returns to the product and changes nothing; a rule is deleted after confirmation', async () => {
  const { page, id } = await makeRuled();
  const put = await page.request.put(`/api/product/${id}/eligibilityrule`, {
    data: { EligibilityRule: 'Vehicle.CPO' },
  });
  expect(put.status()).toBe(200);
  await page.goto(`/products/${id}/eligibility`);
  await shows(page.getByRole('region', { name: 'In plain words' }).getByText('Certified pre-owned: yes'));
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.waitForURL((url) => url.pathname === `/products/${id}`);
  expect((await readProduct(page, id)).EligibilityRuleText).toBe('Vehicle.CPO');

  await page.goto(`/products/${id}/eligibility`);
  await page.getByRole('button', { name: 'Delete the eligibility rule' }).click();
  const question = page.getByRole('alertdialog');
  await shows(question.getByText('Are you sure you want to delete the eligibility rule?'));
  await question.getByRole('button').last().click();
  await page.waitForURL((url) => url.pathname === `/products/${id}`);
  await eventually(async () => (await readProduct(page, id)).EligibilityRuleText ?? null).toBe(null);
});

it('R-310 R-311 C-051 C-052 a person who may only view tries the rule and cannot change it; the add screen is closed', async () => {
  const { page, id } = await makeRuled();
  const data = { EligibilityRule: 'Policy.TermMonth <= 60' };
  await page.request.put(`/api/product/${id}/eligibilityrule`, { data });
  const viewer = await visit(app, `/products/${id}/eligibility`, { user: 'viewer' });
  const test = viewer.getByRole('region', { name: 'Try the rule' });
  await test.getByRole('textbox', { name: 'Value of Term in months' }).fill('72');
  await shows(test.getByText('Not eligible', { exact: true }));
  expect(await viewer.getByRole('button', { name: 'Add a condition' }).count()).toBe(0);
  expect(await viewer.getByRole('button', { name: 'Delete the eligibility rule' }).count()).toBe(0);
  await viewer.goto(`/products/${id}/eligibility/add`);
  await shows(viewer.getByText(/Edit eligibility rules/));
  expect(await viewer.getByRole('region', { name: 'Try the rule' }).count()).toBe(0);
});

it('C-050 product, plan and coverage item each have a screen to add a rule and one to edit and view it', async () => {
  const { page, id } = await makeRuled();
  const made = async (path: string, data: object): Promise<string> => {
    const answer = await page.request.post(`/api/product/${path}`, { data: { ProductId: id, ...data } });
    expect(answer.status(), await answer.text()).toBe(201);
    return (await answer.json()).Id;
  };
  const plan = await made('plan', { Name: 'Gold' });
  const item = await made('coverageitem', { Name: 'Engine' });
  const owners = ['', `/plans/${plan}`, `/coverage-items/${item}`];
  for (const owner of owners) {
    await page.goto(`/products/${id}${owner}/eligibility/add`);
    await shows(page.getByRole('heading', { name: 'Add an eligibility rule', level: 1 }));
    await shows(page.getByRole('button', { name: 'Add a condition' }));
    await page.getByRole('tab', { name: 'Text' }).click();
    await page.locator('[data-editor=rule][data-ready=true] .cm-content').click();
    await page.keyboard.type('Vehicle.CPO');
    await page.getByRole('button', { name: 'OK' }).click();
    await page.waitForURL((url) => url.pathname === `/products/${id}`);
    await page.goto(`/products/${id}${owner}/eligibility`);
    await shows(page.getByRole('heading', { name: /^Eligibility rule of /, level: 1 }));
    const words = page.getByRole('region', { name: 'In plain words' });
    await shows(words.getByText('Certified pre-owned: yes'));
  }
});
