import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { putAgreed } from './agreed.ts';
import { expectAccessible, screenshot, useApp } from './harness.ts';
import {
  addCoverage,
  groupName,
  nextAnswer,
  openPlan,
  type PlanDraft,
  readPlan,
  startWithPlans,
  tabTo,
} from './plans.ts';
import { eventually, present, shows, visit } from './products.ts';

const app = useApp();

const axles = { Transmission: { excludes: ['Drive Axle'] }, 'Drive Axle': { excludes: ['Transmission'] } };
const gold: PlanDraft = {
  Name: 'Gold',
  items: { Engine: 'included', ...axles, Turbocharger: {} },
  groups: [groupName],
};

/** The manager at a new plan: Engine included; Transmission and Drive Axle exclude each other. */
async function openGold(plan = gold) {
  const start = await startWithPlans(app, [plan]);
  const planId = present(start.planIds[0]);
  return { ...start, planId, form: await openPlan(start.page, start.product.Id, planId) };
}

type Opened = Awaited<ReturnType<typeof openGold>>;

/** The exclusions and inclusions of an item, as the table shows them. */
async function relationsOf({ form }: Pick<Opened, 'form'>, name: string) {
  return [await form.excluded(name).innerText(), await form.included(name).innerText()];
}

/** The same as stored. */
async function storedRelations({ page, planId }: Pick<Opened, 'page' | 'planId'>) {
  const plan = await readPlan(page, planId);
  const names = (list: readonly { Name: string }[]) => list.map(({ Name }) => Name).join(', ');
  return Object.fromEntries(
    plan.PlanCoverageItems.map(({ CoverageItem, ExcludedCoverageItems, IncludedCoverageItems }) => [
      CoverageItem.Name,
      [names(ExcludedCoverageItems), names(IncludedCoverageItems)],
    ]),
  );
}

async function save({ page, product, form }: Pick<Opened, 'page' | 'product' | 'form'>) {
  const answered = nextAnswer(page, 'PUT', /\/product\/plan$/);
  await form.save.click();
  const answer = await answered;
  expect(answer.status(), await answer.text()).toBe(200);
  await page.waitForURL(`**/products/${product.Id}#plans`);
  return answer.request().postDataJSON();
}

async function openMutuals({ form }: Pick<Opened, 'form'>, name: string) {
  await form.editMutuals(name).click();
  await form.mutuals(name).waitFor();
  const inside = form.mutuals(name);
  return {
    ok: inside.getByRole('button', { name: 'OK' }),
    cancel: inside.getByRole('button', { name: 'Cancel' }),
    alert: inside.getByRole('alert'),
    partners: inside.getByRole('radiogroup'),
    relation: form.relation,
  };
}

/** The tooltip at the pointer does not count as part of the page for axe. */
async function expectNoTip(page: Page) {
  await page.mouse.move(0, 0);
  await eventually(() => page.getByRole('tooltip').count()).toBe(0);
}

it('C-362 R-478 the form of mutual relations appears after 500 ms, behind an overlay that blocks the page', async () => {
  const { product, planIds } = await startWithPlans(app, [gold]);
  // A fake clock applies to a whole profile, so this test opens a new one.
  const page = await app.open('/favicon.svg', { user: 'manager' });
  const form = await openPlan(page, product.Id, planIds[0]);
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await form.editMutuals('Transmission').click();
  const overlay = page.getByRole('dialog', { name: 'Loading…' });
  await shows(overlay);
  await page.clock.runFor(499);
  expect(await overlay.count()).toBe(1);
  expect(await form.mutuals('Transmission').count()).toBe(0);
  // Nothing below can be reached: not by a click, nor with the keyboard.
  const reached = await form.addCoverage
    .evaluate((one) => {
      const { x, y, width, height } = one.getBoundingClientRect();
      return one.contains(document.elementFromPoint(x + width / 2, y + height / 2));
    })
    .catch(() => false);
  expect(reached).toBe(false);
  await page.keyboard.press('Escape');
  expect(await overlay.count()).toBe(1);
  await page.clock.runFor(1);
  await shows(form.mutuals('Transmission'));
  expect(await overlay.count()).toBe(0);
});

