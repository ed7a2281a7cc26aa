import { expect, it, onTestFinished } from 'vitest';
import { expectAccessible, screenshot, useApp } from './harness.ts';
import {
  addCoverage,
  coverageOf,
  groupName,
  nextAnswer,
  openPlan,
  plansTable,
  readPlan,
  readPlans,
  seat,
  startWithPlans,
} from './plans.ts';
import { eventually, present, productIn, readJson, shows, visit } from './products.ts';

const app = useApp();

const gold = {
  Name: 'Gold',
  SourceName: 'PLAN_GOLD',
  items: { Engine: 'included', Transmission: {} },
  groups: [groupName],
} as const;
const taken = 'A plan with this name already exists in the product. Plan names must be unique.';

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

it('C-020 C-095 C-096 C-097 C-098 C-100 C-102 R-087 R-088 R-089 R-091 R-093 the form of a plan: fields, table, and Save and Cancel at the bottom', async () => {
  const { page, form } = await openNew();
  await shows(form.name, form.sourceName, form.isFree, form.addCoverage, form.cancel);
  expect(await form.name.getAttribute('aria-required')).toBe('true');
  expect(await form.sourceName.getAttribute('aria-required')).not.toBe('true');
  expect(await form.table.locator('thead th').allInnerTexts()).toEqual([
    'Coverage Group(s)',
    'Coverage Item(s)',
    'Mutual Exclusion(s)',
    'Mutual Inclusion(s)',
    'Plan Inclusion',
    'Actions',
  ]);
  const bottomOf = async (one: typeof form.save) => present(await one.boundingBox()).y;
  for (const button of [form.save, form.cancel])
    expect(await bottomOf(button)).toBeGreaterThan(await bottomOf(form.addCoverage));
  expect(await form.save.isDisabled()).toBe(true);
  await form.isFree.check({ force: true });
  await form.save.click();
  await shows(page.locator('[data-path="/Name"]').getByText('Plan Name is required.'));
  await form.name.fill('   ');
  await form.save.click();
  await shows(page.locator('[data-path="/Name"]').getByText('Plan Name is required.'));
  await expectAccessible(page);
  await form.cancel.click();
  await page.getByRole('button', { name: 'Leave and discard changes' }).click();
  await shows(plansTable(page).add);
});

it('C-113 C-114 C-115 C-257 C-258 C-261 R-155 R-156 R-157 R-423 R-424 a plan is changed; its body names the product', async () => {
  const { page, product, planId, form } = await openGold();
  await form.name.fill('Gold Plus');
  await form.sourceName.fill('');
  await form.isFree.check({ force: true });
  await form.inclusion('Engine', 'Optional').check({ force: true });
  const answered = nextAnswer(page, 'PUT', /\/product\/plan$/);
  await form.save.click();
  const answer = await answered;
  expect(answer.status()).toBe(200);
  expect(answer.request().postDataJSON()).toMatchObject({ Id: planId, ProductId: product.Id });
  await page.waitForURL(`**/products/${product.Id}#plans`);
  await eventually(plansTable(page).names).toEqual(['Gold Plus']);
  const plan = await readPlan(page, planId);
  expect(plan).toMatchObject({ ProductId: product.Id, Name: 'Gold Plus', SortOrder: 0, IsFree: true });
  expect(plan.SourceName ?? '').toBe('');
  expect(plan.PlanCoverageItems[0]).toMatchObject({
    CoverageItem: { Id: expect.any(String), Name: 'Engine' },
    IsOptional: true,
    ExcludedCoverageItems: [],
    IncludedCoverageItems: [],
  });
  expect(plan.PlanCoverageGroups[0]).toMatchObject({
    CoverageGroup: { Name: groupName, CoverageItems: [{ Name: 'Alternator' }, { Name: 'Starter' }] },
    IsOptional: true,
  });
  expect(await readJson(page, `/product/plan/${planId}/product`)).toMatchObject({ Id: product.Id });
});

it.each(['gold', '  GOLD '])(
  'C-172 C-173 R-279 R-280 the name of another plan is refused at its field: "%s"',
  async (name) => {
    const { page, product, form } = await openNew();
    await form.name.fill(name);
    const answered = nextAnswer(page, 'POST', /\/product\/plan$/);
    await form.save.click();
    expect((await answered).status()).toBe(422);
    const told = page.locator('[data-path="/Name"]').getByText(taken);
    await shows(told);
    await eventually(() => form.name.evaluate((one) => one === document.activeElement)).toBe(true);
    expect(await readPlans(page, product.Id)).toHaveLength(1);
    await form.name.fill('Golden');
    await eventually(() => told.count()).toBe(0);
    await form.save.click();
    await eventually(plansTable(page).names).toEqual(['Gold', 'Golden']);
  },
);

