/** Protection of accounts and mail, as people see it on their screens. */
import { expect, it } from 'vitest';
import { expectAccessible, screenshot, useApp } from './harness.ts';
import { shows, visit } from './products.ts';

const app = useApp();
const dealer = '2b1ca49b-997d-5fc0-a607-edbbb5b188d9';

it("an employee with someone else's user name is refused at the field, and nothing typed is lost", async () => {
  const page = await visit(app, `/profile/employee?companyId=${dealer}`, { user: 'profiles' });
  await page.getByRole('textbox', { name: 'First name' }).first().fill('Zoé');
  await page.getByRole('textbox', { name: 'Last name', exact: true }).first().fill('Roy');
  const name = page.getByRole('textbox', { name: /(New user name|Nom du nouvel utilisateur)/ });
  await name.fill('ADMIN');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await shows(page.getByText(/The user name ADMIN belongs to an account/));
  await screenshot(page, 'accounts-tie-en');
  expect([await name.inputValue(), await name.getAttribute('aria-invalid')]).toEqual(['ADMIN', 'true']);
  await page.getByRole('button', { name: 'Français' }).click();
  await shows(page.getByText('Nom du nouvel utilisateur'));
  await page.getByRole('textbox', { name: 'Prénom' }).first().fill('Zoé');
  await page.getByRole('textbox', { name: 'Nom de famille' }).first().fill('Roy');
  await name.fill('admın');
  await page.getByRole('button', { name: 'Enregistrer', exact: true }).click();
  await shows(page.getByText(/admın ressemble au nom d’utilisateur d’un autre compte/));
  await screenshot(page, 'accounts-tie-fr');
});

it('the domains of the organization are named, and a report to an outside address is refused with a message', async () => {
  const page = await visit(app, '/mail-domains', { user: 'admin' });
  await shows(page.getByText('people.example'));
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Add domain' }).click();
  const domain = page.getByRole('textbox', { name: 'Domain' });
  await domain.fill('not a domain');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await shows(page.getByText('A domain such as example.com, without the part before @.'));
  await screenshot(page, 'accounts-domain-wrong');
  expect(await domain.inputValue()).toBe('not a domain');
  await domain.fill('dealers.example');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const row = page.locator('[data-row]').filter({ hasText: 'dealers.example' });
  await shows(row);
  await screenshot(page, 'accounts-domains-en');
  await row.getByRole('button', { name: /^Remove/ }).click();
  await shows(page.getByText('Reports to addresses in dealers.example will then be sent only'));
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /^Remove/ })
    .click();
  await row.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Français' }).click();
  await shows(
    page.getByRole('heading', { name: 'Domaines de courriel' }),
    page.getByText('Ajouter un domaine'),
  );
  await screenshot(page, 'accounts-domains-fr');
});

it('a subscription to an outside address says why at the field', async () => {
  const page = await visit(app, '/report', { user: 'viewer' });
  await page.locator('[data-row]').filter({ hasText: 'Dealers by province' }).click();
  await page.request.post('/api/report/schedule', {
    data: { Name: 'Tuesdays', StartDateTime: '2030-01-08T14:00:00.000Z', RecurrenceId: 2 },
  });
  await page.getByRole('link', { name: 'Add a subscription' }).click();
  await page.getByRole('button', { name: /Schedule$/ }).click();
  await page.getByRole('option', { name: /Tuesdays/ }).click();
  await page.getByRole('button', { name: /Delivery method$/ }).click();
  await page.getByRole('option', { name: 'Email' }).click();
  const place = page.getByRole('textbox', { name: 'Location' });
  await place.fill('thief@evil.example');
  await page.getByRole('button', { name: 'Save', exact: true }).first().click();
  await shows(page.getByText('thief@evil.example is outside your organization.'));
  await screenshot(page, 'accounts-outside-en');
  expect(await place.inputValue()).toBe('thief@evil.example');
});

it('a common password is refused where it is chosen', async () => {
  const page = await visit(app, '/account', { user: 'manager' });
  await page.getByLabel('Current password').fill('demo');
  await page.getByLabel('New password', { exact: true }).fill('Password1234!');
  await page.getByLabel('Confirm the new password').fill('Password1234!');
  await page
    .getByRole('button', { name: /password/i })
    .last()
    .click();
  await shows(page.getByText('Many people use this password'));
  await screenshot(page, 'accounts-password-en');
});

it('an administrator sees that an address is not confirmed', async () => {
  const page = await visit(app, '/users', { user: 'admin' });
  const made = await page.request.post('/api/user', {
    data: { UserName: 'unsure', DisplayName: 'Una Sure', Roles: [], Email: 'una@people.example' },
  });
  await page.goto(`/users/${(await made.json()).Id}`);
  await shows(page.getByText(/^(Email not confirmed|Courriel non confirmé)/));
  await screenshot(page, 'accounts-user-en');
});
