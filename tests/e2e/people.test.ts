/** People: one is added, gets a generated password, chooses their own, and sees their sessions. */
import { expect, it } from 'vitest';
import { expectAccessible, useApp } from './harness.ts';
import { eventually } from './products.ts';

const app = useApp();
const own = 'a few words in a row';

it('a person is added, signs in with the generated password once, and chooses their own', async () => {
  const page = await app.open('/users', { user: 'admin' });
  await page.getByRole('link', { name: 'Add person' }).click();
  await page.getByRole('textbox', { name: 'User name' }).fill('ada');
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Ada Lovelace');
  await page.getByRole('checkbox', { name: 'Viewer' }).check();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { name: 'Ada Lovelace', level: 1 }).waitFor();
  await page.getByRole('button', { name: 'Generate password' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Generate password' }).click();
  const shown = page.getByRole('alertdialog').filter({ hasText: 'The new password of ada is' });
  const password = /^[\w-]{20}$/m.exec(await shown.innerText())?.[0] ?? '';
  await shown.getByRole('button', { name: 'OK' }).click();

  const theirs = await app.open('/', {});
  await theirs.getByLabel('User name').fill('ada');
  await theirs.getByLabel('Password').fill(password);
  await theirs.keyboard.press('Enter');
  await theirs.getByLabel('Current password').waitFor();
  // The page is opened again: only the choice of a password is there.
  await theirs.goto('/products');
  await theirs.getByLabel('Current password').fill(password);
  await theirs.getByLabel('New password', { exact: true }).fill(own);
  await theirs.getByLabel('Confirm the new password').fill('something else');
  await theirs.keyboard.press('Enter');
  await theirs.getByRole('alert').getByText('do not match').waitFor();
  await expectAccessible(theirs);
  await theirs.getByLabel('Confirm the new password').fill(own);
  await theirs.keyboard.press('Enter');
  await theirs.getByRole('heading', { name: 'Products', level: 1 }).waitFor();

  const elsewhere = await fetch(`${new URL(theirs.url()).origin}/api/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ UserName: 'ada', Password: own }),
  });
  expect(elsewhere.status).toBe(200);
  const { Token } = (await elsewhere.json()) as { Token: string };
  await theirs.getByRole('button', { name: 'Ada Lovelace' }).click();
  await theirs.getByRole('menuitem', { name: 'My account' }).click();
  const rows = theirs.getByRole('table', { name: 'Where you are signed in' }).getByRole('row');
  await rows.nth(2).waitFor();
  await expectAccessible(theirs);
  await theirs.getByRole('button', { name: 'Sign out everywhere else' }).click();
  await rows.nth(2).waitFor({ state: 'detached' });
  const gone = await fetch(`${new URL(theirs.url()).origin}/api/session`, {
    headers: { authorization: `Bearer ${Token}` },
  });
  expect(gone.status).toBe(401);
});

it('a refused password change focuses the field with the mistake', async () => {
  const page = await app.open('/account', { user: 'reports' });
  const fields = ['Current password', 'New password', 'Confirm the new password'];
  const send = async (values: readonly string[], problem: string, atFault: string) => {
    for (const [index, name] of fields.entries())
      await page.getByLabel(name, { exact: true }).fill(values[index] ?? '');
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByRole('alert').getByText(problem).waitFor();
    const field = page.getByLabel(atFault, { exact: true });
    await eventually(() => field.evaluate((node) => node === document.activeElement)).toBe(true);
    expect(await field.getAttribute('aria-invalid')).toBe('true');
  };
  await send(['demo', own, 'something else'], 'do not match', 'Confirm the new password');
  await send(['demo', 'short', 'short'], 'at least 12', 'New password');
  await send(['not this', own, own], 'current password is incorrect', 'Current password');
});

it('a password is changed during other work, and the page goes on', async () => {
  const page = await app.open('/account', { user: 'pricing' });
  await page.getByLabel('Current password').fill('demo');
  await page.getByLabel('New password', { exact: true }).fill(own);
  await page.getByLabel('Confirm the new password').fill(own);
  await page.keyboard.press('Enter');
  await page.getByText('Password changed.').waitFor();
  await page.goto('/products');
  await page.getByRole('heading', { name: 'Products', level: 1 }).waitFor();
});
