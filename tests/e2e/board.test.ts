/** The board of a list: cards move as the workflow allows, by menu and keyboard; conditions narrow it. */
import { expect, it } from 'vitest';
import { expectAccessible, useApp } from './harness.ts';
import { eventually, openList, shows } from './products.ts';

const app = useApp();

it('shows a board, narrows it by a condition, and moves a card through its transition', async () => {
  const page = await openList(app);
  await page.getByRole('button', { name: 'Layout: List' }).click();
  await page.getByRole('menuitemradio', { name: 'Board' }).click();
  await eventually(() => page.url()).toContain('layout=board');
  const column = (name: string) => page.getByRole('grid', { name: new RegExp(`^${name}, \\d+ card`) });
  await shows(column('In Design'), column('Active'));
  await expectAccessible(page);
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/board.png`, fullPage: true });

  // An active product can only be deactivated.
  await column('Active')
    .getByRole('button', { name: /^Move .* to…$/ })
    .first()
    .click();
  expect(await page.getByRole('menuitem').allTextContents()).toEqual(['DeactivatedDeactivate']);
  await page.keyboard.press('Escape');

  // From In Design to In Pricing, which asks nothing.
  const card = column('In Design').getByRole('row').first();
  const name = (await card.getByRole('link').textContent()) ?? '';
  await card.getByRole('button', { name: `Move ${name} to…` }).click();
  await page.getByRole('menuitem', { name: /^In Pricing/ }).click();
  await shows(column('In Pricing').getByRole('link', { name, exact: true }));

  await page.getByRole('button', { name: 'Conditions' }).click();
  const dialog = page.getByRole('dialog', { name: 'Conditions' });
  await dialog.getByRole('button', { name: 'Add a condition' }).click();
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/where.png` });
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await shows(dialog.getByRole('alert'));
});
