/** The page of a dealer: its tabs and panels, approval, questions and messages, and who may change what. */
import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { goToSection, useApp } from './harness.ts';
import { chooseIn, eventually, readJson, shows, visit } from './products.ts';

const app = useApp();
const barrie = '2b1ca49b-997d-5fc0-a607-edbbb5b188d9';
const dealer = `/profile/dealer/${barrie}`;

const tabs: Readonly<Record<string, readonly string[]>> = {
  Contact: ['Contact', 'Users', 'Training', 'Conferences'],
  Products: [
    'Brands',
    'Service brands',
    'Our products',
    'Third-party products',
    'Manufacturer products',
    'External codes',
    'Agreements',
    'Licences',
    'Rate cards',
    'Other settings',
  ],
  Accounting: ['Payment cards', 'Bank accounts'],
  Administration: [
    'Finance',
    'Tire storage',
    'Claims',
    'Labour rates',
    'Extension agreements',
    'External applications',
  ],
  Lienholders: ['Global lienholders', 'Product-specific lienholders', 'Local lienholders'],
  Status: ['Status', 'History', 'Notes'],
  Distinction: ['Profit per retail'],
};

const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Parts of this page' }).getByRole('link', { name, exact: true });
const dialog = (page: Page) => page.getByRole('alertdialog');

it('H-017 H-072 H-073 H-074 H-075 H-076 H-077 H-078 H-079 H-080 H-319 H-652 H-653 H-655 the tabs of a dealer, each loaded when it is opened', async () => {
  const page = await visit(app, '/favicon.svg', { user: 'admin' });
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith(`/api${dealer}/`)) asked.push(pathname.slice(`/api${dealer}/`.length));
  });
  await page.goto(dealer);
  await shows(page.locator('[data-block=general]'));
  expect(asked).toEqual([]);
  for (const [name, panels] of Object.entries(tabs)) {
    await tab(page, name).click();
    const shown = page.locator('main h2:visible');
    await eventually(async () => {
      const titles = await shown.allInnerTexts();
      return panels.filter((title) => !titles.includes(title));
    }).toEqual([]);
    if (name === 'Contact') {
      expect(asked).not.toContain('brand');
      for (const part of ['Addresses', 'Contacts', 'Phones', 'Emails'])
        await shows(page.locator('[data-block=contact]').getByText(part, { exact: true }));
    }
    if (name === 'Products') {
      await eventually(() => asked).toContain('brand');
      await shows(page.getByText('Northline Motors Extended Care'));
      expect(await page.getByRole('columnheader', { name: /DAP (low|high)/ }).count()).toBe(0);
      await shows(page.locator('[data-block=products]').getByText(/20\.00\s?%/));
      await page
        .locator('[data-block=brands]')
        .getByRole('button', { name: /Remove/ })
        .first()
        .click();
      await shows(dialog(page).getByText('Are you sure you want to detach the brand?'));
      await dialog(page).getByRole('button', { name: 'Cancel' }).click();
      expect(await page.locator('[data-block=brands] tbody tr').count()).toBe(1);
      await page.locator('[data-block=products]').getByRole('tab', { name: 'Loan protection' }).click();
      await shows(page.getByText('Northline Motors Payment Protection'));
      await eventually(() => page.getByText('Northline Motors Extended Care').count()).toBe(0);
    }
    if (name === 'Administration')
      await shows(page.locator('[data-block=claims]').getByRole('button', { name: /^HST/ }));
  }
  const { Items: brands } = await readJson<{ Items: { Id: string }[] }>(page, '/profile/brand');
  await page.goto(`/profile/brand/${brands[0]?.Id}#tab-product`);
  await shows(page.getByRole('heading', { name: 'Products of the brand' }));
  const setting = { Id: '0a2f6b1e-53a1-5d0c-9c39-7f6b0d5a0001', Value: 'On' };
  await page.request.put('/api/systemsettings', { data: setting });
  await page.goto(`${dealer}#tab-product`);
  await page.reload();
  await shows(
    page.getByRole('columnheader', { name: 'DAP low' }),
    page.getByRole('columnheader', { name: 'DAP high' }),
  );
});

