/**
 * From an invitation to a login: the person is added, reads the letter, chooses a password by its link, and
 * forgets it.
 */
import { expect, it } from 'vitest';
import { expectAccessible, useApp } from './harness.ts';
import { eventually, readJson, shows, visit } from './products.ts';

const app = useApp();

type Items = { readonly Items: readonly { readonly Id: string; readonly UserName: string }[] };

it('H-620 an invited person reads the letter, chooses a password, signs in, and can request another', async () => {
  const page = await visit(app, '/users/new', { user: 'admin' });
  await page.getByRole('textbox', { name: 'User name' }).fill('nora');
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Nora Diallo');
  await page.getByRole('textbox', { name: 'Email' }).fill('nora@example.com');
  await page.getByRole('button', { name: 'Save' }).click();
  await eventually(() => page.url()).toMatch(/\/users\/[0-9a-f-]{36}$/);
  await page.getByRole('button', { name: 'Send link by email' }).click();
  await shows(page.getByText('Nora Diallo gets an email at nora@example.com'));
  await page.getByRole('alertdialog').getByRole('button', { name: 'Send link by email' }).click();
  // No mail server is set up here.
  await shows(page.getByRole('alertdialog').getByText('the email stays in the outbox'));
  await page.getByRole('alertdialog').getByRole('button', { name: 'OK' }).click();

  await page.goto('/outbox');
  await shows(page.getByText('nora@example.com'));
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Read email' }).first().click();
  const letter = page.getByRole('alertdialog').or(page.getByRole('dialog'));
  await shows(letter.getByText('Choose a password here'));
  const [, token] = /password#([\w-]+)/.exec(await letter.innerText()) ?? [];
  expect(token).toBeDefined();

  const nora = await visit(app, `/account/password#${token}`);
  await shows(nora.getByText('For the account nora of Nora Diallo.'));
  await expectAccessible(nora);
  await nora.getByLabel('New password', { exact: true }).fill('a few words in a row');
  await nora.getByLabel('Confirm the new password').fill('other words');
  await nora.getByRole('button', { name: 'Save password' }).click();
  await shows(nora.getByText('The new passwords do not match.'));
  await nora.getByLabel('Confirm the new password').fill('a few words in a row');
  await nora.getByRole('button', { name: 'Save password' }).click();
  await shows(nora.getByText('Your password is saved.'));
  await nora.getByRole('button', { name: 'Sign in', exact: true }).click();
  await nora.getByLabel('User name').fill('nora');
  await nora.getByLabel('Password').fill('a few words in a row');
  await nora.getByRole('button', { name: 'Sign in', exact: true }).click();
  await shows(nora.getByText('Nora Diallo').first());

  // The same link a second time, with a way on.
  const again = await visit(app, `/account/password#${token}`);
  await shows(again.getByText('This link has expired or has already been used.'));
  await again.getByRole('button', { name: 'Sign in', exact: true }).click();
  await again.getByRole('button', { name: 'Forgot your password?' }).click();
  await again.getByLabel('User name or email').fill('nora@example.com');
  await expectAccessible(again);
  await again.getByRole('button', { name: 'Send link' }).click();
  await shows(again.getByText('If the account exists, an email with a link is on its way.'));

  // For an employee, from their page.
  const people = await readJson<Items>(page, '/profile/employee?pageSize=0');
  await page.goto(`/profile/employee/${people.Items.find(({ UserName }) => UserName === 'pshah')?.Id}`);
  await page.getByRole('button', { name: 'Send a reset link' }).click();
  await shows(
    page.getByText('Reset the password of the account pshah? A new confirmation email will be sent to'),
  );
  await page.getByRole('alertdialog').getByRole('button', { name: 'Send a reset link' }).click();
  await shows(page.getByRole('alertdialog').getByText('the email stays in the outbox'));
});
