import type { Locator, Page } from 'playwright';
import { expect } from 'vitest';
import type { App, DemoUser } from './harness.ts';
import { makeProduct, type Product, present, readJson, shows } from './products.ts';

type Named = { readonly Id: string; readonly Name: string };

/** A plan as the server answers it. */
export type Plan = Named & {
  readonly ProductId: string;
  readonly SourceName: string | null;
  readonly SortOrder: number;
  readonly IsFree: boolean;
  readonly Revision: number;
  readonly PlanCoverageItems: readonly {
    readonly CoverageItem: Named;
    readonly IsOptional: boolean;
    readonly ExcludedCoverageItems: readonly Named[];
    readonly IncludedCoverageItems: readonly Named[];
  }[];
  readonly PlanCoverageGroups: readonly { readonly CoverageGroup: Named; readonly IsOptional: boolean }[];
};

/** What plans of a product from `makeCovered` can cover. */
export const itemNames = ['Engine', 'Transmission', 'Drive Axle', 'Turbocharger', 'Alternator', 'Starter'];

/** A group of the product, of the last two items. */
export const groupName = 'Electrical';

/** A product in design with new coverage, and no plan yet. */
export type Covered = {
  readonly product: Product;
  /** Ids of items and of the group, by name. */
  readonly ids: ReadonlyMap<string, string>;
};

export async function makeCovered(page: Page): Promise<Covered> {
  const product = await makeProduct(page);
  const ids = new Map<string, string>();
  for (const Name of itemNames)
    ids.set(Name, await create(page, '/product/coverageitem', { ProductId: product.Id, Name }));
  const CoverageItems = ['Alternator', 'Starter'].map((name) => ids.get(name));
  const group = { ProductId: product.Id, Name: groupName, CoverageItems };
  ids.set(groupName, await create(page, '/product/coveragegroup', group));
  return { product, ids };
}

/** How an item is in a plan: included, or optional with its exclusions and inclusions. */
export type Coverage =
  | 'included'
  | { readonly excludes?: readonly string[]; readonly includes?: readonly string[] };

export type PlanDraft = {
  readonly Name: string;
  readonly SourceName?: string;
  readonly items?: Readonly<Record<string, Coverage>>;
  readonly groups?: readonly string[];
};

/** Adds a plan over HTTP and returns its id. */
export function makePlan(
  page: Page,
  { product, ids }: Covered,
  { items = {}, groups = [], ...plan }: PlanDraft,
) {
  const idsOf = (names: readonly string[] = []) => names.map((name) => present(ids.get(name)));
  return create(page, '/product/plan', {
    ...plan,
    ProductId: product.Id,
    PlanCoverageItems: Object.entries(items).map(([name, coverage]) => ({
      CoverageItemId: present(ids.get(name)),
      IsOptional: coverage !== 'included',
      ExcludedCoverageItems: coverage === 'included' ? [] : idsOf(coverage.excludes),
      IncludedCoverageItems: coverage === 'included' ? [] : idsOf(coverage.includes),
    })),
    PlanCoverageGroups: idsOf(groups).map((CoverageGroupId) => ({ CoverageGroupId, IsOptional: true })),
  });
}

export async function create(page: Page, path: string, data: unknown): Promise<string> {
  const answer = await page.request.post(`/api${path}`, { data });
  expect(answer.status(), await answer.text()).toBe(201);
  return (await answer.json()).Id;
}

/** The plans of a product in their order. */
export async function readPlans(page: Page, productId: string): Promise<readonly Plan[]> {
  const query = `FilterProperty=ProductId&FilterOperator=eq&FilterValue=${productId}&sortFields=SortOrder&sortDirections=1&pageSize=0`;
  return (await readJson<{ Items: Plan[] }>(page, `/product/plan?${query}`)).Items;
}

export function readPlan(page: Page, id: string): Promise<Plan> {
  return readJson(page, `/product/plan/${id}`);
}

/** A blank page of a signed-in person. */
export function seat(app: App, user: DemoUser): Promise<Page> {
  return app.visit('/favicon.svg', { user });
}

/** A person at a blank page of the application, and a product with the named plans, made by the manager. */
export async function startWithPlans(app: App, plans: readonly PlanDraft[], user: DemoUser = 'manager') {
  const maker = await seat(app, 'manager');
  const hasCoverage = plans.some(({ items, groups }) => items || groups);
  const covered = hasCoverage
    ? await makeCovered(maker)
    : { product: await makeProduct(maker), ids: new Map<string, string>() };
  const planIds: string[] = [];
  for (const plan of plans) planIds.push(await makePlan(maker, covered, plan));
  const page = user === 'manager' ? maker : await seat(app, user);
  return { page, maker, planIds, ...covered };
}

