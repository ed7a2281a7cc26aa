/** A rule speaks of two forms: what the other one refuses is said where the person is, with the way to its field. */
import { expect, it } from 'vitest';
import { expectAccessible, screenshot, useApp } from './harness.ts';
import { seat } from './plans.ts';
import { eventually, makeProduct, openProduct, readProduct, shows, visit } from './products.ts';
import { publish } from './releases.ts';

const app = useApp();
const sentence = 'Describe a transferable product in more than 40 letters.';

it('a refusal whose field is on another form is shown with a link to it, and goes once it is put right', async () => {
  await publish(await seat(app, 'configurator'), {
    'rule/product.transferable-described': {
      field: 'Description',
      check: '$not(IsTransferable = true) or $length(Description) > 40',
      message: { 'en-CA': sentence, 'fr-CA': 'Décrivez-le.' },
    },
  });
  const page = await visit(app, '/favicon.svg', { user: 'manager' });
  const product = await makeProduct(page, { Description: 'Short.' });
  const general = await openProduct(page, product.Id);
  await page.goto(`/products/${product.Id}#other-settings`);
  const other = page
    .locator('[data-form]')
    .filter({ has: page.getByLabel('Transferable', { exact: true }) });
  await other.getByLabel('Transferable', { exact: true }).check({ force: true });
  const alert = other.getByRole('alert');
  await shows(alert.getByText(sentence));
  const way = alert.getByRole('link', { name: 'Description' });
  await screenshot(page, 'refused-elsewhere');
  await expectAccessible(page);
  expect((await readProduct(page, product.Id)).IsTransferable).not.toBe(true);
  await way.click();
  await eventually(() => new URL(page.url()).hash).toBe('#general');
  await general.description.fill('A warranty that goes along with the vehicle when it is sold.');
  await general.save.click();
  await eventually(async () => (await readProduct(page, product.Id)).Description).toContain('goes along');
  await other.getByRole('button', { name: 'Retry' }).click();
  await eventually(async () => (await readProduct(page, product.Id)).IsTransferable).toBe(true);
  await alert.waitFor({ state: 'detached' });
});