it('C-101 C-166 R-092 R-207 optional items choose between none, exclusion and inclusion for every other optional item; included ones and groups do not', async () => {
  const opened = await openGold();
  const { page, form } = opened;
  expect(await form.editMutuals('Engine').count()).toBe(0);
  expect(await form.editMutuals(groupName).count()).toBe(0);
  const { partners, ok, relation } = await openMutuals(opened, 'Transmission');
  expect(
    await partners.evaluateAll((all) => all.map((one) => one.parentElement?.firstChild?.textContent)),
  ).toEqual(['Drive Axle', 'Turbocharger']);
  for (const partner of await partners.all())
    expect((await partner.innerText()).split('\n').map((text) => text.trim())).toEqual([
      'None',
      'Mutual Exclusion',
      'Mutual Inclusion',
    ]);
  expect(await relation('Drive Axle', 'Mutual Exclusion').isChecked()).toBe(true);
  expect(await relation('Turbocharger', 'None').isChecked()).toBe(true);
  await expectNoTip(page);
  await expectAccessible(page);
  await screenshot(page, 'plan-mutuals');
  await relation('Turbocharger', 'Mutual Inclusion').check({ force: true });
  // Nothing changes before OK.
  expect(await relationsOf(opened, 'Transmission')).toEqual(['Drive Axle', '–']);
  await ok.click();
  expect(await form.mutuals('Transmission').count()).toBe(0);
  expect(await relationsOf(opened, 'Transmission')).toEqual(['Drive Axle', 'Turbocharger']);
  expect(await relationsOf(opened, 'Turbocharger')).toEqual(['–', 'Transmission']);
  // The only optional item has none to relate to.
  await form.inclusion('Drive Axle', 'Included').check({ force: true });
  await form.inclusion('Turbocharger', 'Included').check({ force: true });
  expect(await page.getByRole('button', { name: /^Edit the mutual relations/ }).count()).toBe(0);
});

it('C-101 R-092 R-427 relations are saved with the plan, both ways, and loaded with it', async () => {
  const opened = await openGold();
  const { page, product, planId, ids } = opened;
  const { relation, ok } = await openMutuals(opened, 'Turbocharger');
  await relation('Transmission', 'Mutual Exclusion').check({ force: true });
  await relation('Drive Axle', 'Mutual Inclusion').check({ force: true });
  await ok.click();
  const asked: string[] = [];
  page.on('request', (request) => request.method() !== 'GET' && asked.push(new URL(request.url()).pathname));
  const body = await save(opened);
  // There is no separate call: the lists are in the body of the plan.
  expect(asked).toEqual(['/api/product/plan']);
  const row = body.PlanCoverageItems.find(
    ({ CoverageItemId }: { CoverageItemId: string }) => CoverageItemId === ids.get('Turbocharger'),
  );
  expect(JSON.stringify(row.ExcludedCoverageItems)).toContain(ids.get('Transmission'));
  expect(JSON.stringify(row.IncludedCoverageItems)).toContain(ids.get('Drive Axle'));
  const wanted = {
    Engine: ['', ''],
    Transmission: ['Drive Axle, Turbocharger', ''],
    'Drive Axle': ['Transmission', 'Turbocharger'],
    Turbocharger: ['Transmission', 'Drive Axle'],
  };
  expect(await storedRelations(opened)).toEqual(wanted);
  const form = await openPlan(page, product.Id, planId);
  for (const [name, [excluded, included]] of Object.entries(wanted))
    expect(await relationsOf({ form }, name)).toEqual([excluded || '–', included || '–']);
});

it('C-164 R-203 R-204 Included clears the relations and remembers them; Optional restores them, on both sides', async () => {
  const opened = await openGold();
  const { form } = opened;
  await form.inclusion('Transmission', 'Included').check({ force: true });
  await eventually(() => relationsOf(opened, 'Transmission')).toEqual(['–', '–']);
  expect(await relationsOf(opened, 'Drive Axle')).toEqual(['–', '–']);
  expect(await form.editMutuals('Transmission').count()).toBe(0);
  await form.inclusion('Transmission', 'Optional').check({ force: true });
  await eventually(() => relationsOf(opened, 'Transmission')).toEqual(['Drive Axle', '–']);
  expect(await relationsOf(opened, 'Drive Axle')).toEqual(['Transmission', '–']);
  // Both cleared and restored, in either order.
  for (const choice of ['Included', 'Optional'] as const)
    for (const name of ['Transmission', 'Drive Axle'])
      await form.inclusion(name, choice).check({ force: true });
  await eventually(() => relationsOf(opened, 'Transmission')).toEqual(['Drive Axle', '–']);
  expect(await relationsOf(opened, 'Drive Axle')).toEqual(['Transmission', '–']);
});

