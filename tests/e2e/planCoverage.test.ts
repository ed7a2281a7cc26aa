import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { expectAccessible, screenshot, useApp } from './harness.ts';
import {
  coverageDialog,
  coverageOf,
  groupName,
  itemNames,
  nextAnswer,
  openPlan,
  plansTable,
  readPlan,
  startWithPlans,
  tabTo,
} from './plans.ts';
import { eventually, present, readJson, shows } from './products.ts';

const app = useApp();

const gold = {
  Name: 'Gold',
  SourceName: 'PLAN_GOLD',
  items: { Engine: 'included', Transmission: {} },
  groups: [groupName],
} as const;
const incomplete = 'Both coverage item and inclusion value must be selected.';
const isFocused = (label: string) => (page: Page) =>
  page.evaluate((text) => document.activeElement?.matches(`[aria-label="${text}"]`), label);

/** The manager at the form of a new plan, in a product that has the plan Gold. */
async function openNew() {
  const start = await startWithPlans(app, [gold]);
  return { ...start, form: await openPlan(start.page, start.product.Id) };
}

/** The manager at the plan Gold of a new product. */
async function openGold() {
  const start = await startWithPlans(app, [gold]);
  const planId = present(start.planIds[0]);
  return { ...start, planId, form: await openPlan(start.page, start.product.Id, planId) };
}

it('C-099 C-116 C-165 C-167 C-174 C-175 C-245 R-090 R-158 R-205 R-206 R-281 R-282 adding coverage: a choice and an inclusion, groups stay optional, removed items are offered again', async () => {
  const { page, form } = await openNew();
  await shows(page.getByText('This plan has no coverage yet. Add a coverage item or group.'));
  await form.addCoverage.click();
  const { dialog, options, option, inclusion, ok } = coverageDialog(page);
  await eventually(() => options.allInnerTexts()).toEqual([groupName, ...itemNames]);
  await shows(dialog.getByText('Available Items/Groups'));
  expect((await readJson<{ Items: unknown[] }>(page, '/product/inclusiontype')).Items).toMatchObject([
    { Id: 0, Name: 'Included' },
    { Id: 1, Name: 'Optional' },
  ]);
  // Neither, then only an inclusion, then only a choice.
  await ok.click();
  await shows(dialog.getByRole('alert').getByText(incomplete));
  await inclusion('Included').check({ force: true });
  await ok.click();
  await shows(dialog.getByRole('alert').getByText(incomplete));
  await screenshot(page, 'plan-coverage');
  await expectAccessible(page);
  await coverageDialog(page).cancel.click();
  await form.addCoverage.click();
  await option('Engine').click();
  await ok.click();
  await shows(dialog.getByRole('alert').getByText(incomplete));
  // A group and the items inside it exclude each other.
  const isOut = (name: string) => option(name).getAttribute('aria-disabled');
  await option(groupName).click();
  expect([await isOut('Alternator'), await isOut('Starter')]).toEqual(['true', 'true']);
  await option(groupName).click();
  await option('Alternator').click();
  expect(await isOut(groupName)).toBe('true');
  await option('Alternator').click();
  await option(groupName).click();
  await inclusion('Included').check({ force: true });
  await ok.click();
  await dialog.waitFor({ state: 'detached' });
  expect(await form.inclusion('Engine', 'Included').isChecked()).toBe(true);
  expect(await form.row(groupName).locator('td').nth(3).innerText()).toBe('Optional');
  expect(await form.row(groupName).getByRole('radio').count()).toBe(0);

  // What is in the plan or in its groups is no longer offered; once removed, it is again.
  await form.addCoverage.click();
  await eventually(() => options.allInnerTexts()).toEqual(['Transmission', 'Drive Axle', 'Turbocharger']);
  await page.keyboard.press('Escape');
  await form.remove(groupName).click();
  await form.remove('Engine').click();
  await form.addCoverage.click();
  await eventually(() => options.allInnerTexts()).toEqual([groupName, ...itemNames]);
});

it('C-097 C-099 C-163 C-256 R-089 R-090 R-202 R-422 a plan is built with the keyboard alone; it is the last one', async () => {
  const { page, product, form } = await openNew();
  const keys = page.keyboard;
  await form.name.focus();
  await keys.type('Keyboard Plan');
  await keys.press('Tab');
  await keys.type('KEYB');
  await tabTo(page, form.isFree);
  await keys.press('Space');
  await tabTo(page, form.addCoverage);
  await keys.press('Enter');
  const adding = coverageDialog(page);
  await shows(adding.option('Engine'));
  await keys.type('en');
  await eventually(() => adding.options.allInnerTexts()).toEqual(['Engine']);
  await keys.press('Tab');
  await keys.press('Space');
  await tabTo(page, adding.inclusion('Included'));
  await keys.press('Space');
  await tabTo(page, adding.ok);
  await keys.press('Enter');
  await adding.dialog.waitFor({ state: 'detached' });
  await shows(form.row('Engine'));
  expect(await form.addCoverage.evaluate((one) => one === document.activeElement)).toBe(true);
  await keys.press('Enter');
  await shows(adding.option(groupName));
  await tabTo(page, adding.options.first());
  await keys.press('Space');
  await keys.press('ArrowDown');
  await keys.press('Space');
  await tabTo(page, adding.inclusion('Included'));
  await keys.press('ArrowDown');
  await keys.press('Enter');
  if (await adding.dialog.count()) {
    await tabTo(page, adding.ok);
    await keys.press('Enter');
  }
  await shows(form.row(groupName), form.row('Transmission'));
  const answered = nextAnswer(page, 'POST', /\/product\/plan$/);
  await keys.press('Control+s');
  const { Id } = await (await answered).json();
  await page.waitForURL(`**/products/${product.Id}#plans`);
  await eventually(plansTable(page).names).toEqual(['Gold', 'Keyboard Plan']);
  const plan = await readPlan(page, Id);
  expect(plan).toMatchObject({ Name: 'Keyboard Plan', SourceName: 'KEYB', IsFree: true, SortOrder: 1 });
  expect(coverageOf(plan)).toEqual(['Engine included', 'Transmission optional', 'Electrical optional']);
});

it('the focus stays in the table when rows are removed', async () => {
  const { page, form } = await openGold();
  await form.remove('Engine').press('Enter');
  await eventually(() => isFocused('Remove Transmission from the plan')(page)).toBe(true);
  await page.keyboard.press('Enter');
  await eventually(() => isFocused('Remove Electrical from the plan')(page)).toBe(true);
  await page.keyboard.press('Enter');
  await eventually(() => form.addCoverage.evaluate((one) => one === document.activeElement)).toBe(true);
});