it('H-070 H-205 H-206 H-275 H-317 H-608 H-609 H-610 H-656 a dealer is created and submitted, with the messages on the way', async () => {
  const page = await visit(app, '/favicon.svg', { user: 'admin' });
  await page.goto('/profile/dealer');
  await page.getByRole('textbox', { name: 'Trading name' }).fill('Garage du Lac');
  await page.getByRole('textbox', { name: 'Legal name' }).fill('Garage du Lac inc.');
  const pick = async (label: RegExp, option: string) => {
    await page
      .locator('[aria-haspopup=listbox]')
      .and(page.getByRole('button', { name: label }))
      .click();
    await page.getByRole('option', { name: option, exact: true }).click();
  };
  await pick(/Account type/, 'Independent dealer');
  await pick(/Business province/, 'Quebec');
  const addresses = page.getByRole('table', { name: 'Addresses' });
  await page.getByRole('button', { name: 'Add a row' }).first().click();
  await addresses.getByLabel('Street address').fill('1 rue du Lac');
  await addresses.getByRole('textbox', { name: 'City' }).fill('Magog');
  await pick(/Province or state/, 'Quebec');
  await addresses.getByRole('textbox', { name: 'Postal or ZIP code' }).fill('J1X 1A1');
  const save = page.getByRole('button', { name: 'Save', exact: true }).first();
  await save.click();
  await shows(dialog(page).getByText('The dealer is in Quebec and has no business number. Proceed?'));
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();
  expect(new URL(page.url()).pathname).toBe('/profile/dealer');
  await save.click();
  await dialog(page).getByRole('button', { name: 'Proceed' }).click();
  await page.waitForURL(/\/profile\/dealer\/[0-9a-f-]{36}$/);
  const { pathname } = new URL(page.url());
  const general = page.locator('[data-block=general]');
  await shows(page.locator('[data-block=summary]').getByText('CAD'));

  // It is new: only submitting is enabled, which validates its content.
  await shows(general.getByRole('checkbox', { name: 'Submit for approval' }));
  expect(await general.getByRole('textbox').count()).toBe(0);
  await general.getByRole('checkbox', { name: 'Submit for approval' }).check();
  await general.getByRole('textbox', { name: 'Trading name' }).fill('');
  await general.getByRole('button', { name: 'Save' }).click();
  await shows(general.getByText('Trading name is required.'));
  await general.getByRole('textbox', { name: 'Trading name' }).fill('Garage du Lac');
  await general.getByRole('textbox', { name: 'Business number' }).fill('100 RT1');
  await general.getByRole('button', { name: 'Save' }).click();
  await shows(page.getByText('Your changes were saved.'));
  await shows(page.locator('[data-block=summary]').getByText('Submitted for approval'));
  expect(await readJson(page, pathname)).toMatchObject({ HasActiveOrFinishedWorkflow: true });

  // A failure is shown in a window: by its message, or by its status.
  for (const [status, body] of [
    [200, { ExecutionResult: { IsSuccess: false, Message: ['The ledger is closed.', 'Later.'] } }],
    [500, { Message: 'The ledger is closed.', ErrorMessages: ['The ledger is closed.', 'Later.'] }],
  ] as const) {
    await page.route('**/api/profile/dealer', (route) => route.fulfill({ status, json: body }));
    await general.getByRole('textbox', { name: 'Account ID' }).fill(`A-${status}`);
    await general.getByRole('button', { name: 'Save' }).click();
    await shows(dialog(page).getByText('The ledger is closed.'));
    await dialog(page).getByRole('button').last().click();
    await page.unroute('**/api/profile/dealer');
  }
  await general.getByRole('button', { name: 'Discard changes' }).click();
  await page.getByRole('button', { name: 'Delete profile' }).click();
  await shows(dialog(page).getByText('Are you sure you want to delete this profile?'));
  await dialog(page).getByRole('button', { name: 'Delete profile' }).click();
  await page.waitForURL(/\/profile$/);
});

it('H-321 H-322 H-366 H-374 H-376 H-378 H-380 H-416 read-only panels, a lock, and removed trainings', async () => {
  const reader = await visit(app, '/favicon.svg', { user: 'viewer' });
  await reader.goto(`${dealer}#tab-admin`);
  const panels = [
    'finance',
    'tire-storage',
    'claims',
    'labour-rates',
    'extension-agreements',
    'external-apps',
  ];
  for (const panel of panels) await shows(reader.locator(`[data-block=${panel}]`));
  expect(await reader.locator('main').getByRole('button', { name: 'Save' }).count()).toBe(0);
  expect(await reader.locator('main').getByRole('textbox').count()).toBe(0);
  await shows(reader.locator('[data-block=claims]').getByText('HST'));

  const page = await visit(app, '/favicon.svg', { user: 'admin' });
  const put = async (body: object) => {
    const answer = await page.request.put('/api/profile/dealer', { data: { Id: barrie, ...body } });
    expect(answer.status(), await answer.text()).toBe(200);
  };
  await put({ IsLocked: true });
  await page.goto(`${dealer}#tab-admin`);
  await shows(page.locator('[data-block=labour-rates]').getByRole('textbox'));
  for (const panel of panels.slice(0, 3))
    expect(await page.locator(`[data-block=${panel}]`).getByRole('textbox').count(), panel).toBe(0);
  await put({ IsLocked: false });

  const { Items } = await readJson<{ Items: { EmployeeId: string }[] }>(page, `${dealer}/training`);
  await page.goto(`/profile/employee/${Items[0]?.EmployeeId}`);
  for (const thing of ['training', 'conference']) {
    const panel = await goToSection(page, `${thing}s`);
    await panel
      .getByRole('button', { name: /^Remove/ })
      .first()
      .click();
    await shows(dialog(page).getByText(`Are you sure you want to remove this ${thing}?`));
    await dialog(page).getByRole('button', { name: 'Cancel' }).click();
  }
});

it('H-040 H-577 the class guide of a product is chosen on the page of dealer classes', async () => {
  const page = await visit(app, '/favicon.svg', { user: 'admin' });
  const { Items } = await readJson<{ Items: { Name: string; Code: string }[] }>(
    page,
    '/product?FilterProperty=ProductStateTypeId&FilterOperator=eq&FilterValue=1',
  );
  await page.goto('/dealerclass');
  await page.getByPlaceholder('contains…').first().fill(String(Items[0]?.Name));
  const row = page.locator('[data-block=classes] tbody tr', { hasText: String(Items[0]?.Code) });
  await shows(row);
  const sent = page.waitForRequest((one) => one.method() === 'PUT' && one.url().endsWith('/classguide'));
  await row.getByRole('button', { name: /Choose the class guide/ }).click();
  const ask = page.getByRole('dialog');
  await chooseIn(ask.getByRole('combobox'), 'Light Truck Class Guide 2026');
  await ask
    .getByRole('button', { name: /Choose|OK/ })
    .last()
    .click();
  expect((await sent).postData()).toMatch(/^"[0-9a-f-]{36}"$/);
  await eventually(() => row.innerText()).toContain('Light Truck Class Guide 2026');
});
