/** The history of a profile and its panels, filtered; notes, changed by their authors. */
import { expect, it } from 'vitest';
import { useApp } from './harness.ts';
import { chooseIn, eventually, readJson, shows, visit } from './products.ts';

const app = useApp();

it('the history of a profile and its panels is filtered by kind and day; a note is changed by its author', async () => {
  const page = await visit(app, '/favicon.svg', { user: 'admin' });
  const { Items: brands } = await readJson<{ Items: { Id: string }[] }>(page, '/profile/brand');
  const path = `/profile/brand/${brands[0]?.Id}`;
  const sent = await page.request.post(`/api${path}/note`, { data: { Text: 'Wants another logo.' } });
  expect(sent.status()).toBe(201);
  const put = { Id: brands[0]?.Id, Code: 'ELE' };
  expect((await page.request.put('/api/profile/brand', { data: put })).status()).toBe(200);
  await page.goto(`${path}#tab-status`);
  const history = page.getByRole('table', { name: 'History' });
  const rows = history.locator('tbody tr');
  await shows(history.getByText('Note: Wants another logo.'), history.getByRole('cell', { name: 'ELE' }));
  const all = await rows.count();
  await chooseIn(page.locator('#changes').getByRole('combobox', { name: 'Kind of record' }), 'Notes');
  await eventually(() => rows.count()).toBeLessThan(all);
  expect(await rows.first().innerText()).toContain('Note: Wants another');
  await page.locator('#changes').getByRole('textbox', { name: 'To' }).fill('2020-01-01');
  await page.keyboard.press('Tab');
  await shows(page.locator('#changes').getByText('Nothing matches these filters', { exact: false }));
  await page.getByRole('button', { name: 'Show all' }).click();
  await eventually(() => rows.count()).toBe(all);

  const notes = page.locator('[data-block=notes]');
  const pencil = (text: string) =>
    notes.locator('[data-row]').filter({ hasText: text }).getByRole('button', { name: /^Edit/ });
  await pencil('Wants another logo.').click();
  await page.locator('[data-editing]').getByRole('textbox').fill('Has another logo.');
  await page.locator('[data-editing]').getByRole('button', { name: 'Save' }).click();
  await shows(notes.getByText('Has another logo.'));
});
