import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { expectAccessible, goToSection, screenshot, useApp } from './harness.ts';
import {
  chooseIn,
  eventually,
  makeProduct,
  openProduct,
  readJson,
  readProduct,
  shows,
  visit,
} from './products.ts';

const app = useApp();

/** A product of this test, with one of its sections in view. */
async function openSection(id: string, values: Record<string, unknown> = {}) {
  const page = await visit(app, '/favicon.svg', { user: 'admin' });
  const product = await makeProduct(page, values);
  await openProduct(page, product.Id);
  return { page, id: product.Id, ...(await section(page, id)) };
}

async function section(page: Page, id: string) {
  await goToSection(page, id);
  const form = page.locator(`[data-form=${id}]`);
  await shows(form.getByRole('status'));
  return { form, save: form.getByRole('button', { name: 'Save', exact: true }) };
}

/** The question; to a screen reader notices are dialogs, too. */
const dialog = (page: Page) =>
  page.getByRole('alertdialog').filter({ has: page.getByRole('button', { name: 'Cancel', exact: true }) });
const answer = async (page: Page, name: string) => {
  await dialog(page).getByRole('button', { name, exact: true }).click();
  await dialog(page).waitFor({ state: 'detached' });
};
const asked = (page: Page, text: string) => shows(dialog(page).getByText(text));

it('C-077 C-296 C-349 C-190 the payee is chosen among AR payees, confirmed, and required in its own form', async () => {
  const { page, id, form, save } = await openSection('payee');
  const fetched = page.waitForRequest(/\/api\/payee\/arpayee\?/);
  const box = form.getByRole('combobox', { name: /AR Payee/ });
  await box.click();
  await fetched;
  await chooseIn(box, 'Laurentian Casualty – Premium Trust');
  await save.click();
  await asked(page, 'Are you sure you want to change or add Payee?');
  await answer(page, 'Cancel');
  expect((await readProduct(page, id)).PayeeId ?? null).toBe(null);
  await save.click();
  const sent = page.waitForRequest(
    (request) => request.method() === 'PUT' && /\/payee\//.test(request.url()),
  );
  await answer(page, 'Save');
  expect((await sent).url()).toMatch(new RegExp(`/api/product/${id}/payee/[0-9a-f-]{36}$`));
  await eventually(async () => (await readProduct(page, id)).Payee).toMatchObject({ Number: 'AR-10010' });
  await shows(form.getByRole('status').filter({ hasText: 'No changes' }));
  await box.fill('');
  await box.press('Tab');
  await save.click();
  await shows(form.getByText('AR Payee is Required'));
  expect((await readProduct(page, id)).PayeeId ?? null).not.toBe(null);
});

it('C-076 C-295 C-347 a finance program is added and removed, each after a question', async () => {
  const { page, id, form, save } = await openSection('financing');
  const fetched = page.waitForRequest(/\/api\/financing\/programroot\?/);
  const box = form.getByRole('combobox', { name: 'Financing program' });
  await box.click();
  await fetched;
  await chooseIn(box, 'Zero Interest 12');
  await save.click();
  await asked(page, 'add or remove the finance program');
  await answer(page, 'Save');
  await eventually(async () => (await readProduct(page, id)).FinancingProgramRoot).toMatchObject({
    Code: 'ZI12',
  });
  await shows(form.getByRole('status').filter({ hasText: 'No changes' }));
  await box.fill('');
  await box.press('Tab');
  await save.click();
  await asked(page, 'add or remove the finance program');
  const removed = page.waitForRequest((request) => request.method() === 'DELETE');
  await answer(page, 'Save');
  expect((await removed).url()).toMatch(/\/financing\/programroot$/);
  await eventually(async () => (await readProduct(page, id)).FinancingProgramRootId ?? null).toBe(null);
});

it('C-078 C-294 C-348 certification programs of the product’s brand, twenty at a time by name', async () => {
  const { page, id, form, save } = await openSection('certification');
  const { BrandId } = await readProduct(page, id);
  const fetched = page.waitForRequest(/\/api\/certification\?/);
  const box = form.getByRole('combobox', { name: 'Certification program' });
  await box.click();
  const query = new URL((await fetched).url()).searchParams;
  expect([query.get('pageSize'), query.get('sortFields')]).toEqual(['20', 'Name']);
  expect([query.getAll('FilterProperty'), query.getAll('FilterValue')]).toEqual([
    expect.arrayContaining(['BrandId']),
    expect.arrayContaining([BrandId]),
  ]);
  const [offered] = await eventuallyOptions(page);
  await chooseIn(box, offered);
  await save.click();
  await asked(page, 'add or remove the Certification program');
  await answer(page, 'Save');
  await eventually(async () => (await readProduct(page, id)).Certification).toMatchObject({ Name: offered });
});

async function eventuallyOptions(page: Page): Promise<readonly [string, ...string[]]> {
  // While they load, a placeholder line says so.
  const names = async () =>
    (await page.getByRole('option').allInnerTexts()).filter((name) => name !== 'Loading…');
  await eventually(async () => (await names()).length).toBeGreaterThan(0);
  return (await names()) as [string, ...string[]];
}

