/**
 * Typed work is not lost: in a builder after a reload and a save, in a window after Escape, by keyboard
 * alone.
 */
import { expect, it } from 'vitest';
import { expectAccessible, screenshot, useApp } from './harness.ts';
import { eventually, listProducts, makeProduct, openList, readJson, shows, visit } from './products.ts';

const app = useApp();

it('a formula is built with undo and redo, kept over a reload, and saving it clears nothing else', async () => {
  const page = await visit(app, '/favicon.svg', { user: 'pricing', locale: 'fr-CA', colorScheme: 'dark' });
  const [product] = await listProducts(page, 'FilterProperty=Code&FilterOperator=eq&FilterValue=SMT-KEY-30');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/pricing/products/${product?.Id}/formula`);
  const name = page.getByRole('textbox', { name: 'Étape', exact: true });
  const text = page.getByRole('textbox', { name: 'Formule' });
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
  await page.getByRole('button', { name: 'Rétablir', exact: true }).click();
  await eventually(() => text.inputValue()).toBe('Policy.TermMonth * 10');
  const term = page.locator('#try-Policy-TermMonth');
  await term.click();
  await page.getByRole('option').nth(1).click();
  const chosen = await term.innerText();
  await page.keyboard.press('Control+s');
  await shows(page.getByText('La formule a été enregistrée.').first());
  expect(await term.innerText()).toBe(chosen);
  expect(await page.getByRole('button', { name: 'Rétablir', exact: true }).count()).toBe(0);
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
  await shows(page.getByText('The view was saved.'));
  await open();
  expect(await page.getByRole('button', { name: 'Restore' }).count()).toBe(0);
});

it('a field of many rows is kept over a reload: field, value, rows and mode', async () => {
  const page = await openList(app);
  const open = async () => {
    await page.getByRole('button', { name: 'Change many…' }).click();
    await shows(page.getByRole('dialog', { name: 'Change one field of many rows' }));
  };
  const dialog = page.getByRole('dialog', { name: 'Change one field of many rows' });
  const text = dialog.getByRole('textbox', { name: 'Description' });
  await page
    .getByRole('checkbox', { name: /^Choose / })
    .nth(1)
    .click();
  await page
    .getByRole('checkbox', { name: /^Choose / })
    .nth(2)
    .click();
  await open();
  await dialog.getByRole('button', { name: /^Choose|Field/ }).click();
  await page.getByRole('option', { name: 'Description' }).click();
  await text.fill('For two of them.');
  await eventually(() => page.evaluate(() => JSON.stringify(sessionStorage))).toContain('For two of them.');
  page.once('dialog', (asked) => asked.accept());
  await page.reload();
  // Nothing is chosen now; what was meant are the two rows.
  await shows(page.locator('[data-row]'));
  await page
    .getByRole('checkbox', { name: /^Choose / })
    .nth(3)
    .click();
  await open();
  await dialog.getByRole('button', { name: 'Restore' }).click();
  await eventually(() => text.inputValue()).toBe('For two of them.');
  await shows(dialog.getByText('The 2 selected rows'));
  await dialog.getByRole('button', { name: 'Preview' }).click();
  const [changed = 0, unchanged = 0, refused = 0] = [
    ...(await dialog.getByText(/^To change:/).innerText()).matchAll(/\d+/g),
  ].map(Number);
  expect(changed + unchanged + refused).toBe(2);
});

it('translations are kept over a reload', async () => {
  const page = await visit(app, '/favicon.svg', { user: 'manager' });
  const product = await makeProduct(page);
  await page.goto(`/products/${product.Id}/localization`);
  const french = page.getByRole('textbox', { name: `${product.Name}, Name in French`, exact: true });
  await french.focus();
  await page.keyboard.type('Soins prolongés');
  await page.keyboard.press('Enter');
  await eventually(() => page.evaluate(() => JSON.stringify(sessionStorage))).toContain('Soins prolongés');
  page.once('dialog', (asked) => asked.accept());
  await page.reload();
  await page.getByRole('button', { name: 'Restore' }).click();
  await shows(page.getByRole('radio', { name: 'Changed (1)' }));
  await page.keyboard.press('Control+s');
  await eventually(async () =>
    JSON.stringify(await readJson(page, `/product/${product.Id}/localization`)),
  ).toContain('Soins prolongés');
  await shows(page.getByRole('radio', { name: 'Changed (0)' }));
  await page.reload();
  await shows(page.getByRole('radio', { name: 'Changed (0)' }));
  expect(await page.getByRole('button', { name: 'Restore' }).count()).toBe(0);
});

it('the configurator undoes: typed adjustments, and what pages save in the draft at once', async () => {
  const page = await visit(app, '/favicon.svg', { user: 'configurator' });
  await page.request.delete('/api/configure/draft');
  await page.goto('/configure/entities/product/fields/Code');
  const label = page.getByRole('textbox', { name: /^Label.*English|English/ }).first();
  await label.fill('Product code');
  await page.keyboard.press('Control+z');
  await eventually(() => label.inputValue()).toBe('Code');
  await page.keyboard.press('Control+Shift+z');
  await eventually(() => label.inputValue()).toBe('Product code');
  await eventually(() => page.evaluate(() => JSON.stringify(sessionStorage))).toContain('Product code');
  page.once('dialog', (asked) => asked.accept());
  await page.reload();
  await page.getByRole('button', { name: 'Restore' }).click();
  await eventually(() => label.inputValue()).toBe('Product code');
  await page.keyboard.press('Control+z');
  await eventually(() => label.inputValue()).toBe('Code');

  const changes = async (): Promise<readonly { readonly name: string }[]> =>
    (await readJson<{ Changes: { name: string }[] }>(page, '/configure/draft')).Changes;
  await page.goto('/configure/lookups/address-type');
  const removal = page.getByRole('button', { name: /^Remove / });
  await shows(removal);
  const count = await removal.count();
  await removal.first().click();
  await eventually(() => removal.count()).toBe(count - 1);
  await page.keyboard.press('Control+z');
  await eventually(() => removal.count()).toBe(count);
  await eventually(async () => (await changes()).length).toBe(0);
  await page.getByRole('button', { name: 'Redo the last change to the draft' }).click();
  await eventually(() => removal.count()).toBe(count - 1);
  await page.getByRole('button', { name: 'Discard the draft' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard the draft' }).click();
  await eventually(async () => (await changes()).length).toBe(0);
  // Even a discarded draft comes back.
  await page.getByRole('button', { name: 'Undo the last change to the draft' }).click();
  await eventually(async () => (await changes()).length).toBe(1);
  await expectAccessible(page);
  await screenshot(page, 'configurator-undo');
  await page.request.delete('/api/configure/draft');
});