it('C-172 doubled spaces do not make a new name; another product may have the same one; a plan keeps its own', async () => {
  const { page, product, form } = await openNew();
  await form.name.fill('Gold  Plus');
  await form.save.click();
  await eventually(plansTable(page).names).toEqual(['Gold', 'Gold Plus']);
  await openPlan(page, product.Id);
  await form.name.fill('gold plus');
  await form.save.click();
  await shows(page.locator('[data-path="/Name"]').getByText(taken));
  const [, plus] = await readPlans(page, product.Id);
  await openPlan(page, product.Id, present(plus).Id);
  await form.name.fill('GOLD PLUS');
  await form.save.click();
  await eventually(plansTable(page).names).toEqual(['Gold', 'GOLD PLUS']);
  const other = await startWithPlans(app, [{ Name: 'gold plus' }]);
  expect(await readPlans(other.page, other.product.Id)).toHaveLength(1);
});

it('C-095 a name of 256 characters is kept and fits the page; a longer one is refused at its field', async () => {
  const { page, product, form } = await openNew();
  const long = 'Gold-'.repeat(51).concat('!');
  await form.name.fill(`${long}!`);
  await form.save.click();
  await shows(page.locator('[data-path="/Name"]').getByText('Enter at most 256 characters.'));
  await form.name.fill(long);
  await form.save.click();
  await eventually(plansTable(page).names).toEqual(['Gold', long]);
  const overflow = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(await overflow()).toBeLessThanOrEqual(0);
  const stored = present((await readPlans(page, product.Id)).find(({ Name }) => Name === long));
  await openPlan(page, product.Id, stored.Id);
  expect(await overflow()).toBeLessThanOrEqual(0);
  await screenshot(page, 'plan-long-name');
});

it('C-331 R-457 C-330 R-456 a failed save shows its message, nothing typed is lost, and it can be tried again', async () => {
  const { page, product, planIds, form } = await openNew();
  let isBroken = true;
  await page.route('**/api/product/plan', (route) =>
    isBroken && route.request().method() !== 'GET'
      ? route.fulfill({ status: 500, json: { Message: 'It broke', Code: 'internal' } })
      : route.continue(),
  );
  await form.name.fill('Silver');
  await addCoverage(page, ['Engine'], 'Optional');
  await form.save.click();
  await shows(form.alerts.getByText('New plan could not be added.', { exact: true }));
  expect(await form.name.inputValue()).toBe('Silver');
  await shows(form.row('Engine'));
  isBroken = false;
  await form.save.click();
  await eventually(plansTable(page).names).toEqual(['Gold', 'Silver']);

  isBroken = true;
  await openPlan(page, product.Id, planIds[0]);
  await form.sourceName.fill('CHANGED');
  await form.save.click();
  await shows(form.alerts.getByText('Could not update plan', { exact: true }));
  expect(await form.sourceName.inputValue()).toBe('CHANGED');
  isBroken = false;
  await form.save.click();
  await page.waitForURL(`**/products/${product.Id}#plans`);
  expect(await readPlan(page, present(planIds[0]))).toMatchObject({ SourceName: 'CHANGED' });
});

it('a lost connection while saving says what to do; the plan is saved once it is restored', async () => {
  const { page, product, form } = await openNew();
  await form.name.fill('Silver');
  onTestFinished(() => page.context().setOffline(false));
  await page.context().setOffline(true);
  await form.save.click();
  await shows(form.alerts.getByText(/The server cannot be reached. Nothing you entered is lost/));
  expect(await form.name.inputValue()).toBe('Silver');
  await page.context().setOffline(false);
  await form.save.click();
  await page.waitForURL(`**/products/${product.Id}#plans`);
  expect((await readPlans(page, product.Id)).map(({ Name }) => Name)).toEqual(['Gold', 'Silver']);
});

it('a reload with an unfinished plan offers it again, with its coverage', async () => {
  const { page, form } = await openNew();
  await form.name.fill('Half a plan');
  await addCoverage(page, ['Engine', groupName], 'Optional');
  await page.evaluate(() => window.dispatchEvent(new Event('pagehide')));
  page.once('dialog', (dialog) => dialog.accept());
  await page.reload();
  await page
    .getByRole('button', { name: /Restore|Put it back|back/i })
    .first()
    .click();
  await eventually(() => form.name.inputValue()).toBe('Half a plan');
  await shows(form.row('Engine'), form.row(groupName));
});

