/**
 * A block of spreadsheet cells fills the rows of lists that a page holds itself, as one change that can be
 * undone, and says what it left out.
 */
import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { expectAccessible, screenshot, useApp } from './harness.ts';
import { eventually, listProducts, shows, visit } from './products.ts';

const app = useApp();

/** Pastes into the focused field, as a browser does for cells copied from a spreadsheet. */
async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((block) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', block);
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    );
  }, text);
}

const values = (page: Page, name: string) =>
  page
    .locator(`[data-row] [data-name="${name}"] :is(input, textarea)`)
    .evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value));

it('choices of a new field: titles in both languages and a colour', async () => {
  const page = await visit(app, '/favicon.svg', {
    user: 'configurator',
    locale: 'fr-CA',
    colorScheme: 'dark',
  });
  await page.request.delete('/api/configure/draft');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/configure/entities/product/fields/new');
  await page.locator('#field-type-select').click();
  await page.getByRole('option', { name: 'Choix', exact: true }).click();
  await page.getByRole('button', { name: 'Ajouter un choix' }).click();
  await eventually(() => page.evaluate(() => document.activeElement?.closest('[data-row]') !== null)).toBe(
    true,
  );
  await paste(page, 'Open\tOuvert\tpas une couleur\nClosed\tFermé\t\nWaiting\tEn attente\t\n');
  await eventually(() => values(page, 'title.en-CA')).toEqual(['Open', 'Closed', 'Waiting']);
  expect(await values(page, 'title.fr-CA')).toEqual(['Ouvert', 'Fermé', 'En attente']);
  await screenshot(page, 'pasted-choices-narrow-dark-fr');
  await expectAccessible(page);
  await page.keyboard.press('Control+z');
  await eventually(() => values(page, 'title.en-CA')).toEqual(['']);
  await page.keyboard.press('Control+Shift+z');
  await eventually(() => values(page, 'title.en-CA')).toEqual(['Open', 'Closed', 'Waiting']);
  // Removing a row passes the focus on, and can be undone.
  await page.getByRole('button', { name: 'Retirer Closed' }).click();
  await eventually(() => values(page, 'title.en-CA')).toEqual(['Open', 'Waiting']);
  await eventually(() =>
    page.evaluate(() => document.activeElement?.closest('[data-row]')?.getAttribute('data-row')),
  ).toBe('1');
  await page.keyboard.press('Control+z');
  await eventually(() => values(page, 'title.en-CA')).toEqual(['Open', 'Closed', 'Waiting']);
});

it('steps of a formula: names, expressions, part and decimals', async () => {
  const page = await visit(app, '/favicon.svg', { user: 'pricing' });
  const [product] = await listProducts(page, 'FilterProperty=Code&FilterOperator=eq&FilterValue=SMT-KEY-30');
  await page.goto(`/pricing/products/${product?.Id}/formula`);
  await page.getByRole('button', { name: 'Add a step' }).click();
  await eventually(() => page.evaluate(() => (document.activeElement as HTMLInputElement).value)).toBe(
    'step1',
  );
  await paste(page, 'base\tPolicy.TermMonth * 10\tno such part\t2\nfee\tbase * 0.1\t\tmany\n');
  await eventually(() => values(page, 'Name')).toEqual(['base', 'fee']);
  expect(await values(page, 'Expression')).toEqual(['Policy.TermMonth * 10', 'base * 0.1']);
  expect(await values(page, 'Scale')).toEqual(['2', '']);
  await shows(
    page
      .getByText('2 cells do not match their columns and were not changed: 1. no such part · 2. many')
      .first(),
  );
  await screenshot(page, 'pasted-steps');
  await page.keyboard.press('Control+z');
  await eventually(() => values(page, 'Name')).toEqual(['step1']);
});
