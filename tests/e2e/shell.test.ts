import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { useApp } from './harness.ts';
import { eventually, makeProduct, openList, openProduct, shows, visit } from './products.ts';

const app = useApp({ isBuilt: true });

const rows = (page: Page) => page.locator('[data-row]');
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });

async function signInWith(page: Page, user: string, password: string): Promise<void> {
  await page.getByLabel(/User name|Nom d.utilisateur/).fill(user);
  await page.getByLabel(/Password|Mot de passe/).fill(password);
  await page.getByLabel(/Password|Mot de passe/).press('Enter');
}

const account = (page: Page) => page.getByRole('banner').getByRole('button').last();

it('a wrong name or password is refused in the same words; the right one opens the requested address', async () => {
  const page = await visit(app, '/products/new');
  await shows(heading(page, 'Sign in'));
  expect(await page.title()).toBe('Sign in · Formwright');
  await signInWith(page, 'manager', 'wrong');
  const alert = page.getByRole('alert');
  await eventually(() => alert.innerText()).not.toBe('');
  const words = await alert.innerText();
  expect(await page.getByLabel('User name').inputValue()).toBe('manager');
  expect(await page.getByLabel('Password').inputValue()).toBe('');
  expect(await page.getByLabel('Password').evaluate((field) => field === document.activeElement)).toBe(true);
  await signInWith(page, "nobody' --", 'wrong');
  await eventually(() => page.getByLabel('Password').inputValue()).toBe('');
  await eventually(() => alert.innerText()).toBe(words);
  await signInWith(page, 'manager', 'demo');
  await shows(heading(page, 'Create product'));
  expect(new URL(page.url()).pathname).toBe('/products/new');
});

it('the sign-in page speaks both languages, and the choice is kept after sign-in', async () => {
  const page = await visit(app, '/', { locale: 'fr-CA' });
  await shows(
    page
      .getByRole('button', { name: 'Ouvrir une session' })
      .or(page.getByRole('button', { name: /connecter/i })),
  );
  expect(await page.evaluate(() => document.documentElement.lang)).toBe('fr-CA');
  await page.getByRole('button', { name: 'English' }).click();
  await shows(page.getByRole('button', { name: 'Sign in', exact: true }));
  await page.getByRole('button', { name: 'Français' }).click();
  await signInWith(page, 'profiles', 'mauvais');
  await eventually(() => page.getByRole('alert').innerText()).not.toBe('');
  expect(await page.getByRole('alert').innerText()).not.toMatch(/password|user name/i);
  await signInWith(page, 'profiles', 'demo');
  await shows(page.getByRole('banner').getByRole('button', { name: 'English' }));
  expect(await page.evaluate(() => document.documentElement.lang)).toBe('fr-CA');
});

it('signing out ends the session on the server and leaves nothing behind the Back button', async () => {
  const page = await openList(app, { user: 'pricing' });
  await account(page).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await shows(heading(page, 'Sign in'));
  expect((await page.request.get('/api/product')).status()).toBe(401);
  await page.goBack().catch(() => undefined);
  await page.goto('/products');
  await shows(heading(page, 'Sign in'));
  expect(await rows(page).count()).toBe(0);
});

it('the language changes at once, keeps what is typed, and follows the person', async () => {
  const page = await openList(app, { user: 'manager' });
  const product = await makeProduct(page);
  const form = await openProduct(page, product.Id);
  await form.name.fill('Half typed');
  await page.getByRole('banner').getByRole('button', { name: 'Français' }).click();
  await shows(
    page.getByRole('navigation', { name: /.+/ }).getByRole('link', { name: 'Produits', exact: true }),
  );
  expect(await page.evaluate(() => document.documentElement.lang)).toBe('fr-CA');
  expect(await page.getByRole('textbox', { name: 'Nom', exact: true }).inputValue()).toBe('Half typed');
  expect(await page.getByRole('button', { name: 'Enregistrer', exact: true }).isEnabled()).toBe(true);
  await page.getByRole('textbox', { name: 'Nom', exact: true }).fill(product.Name);
  await page.reload();
  await shows(page.getByRole('textbox', { name: 'Nom', exact: true }));
  const elsewhere = await visit(app, '/products', { user: 'manager' });
  await shows(heading(elsewhere, 'Produits'));
  await elsewhere.getByRole('banner').getByRole('button', { name: 'English' }).click();
  await shows(heading(elsewhere, 'Products'));
});

it('a browser in the other language shows no answer from before the saved language was known', async () => {
  const page = await visit(app, '/favicon.svg', { user: 'profiles', locale: 'fr-CA' });
  await page.request.put('/api/preference/display', { data: { locale: 'en-CA' } });
  const { Items } = await (await page.request.get('/api/profile/owningcompany')).json();
  for (const isLate of [true, false]) {
    await page.evaluate(() => localStorage.clear());
    // The record is requested in the browser's language; the saved language arrives before the answer, or
    // after it.
    let answered = () => {};
    const asked = new Promise<void>((resolve) => {
      answered = resolve;
    });
    await page.route(`**/api/profile/owningcompany/${Items[0].Id}?*`, async (route) => {
      const answer = await route.fetch();
      if (isLate) answered();
      if (route.request().headers()['accept-language'] === 'fr-CA' && isLate)
        await page.waitForSelector('html[lang=en-CA] header');
      await route.fulfill({ response: answer }).catch(() => undefined);
      setTimeout(answered, 200);
    });
    await page.route('**/api/preference/display', async (route) => {
      await asked;
      await route.continue();
    });
    await page.goto(`/profile/owningcompany/${Items[0].Id}`);
    await shows(page.getByRole('main').getByText('Active', { exact: true }).first());
    await eventually(() => page.getByText('Actif', { exact: true }).count()).toBe(0);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.goto('/favicon.svg');
  }
  // Other tests sign this person in with the language of their browser.
  expect((await page.request.put('/api/preference/display', { data: {} })).ok()).toBe(true);
});

