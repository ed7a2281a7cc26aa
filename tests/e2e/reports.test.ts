import { readFileSync } from 'node:fs';
import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { useApp } from './harness.ts';
import { choose, eventually, shows, visit } from './products.ts';

const app = useApp();

const sales = new URL('../fixtures/reports/salesByProvince.rdl', import.meta.url);

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const shown = (page: Page) => page.getByRole('table', { name: 'Report' });

/** A window says that something is missing, and is closed. */
async function toldIncomplete(page: Page): Promise<void> {
  const told = page.getByRole('alertdialog');
  await shows(told.getByText('Please fill all required fields'));
  await told.getByRole('button', { name: 'OK', exact: true }).click();
  await eventually(() => told.count()).toBe(0);
}

it('H-093 H-094 H-095 H-096 H-098 H-099 H-100 H-103 H-109 H-250 H-252 H-633 a report is found, filtered, viewed by page, downloaded and saved as a flavour', async () => {
  const page = await visit(app, '/report', { user: 'viewer' });
  await shows(heading(page, 'Reports'));
  await page.locator('[data-row]').filter({ hasText: 'Dealers by province' }).click();
  await shows(heading(page, 'Report Configuration'));
  // Nothing is shown before a view succeeds.
  await shows(button(page, 'View'));
  expect(await shown(page).count()).toBe(0);
  await button(page, 'View').click();
  await shows(page.getByText('Page 1 of 2'));
  await shows(shown(page).getByText('Summit Auto Group'));
  await button(page, 'Next page').click();
  await shows(page.getByText('Page 2 of 2'));
  await page.getByRole('checkbox', { name: 'Legal name' }).uncheck();
  await button(page, 'View').click();
  await shows(page.getByText('Page 1 of 2'));
  await eventually(() => shown(page).getByText('Legal name').count()).toBe(0);
  const [file] = await Promise.all([page.waitForEvent('download'), button(page, 'Excel').click()]);
  expect(file.suggestedFilename()).toMatch(/^Dealers by province .*\.xlsx$/);

  await button(page, 'Create a flavour').click();
  await button(page, 'Cancel').click();
  await button(page, 'Create a flavour').click();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Without legal names');
  const before = page.url();
  await button(page, 'Save').click();
  await page.waitForURL((address) => String(address) !== before && address.pathname.startsWith('/report/'));
  await shows(page.getByRole('heading', { name: 'Without legal names' }));
  await page.reload();
  await shows(page.getByRole('heading', { name: 'Without legal names' }));
  expect(await page.getByRole('checkbox', { name: 'Legal name' }).isChecked()).toBe(false);
  expect(await button(page, 'Edit this flavour').count()).toBe(1);
  await page.getByRole('tab', { name: 'People' }).click();
  await page.getByRole('tab', { name: 'Roles' }).click();
  await page.locator('#share-roles').click();
  await page.getByRole('option', { name: 'Pricing analyst' }).click();
  await page.keyboard.press('Escape');
  // Of many people ten are offered; another is found by name, and stays selected.
  await page.route('**/availableforreport*', async (route) => {
    const answer = await route.fetch();
    const { Items, ...rest } = (await answer.json()) as { Items: { UserName: string }[] };
    const isAll = !new URL(route.request().url()).searchParams.get('filterValue');
    const left = Items.filter(({ UserName }) => !isAll || UserName !== 'manager');
    await route.fulfill({ response: answer, json: { ...rest, Items: left } });
  });
  await page.reload();
  await page.getByRole('tab', { name: 'People' }).click();
  await page.locator('#share-users').click();
  await shows(page.getByRole('option', { name: 'Viewer' }));
  expect(await page.getByRole('option', { name: 'Product manager' }).count()).toBe(0);
  await page.keyboard.type('product m');
  await page.getByRole('option', { name: 'Product manager' }).click();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await button(page, 'Share').click();
  await shows(page.getByText('Your report flavor has been shared.'));
  await page.reload();
  await page.getByRole('tab', { name: 'People' }).click();
  await shows(page.getByRole('button', { name: 'Remove Product manager' }));
});

