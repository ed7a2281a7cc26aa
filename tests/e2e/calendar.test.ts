/** The calendar of a list: records on their days, moved by drag, keys and dialog, created on a day. */
import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { expectAccessible, screenshot, useApp } from './harness.ts';
import { eventually, makeProduct, openList, readProduct, shows } from './products.ts';

const app = useApp();

it('shows a month, and drag, keys and the dialog change the date through the ordinary write', async () => {
  const page = await openList(app);
  const { Id, Name: name } = await makeProduct(page, { LaunchDate: '2031-03-12' });
  await openCalendar(page, '2031-03-01');
  await shows(cell(page, '2031-03-12').getByRole('link', { name, exact: true }));
  await expectAccessible(page);
  await screenshot(page, 'calendar-month');

  await cell(page, '2031-03-12').locator('[data-entry]').dragTo(cell(page, '2031-03-20'));
  await shows(cell(page, '2031-03-20').getByRole('link', { name, exact: true }));
  await eventually(async () => (await readProduct(page, Id)).LaunchDate).toBe('2031-03-20');

  // Alt and arrow keys move it, and the focus with it; into the next month the calendar follows.
  const link = page.getByRole('link', { name, exact: true });
  await link.focus();
  await page.keyboard.press('Alt+ArrowRight');
  await eventually(async () => (await readProduct(page, Id)).LaunchDate).toBe('2031-03-21');
  await shows(cell(page, '2031-03-21').getByRole('link', { name, exact: true }));
  await eventually(() => link.evaluate((one) => one === document.activeElement)).toBe(true);
  for (const day of ['2031-03-28', '2031-04-04', '2031-04-11']) {
    await page.keyboard.press('Alt+ArrowDown');
    await eventually(async () => (await readProduct(page, Id)).LaunchDate).toBe(day);
    await eventually(() => link.evaluate((one) => one === document.activeElement)).toBe(true);
  }
  await eventually(() => page.url()).toContain('day=2031-04-11');

  // What the rules refuse is said, and the dialog keeps what was typed.
  await page.getByRole('button', { name: `Change the date of ${name}` }).click();
  const dialog = page.getByRole('dialog', { name: `Change the date of ${name}` });
  await dialog.getByRole('textbox').fill('2031-02-30');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await shows(dialog.getByRole('alert'));
  await expectAccessible(page);
  await dialog.getByRole('textbox').fill('2031-04-15');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await eventually(async () => (await readProduct(page, Id)).LaunchDate).toBe('2031-04-15');
  await shows(cell(page, '2031-04-15').getByRole('link', { name, exact: true }));
});

it('keeps days, weeks and the day in the address, and creates on a day', async () => {
  const page = await openList(app);
  for (let count = 0; count < 5; count++) await makeProduct(page, { LaunchDate: '2032-05-05' });
  await openCalendar(page, '2032-05-01');
  const more = cell(page, '2032-05-05').getByRole('button', { name: /^\+2 more, Wednesday, May 5, 2032/ });
  await more.click();
  await eventually(() => page.url()).toContain('span=day');
  await eventually(() => page.locator('[data-entry]').count()).toBe(5);
  await screenshot(page, 'calendar-day');
  await page.reload();
  await eventually(() => page.locator('[data-entry]').count()).toBe(5);

  await page
    .getByRole('button', { name: /\bDay\b/ })
    .last()
    .click();
  await page.getByRole('option', { name: 'Week' }).click();
  await shows(page.getByRole('grid', { name: /May 2.*8, 2032/ }));
  await expectAccessible(page);
  await screenshot(page, 'calendar-week');

  // Arrow keys lead from day to day, and on to the next week.
  await cell(page, '2032-05-05').focus();
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowRight');
  await shows(page.getByRole('grid', { name: /May 9.*15, 2032/ }));
  await eventually(() => page.evaluate(() => (document.activeElement as HTMLElement).dataset.day)).toBe(
    '2032-05-09',
  );

  await cell(page, '2032-05-09')
    .getByRole('link', { name: /^Create on/ })
    .click();
  await eventually(() => page.url()).toContain('/products/new?LaunchDate=2032-05-09');
  await eventually(() => page.getByRole('textbox', { name: 'Launch Date' }).inputValue()).toBe('2032-05-09');
});

it.each([
  { title: 'on a phone', file: 'calendar-390', options: {}, width: 390 },
  {
    title: 'in French and dark',
    file: 'calendar-fr-dark',
    options: { locale: 'fr-CA', colorScheme: 'dark' },
    width: 1440,
  },
] as const)('shows the calendar accessibly $title', async ({ file, options, width }) => {
  // Accounts keep the language they first used.
  const user = 'locale' in options ? 'manager' : 'admin';
  const page = await openList(app, { user, viewport: { width, height: 844 }, ...options });
  await openCalendar(page);
  await shows(page.locator('[data-entry]'));
  await expectAccessible(page);
  await screenshot(page, file);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
});

it('offers no change to people who may not make it', async () => {
  const page = await openList(app, { user: 'viewer' });
  await openCalendar(page);
  await shows(page.locator('[data-entry]'));
  expect(await page.locator('[data-entry][draggable=true]').count()).toBe(0);
  expect(await page.getByRole('button', { name: /^Change the date/ }).count()).toBe(0);
  expect(await page.getByRole('link', { name: /^Create on/ }).count()).toBe(0);
});

async function openCalendar(page: Page, day?: string): Promise<void> {
  await page.goto(`/products?layout=calendar&span=month${day ? `&day=${day}` : '&day=2024-09-10'}`);
  await shows(page.getByRole('region', { name: /calendar$|calendrier$/ }));
}

const cell = (page: Page, day: string) => page.locator(`td[data-day="${day}"]`);