it('C-164 R-203 R-204 relations cleared by Included are not stored as relations, and are remembered over a save', async () => {
  const opened = await openGold();
  const { page, product, planId } = opened;
  await opened.form.inclusion('Transmission', 'Included').check({ force: true });
  await save(opened);
  expect(await storedRelations(opened)).toEqual({
    Engine: ['', ''],
    Transmission: ['', ''],
    'Drive Axle': ['', ''],
    Turbocharger: ['', ''],
  });
  const form = await openPlan(page, product.Id, planId);
  await form.inclusion('Transmission', 'Optional').check({ force: true });
  await eventually(() => relationsOf({ form }, 'Transmission')).toEqual(['Drive Axle', '–']);
  expect(await relationsOf({ form }, 'Drive Axle')).toEqual(['Transmission', '–']);
  await save({ page, product, form });
  expect(await storedRelations(opened)).toMatchObject({
    Transmission: ['Drive Axle', ''],
    'Drive Axle': ['Transmission', ''],
  });
});

it('removing an item removes it from the relations of the others; added again, it has them again', async () => {
  const opened = await openGold();
  const { page, form } = opened;
  await form.remove('Transmission').click();
  await eventually(() => relationsOf(opened, 'Drive Axle')).toEqual(['–', '–']);
  // Remembered relations do not restore removed ones.
  await form.inclusion('Drive Axle', 'Included').check({ force: true });
  await form.inclusion('Drive Axle', 'Optional').check({ force: true });
  expect(await relationsOf(opened, 'Drive Axle')).toEqual(['–', '–']);
  await addCoverage(page, ['Transmission'], 'Optional');
  expect(await relationsOf(opened, 'Transmission')).toEqual(['Drive Axle', '–']);
  expect(await relationsOf(opened, 'Drive Axle')).toEqual(['Transmission', '–']);
  await form.remove('Transmission').click();
  await save(opened);
  expect(await storedRelations(opened)).toEqual({
    Engine: ['', ''],
    'Drive Axle': ['', ''],
    Turbocharger: ['', ''],
  });
});

it('an item removed while others remember it stays removed: the plan can be saved', async () => {
  const opened = await openGold();
  const { form } = opened;
  await form.inclusion('Drive Axle', 'Included').check({ force: true });
  await form.remove('Transmission').click();
  await form.inclusion('Drive Axle', 'Optional').check({ force: true });
  expect(await relationsOf(opened, 'Drive Axle')).toEqual(['–', '–']);
  await save(opened);
  expect(await storedRelations(opened)).toMatchObject({ 'Drive Axle': ['', ''] });
});

it('C-176 R-283 a form of relations with an open question is refused with its message, until every one is answered', async () => {
  const { page, product } = await startWithPlans(app, [gold]);
  const form = await openPlan(page, product.Id);
  await addCoverage(page, ['Engine', 'Transmission', 'Drive Axle'], 'Optional');
  const mutuals = await openMutuals({ form }, 'Engine');
  await mutuals.relation('Transmission', 'Mutual Exclusion').check({ force: true });
  await mutuals.ok.click();
  await shows(mutuals.alert.getByText('Please complete the required fields.', { exact: true }));
  expect(await relationsOf({ form }, 'Engine')).toEqual(['–', '–']);
  await expectNoTip(page);
  await expectAccessible(page);
  await mutuals.relation('Drive Axle', 'None').check({ force: true });
  expect(await mutuals.alert.count()).toBe(0);
  await mutuals.ok.click();
  expect(await relationsOf({ form }, 'Engine')).toEqual(['Transmission', '–']);
});

it('relations are edited with the keyboard alone, and the focus returns', async () => {
  const opened = await openGold();
  const { page, form } = opened;
  const button = form.editMutuals('Transmission');
  const hasFocus = (one = button) => one.evaluate((element) => element === document.activeElement);
  await button.press('Enter');
  await form.mutuals('Transmission').waitFor();
  await eventually(() => hasFocus(form.relation('Drive Axle', 'Mutual Exclusion'))).toBe(true);
  await page.keyboard.press('Escape');
  await eventually(() => hasFocus()).toBe(true);
  await page.keyboard.press('Enter');
  await form.mutuals('Transmission').waitFor();
  await eventually(() => hasFocus(form.relation('Drive Axle', 'Mutual Exclusion'))).toBe(true);
  await page.keyboard.press('ArrowRight');
  await tabTo(page, form.relation('Turbocharger', 'None'));
  await page.keyboard.press('ArrowRight');
  await tabTo(page, form.mutuals('Transmission').getByRole('button', { name: 'OK' }));
  await page.keyboard.press('Enter');
  await eventually(() => hasFocus()).toBe(true);
  expect(await relationsOf(opened, 'Transmission')).toEqual(['Turbocharger', 'Drive Axle']);
});