it('H-101 H-102 H-111 H-112 H-113 H-114 H-253 H-626 H-627 H-630 H-631 H-632 a dashboard is chosen and left; a report is subscribed to by a schedule', async () => {
  const page = await visit(app, '/report/dashboard/search', { user: 'viewer' });
  await page.locator('[data-row]').filter({ hasText: 'Portfolio' }).click();
  await page.waitForURL('**/report/dashboards/*');
  await shows(page.getByRole('img', { name: /^Products by State/ }));
  await page.getByRole('button', { name: 'Show the table of Products by State' }).click();
  await shows(page.getByRole('row', { name: /Active/ }), page.getByRole('table', { name: 'Launches due' }));
  expect(await page.getByRole('table', { name: 'Launches due' }).getByRole('row').count()).toBeGreaterThan(1);
  await page.getByRole('link', { name: 'All dashboards' }).click();
  await page.waitForURL('**/report/dashboard/search');

  await page.goto('/report/schedules');
  await shows(page.getByText('There are no schedules yet.'));
  const made = await page.request.post('/api/report/schedule', {
    data: { Name: 'Mondays', StartDateTime: '2030-01-07T14:00:00.000Z', RecurrenceId: 2 },
  });
  expect(made.status()).toBe(201);
  await page.goto('/report/schedules');
  const asked = page.getByRole('alertdialog');
  const deleting = (name: string) =>
    page
      .locator('[data-row]')
      .filter({ hasText: name })
      .getByRole('button', { name: /^Delete/ });
  await deleting('Mondays').click();
  await shows(asked.getByText('Are you sure you want to delete the schedule?'));
  await asked.getByRole('button', { name: 'Cancel' }).click();
  await page.goto('/report');
  await page.locator('[data-row]').filter({ hasText: 'Dealers by province' }).click();
  await page.waitForURL('**/report/*');
  const ReportConfigurationId = new URL(page.url()).pathname.split('/').at(-1);
  await page.request.post('/api/report/schedule', {
    data: {
      ...{ Name: 'Own', StartDateTime: '2030-01-07T14:00:00.000Z', RecurrenceId: 2, ReportConfigurationId },
    },
  });
  await page.reload();
  await deleting('Own').click();
  await shows(asked.getByText('Delete the schedule?'));
  await asked.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('link', { name: 'Add a subscription' }).click();
  await choose(page, 'Schedule', 'Mondays');
  await page.getByRole('button', { name: /Delivery method$/ }).click();
  await page.getByRole('option', { name: 'File share' }).click();
  await page.getByRole('textbox', { name: 'Location' }).fill('not a path');
  await button(page, 'Save').click();
  await shows(page.getByText('Enter a network path', { exact: false }).first());
  await toldIncomplete(page);
  await page.getByRole('textbox', { name: 'Location' }).fill('\\\\server\\reports');
  await button(page, 'Save').click();
  await shows(page.getByText('Subscription created'));
  // Edited in place: cancelling restores it, saving keeps it.
  const row = page.locator('[data-row]').filter({ hasText: 'server' });
  const editor = page.locator('[data-editing]');
  await row.click();
  await editor.getByRole('textbox', { name: 'Location' }).fill('\\\\other\\place');
  await editor.getByRole('button', { name: 'Cancel' }).click();
  await shows(row);
  expect(await row.innerText()).toContain('\\\\server\\reports');
  await row.click();
  expect(await editor.getByRole('textbox', { name: 'Location' }).inputValue()).toBe('\\\\server\\reports');
  await editor.getByRole('textbox', { name: 'Location' }).fill('\\\\server\\mornings');
  await editor.getByRole('button', { name: 'Save' }).click();
  await shows(page.getByText('Subscription saved'));
  await shows(page.locator('[data-row]').filter({ hasText: 'mornings' }));
  await deleting('mornings').click();
  await shows(page.getByText('Delete the subscription?'));
});

it("H-345 H-599 a new subscription needs columns, and its answer's message is shown", async () => {
  const page = await visit(app, '/report', { user: 'viewer' });
  await page.locator('[data-row]').filter({ hasText: 'Dealers by province' }).click();
  await page.request.post('/api/report/schedule', {
    data: { Name: 'Fridays', StartDateTime: '2030-01-04T14:00:00.000Z', RecurrenceId: 2 },
  });
  await page.getByRole('link', { name: 'Add a subscription' }).click();
  await choose(page, 'Schedule', 'Fridays');
  await page.getByRole('button', { name: /Delivery method$/ }).click();
  await page.getByRole('option', { name: 'Email' }).click();
  await page.getByRole('textbox', { name: 'Location' }).fill('viewer@example.com');
  const columns = page.getByRole('checkbox', { name: /^(?!Ascending)/ });
  await shows(columns.first());
  const count = await columns.count();
  for (let at = 0; at < count; at += 1)
    if (await columns.nth(at).isChecked()) await columns.nth(at).uncheck();
  await button(page, 'Save').click();
  await toldIncomplete(page);
  await page.getByRole('checkbox', { name: 'City' }).check();
  await page.route('**/api/report/subscription', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({
      response: answer,
      json: { ...(await answer.json()), Message: 'It begins on Friday.' },
    });
  });
  await button(page, 'Save').click();
  await shows(page.getByText('Subscription created'), page.getByText('It begins on Friday.'));
  const { Items } = await (await page.request.get('/api/report/subscription')).json();
  expect(Items).toContainEqual(
    expect.objectContaining({
      ReportParameters: { Columns: ['City'] },
      NextRun: '2030-01-04T14:00:00.000Z',
    }),
  );
});

