import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { goToSection, useApp } from './harness.ts';
import { choose, eventually, failNextWrite, readJson, shows, visit } from './products.ts';

const app = useApp();
const dealer = '2b1ca49b-997d-5fc0-a607-edbbb5b188d9';

const field = (page: Page, path: string) => page.locator(`[data-path="/${path}"]`);
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).first();
const asked = (page: Page, text: string) =>
  page.getByRole('alertdialog').or(page.getByRole('dialog')).filter({ hasText: text });

/** Answers a question, which must be this one. */
async function answer(page: Page, text: string, name: string): Promise<void> {
  await shows(asked(page, text));
  await asked(page, text).getByRole('button', { name, exact: true }).click();
  await asked(page, text).waitFor({ state: 'detached' });
}

it('a page that is still filling stays where a pressed button left it', async () => {
  const page = await visit(app, `/profile/dealer/${dealer}`, { user: 'profiles' });
  await page.goto(`/profile/dealer/${dealer}#products`);
  const brands = page.locator('#brands');
  await brands.getByRole('button', { name: 'Add', exact: true }).click();
  await shows(brands.locator('[data-window]'));
  await page.evaluate(() => {
    window.scrollTo(0, 0);
    const late = document.createElement('div');
    late.style.height = '500px';
    document.getElementById('block-products')?.parentElement?.append(late);
    return new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next)));
  });
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
});

it('H-067 H-070 H-071 H-198 H-223 H-224 H-283 H-285 H-317 H-318 H-320 H-610 a profile is created, its contacts and addresses edited, saved and deleted', async () => {
  const page = await visit(app, '/profile/oem/new', { user: 'profiles' });
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Bytown Works');
  // An unsaved profile has no status to change.
  expect(await button(page, 'Make operational').count()).toBe(0);
  expect(await page.getByRole('combobox', { name: 'Status' }).count()).toBe(0);

  const addresses = field(page, 'Addresses');
  await addresses.getByRole('button', { name: 'Add a row' }).click();
  // A chosen suggestion fills street, city, province and country.
  const street = addresses.getByLabel('Street address');
  await street.fill('100 Queen Street, Otta');
  await page.locator('datalist option[value="100 Queen Street, Ottawa, ON"]').waitFor({ state: 'attached' });
  await street.fill('100 Queen Street, Ottawa, ON');
  await eventually(() => street.inputValue()).toBe('100 Queen Street');
  expect(await addresses.getByRole('textbox', { name: 'City' }).inputValue()).toBe('Ottawa');
  await shows(addresses.getByText('Ontario'));
  await addresses.getByRole('textbox', { name: /code/ }).fill('K1P 1J9');
  await shows(addresses.getByRole('columnheader', { name: 'Postal code', exact: true }));
  await addresses.getByRole('button', { name: /Country/ }).click();
  await page.getByRole('option', { name: 'United States' }).click();
  await shows(addresses.getByRole('columnheader', { name: 'Zip code', exact: true }));
  await shows(addresses.getByRole('columnheader', { name: 'State', exact: true }));
  await addresses.getByRole('button', { name: /Country/ }).click();
  await page.getByRole('option', { name: 'Canada' }).click();
  await shows(addresses.getByRole('columnheader', { name: 'Province', exact: true }));
  await addresses.getByRole('button', { name: /Province/ }).click();
  await page.getByRole('option', { name: 'Ontario' }).click();
  await addresses.getByRole('button', { name: 'Remove row 1' }).click();
  await answer(page, 'Are you sure you want to remove this address?', 'Cancel');
  await shows(addresses.getByRole('textbox', { name: 'City' }));

  const contacts = field(page, 'Contacts');
  for (const [at, name] of ['Ann', 'Bea'].entries()) {
    await contacts.getByRole('button', { name: 'Add a row' }).click();
    await contacts.getByRole('textbox', { name: 'First name' }).nth(at).fill(name);
    await contacts.getByRole('textbox', { name: 'Last name' }).nth(at).fill('Lee');
    await contacts.getByRole('textbox', { name: 'Email' }).nth(at).fill(`${name}@example.com`);
  }
  for (const kind of ['Primary email', 'Primary phone']) {
    const marks = contacts.getByRole('checkbox', { name: kind });
    await marks.nth(0).check();
    await marks.nth(1).check();
    expect(await marks.nth(0).isChecked(), kind).toBe(false);
    expect(await marks.nth(1).isChecked(), kind).toBe(true);
  }
  await contacts.getByRole('button', { name: 'Remove row 1' }).click();
  await answer(page, 'Are you sure you want to remove this contact?', 'Delete');
  await eventually(() => contacts.getByRole('textbox', { name: 'First name' }).count()).toBe(1);
  await button(page, 'Save').click();
  await page.waitForURL(/\/profile\/oem\/[0-9a-f-]{36}/);

  await goToSection(page, 'general');
  const name = page.getByRole('textbox', { name: 'Name', exact: true });
  await name.fill('Bytown Works Canada');
  await failNextWrite(page, '**/api/profile/oem');
  await button(page, 'Save').click();
  // The specification shows nothing; a person must know that nothing was saved.
  await shows(page.getByRole('alert').or(page.getByRole('alertdialog')));
  if (await page.getByRole('alertdialog').count()) await page.keyboard.press('Escape');
  expect(await name.inputValue()).toBe('Bytown Works Canada');
  await button(page, 'Save').click();
  await shows(page.getByText('Your changes were saved.'));
  await shows(page.getByRole('heading', { level: 1, name: 'Bytown Works Canada' }));

  await button(page, /^Delete/).click();
  await shows(asked(page, 'Are you sure you want to delete this profile?'));
});