/** The plans table on the page of a product. */
export function plansTable(page: Page) {
  const table = page.locator('#hub-plan-table');
  const row = (name: string) =>
    table.locator('tbody tr').filter({ has: page.getByText(name, { exact: true }) });
  return {
    table,
    rows: table.locator('tbody tr'),
    row,
    names: () => table.locator('tbody tr td:first-child').allInnerTexts(),
    up: (name: string) => table.getByRole('button', { name: `Move ${name} up`, exact: true }),
    down: (name: string) => table.getByRole('button', { name: `Move ${name} down`, exact: true }),
    edit: (name: string) => table.getByRole('button', { name: `Edit: ${name}`, exact: true }),
    view: (name: string) => table.getByRole('button', { name: `View: ${name}`, exact: true }),
    remove: (name: string) => table.getByRole('button', { name: `Delete: ${name}`, exact: true }),
    add: page.getByRole('link', { name: 'Add Plan' }),
  };
}

export async function openPlans(page: Page, productId: string) {
  await page.goto(`/products/${productId}#plans`);
  const plans = plansTable(page);
  await shows(plans.table);
  return plans;
}

/** The plan form: every control, by the name a person would use. */
export function planForm(page: Page) {
  const table = page.getByRole('table', { name: 'Coverage Item(s)' });
  const row = (name: string): Locator =>
    table.locator('tbody tr').filter({ has: page.getByRole('rowheader', { name, exact: true }) });
  return {
    name: page.getByRole('textbox', { name: 'Plan Name' }),
    sourceName: page.getByRole('textbox', { name: 'Plan Source Name' }),
    isFree: page.getByRole('checkbox', { name: 'Zero Dollar Purchase Allowed' }),
    addCoverage: page.getByRole('button', { name: '+ Add Coverage Item or Group' }),
    save: page.getByRole('button', { name: 'Save', exact: true }),
    cancel: page.getByRole('button', { name: 'Cancel', exact: true }),
    alerts: page.locator('main').getByRole('alert'),
    table,
    row,
    excluded: (name: string) => row(name).locator('td').nth(1),
    included: (name: string) => row(name).locator('td').nth(2),
    inclusion: (name: string, choice: 'Included' | 'Optional') =>
      row(name).getByRole('radio', { name: choice }),
    remove: (name: string) => page.getByRole('button', { name: `Remove ${name} from the plan` }),
    editMutuals: (name: string) => page.getByRole('button', { name: `Edit the mutual relations of ${name}` }),
    mutuals: (name: string) => page.getByRole('group', { name: `Mutual relations of ${name}` }),
    relation: (to: string, relation: 'None' | 'Mutual Exclusion' | 'Mutual Inclusion') =>
      page.getByRole('radiogroup', { name: to, exact: true }).getByRole('radio', { name: relation }),
  };
}

export async function openPlan(page: Page, productId: string, planId = 'add') {
  await page.goto(`/products/${productId}/plans/${planId}`);
  const form = planForm(page);
  await shows(form.table);
  return form;
}

/** The window that adds coverage. */
export function coverageDialog(page: Page) {
  const dialog = page.getByRole('dialog', { name: 'Add Coverage Item or Group' });
  return {
    dialog,
    options: dialog.getByRole('option'),
    option: (name: string) => dialog.getByRole('option', { name, exact: true }),
    inclusion: (choice: 'Included' | 'Optional') => dialog.getByRole('radio', { name: choice }),
    ok: dialog.getByRole('button', { name: 'OK' }),
    cancel: dialog.getByRole('button', { name: 'Cancel' }),
  };
}

/** Adds items and groups in the window. */
export async function addCoverage(page: Page, names: readonly string[], choice: 'Included' | 'Optional') {
  await planForm(page).addCoverage.click();
  const adding = coverageDialog(page);
  for (const name of names) await adding.option(name).click();
  await adding.inclusion(choice).check({ force: true });
  await adding.ok.click();
  await adding.dialog.waitFor({ state: 'detached' });
}

/** The answer to the next call of this kind. */
export function nextAnswer(page: Page, method: 'POST' | 'PUT' | 'DELETE', path: RegExp) {
  return page.waitForResponse(
    (response) => response.request().method() === method && path.test(new URL(response.url()).pathname),
  );
}

/** The coverage of a plan, a line for each item and group. */
export function coverageOf(plan: Plan): readonly string[] {
  const word = (isOptional: boolean) => (isOptional ? 'optional' : 'included');
  return [
    ...plan.PlanCoverageItems.map(
      ({ CoverageItem, IsOptional }) => `${CoverageItem.Name} ${word(IsOptional)}`,
    ),
    ...plan.PlanCoverageGroups.map(
      ({ CoverageGroup, IsOptional }) => `${CoverageGroup.Name} ${word(IsOptional)}`,
    ),
  ];
}

/** Presses Tab until the focus is there. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < 30; presses += 1) {
    if (await target.evaluate((one) => one === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error('Thirty presses of Tab do not get there.');
}