it('C-079 C-293 the roadside provider is chosen among dealers of account type 8', async () => {
  const { page, id, form, save } = await openSection('roadside');
  const fetched = page.waitForRequest(/\/api\/profile\/dealer\/dealersbyaccounttype\/8\?/);
  const box = form.getByRole('combobox', { name: 'Roadside service provider' });
  await box.click();
  await fetched;
  await chooseIn(box, 'Prairie Rescue');
  await save.click();
  await eventually(async () => (await readProduct(page, id)).RoadsideProvider).toMatchObject({
    TradingName: 'Prairie Rescue',
  });
  await page.reload();
  const again = await section(page, 'roadside');
  await eventually(() =>
    again.form.getByRole('combobox', { name: 'Roadside service provider' }).inputValue(),
  ).toBe('Prairie Rescue');
});

it('C-080 C-147 C-148 C-150 C-151 the claims layout: pricing follows, removing asks, Cancel restores', async () => {
  const { page, id, form, save } = await openSection('claims-layout');
  const box = (name: string) => form.getByRole('checkbox', { name, exact: true });
  await box('Repair').check({ force: true });
  await box('Maintenance').check({ force: true });
  await shows(form.getByText('OEM', { exact: true }));
  await save.click();
  await eventually(async () => (await readProduct(page, id)).ClaimsLayoutTypeId).toBe(3);
  expect((await readProduct(page, id)).ClaimsPricing).toBe(1);
  await shows(form.getByRole('status').filter({ hasText: 'No changes' }));
  await box('Maintenance').uncheck({ force: true });
  await save.click();
  await asked(page, 'You are removing a claims layout.');
  await answer(page, 'Cancel');
  await eventually(() => box('Maintenance').isChecked()).toBe(true);
  expect((await readProduct(page, id)).ClaimsLayoutTypeId).toBe(3);
  await box('Maintenance').uncheck({ force: true });
  await save.click();
  await answer(page, 'Save');
  await eventually(async () => (await readProduct(page, id)).ClaimsLayoutTypeId).toBe(1);
  expect((await readProduct(page, id)).ClaimsPricing).toBe(0);
  await screenshot(page, 'claims-layout');
  await expectAccessible(page);
});

it('C-292 the class guide is saved separately, as one JSON string, and removed with null', async () => {
  const { page, id, form } = await openSection('class-guide');
  const box = form.getByRole('combobox', { name: 'Vehicle class guide' });
  await box.click();
  const call = (request: { method: () => string; url: () => string }) =>
    request.method() === 'PUT' && /\/classguide$/.test(request.url());
  const sent = page.waitForRequest(call);
  await chooseIn(box, 'Light Truck Class Guide 2026');
  expect((await sent).postData()).toMatch(/^"[0-9a-f-]{36}"$/);
  await eventually(async () => (await readProduct(page, id)).VehicleClassGuide).toMatchObject({
    Code: 'LTCG-2026',
  });
  await shows(form.getByRole('status').filter({ hasText: 'Saved' }));
  const cleared = page.waitForRequest(call);
  await box.fill('');
  await box.press('Tab');
  expect((await cleared).postData()).toBe('null');
  await eventually(async () => (await readProduct(page, id)).VehicleClassGuideId ?? null).toBe(null);
});

it('C-221 C-346 C-353 the cache is refreshed after confirmation, with the right to do so', async () => {
  const page = await visit(app, '/favicon.svg', { user: 'admin' });
  const { Id } = await makeProduct(page);
  await openProduct(page, Id);
  await pressHeader(page, 'Refresh cache');
  await asked(page, 'Are you sure you want to refresh the cache?');
  const called = page.waitForRequest(/\/api\/cache\/refreshcachebyproduct\//);
  // The notice disappears by itself, so an earlier one must be gone first.
  const told = shows(page.getByText('Product cache refreshed successfully!'));
  await answer(page, 'Refresh cache');
  await Promise.all([called, told]);
  const other = await visit(app, '/favicon.svg', { user: 'manager' });
  await openProduct(other, Id);
  expect(await other.getByText('Refresh cache').count()).toBe(0);
});

/** Presses a button of the header, in the menu of more actions if it is there. */
async function pressHeader(page: Page, name: string): Promise<void> {
  const more = page.getByRole('button', { name: 'More', exact: true });
  const button = page.getByRole('button', { name, exact: true });
  await shows(button.or(more));
  if (await button.count()) await button.click();
  else {
    await more.click();
    await page.getByRole('menuitem', { name, exact: true }).click();
  }
}

it('a launched product and a viewer show the choices as text', async () => {
  const page = await visit(app, '/favicon.svg', { user: 'viewer' });
  const { Items } = await readJson<{ Items: { Id: string; Payee: { Name: string } }[] }>(
    page,
    '/product?pageSize=1&FilterProperty=ProductStateType.Name&FilterOperator=eq&FilterValue=Active',
  );
  await page.goto(`/products/${Items[0]?.Id}`);
  const { form } = await section(page, 'payee');
  await shows(form.getByText(String(Items[0]?.Payee.Name)));
  expect(await form.getByRole('combobox').count()).toBe(0);
});
