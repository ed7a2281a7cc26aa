import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { expectAccessible, goToSection, screenshot, useApp } from './harness.ts';
import { choose, eventually, openProduct, shows, visit } from './products.ts';

const app = useApp();

const section = (page: Page) => page.locator('[data-block=contract-start-rules]');
const productOf = async (page: Page, code: string) => {
  const query = `FilterProperty=Code&FilterOperator=eq&FilterValue=${code}&pageSize=1`;
  const { Items } = await (await page.request.get(`/api/product?${query}`)).json();
  return Items[0].Id as string;
};
const listOf = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`${name}$`) });
const expectOffered = async (page: Page, name: string, wanted: readonly string[]) => {
  await listOf(page, name).click();
  await eventually(() => page.getByRole('option').allInnerTexts()).toEqual(wanted);
  await page.keyboard.press('Escape');
};
const take = async (page: Page, name: string, option: string) => {
  await listOf(page, name).click();
  await page.getByRole('option', { name: option, exact: true }).click();
};

it('R-055 R-128 R-173 R-174 R-437 the section lists the rules, a form offers the remaining ones, deleting asks', async () => {
  const page = await visit(app, '/favicon.svg', { user: 'manager' });
  await openProduct(page, await productOf(page, 'NLM-MBP-40'));
  await goToSection(page, 'contract-start-rules');
  await shows(section(page).getByRole('columnheader', { name: 'CPO certification type' }));
  const rows = section(page).getByRole('row');
  await shows(rows.nth(5));
  await screenshot(page, 'start-rules');

  await section(page).getByRole('link', { name: 'Add rule' }).click();
  await shows(page.getByRole('heading', { name: 'Add effective contract start date rule' }));
  // There are rules for used vehicles without a plan.
  await expectOffered(page, 'New/Used', ['New', 'Used']);
  await choose(page, 'Plan', 'Wrap');
  await expectOffered(page, 'New/Used', ['N/A']);
  await choose(page, 'Plan', 'Preferred');
  await expectOffered(page, 'CPO type', ['CPO', 'Non-CPO', 'N/A']);
  await take(page, 'New/Used', 'Used');
  await take(page, 'CPO type', 'CPO');
  await take(page, 'CPO certification type', 'Plus');
  await take(page, 'Contract takes effect on', 'CPO expiry date');
  await expectAccessible(page);
  await screenshot(page, 'start-rule-add');
  await page.getByRole('button', { name: 'Save' }).click();
  await shows(section(page).getByText('Preferred'));

  const added = section(page).getByRole('row').filter({ hasText: 'Preferred' });
  await added.getByRole('button', { name: 'Edit: Preferred · Used · CPO' }).click();
  await shows(page.getByRole('heading', { name: 'Effective contract start date rule' }));
  // The edited rule itself does not count: it may become one for any vehicle.
  await expectOffered(page, 'New/Used', ['New', 'Used', 'N/A']);
  await take(page, 'New/Used', 'N/A');
  await page.getByRole('button', { name: 'Save' }).click();
  await shows(added.getByText('N/A'));
  await page.reload();
  await shows(added.getByText('N/A'));

  await added.getByRole('button', { name: /^Delete/ }).click();
  const question = page.getByRole('alertdialog');
  const asked = 'Are you sure you want to delete the effective contract start date rule?';
  await shows(question.getByText(asked, { exact: true }));
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect.poll(() => added.count()).toBe(0);
});

it('R-128 R-297 R-298 another brand has no column of certifications; without the right there is no way to edit', async () => {
  const page = await visit(app, '/favicon.svg', { user: 'viewer' });
  await openProduct(page, await productOf(page, 'BOR-MBP-30'));
  await goToSection(page, 'contract-start-rules');
  await shows(section(page).getByRole('columnheader', { name: 'CPO type' }));
  const heads = await section(page).getByRole('columnheader').allInnerTexts();
  expect(heads.join()).not.toContain('certification');
  expect(await section(page).getByRole('link').count()).toBe(0);
  expect(
    await section(page)
      .getByRole('button', { name: /^Delete/ })
      .count(),
  ).toBe(0);
  const admin = await visit(app, '/favicon.svg', { user: 'admin' });
  await openProduct(admin, await productOf(admin, 'NLM-MBP-10'));
  await goToSection(admin, 'contract-start-rules');
  await shows(section(admin).getByText('In-service date'));
  expect(await section(admin).getByRole('link').count()).toBe(0);
  expect(
    await section(admin)
      .getByRole('button', { name: /^Delete/ })
      .count(),
  ).toBe(0);
});
