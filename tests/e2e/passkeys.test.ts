/** Passkeys with the browser's own authenticator: added, used to sign in and as second factor, removed. */
import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { expectAccessible, useApp } from './harness.ts';

const app = useApp();

/** A phone that always recognizes its owner; `copyTo` takes its passkeys to another browser profile. */
async function addAuthenticator(page: Page) {
  const client = await page.context().newCDPSession(page);
  await client.send('WebAuthn.enable');
  const { authenticatorId } = await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true },
      ...{ isUserVerified: true, automaticPresenceSimulation: true },
    },
  });
  return { client, authenticatorId };
}

it('is added with a name, signs in, is a second factor, and is removed', async () => {
  const page = await app.open('/account', { user: 'viewer' });
  const phone = await addAuthenticator(page);
  const card = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Passkeys' }) });
  await card.getByRole('button', { name: 'Add passkey' }).click();
  await page.keyboard.type('My phone');
  await card.getByLabel('Password').fill('wrong');
  await page.keyboard.press('Enter');
  await card.getByRole('alert').getByText('incorrect').waitFor();
  expect(await card.getByLabel('Name of the passkey').inputValue()).toBe('My phone');
  await card.getByLabel('Password').fill('demo');
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await card.getByRole('rowheader', { name: 'My phone' }).waitFor();
  await card.getByText('Not used yet').waitFor();

  const factor = page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Second factor' }) });
  await factor.getByLabel('Password').fill('demo');
  await factor.getByRole('button', { name: 'Turn on with passkeys' }).click();
  const codes = factor.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await codes.nth(9).waitFor();
  await factor.getByRole('button', { name: 'I have saved them' }).click();
  await factor.getByText('you also need one of your passkeys').waitFor();

  // Another browser of the same person, to which the passkey is synced.
  const theirs = await app.open('/', {});
  const copy = await addAuthenticator(theirs);
  const { credentials } = await phone.client.send('WebAuthn.getCredentials', {
    authenticatorId: phone.authenticatorId,
  });
  for (const credential of credentials)
    await copy.client.send('WebAuthn.addCredential', { authenticatorId: copy.authenticatorId, credential });
  await theirs.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await theirs.getByRole('heading', { name: 'Home', level: 1 }).waitFor();
  await theirs.goto('/account');
  await theirs.getByRole('rowheader', { name: 'My phone' }).waitFor();
  await expect.poll(() => theirs.getByText('Not used yet').count()).toBe(0);

  const third = await app.open('/', {});
  const again = await addAuthenticator(third);
  const synced = await copy.client.send('WebAuthn.getCredentials', { authenticatorId: copy.authenticatorId });
  for (const credential of synced.credentials)
    await again.client.send('WebAuthn.addCredential', { authenticatorId: again.authenticatorId, credential });
  await third.getByLabel('User name').fill('viewer');
  await third.getByLabel('Password').fill('demo');
  await third.keyboard.press('Enter');
  await third.getByRole('button', { name: 'Use a passkey' }).waitFor();
  await expectAccessible(third);
  await third.getByRole('button', { name: 'Use a passkey' }).click();
  await third.getByRole('heading', { name: 'Home', level: 1 }).waitFor();

  await third.goto('/account');
  const last = third.locator('section').filter({ has: third.getByRole('heading', { name: 'Passkeys' }) });
  const remove = async () => {
    await last.getByRole('button', { name: 'Remove the passkey My phone' }).click();
    await third.getByRole('alertdialog').getByRole('button', { name: 'Remove passkey' }).click();
  };
  await remove();
  await third.getByText('This passkey is your second factor').waitFor();
  const off = third.locator('section').filter({ has: third.getByRole('heading', { name: 'Second factor' }) });
  await off.getByRole('button', { name: 'Turn off' }).click();
  await third.keyboard.type('demo');
  await off.getByRole('button', { name: 'Confirm with a passkey' }).click();
  await off.getByRole('button', { name: 'Turn on', exact: true }).waitFor();
  await remove();
  await last.getByText('No passkeys yet').waitFor();
});