it('H-143 H-214 H-240 H-304 H-319 H-618 H-619 H-660 the panels of a dealer ask before removing, and a card is added', async () => {
  const page = await visit(app, `/profile/dealer/${dealer}#cards`, { user: 'admin' });
  const path = `/api/profile/dealer/thirdpartyproduct/${dealer}`;
  const product = { ProductName: 'Rust Guard', GSTHST: 13.125, PSTQST: 9.9 };
  expect((await page.request.post(path, { data: product })).status()).toBe(201);
  const cards = await goToSection(page, 'cards');
  const addCard = async (number: string) => {
    await cards.getByRole('button', { name: 'Add a card' }).click();
    const window = page.getByRole('dialog');
    await window.getByRole('textbox', { name: 'Cardholder' }).fill('Ann Lee');
    await window.getByRole('textbox', { name: 'Card number' }).fill(number);
    await window.getByRole('textbox', { name: /Expiry/ }).fill('09/28');
    await window.getByRole('button', { name: 'Add a card' }).click();
  };
  const bodies: string[] = [];
  page.on('request', (request) => bodies.push(`${request.url()} ${request.postData() ?? ''}`));
  await addCard('4111 1111 1111 1112');
  // Refused in the same window: the answers are kept, to be corrected.
  const again = page.getByRole('dialog');
  await shows(again.getByRole('alert').first());
  const number = again.getByRole('textbox', { name: 'Card number' });
  await shows(number);
  expect(await again.getByRole('textbox', { name: 'Cardholder' }).inputValue()).toBe('Ann Lee');
  expect(await number.inputValue()).toBe('4111 1111 1111 1112');
  await number.fill('4111 1111 1111 1111');
  await again.getByRole('button', { name: 'Add a card' }).click();
  await shows(cards.getByText('************1111'));
  expect(bodies.filter((body) => body.includes('4111')).every((body) => body.includes('/cardvault/'))).toBe(
    true,
  );
  const card = cards.locator('[data-row]').filter({ hasText: '************1111' });
  expect(await card.getByRole('button', { name: /^Activate/ }).count()).toBe(0);
  await card.getByRole('button', { name: /^Deactivate/ }).click();
  await shows(card.getByRole('button', { name: /^Activate/ }));
  expect(await card.getByRole('button', { name: /^Deactivate/ }).count()).toBe(0);

  const products = await goToSection(page, 'thirdpartyproduct');
  const row = products.locator('[data-row]').filter({ hasText: 'Rust Guard' });
  await shows(row);
  await eventually(() => row.innerText()).toMatch(/13\.125%\s+9\.900%/);
  const stored = async () =>
    (await readJson<{ Items: Record<string, unknown>[] }>(page, path.replace('/api', ''))).Items.find(
      (item) => item.ProductName === 'Rust Guard',
    );
  await row.getByRole('button', { name: /^Deactivate/ }).click();
  await answer(page, 'Are you sure you want to deactivate this product?', 'Cancel');
  expect((await stored())?.IsActive).toBe(true);
  await failNextWrite(page, `**${path}`);
  await row.getByRole('button', { name: /^Deactivate/ }).click();
  await answer(page, 'Are you sure you want to deactivate this product?', 'Deactivate');
  await shows(page.getByRole('alertdialog'));
  await page.keyboard.press('Escape');
  expect((await stored())?.IsActive).toBe(true);
  await row.getByRole('button', { name: /^Deactivate/ }).click();
  await answer(page, 'Are you sure you want to deactivate this product?', 'Deactivate');
  await shows(row.getByRole('button', { name: /^Activate/ }));
  expect((await stored())?.IsActive).toBe(false);
  await row.getByRole('button', { name: /^Remove/ }).click();
  await answer(page, 'Are you sure you want to remove this product?', 'Remove');
  await row.waitFor({ state: 'detached' });

  const licences = await goToSection(page, 'licences');
  await licences.getByRole('button', { name: 'Add', exact: true }).click();
  await choose(page, 'Licence type', 'Credit insurance');
  await eventually(() => page.getByRole('combobox', { name: 'Product type' }).inputValue()).not.toBe('');
  await licences.locator('[data-window]').getByRole('button', { name: 'Close' }).click();
  await answer(page, 'You have unsaved changes', 'Close and discard');

  const brands = await goToSection(page, 'brands');
  await brands
    .getByRole('button', { name: /^Remove/ })
    .first()
    .click();
  await answer(page, 'Are you sure you want to detach the brand?', 'Cancel');

  const retail = await goToSection(page, 'retail');
  await shows(retail.getByText('01 Jan 2026'));
  await retail
    .getByRole('button', { name: /^Remove/ })
    .first()
    .click();
  await answer(page, 'Are you sure you want to remove this profit per retail?', 'Cancel');
  expect(await retail.locator('[data-row]').count()).toBe(1);
});