it('R-094 R-095 the overlay mutuals lists the other optional items; OK waits while one is both excluded and included', async () => {
  const opened = await openGold();
  const { page, form } = opened;
  const relations = await openMutuals(opened, 'Turbocharger');
  await relations.relation('Transmission', 'Mutual Inclusion').check({ force: true });
  await relations.ok.click();
  await form.excluded('Turbocharger').getByRole('button').click();
  const overlay = page.locator('#mutuals');
  await shows(overlay.getByText('Mutual Exclusion(s)'));
  const box = (name: RegExp) => overlay.getByRole('checkbox', { name });
  expect(await overlay.getByRole('checkbox').count()).toBe(2);
  const ok = overlay.getByRole('button', { name: 'OK' });
  expect(await ok.isEnabled()).toBe(true);
  await box(/^Transmission/).check({ force: true });
  await shows(overlay.getByRole('alert'));
  expect(await ok.isDisabled()).toBe(true);
  await expectAccessible(page);
  await screenshot(page, 'plan-mutuals-overlay');
  await overlay.getByRole('button', { name: 'Cancel' }).click();
  await overlay.waitFor({ state: 'detached' });
  expect(await relationsOf(opened, 'Turbocharger')).toEqual(['–', 'Transmission']);
  await form.excluded('Turbocharger').getByRole('button').click();
  await box(/^Drive Axle/).check({ force: true });
  await ok.click();
  await overlay.waitFor({ state: 'detached' });
  expect(await relationsOf(opened, 'Turbocharger')).toEqual(['Drive Axle', 'Transmission']);
  expect(await relationsOf(opened, 'Drive Axle')).toEqual(['Transmission, Turbocharger', '–']);
});

it('R-095 the OK of the overlay is disabled on a read-only product', async () => {
  const { page, product, planId } = await openGold();
  const launched = await putAgreed(page, `/api/product/${product.Id}/launch`);
  expect(launched.ok(), await launched.text()).toBe(true);
  const form = await openPlan(page, product.Id, planId);
  expect(await form.editMutuals('Transmission').count()).toBe(0);
  await form.excluded('Transmission').getByRole('button').click();
  const overlay = page.locator('#mutuals');
  expect(await overlay.getByRole('checkbox', { name: 'Drive Axle' }).isChecked()).toBe(true);
  expect(await overlay.getByRole('checkbox', { name: 'Drive Axle' }).isDisabled()).toBe(true);
  expect(await overlay.getByRole('button', { name: 'OK' }).isDisabled()).toBe(true);
  await overlay.getByRole('button', { name: 'Cancel' }).click();
  await overlay.waitFor({ state: 'detached' });
});

it('C-101 R-092 mutual relations in French', async () => {
  const { product, planIds } = await startWithPlans(app, [gold]);
  const french = await visit(app, '/favicon.svg', { user: 'admin', locale: 'fr-CA' });
  await french.goto(`/products/${product.Id}/plans/${planIds[0]}`);
  await french.getByRole('button', { name: 'Modifier les relations mutuelles de Transmission' }).click();
  const inside = french.getByRole('group', { name: 'Relations mutuelles de Transmission' });
  await shows(inside);
  const first = inside.getByRole('radiogroup').first();
  expect((await first.innerText()).split('\n').map((text) => text.trim())).toEqual([
    'Aucune',
    'Exclusion mutuelle',
    'Inclusion mutuelle',
  ]);
  await screenshot(french, 'plan-mutuals-french');
});

it('the overlay of a viewer has no controls that are never for them: it can be read and closed', async () => {
  const { page, product, planIds } = await startWithPlans(app, [gold], 'viewer');
  await openPlan(page, product.Id, present(planIds[0]));
  await page.getByRole('button', { name: /Choose the mutual exclusions of Transmission/ }).click();
  const overlay = page.getByRole('dialog');
  await shows(overlay.getByRole('checkbox', { name: 'Drive Axle' }));
  expect(await overlay.getByRole('button', { name: 'OK' }).count()).toBe(0);
  for (const button of await overlay.getByRole('button').all()) expect(await button.isEnabled()).toBe(true);
  await overlay.getByRole('button', { name: 'Close', exact: true }).last().click();
  await overlay.waitFor({ state: 'detached' });
});
