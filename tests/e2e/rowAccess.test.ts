/** A dealer's people in the application: they see their own dealership, and nothing of another. */
import { expect, it } from 'vitest';
import { expectAccessible, useApp } from './harness.ts';
import { eventually, readJson, shows, visit } from './products.ts';

const app = useApp();

type Dealers = { readonly Items: readonly { readonly Id: string; readonly TradingName: string }[] };

it('a dealer principal finds and opens their own dealership, and sees no other', async () => {
  const everybody = await visit(app, '/favicon.svg', { user: 'admin' });
  const { Items } = await readJson<Dealers>(everybody, '/profile/dealer?pageSize=0');
  const foreign = Items.find(({ TradingName }) => TradingName === 'Cascadia Kelowna');
  expect(foreign).toBeDefined();

  const page = await visit(app, '/profile', { user: 'dealer-principal' });
  const name = page.getByRole('searchbox', { name: 'Trading name' });
  await name.fill('Cascadia Kelowna');
  await eventually(() => page.getByText('Cascadia Kelowna').count()).toBe(0);
  await name.fill('Northline of Barrie');
  await eventually(() => page.locator('[data-row]').count()).toBe(1);
  await expectAccessible(page);
  await page.locator('[data-row]').first().click();
  await eventually(() => page.url()).toMatch(/\/profile\/dealer\/[0-9a-f-]{36}/);
  await shows(page.getByRole('heading', { name: 'Northline of Barrie' }));
  // They edit contacts; most other fields say why they are locked, except the two with their own reason.
  await shows(page.locator('[data-block=general]').getByText('You can view this but not edit it.'));
  await page.goto(`/profile/dealer/${foreign?.Id}`);
  await shows(page.getByText('This page or record does not exist, or has been removed.'));
  await page.keyboard.press('Control+k');
  await page.keyboard.type('Kelowna');
  await shows(page.getByRole('dialog'));
  await eventually(() => page.getByText('Cascadia Kelowna').count()).toBe(0);
});