it('the window that adds a product to a dealer offers only its brands’ products, explains an empty list, and accepts typed text', async () => {
  const page = await visit(app, '/favicon.svg', { user: 'profiles' });
  const sent = {
    TradingName: 'Gatineau Motors',
    LegalName: 'Gatineau Motors Ltd.',
    AccountTypeId: 1,
    Addresses: [
      {
        AddressTypeId: 1,
        AddressLine1: '1 Queen Street',
        City: 'Ottawa',
        CountryId: 'CA',
        ProvinceId: 'ON',
        PostalCode: 'K1P 1J9',
      },
    ],
  };
  const made = await page.request.post('/api/profile/dealer', { data: sent });
  expect(made.status(), await made.text()).toBe(201);
  const { Id } = await made.json();
  await page.goto(`/profile/dealer/${Id}`);
  const products = await goToSection(page, 'products');
  const window = page.getByRole('dialog');
  const add = async (section: typeof products) => {
    await section.getByRole('button', { name: /^(Add|Ajouter)$/ }).click();
    await shows(window);
  };
  await add(products);
  await shows(window.getByText('The dealer has no brands yet. Add one under Brands'));
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Français' }).click();
  await add(products);
  await shows(window.getByText('Le concessionnaire n’a pas encore de marque'));
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'English' }).click();

  // A brand is added in the list itself, which asks for the next one.
  const brands = page.locator('#brands');
  await brands.getByRole('button', { name: 'Add', exact: true }).click();
  const row = brands.locator('[data-window]');
  await choose(page, 'Brand', 'Northline Motors');
  await row.getByRole('button', { name: 'Add', exact: true }).click();
  await shows(brands.locator('[data-row]', { hasText: 'Northline Motors' }));
  await eventually(() => row.getByRole('combobox', { name: 'Brand' }).inputValue()).toBe('');
  await page.keyboard.press('Escape');
  await row.waitFor({ state: 'detached' });

  await add(products);
  const offered = window.locator('[data-row]');
  await shows(offered.first());
  expect((await offered.allInnerTexts()).every((text) => text.includes('Northline Motors'))).toBe(true);
  const total = await offered.count();
  await window.getByRole('searchbox', { name: 'Name' }).fill('extended');
  await eventually(() => offered.count()).toBeLessThan(total);
  const chosen = (await offered.first().getByRole('gridcell').first().innerText()).trim();
  await offered.first().focus();
  await page.keyboard.press('Space');
  await shows(window.getByText('1 chosen'));
  // The choice outlives the filter.
  await window.getByRole('searchbox', { name: 'Name' }).fill('');
  await eventually(() => offered.count()).toBe(total);
  await shows(window.getByText('1 chosen'));
  await window.getByRole('textbox', { name: 'Low markup split' }).fill('a few');
  // An accidental click outside the window loses nothing.
  await page.mouse.click(5, 400);
  await answer(page, 'You have unsaved changes', 'Keep editing');
  await shows(window);
  await window.getByRole('textbox', { name: 'Effective date' }).fill('soon');
  await window.getByRole('button', { name: 'Add', exact: true }).click();
  await shows(window.getByText('Low markup split must be a number.'));
  await shows(window.getByText('Enter a valid date'));
  await window.getByRole('textbox', { name: 'Low markup split' }).fill('25');
  await window.getByRole('textbox', { name: 'Effective date' }).fill('20261201');
  await window.getByRole('button', { name: 'Add', exact: true }).click();
  await window.waitFor({ state: 'detached' });
  // A record without a name is named after the content of its row.
  await shows(products.getByRole('button', { name: `Edit: ${chosen}`, exact: true }));
  await add(products);
  await eventually(() => offered.count()).toBe(total - 1);
  expect((await offered.allInnerTexts()).some((text) => text.includes(chosen))).toBe(false);
});

