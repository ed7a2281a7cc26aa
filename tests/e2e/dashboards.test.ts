import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { useApp } from './harness.ts';
import { choose, eventually, listProducts, readJson, shows, visit } from './products.ts';

const app = useApp();

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const titles = (page: Page) => page.locator('[data-place] h2').allInnerTexts();

it('the home page is the dashboard of the role; filters apply to its panels and stay in the address', async () => {
  const page = await visit(app, '/', { user: 'manager' });
  await page.waitForURL('**/home');
  const count = page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Products', exact: true }) });
  const all = await listProducts(page);
  await shows(count.getByText(String(all.length), { exact: true }));
  await shows(page.getByRole('img', { name: /^Dealers by Province\. / }));
  await page.getByRole('region', { name: 'Filters of the dashboard' }).getByRole('button').first().click();
  await page.getByRole('option', { name: /In Design/ }).click();
  await page.keyboard.press('Escape');
  await eventually(() =>
    page.getByRole('img', { name: /^Products by State\. In Design: \d+$/ }).count(),
  ).toBe(1);
  expect(page.url()).toContain('only-');
  await page.reload();
  await shows(page.getByRole('img', { name: /^Products by State\. In Design: \d+$/ }));
});

it('Enter on a slice lists its records; Back returns to it; Escape leaves the full screen', async () => {
  const page = await visit(app, '/home', { user: 'manager' });
  const points = page.getByRole('list', { name: 'Show the records of Products by State' }).getByRole('link');
  await shows(page.getByRole('list', { name: 'Show the records of Products by State' }));
  await points.first().focus();
  await page.keyboard.press('ArrowDown');
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '');
  const [, state = '', count = ''] = /of (.+): (\d+)$/.exec(await focused()) ?? [];
  await page.keyboard.press('Enter');
  await page.waitForURL('**/records/**');
  await shows(page.getByText(`${count} records.`));
  const states = await page.locator('tbody tr td:first-child').allInnerTexts();
  expect(new Set(states)).toEqual(new Set([state]));
  await page.goBack();
  await eventually(focused).toBe(`Show the records of ${state}: ${count}`);
  await button(page, 'Full screen').click();
  await shows(page.getByRole('heading', { name: 'Portfolio' }), button(page, 'Leave full screen'));
  await page.keyboard.press('Escape');
  await shows(button(page, 'Full screen'));
  const again = page.waitForResponse((answer) => answer.url().endsWith('/report/panel') && answer.ok());
  await button(page, 'Refresh the dashboard').click();
  await again;
});

it('a new account takes the tour of its role with the keyboard, on a phone and in French, and starts it again', async () => {
  const page = await visit(app, '/home', {
    user: 'area-manager',
    locale: 'fr-CA',
    viewport: { width: 390, height: 844 },
  });
  const panel = page.getByRole('dialog', { name: 'Votre page d’accueil' });
  const focused = (name: string) =>
    eventually(() => page.evaluate(() => document.activeElement?.textContent)).toBe(name);
  await button(page, 'Commencer la visite').press('Enter');
  await shows(panel.getByText(/^Visite\s: étape 1 sur 4$/));
  await focused('Votre page d’accueil');
  const saved = page.waitForResponse((answer) => answer.url().endsWith('/preference/tour') && answer.ok());
  await button(page, 'Étape suivante').press('Enter');
  await page.waitForURL('**/profile');
  await focused('Les concessionnaires et les autres profils');
  const box = await page.getByRole('dialog').boundingBox();
  expect(box && box.x >= 0 && box.x + box.width <= 390).toBe(true);
  // The step is kept for the account; a page that is loaded keeps its own focus.
  await saved;
  await page.reload();
  await shows(page.getByText(/^Visite\s: étape 2 sur 4$/));
  const closed = page.waitForResponse((answer) => answer.url().endsWith('/preference/tour') && answer.ok());
  await button(page, 'Étape précédente').press('Escape');
  await closed;
  await page.goto('/home');
  await shows(page.getByRole('heading', { name: 'Votre travail' }));
  expect(await button(page, 'Commencer la visite').count()).toBe(0);
  await page.locator('[data-tour="account"] button').click();
  await page.getByRole('menuitem', { name: 'Suivre la visite guidée' }).click();
  await focused('Votre page d’accueil');
});

it('a record someone else adds is counted at once, without a reload', async () => {
  const other = await visit(app, '/favicon.svg', { user: 'reports' });
  const add = async (data: object) => {
    const answer = await other.request.post('/api/report/dashboards', { data });
    return (await answer.json()).Id as string;
  };
  const id = await add({ Name: 'Counts', Panels: [{ Kind: 'number', Entity: 'dashboard' }] });
  const page = await visit(app, `/report/dashboards/${id}`, { user: 'viewer' });
  const panel = page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Dashboards', level: 2 }) });
  const number = async () => Number(await panel.locator('p').first().innerText());
  await shows(panel.locator('p'));
  const before = await number();
  await add({ Name: 'Another', Panels: [] });
  await eventually(number).toBe(before + 1);
});

it('a dashboard is built, arranged and resized with the keyboard, saved and shown', async () => {
  const page = await visit(app, '/report/dashboard/new', { user: 'reports' });
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('By hand');
  for (const kind of ['Bar chart', 'Number']) {
    await button(page, 'Add a panel').click();
    const dialog = page.getByRole('dialog');
    await page.locator('#panel-kind').click();
    await page.getByRole('option', { name: kind, exact: true }).click();
    await choose(page, 'Records', 'Products');
    if (kind === 'Bar chart') {
      await choose(page, 'Grouped by', 'State');
      await shows(dialog.getByRole('img', { name: /^Products by State/ }));
    }
    await button(page, 'Apply').click();
  }
  await eventually(() => titles(page)).toEqual(['Products by State', 'Products']);
  await button(page, 'Move Products by State').press('ArrowRight');
  await eventually(() => titles(page)).toEqual(['Products', 'Products by State']);
  await button(page, 'Size of Products').press('ArrowLeft');
  await shows(page.getByText('5 columns wide, 2 rows high'));
  await button(page, 'Save').click();
  await page.waitForURL(/\/report\/dashboards\/[0-9a-f-]+$/);
  await shows(page.getByRole('heading', { name: 'Products', exact: true }));
  await shows(page.getByRole('img', { name: /^Products by State/ }));
});

it('a report on the page of a record shows its own rows, page by page, and links to all of it', async () => {
  const page = await visit(app, '/favicon.svg', { user: 'admin' });
  const { Items } = await readJson<{ Items: { Id: string; Name: string }[] }>(page, '/profile/underwriter');
  const [chosen] = Items;
  await page.goto(`/profile/underwriter/${chosen?.Id}`);
  const report = page.locator('section', {
    has: page.getByRole('heading', { name: 'Products by underwriter' }),
  });
  await shows(report.getByText('Page 1 of'));
  const underwriters = () => report.locator('tbody tr td:first-child').allInnerTexts();
  const isOwn = async () => (await underwriters()).every((name) => name === chosen?.Name);
  await eventually(async () => (await underwriters()).length).toBe(10);
  expect(await isOwn()).toBe(true);
  await report.getByRole('button', { name: 'Next page', exact: true }).click();
  await shows(report.getByText('Page 2 of'));
  expect(await isOwn()).toBe(true);
  await report.getByRole('link', { name: 'Open the report' }).click();
  await page.waitForURL(/\/report\/518184ca/);
});
