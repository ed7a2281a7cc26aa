/** The board of a list: cards move as the workflow allows, by menu and keyboard; conditions narrow it. */
import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { expectAccessible, screenshot, useApp } from './harness.ts';
import { choose, eventually, makeProduct, openList, present, shows } from './products.ts';

const app = useApp();

it('shows a board, and moves a card through its transition', async () => {
  const page = await openList(app);
  // On the first page of its column, whatever other products there are: the list starts with the latest launch.
  const { Name: name } = await makeProduct(page, { LaunchDate: '2099-01-15' });
  await openBoard(page, { of: /^Layout: /, name: 'Board' });
  await shows(column(page, 'In Design'), column(page, 'Active'));
  await expectAccessible(page);
  await screenshot(page, 'board');

  // An active product can only be deactivated.
  await column(page, 'Active')
    .getByRole('button', { name: /^Move .* to…$/ })
    .first()
    .click();
  expect(await page.getByRole('menuitem').allTextContents()).toEqual(['DeactivatedDeactivate']);
  await page.keyboard.press('Escape');

  // From In Design to In Pricing, which asks nothing.
  const card = column(page, 'In Design').getByRole('row').filter({ hasText: name });
  await card.getByRole('button', { name: `Move ${name} to…` }).click();
  await page.getByRole('menuitem', { name: /^In Pricing/ }).click();
  await shows(column(page, 'In Pricing').getByRole('link', { name, exact: true }));
  await eventually(() => card.count()).toBe(0);
});

it('applies a condition in the dialog: fewer records in the list and on the board', async () => {
  const page = await openList(app);
  const all = await total(page);
  await page.getByRole('button', { name: 'Conditions', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Conditions' });
  await dialog.getByRole('button', { name: 'Add a condition' }).click();
  await expectAccessible(page);
  await screenshot(page, 'conditions');

  // One without a value is refused, and the dialog stays open.
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await shows(dialog.getByRole('alert'));

  // Pressed at once: what was typed last counts.
  await choose(page, 'Field', 'Name');
  await dialog.getByRole('searchbox', { name: 'Value', exact: true }).fill('Kestrel');
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await shows(page.getByRole('button', { name: '1 condition', exact: true }));
  await eventually(() => total(page)).toBeLessThan(all);
  const some = await total(page);
  expect(some).toBeGreaterThan(0);
  const names = await page.locator('[data-row] a').allTextContents();
  expect(names.length).toBeGreaterThan(0);
  for (const name of names) expect(name).toContain('Kestrel');

  await openBoard(page, { of: /^Layout: /, name: 'Board' });
  await shows(column(page, 'Active'));
  await eventually(() => cards(page)).toBe(some);

  // The address carries both, so that a link shows the same.
  await page.reload();
  await shows(page.getByRole('button', { name: '1 condition', exact: true }), column(page, 'Active'));
  await eventually(() => cards(page)).toBe(some);
});

it.each([
  { title: 'on a phone', file: 'board-390', options: {}, width: 390 },
  {
    title: 'in French and dark',
    file: 'board-fr-dark',
    options: { locale: 'fr-CA', colorScheme: 'dark' },
    width: 1440,
  },
] as const)('shows the board and the conditions accessibly $title', async ({ file, options, width }) => {
  const isFrench = 'locale' in options;
  // Accounts keep the language they first used.
  const user = isFrench ? 'manager' : 'admin';
  const page = await openList(app, { user, viewport: { width, height: 844 }, ...options });
  await openBoard(
    page,
    isFrench ? { of: /^Disposition\s: /, name: 'Tableau' } : { of: /^Layout: /, name: 'Board' },
  );
  await shows(page.getByRole('grid').getByRole('row'));
  await expectAccessible(page);
  await screenshot(page, file);
  // The columns scroll within the board, never the page.
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);

  await page.getByRole('button', { name: 'Conditions', exact: true }).click();
  const add = isFrench ? 'Ajouter une condition' : 'Add a condition';
  await page.getByRole('dialog', { name: 'Conditions' }).getByRole('button', { name: add }).click();
  await expectAccessible(page);
  await screenshot(page, `${file}-conditions`);
});

/** Another window of the person may have kept the board as the last layout. */
async function openBoard(page: Page, { of, name }: { of: RegExp; name: string }): Promise<void> {
  await page.getByRole('button', { name: of }).click();
  await page.getByRole('menuitemradio', { name }).click();
  await eventually(() => page.url()).toContain('layout=board');
}

const column = (page: Page, name: string) =>
  page.getByRole('grid', { name: new RegExp(`^${name}, \\d+ cards?$`) });

/** Records in the list, by its pager. */
async function total(page: Page): Promise<number> {
  const range = await page.locator('footer [role=status]').last().innerText();
  return Number(present(/(\d+)\D*$/.exec(range.replaceAll(/(?<=\d)[,\s](?=\d{3})/g, '')))[1]);
}

/** Cards of all columns, by the counts in their names. */
async function cards(page: Page): Promise<number> {
  const names = await page
    .getByRole('grid', { name: /, \d+ cards?$/ })
    .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? ''));
  return names.reduce((sum, name) => sum + Number(present(/(\d+) cards?$/.exec(name))[1]), 0);
}