it('H-115 pages of dashboards call the API address, in the language of the person', async () => {
  const page = await visit(app, '/report/dashboard/search', { user: 'viewer' });
  const asked: { readonly path: string; readonly language: string | undefined }[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/dashboard|panel/.test(pathname) && request.resourceType() === 'fetch')
      asked.push({ path: pathname, language: request.headers()['accept-language'] });
  });
  await button(page, 'Français').click();
  await shows(page.getByRole('heading', { level: 1, name: 'Tableaux de bord' }));
  await page.reload();
  await page
    .locator('[data-row]')
    .filter({ hasText: 'Portfolio' })
    .or(page.locator('[data-row]'))
    .first()
    .click();
  await shows(page.getByRole('img').first());
  expect(asked.map(({ path }) => path)).toEqual(expect.arrayContaining(['/api/report/panel']));
  expect(asked.every(({ path }) => path.startsWith('/api/'))).toBe(true);
  const last = asked.filter(({ path }) => path === '/api/report/panel');
  expect(new Set(last.map(({ language }) => language))).toEqual(new Set(['fr-CA']));
  // The language belongs to the person: it is restored for the next test.
  const kept = page.waitForResponse((one) => one.url().endsWith('/preference/display'));
  await button(page, 'English').click();
  await kept;
});

it('H-629 when two people save one flavour the second is told, keeps what is typed, and may save again', async () => {
  const page = await visit(app, '/report', { user: 'viewer' });
  const { Items } = await (await page.request.get('/api/report?pageSize=0')).json();
  const { Id } = Items.find(
    ({ ReportConfigurationName }: { ReportConfigurationName: string }) =>
      ReportConfigurationName === 'Lienholders',
  );
  const at = async (id: string) => (await page.request.get(`/api/report/${id}`)).json();
  const made = await page.request.post('/api/report/flavour', {
    data: { ...(await at(Id)), ReportConfigurationName: 'Of two' },
  });
  const flavour = (await made.json()).Id;
  await page.goto(`/report/${flavour}`);
  await button(page, 'Edit this flavour').click();
  await page.getByRole('checkbox', { name: /group/i }).first().uncheck();
  await page.locator('#flavour-name').fill('Of the second');
  await page.request.put('/api/report/flavour', {
    data: { ...(await at(flavour)), Description: 'of the first' },
  });
  await button(page, 'Save').click();
  await shows(page.getByText(/has changed the record/));
  await button(page, 'OK').click();
  await button(page, 'Save').click();
  await shows(page.getByText('The flavour has been saved.'));
  expect((await at(flavour)).ReportConfigurationName).toBe('Of the second');
  await page.goto('/report');
  await page.getByRole('searchbox', { name: 'Report' }).fill('Of the sec');
  await page
    .locator('[data-row]')
    .filter({ hasText: 'Of the second' })
    .getByRole('button', { name: /^Remove/ })
    .click();
  await shows(page.getByRole('alertdialog').getByText('Are you sure you want to remove the report?'));
});

it('H-105 H-106 H-107 H-108 H-628 a definition file fills the form before anything is saved, and unsupported elements are listed', async () => {
  const page = await visit(app, '/report/manage', { user: 'reports' });
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'sales.rdl', mimeType: 'text/xml', buffer: readFileSync(sales) });
  await shows(page.getByText(/Found in the file/), page.getByText(/Subreport \(line \d+\)/));
  const values = () =>
    page.locator('input').evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value));
  await eventually(values).toEqual(
    expect.arrayContaining(['The rows of the definition file', 'Province', 'Amount']),
  );
  await page.getByRole('textbox', { name: 'Report name' }).fill('Sales, uploaded');
  const path = () => new URL(page.url()).pathname;
  await shows(heading(page, 'Add a Report'));
  await button(page, 'Save').click();
  await shows(heading(page, 'Reports'));
  expect(path()).toBe('/report');
  await page.getByRole('searchbox', { name: 'Report' }).fill('Sales, up');
  await page
    .locator('[data-row]')
    .filter({ hasText: 'Sales, uploaded' })
    .getByLabel('Edit the definition')
    .click();
  await shows(heading(page, 'Report Management'));
  expect(path()).toMatch(/^\/report\/manage\/[0-9a-f-]{36}$/);
  await button(page, 'Delete the report').click();
  const question = page.getByRole('alertdialog');
  await shows(question.getByText("Do you want to delete the report and it's flavours?"));
  await question.getByRole('button').last().click();
  await shows(heading(page, 'Reports'));
  expect(path()).toBe('/report');
});
