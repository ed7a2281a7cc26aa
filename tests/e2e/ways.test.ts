/** The ways to a record and back: favourites, recent ones, tabs and Cancel; and what waits on the home page. */
import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { expectAccessible, useApp } from './harness.ts';
import { eventually, productIn, readJson, shows, visit } from './products.ts';

const app = useApp();

const star = (page: Page) => page.getByRole('button', { name: 'Favourite', exact: true });

it('favourites and recent profiles are offered before one types, in the palette too, and Cancel leads back there', async () => {
  const page = await visit(app, '/favicon.svg', { user: 'profiles' });
  const { Items } = await readJson<{ Items: { Id: string; TradingName: string }[] }>(
    page,
    '/profile/dealer?pageSize=2',
  );
  const [first, second] = Items as [(typeof Items)[0], (typeof Items)[0]];
  await page.goto(`/profile/dealer/${first.Id}`);
  await star(page).click();
  await eventually(() => star(page).getAttribute('aria-pressed')).toBe('true');
  await page.goto(`/profile/dealer/${second.Id}`);
  await eventually(() => star(page).getAttribute('aria-pressed')).toBe('false');
  await page.reload();
  await shows(page.getByRole('heading', { level: 1, name: second.TradingName }));

  await page.goto('/profile');
  const favourites = page.getByRole('region', { name: 'Favourites' });
  await shows(favourites.getByRole('link', { name: first.TradingName }));
  await expectAccessible(page);
  await page
    .getByRole('region', { name: 'Opened recently' })
    .getByRole('link', { name: second.TradingName })
    .click();
  await page.waitForURL(`**/profile/dealer/${second.Id}`);
  await page.getByRole('link', { name: 'Cancel', exact: true }).click();
  await page.waitForURL('**/profile');

  await page.keyboard.press('Control+k');
  const lines = page.getByRole('dialog').getByRole('menuitem');
  await eventually(() => lines.first().innerText()).toContain(first.TradingName);
  await page.keyboard.type('Price');
  await page.keyboard.press('Escape');
});

it('an employee added from a dealer leads back to the dealer; the chosen tab of a list stays on reload', async () => {
  const page = await visit(app, '/favicon.svg', { user: 'admin' });
  const { Items } = await readJson<{ Items: { Id: string }[] }>(page, '/profile/dealer?pageSize=1');
  const dealer = `/profile/dealer/${Items[0]?.Id}`;
  await page.goto(`${dealer}#products`);
  const products = page.locator('[data-block="products"]');
  await products.scrollIntoViewIfNeeded();
  const tab = products.getByRole('tab').nth(1);
  await tab.click();
  await eventually(() => new URL(page.url()).searchParams.has('tab.products')).toBe(true);
  await page.reload();
  await eventually(() => products.getByRole('tab').nth(1).getAttribute('aria-selected')).toBe('true');

  await page.goto(`${dealer}#users`);
  await page.getByRole('link', { name: 'Add a user' }).click();
  await page.waitForURL(/profile\/employee/);
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await page.waitForURL((url) => url.pathname === dealer);
});

it('the home page begins with what waits for the person, with ways there', async () => {
  const page = await visit(app, '/favicon.svg', { user: 'admin' });
  const soon = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
  const product = await productIn(page, 'InDesign');
  const put = await page.request.put('/api/product', {
    data: { ...product, LaunchDate: soon },
    headers: { 'if-match': `"${product.Revision}"` },
  });
  expect(put.status(), await put.text()).toBeLessThan(300);
  await page.goto('/home');
  const launches = page.getByRole('region', { name: 'Launches in the next seven days' });
  await shows(launches.getByRole('link', { name: product.Name }));
  await expectAccessible(page);
  await launches.getByRole('heading').getByRole('link').click();
  await page.waitForURL(/\/products\?where=/);
  await shows(page.locator('[data-row]').filter({ hasText: product.Name }));
  // With sample data there is nothing left to set up.
  expect(await page.getByText('Set up this installation').count()).toBe(0);
});

it.each(['admin', 'manager', 'viewer', 'profiles', 'reports', 'dealer-principal'] as const)(
  'the home page of %s asks for nothing that is refused',
  async (user) => {
    const page = await visit(app, '/favicon.svg', { user });
    const refused: string[] = [];
    page.on('response', (response) => {
      if (response.status() >= 400) refused.push(`${response.status()} ${new URL(response.url()).pathname}`);
    });
    await page.goto('/home');
    await shows(page.locator('main h1'));
    await page.waitForLoadState('networkidle');
    expect(refused).toEqual([]);
  },
);

it('an installation without records greets with its steps, until the person closes them', async () => {
  const page = await visit(app, '/favicon.svg', { user: 'admin' });
  await page.route(/\/api\/(product|maildomain)\?pageSize=1$/, (route) =>
    route.fulfill({ json: { Items: [], TotalItems: 0 } }),
  );
  await page.goto('/home');
  const steps = page.getByRole('region', { name: 'Set up this installation' });
  await shows(steps.getByRole('link', { name: 'Create the first product' }));
  expect(await steps.locator('[data-state="done"]').count()).toBe(3);
  await expectAccessible(page);
  await steps.getByRole('button', { name: 'Do not show again' }).click();
  await steps.waitFor({ state: 'detached' });
  await page.request.put('/api/preference/first-steps.first-steps', { data: false });
});

it('on a phone the tables of background work are cards with their buttons in reach', async () => {
  const page = await visit(app, '/background-work', { user: 'admin' });
  await page.setViewportSize({ width: 390, height: 844 });
  const table = page.getByRole('table').first();
  await shows(table.locator('tbody tr'));
  const wide = await page.evaluate(() =>
    [...document.querySelectorAll('main table')].flatMap((one) => {
      const box = one.parentElement as HTMLElement;
      return box.scrollWidth > box.clientWidth + 1 ? [one.getAttribute('aria-label')] : [];
    }),
  );
  expect(wide).toEqual([]);
});
