/**
 * Messages in windows: why a report, a card or a subscription was refused, and the server's notices about
 * accepted ones.
 */
import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { useApp } from './harness.ts';
import { eventually, readJson, shows, visit } from './products.ts';

const app = useApp();
const barrie = '2b1ca49b-997d-5fc0-a607-edbbb5b188d9';
const dialog = (page: Page) => page.getByRole('alertdialog');
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function reportOf(page: Page, name: string): Promise<string> {
  const { Items } = await readJson<{ Items: { Id: string; ReportConfigurationName: string }[] }>(
    page,
    '/report?pageSize=0',
  );
  return Items.find(({ ReportConfigurationName }) => ReportConfigurationName === name)?.Id ?? '';
}

it('H-624 H-667 errors of a view and of a PDF are on separate lines; a shown report has the height of its content plus 50 pixels', async () => {
  const page = await visit(app, '/favicon.svg', { user: 'viewer' });
  await page.goto(`/report/${await reportOf(page, 'Dealers by province')}`);
  const Errors = ['The data is being loaded.', 'Try again in an hour.'];
  const refusal = { status: 422, json: { Message: Errors[0], Errors } };
  for (const [path, name] of [
    ['**/api/report/viewer?*', 'View'],
    ['**/api/report/fileviewer?*', 'PDF'],
  ] as const) {
    await page.route(path, (route) => route.fulfill(refusal));
    await button(page, name).click();
    await shows(dialog(page).getByText('Try again in an hour.'));
    expect(await dialog(page).innerText()).toMatch(/being loaded\.\n+Try again/);
    await button(page, 'OK').click();
    await page.unroute(path);
  }
  await button(page, 'View').click();
  const table = page.getByRole('table', { name: 'Report' });
  await shows(table);
  const room = () =>
    table.evaluate((one) => {
      const box = one.closest('#viewer')?.querySelector('[class*=viewer]') as HTMLElement;
      return Math.round(box.getBoundingClientRect().bottom - one.getBoundingClientRect().bottom);
    });
  await eventually(room).toBe(50);
});

it("H-345 H-599 a subscription without columns is refused in a window; the server's notice about an accepted one is shown", async () => {
  const page = await visit(app, '/favicon.svg', { user: 'viewer' });
  const report = await reportOf(page, 'Dealers by province');
  const schedule = await page.request.post('/api/report/schedule', {
    data: { Name: 'Noons', StartDateTime: '2030-01-07T17:00:00.000Z', RecurrenceId: 1 },
  });
  const sent = {
    ...{ ReportConfigurationId: report, ScheduleId: (await schedule.json()).Id, ReportFormatId: 1 },
    ...{ DeliveryExtensionId: 1, Path: 'me@example.com', ReportParameters: { Columns: ['TradingName'] } },
  };
  expect((await page.request.post('/api/report/subscription', { data: sent })).status()).toBe(201);
  await page.goto(`/report/${report}#subscriptions`);
  const row = page.locator('[data-row]').filter({ hasText: 'me@example.com' });
  const editor = page.locator('[data-editing]');
  await row.click();
  const column = editor.getByRole('checkbox', { name: 'Trading name' });
  await column.uncheck();
  await editor.getByRole('button', { name: 'Save' }).click();
  await shows(dialog(page).getByText('Please fill all required fields'));
  await button(page, 'OK').click();
  await column.check();
  await editor.getByRole('textbox', { name: 'Location' }).fill('you@example.com');
  const said = 'Your first report comes on 7 January 2030.';
  await page.route('**/api/report/subscription', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...(await answer.json()), Message: said } });
  });
  await editor.getByRole('button', { name: 'Save' }).click();
  await shows(dialog(page).getByText(said), page.getByText('Subscription saved'));
  await button(page, 'OK').click();
  await shows(page.locator('[data-row]').filter({ hasText: 'you@example.com' }));
});

it("H-615 an invalid card is reported in a window, with the vault's message", async () => {
  const page = await visit(app, '/favicon.svg', { user: 'admin' });
  await page.goto(`/profile/dealer/${barrie}#tab-accounting`);
  await page.locator('[data-block=cards]').getByRole('button', { name: 'Add a card', exact: true }).click();
  await page.getByRole('textbox', { name: 'Cardholder' }).fill('Ann Lee');
  await page.getByRole('textbox', { name: 'Card number' }).fill('4111 1111 1111 1112');
  await page.getByRole('textbox', { name: 'Expiry' }).fill('09/28');
  const answered = page.waitForResponse('**/api/cardvault/temporarytoken');
  await page.getByRole('dialog').getByRole('button', { name: 'Add a card' }).click();
  const { Message } = await (await answered).json();
  expect(Message).toBeTruthy();
  // In the window that asked, which keeps what was typed.
  const asking = page.getByRole('dialog', { name: 'Add a card' });
  await shows(asking.getByRole('alert').getByText(Message));
  expect(await page.getByRole('textbox', { name: 'Card number' }).inputValue()).toBe('4111 1111 1111 1112');
});

it('H-115 both dashboards call the base address of the API, in the chosen language', async () => {
  const page = await visit(app, '/favicon.svg', { user: 'reports', locale: 'fr-CA' });
  const asked = new Map<string, string>();
  page.on('request', (request) => {
    const { origin, pathname } = new URL(request.url());
    if (!pathname.includes('/report/dashboards') || request.resourceType() === 'document') return;
    asked.set(
      `${origin === new URL(page.url()).origin} ${pathname}`,
      request.headers()['accept-language'] ?? '',
    );
  });
  await page.goto('/report/dashboard/search');
  await page.locator('[data-row]').first().click();
  await page.waitForURL('**/report/dashboards/*');
  const id = new URL(page.url()).pathname.split('/').at(-1);
  await eventually(() => [...asked]).toEqual([
    ['true /api/report/dashboards', 'fr-CA'],
    [`true /api/report/dashboards/${id}`, 'fr-CA'],
  ]);
});

it('H-646 H-647 a lienholder of a dealer is searched within 50 km at first, within 100, or in the whole country', async () => {
  const page = await visit(app, '/favicon.svg', { user: 'admin' });
  await page.goto(`/profile/dealer/${barrie}#tab-lienholders`);
  const asked: (string | null)[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname === `/api/profile/dealer/${barrie}/lienholdersnear`) asked.push(searchParams.get('range'));
  });
  await page.locator('[data-block=lienholders]').getByRole('button', { name: 'Add', exact: true }).click();
  await eventually(() => asked).toEqual(['50000']);
  const within = page.getByRole('dialog').getByRole('combobox', { name: 'Within' });
  await eventually(() => within.inputValue()).toBe('50 KMs');
  await within.click();
  await page.keyboard.press('ArrowDown');
  expect(await page.getByRole('option').allInnerTexts()).toEqual(['50 KMs', '100 KMs', 'National']);
  await page.getByRole('option', { name: 'National' }).click();
  await eventually(() => asked).toEqual(['50000', '-1']);
  const picked = page.getByRole('dialog').getByRole('combobox', { name: 'Lienholder' });
  await picked.fill('Brandon');
  await page.getByRole('option', { name: /^Prairie Credit Union, Brandon · Brandon · 1,[\d]+ km/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click();
  await shows(page.locator('[data-block=lienholders] [data-row]').filter({ hasText: 'Brandon' }));
});
