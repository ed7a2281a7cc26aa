/** Lienholders of a product: allowed or excluded, by lienholder or by group. */
import { expect, it } from 'vitest';
import { expectAccessible, useApp } from './harness.ts';
import { chooseIn, eventually, makeProduct, readJson, readProduct, shows, visit } from './products.ts';

const app = useApp();

it('R-059 R-010 R-171 R-172 R-462 C-062 lienholders are added, edited and deleted, and saved together', async () => {
  const page = await visit(app, '/favicon.svg', { user: 'manager' });
  const product = await makeProduct(page);
  const items = async () =>
    (await readJson<{ Items: Record<string, unknown>[] }>(page, `/product/${product.Id}/lienholder`)).Items;
  const form = page.locator('[data-block=product-lienholders]');
  const row = (number: number) => form.locator('tbody tr').nth(number - 1);
  const choose = (number: number, field: string, name: string) =>
    chooseIn(row(number).getByRole('combobox', { name: field, exact: true }), name);
  const sent: Record<string, unknown>[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/lienholder'))
      sent.push(request.postDataJSON());
  });
  const save = async () => {
    const answer = page.waitForResponse(
      (one) => one.request().method() === 'POST' && one.url().endsWith('/lienholder'),
    );
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    return (await answer).status();
  };
  await page.goto(`/products/${product.Id}#areas`);
  await page.getByRole('link', { name: 'Lienholders' }).click();
  await page.waitForURL(`**/products/${product.Id}/lienholders`);
  await page.getByRole('checkbox', { name: 'Lenders and lessors are eligible' }).check();
  for (const at of [1, 2]) {
    await form.getByRole('button', { name: 'Add a row' }).click();
    await row(at).getByRole('combobox').first().waitFor();
  }
  await choose(1, 'Lienholder group', 'Prairie Credit Union Central');
  await choose(1, 'Lienholder', 'Confederation Bank');
  await choose(2, 'Lienholder group', 'Prairie Credit Union Central');
  await expectAccessible(page);
  expect(await items()).toEqual([]);
  expect(await save()).toBe(200);
  expect(sent).toMatchObject([
    { IsLenderLessorEligible: true, ProductLienholders: [{ IsNew: true }, { IsNew: true }] },
  ]);
  expect((await readProduct(page, product.Id)).IsLenderLessorEligible).toBe(true);
  const [first, second] = await items();
  expect([first, second]).toMatchObject([
    { Name: 'Confederation Bank', Include: true },
    { Name: 'Prairie Credit Union Central' },
  ]);
  expect(first?.LienholderGroupId).toBeUndefined();
  await row(1).getByRole('checkbox').uncheck();
  await row(2).getByRole('button', { name: 'Remove row 2' }).click();
  await shows(page.getByRole('alertdialog').getByText('Are you sure you want to delete the lienholder?'));
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await shows(row(2).getByRole('button', { name: 'Restore row 2' }));
  expect(await items()).toHaveLength(2);
  expect(await save()).toBe(200);
  expect(sent[1]).toMatchObject({
    ProductLienholders: [
      { Id: first?.Id, IsNew: false, IsModified: true, Include: false },
      { Id: second?.Id, IsNew: false, IsDeleted: true },
    ],
  });
  await eventually(items).toMatchObject([{ Name: 'Confederation Bank', Include: false }]);
  await eventually(() => form.locator('tbody tr').count()).toBe(1);
});
