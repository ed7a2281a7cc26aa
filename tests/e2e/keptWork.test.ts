/**
 * Typed work is not lost: in a builder after a reload and a save, in a window after Escape, by keyboard
 * alone.
 */
import { expect, it } from 'vitest';
import { expectAccessible, screenshot, useApp } from './harness.ts';
import { eventually, listProducts, openList, shows, visit } from './products.ts';

const app = useApp();

it('a formula is built with undo and redo, kept over a reload, and saving it clears nothing else', async () => {
  const page = await visit(app, '/favicon.svg', { user: 'pricing', locale: 'fr-CA', colorScheme: 'dark' });
  const [product] = await listProducts(page, 'FilterProperty=Code&FilterOperator=eq&FilterValue=SMT-KEY-30');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/pricing/products/${product?.Id}/formula`);
  const name = page.getByRole('textbox', { name: 'Étape', exact: true });
  const text = page.getByRole('textbox', { name: 'Donne' });
  const add = page.getByRole('button', { name: 'Ajouter une étape' });
  const focused = () => page.evaluate(() => (document.activeElement as HTMLInputElement | null)?.value);
  await add.click();
  await eventually(focused).toBe('step1');
  await page.keyboard.press('Control+a');
  await page.keyboard.type('base');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Policy.TermMonth * 10');
  await page.keyboard.press('Control+z');
  await eventually(() => text.inputValue()).toBe('');
  await page.keyboard.press('Control+Shift+z');
  await eventually(() => text.inputValue()).toBe('Policy.TermMonth * 10');
  await page.getByRole('button', { name: 'Retirer base' }).click();
  await eventually(() => name.count()).toBe(0);
  await page.keyboard.press('Control+z');
  await eventually(() => name.inputValue()).toBe('base');
  await name.focus();
  await page.mouse.move(0, 0);
  await eventually(() => page.getByRole('tooltip').count()).toBe(0);
  await screenshot(page, 'formula-narrow-dark-fr');
  await expectAccessible(page);

  await page.reload();
  await page.getByRole('button', { name: 'Reprendre', exact: true }).click();
  await eventually(() => text.inputValue()).toBe('Policy.TermMonth * 10');
  const term = page.locator('#try-Policy-TermMonth');
  await term.click();
  await page.getByRole('option').nth(1).click();
  const chosen = await term.innerText();
  await page.keyboard.press('Control+s');
  await shows(page.getByText('La formule est enregistrée.').first());
  expect(await term.innerText()).toBe(chosen);
  expect(await page.getByRole('button', { name: 'Reprendre', exact: true }).count()).toBe(0);
});

it('a window focuses its field, asks before text is lost, and restores it after a reload', async () => {
  const page = await openList(app);
  const open = async () => {
    await page.getByRole('button', { name: /^Views/ }).click();
    await page.getByRole('menuitem', { name: 'Save as a view…', exact: true }).click();
    await page.getByRole('dialog', { name: 'Save as a view' }).waitFor();
  };
  const name = page.getByRole('dialog').getByRole('textbox', { name: 'Name' });
  const value = () => name.inputValue();
  await open();
  await page.keyboard.type('Spring');
  await eventually(value).toBe('Spring');
  await page.keyboard.press('Escape');
  await shows(page.getByRole('alertdialog', { name: 'You have unsaved changes' }));
  await screenshot(page, 'dialog-unsaved');
  await page.keyboard.press('Enter');
  await eventually(value).toBe('Spring');
  // Outside the window.
  await page.mouse.click(5, 5);
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await page.reload();
  await open();
  await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click();
  await eventually(value).toBe('Spring');
  await name.fill('x'.repeat(70));
  await name.press('Enter');
  await shows(page.getByText('10 characters too many: at most 60 are accepted.').first());
  await screenshot(page, 'dialog-too-long');
  await expectAccessible(page);
  await name.fill('Spring list');
  await name.press('Enter');
  await shows(page.getByText('The view is saved.'));
  await open();
  expect(await page.getByRole('button', { name: 'Restore' }).count()).toBe(0);
});