it('nothing leads a role to a refusal: rows of closed pages are not links, and notes of others cannot be removed', async () => {
  const principal = await visit(app, '/profile#type-owningcompany', { user: 'dealer-principal' });
  const companies = principal.locator('#owningcompany');
  await shows(companies.getByText('Formwright Protection Group'));
  expect(await companies.getByRole('link').count()).toBe(0);
  await principal.goto('/profile#type-brand');
  const brands = principal.locator('[data-group="type-brand"]');
  await brands.getByRole('searchbox', { name: 'Name' }).fill('Northline');
  await shows(brands.getByRole('link', { name: 'Northline Motors' }));

  const page = await visit(app, '/favicon.svg', { user: 'area-manager' });
  const [group] = (await readJson<{ Items: { Id: string }[] }>(page, '/profile/dealergroup')).Items;
  await page.goto(`/profile/dealergroup/${group?.Id}`);
  const notes = await goToSection(page, 'notes');
  const remove = notes.getByRole('button', { name: /^Remove: The letter of understanding/ });
  await shows(remove);
  expect(await remove.getAttribute('aria-disabled')).toBe('true');
  await remove.click({ force: true });
  await shows(page.getByText('Only the person who wrote a note can change it.').first());
  expect(await page.getByRole('alertdialog').count()).toBe(0);
});

it('mistakes in several rows are reported row by row, and a date in a table is fully visible', async () => {
  const page = await visit(app, `/profile/dealer/${dealer}`, { user: 'profiles' });
  const rates = await goToSection(page, 'labour-rates');
  const from = rates.getByRole('textbox', { name: 'From' }).first();
  await shows(from);
  expect(await from.evaluate((input) => input.scrollWidth <= input.clientWidth)).toBe(true);
  for (const rate of await rates.getByRole('textbox', { name: 'Hourly rate' }).all()) await rate.fill('much');
  await rates.getByRole('button', { name: 'Save' }).click();
  const second = rates.getByRole('button', { name: /^Hourly rate \(Labour rates, row 2\)/ });
  await shows(rates.getByRole('button', { name: /^Hourly rate \(Labour rates, row 1\)/ }), second);
  await second.click();
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('id'));
  const wanted = await rates.getByRole('textbox', { name: 'Hourly rate' }).nth(1).getAttribute('id');
  await eventually(focused).toBe(wanted);
  await rates.getByRole('button', { name: 'Discard changes' }).click();
});

it('a row removed by someone else during an edit keeps what was typed, and says so on save', async () => {
  const page = await visit(app, `/profile/dealer/${dealer}`, { user: 'profiles' });
  const products = await goToSection(page, 'products');
  const path = `/profile/dealer/${dealer}/product`;
  const { Items } = await readJson<{ Items: { Id: string; Product: { Name: string } }[] }>(page, path);
  const [first] = Items;
  await products.getByRole('button', { name: `Edit: ${first?.Product.Name}`, exact: true }).click();
  const maximum = products.getByRole('textbox', { name: 'Maximum markup' });
  await maximum.fill('475');
  const removed = await page.request.delete(`/api${path}/${first?.Id}`);
  expect(removed.status()).toBe(204);
  // The list has been notified.
  await eventually(() => products.getByText(`${Items.length - 1} rows`).count()).toBeGreaterThan(0);
  expect(await maximum.inputValue()).toBe('475');
  await products.getByRole('button', { name: 'Save', exact: true }).click();
  await shows(page.getByText('This record was deleted in the meantime').first());
});
