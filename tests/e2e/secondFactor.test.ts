/** The second factor as people use it: turned on in the account, required at sign-in, turned off. */
import { Secret, TOTP } from 'otpauth';
import { expect, it } from 'vitest';
import { expectAccessible, useApp } from './harness.ts';

const app = useApp();

it('is turned on with a phone, required at sign-in by keyboard, and turned off', async () => {
  const page = await app.open('/account', { user: 'viewer' });
  const card = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Second factor' }) });
  await card.getByLabel('Password').fill('wrong');
  await page.keyboard.press('Enter');
  await card.getByRole('alert').getByText('incorrect').waitFor();
  await card.getByLabel('Password').fill('demo');
  await page.keyboard.press('Enter');
  await card.getByRole('img', { name: 'QR code' }).waitFor();
  await expectAccessible(page);
  const secret = (await card.locator('code').innerText()).replaceAll(' ', '');
  const codeIn = (seconds: number) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + seconds * 1000 });
  await page.keyboard.type(codeIn(0));
  await page.keyboard.press('Enter');
  const codes = card.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await codes.nth(9).waitFor();
  await expectAccessible(page);
  const recovery = await codes.first().innerText();
  const secondCode = await codes.nth(1).innerText();
  await card.getByRole('button', { name: 'I have saved them' }).click();
  await card.getByText('10 recovery codes are left.').waitFor();

  const theirs = await app.open('/', {});
  await theirs.getByLabel('User name').fill('viewer');
  await theirs.getByLabel('Password').fill('demo');
  await theirs.keyboard.press('Enter');
  await theirs.getByLabel('Code').waitFor();
  await expectAccessible(theirs);
  await theirs.keyboard.type('no code');
  await theirs.keyboard.press('Enter');
  await theirs.getByRole('alert').getByText('The code is incorrect').waitFor();
  await theirs.keyboard.type(recovery);
  await theirs.keyboard.press('Enter');
  await theirs.getByRole('heading', { name: 'Home', level: 1 }).waitFor();

  await card.getByRole('button', { name: 'New recovery codes' }).click();
  await page.keyboard.type(secondCode);
  await page.keyboard.press('Enter');
  await card.getByText('replace your previous ones').waitFor();
  await card.getByRole('button', { name: 'I have saved them' }).click();
  await card.getByText('10 recovery codes are left.').waitFor();

  await card.getByRole('button', { name: 'Turn off' }).click();
  await page.keyboard.type('demo');
  await card.getByLabel('Code, or a recovery code').fill(codeIn(30));
  await page.keyboard.press('Enter');
  await card.getByRole('button', { name: 'Turn on' }).waitFor();
  expect(await card.getByText('recovery codes are left').count()).toBe(0);
});