it('the theme follows the system until the person chooses one, and the choice is kept', async () => {
  const page = await visit(app, '/products', { user: 'viewer', colorScheme: 'dark' });
  await shows(rows(page));
  const ink = () => page.evaluate(() => getComputedStyle(document.body).color);
  const dark = await ink();
  await account(page).click();
  await page
    .getByRole('menuitemradio', { name: 'Light' })
    .or(page.getByRole('menuitem', { name: 'Light' }))
    .click();
  await eventually(ink).not.toBe(dark);
  const light = await ink();
  await page.reload();
  await shows(rows(page));
  expect(await ink()).toBe(light);
  const elsewhere = await visit(app, '/products', { user: 'viewer', colorScheme: 'dark' });
  await shows(rows(elsewhere));
  await eventually(() => elsewhere.evaluate(() => getComputedStyle(document.body).color)).toBe(light);
});

it('the palette finds a product by its code and opens it; arrows and Escape work', async () => {
  const page = await openList(app, { user: 'viewer' });
  const code = await rows(page).nth(3).getByRole('gridcell').nth(1).innerText();
  const id = await rows(page).nth(3).getAttribute('data-row');
  await page.keyboard.press('Control+k');
  const search = page.getByRole('searchbox', { name: /Search screens/ });
  await search.fill('zzzz-nothing');
  await shows(page.getByText('Nothing found.'));
  await search.fill(code);
  await shows(page.getByRole('menuitem').filter({ hasText: code }));
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/products/${id}`);
  await page.keyboard.press('Control+k');
  await shows(search);
  await page.keyboard.press('Escape');
  await search.waitFor({ state: 'detached' });
});

it('the first Tab offers to skip to the content, and a new screen takes the focus', async () => {
  const page = await openList(app, { user: 'viewer' });
  await page.reload();
  await shows(rows(page));
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to content');
  await page.keyboard.press('Enter');
  await eventually(() => page.evaluate(() => document.activeElement?.id)).toBe('main');
  await rows(page).first().getByRole('link').click();
  await shows(page.getByRole('navigation', { name: 'Breadcrumb' }));
  await eventually(() => page.evaluate(() => document.activeElement?.id)).toBe('main');
});

it('help opens the page of the screen in French, and links to the others', async () => {
  const page = await visit(app, '/profile', { user: 'profiles', locale: 'fr-CA' });
  await shows(heading(page, 'Profils'));
  await page.getByRole('button', { name: 'Aide sur cet écran' }).click();
  const help = page.getByRole('dialog', { name: 'Aide' });
  await shows(help.getByRole('heading', { level: 1, name: 'Les concessionnaires' }));
  await help.getByRole('button', { name: 'Premiers pas' }).click();
  await shows(help.getByRole('heading', { level: 1, name: 'Premiers pas' }));
});

it('the shortcuts are listed, and the navigation collapses and stays collapsed', async () => {
  const page = await openList(app, { user: 'viewer' });
  await page.locator('main').click({ position: { x: 5, y: 5 } });
  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Help' });
  await shows(help.getByRole('heading', { level: 1, name: 'A product, from creation to launch' }));
  await help.getByRole('button', { name: 'Keyboard shortcuts' }).click();
  await shows(help.getByText('Explain this field'));
  await page.keyboard.press('Escape');
  await help.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Collapse the navigation' }).click();
  await shows(page.getByRole('button', { name: 'Open the navigation' }));
  await page.reload();
  await shows(page.getByRole('button', { name: 'Open the navigation' }));
  // Collapsed to icons, the links still have their names.
  await shows(
    page
      .getByRole('navigation', { name: 'Main navigation' })
      .getByRole('link', { name: 'Products', exact: true }),
  );
});

it('unknown addresses say so and offer a way on', async () => {
  const page = await visit(app, '/nowhere/at/all', { user: 'viewer' });
  await shows(heading(page, 'Page not found'));
  for (const address of [
    '/products/00000000-0000-4000-8000-000000000000',
    '/products/not-an-id',
    '/products/%3Cscript%3E',
  ]) {
    await page.goto(address);
    await shows(heading(page, 'Page not found'));
  }
  await page.getByRole('link', { name: 'Go to the home page' }).click();
  await shows(heading(page, 'Home'));
});

it('the brand of the client shows on the sign-in page and in the menu, until its fields are emptied', async () => {
  const office = await visit(app, '/branding', { user: 'admin' });
  const name = office.getByRole('textbox', { name: 'Name', exact: true });
  await name.fill('Maple Cover');
  await office.getByRole('textbox', { name: 'Accent colour, light theme', exact: true }).fill('#ffd400');
  await office.getByRole('button', { name: 'Use #826c00' }).click();
  await office.getByRole('button', { name: 'Save', exact: true }).click();
  await shows(office.getByRole('navigation').getByText('Maple Cover'));
  await eventually(() => office.title()).toBe('Branding · Maple Cover');
  const page = await visit(app, '/products');
  await shows(heading(page, 'Sign in'));
  expect(await page.title()).toBe('Sign in · Maple Cover');
  const button = page.getByRole('button', { name: 'Sign in', exact: true });
  expect(await button.evaluate((one) => getComputedStyle(one).backgroundColor)).toBe('rgb(130, 108, 0)');
  await name.fill('');
  await office.getByRole('textbox', { name: 'Accent colour, light theme', exact: true }).fill('');
  await office.getByRole('button', { name: 'Save', exact: true }).click();
  await shows(office.getByRole('navigation').getByText('Formwright'));
});