/** The items with the last one no longer optional. */
function otherwise({ PlanCoverageItems }: Record<string, unknown>): readonly object[] {
  const items = PlanCoverageItems as readonly { CoverageItem: { Name: string } }[];
  return items.map((item) =>
    item.CoverageItem.Name === 'Transmission' ? { ...item, IsOptional: false } : item,
  );
}

it('two people change one plan: the second sees both values, field by field, and both changes are kept', async () => {
  const { page, maker, product, planId, form } = await openGold();
  await form.name.fill('Gold Mine');
  await form.remove('Transmission').click();
  const theirs = await readPlan(maker, planId);
  const answer = await maker.request.put('/api/product/plan', {
    data: { ...theirs, SourceName: 'THEIRS', Name: 'Gold Theirs', PlanCoverageItems: otherwise(theirs) },
    headers: { 'If-Match': `"${theirs.Revision}"` },
  });
  expect(answer.status(), await answer.text()).toBe(200);
  await form.save.click();
  const dialog = page.getByRole('dialog', { name: 'Someone else saved this first' });
  await shows(dialog);
  await screenshot(page, 'plan-conflict');
  await expectAccessible(page);
  // Only they changed the source name, so there is no question about it.
  expect(await dialog.getByRole('group').count()).toBe(2);
  await shows(dialog.getByRole('radio', { name: /^Theirs: Transmission \(Optional: No\)\s1 unchanged/ }));
  expect(await dialog.getByText('Changed by Product manager', { exact: false }).count()).toBe(2);
  await dialog
    .getByRole('group', { name: 'Plan Name' })
    .getByRole('radio', { name: 'Theirs: Gold Theirs' })
    .check({ force: true });
  await dialog.getByRole('button', { name: 'Use these choices' }).click();
  await page.waitForURL(`**/products/${product.Id}#plans`);
  const plan = await readPlan(page, planId);
  expect(plan).toMatchObject({ Name: 'Gold Theirs', SourceName: 'THEIRS' });
  expect(coverageOf(plan)).toEqual(['Engine included', 'Electrical optional']);
});

it('C-223 R-194 R-308 the plan of a read-only product opens for reading: no inputs, Save disabled', async () => {
  const page = await seat(app, 'manager');
  const product = await productIn(page, 'Active');
  const [plan] = await readPlans(page, product.Id);
  const form = await openPlan(page, product.Id, present(plan).Id);
  expect(await form.save.isDisabled()).toBe(true);
  await shows(page.getByText('The product is read-only, so its plans cannot be changed.'));
  // Comments below the form stay open, and arrive later.
  const inputs = page.locator('[data-form=plan]');
  expect(await inputs.getByRole('textbox').count()).toBe(0);
  expect(await inputs.getByRole('radio').count()).toBe(0);
  expect(await form.isFree.isDisabled()).toBe(true);
  expect(await form.addCoverage.count()).toBe(0);
  expect(await page.getByRole('button', { name: /^(Remove|Edit the mutual)/ }).count()).toBe(0);
  await expectAccessible(page);
  await screenshot(page, 'plan-read-only');
  const answer = await page.request.put('/api/product/plan', { data: { ...plan, Name: 'Changed' } });
  expect(answer.status()).toBe(422);
  expect(await answer.text()).toContain('The product is read-only');
});

it('R-087 R-091 the form of a plan in French', async () => {
  const { planIds, product } = await startWithPlans(app, [gold]);
  const page = await visit(app, '/favicon.svg', { user: 'configurator', locale: 'fr-CA' });
  await page.goto(`/products/${product.Id}/plans/${planIds[0]}`);
  const table = page.getByRole('table', { name: 'Élément(s) de garantie' });
  await shows(table, page.getByText('Nom du plan'), page.getByText('Achat à 0 $ permis'));
  expect(await table.locator('thead th').allInnerTexts()).toEqual([
    'Groupe(s) de garanties',
    'Élément(s) de garantie',
    'Exclusion(s) mutuelle(s)',
    'Inclusion(s) mutuelle(s)',
    'Inclusion au plan',
    'Actions',
  ]);
  await expectAccessible(page);
  await screenshot(page, 'plan-french');
});
