import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { expectAccessible, useApp } from './harness.ts';
import { eventually, makeProduct, readJson, shows, visit } from './products.ts';

const app = useApp();

type Entry = {
  readonly EntityType: string;
  readonly Property: string;
  readonly Localizations: readonly { readonly Value: string | null }[];
};

const french = (page: Page, name: string) =>
  page.getByRole('textbox', { name: `${name} in French`, exact: true });

it('R-047 R-048 R-049 C-060 C-074 texts are typed with the keyboard beside the English, refused at their place, and saved', async () => {
  const page = await visit(app, '/favicon.svg', { user: 'manager' });
  const product = await makeProduct(page);
  const made = await page.request.post('/api/product/coverageitem', {
    data: { ProductId: product.Id, Name: 'Engine' },
  });
  expect(made.status()).toBe(201);
  await page.goto(`/products/${product.Id}`);
  await page.getByRole('link', { name: 'Localisations' }).click();
  await shows(page.getByText('3 texts are missing in French.'));
  await french(page, `${product.Name}, Name`).focus();
  await page.keyboard.type('Soins prolongés');
  await page.keyboard.press('Enter');
  await page.keyboard.type('Une ligne');
  await page.keyboard.press('Alt+Enter');
  await page.keyboard.type('et une autre');
  await page.keyboard.press('Enter');
  await page.keyboard.insertText('x'.repeat(257));
  await expectAccessible(page);
  await page.keyboard.press('Control+s');
  await shows(page.getByText('Enter at most 256 characters.'));
  const refused = french(page, 'Engine, Name');
  expect(await refused.evaluate((cell) => cell === document.activeElement)).toBe(true);
  await page.keyboard.press('Escape');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.type('Motor');
  await page.getByRole('radio', { name: 'Changed (3)' }).check();
  await page.getByRole('button', { name: 'OK' }).click();
  await page.waitForURL(`**/products/${product.Id}`);
  const texts = () => readJson<readonly Entry[]>(page, `/product/${product.Id}/localization`);
  await eventually(async () =>
    (await texts()).map(({ Localizations }) => Localizations.map(({ Value }) => Value)),
  ).toEqual([
    [product.Name, 'Soins prolongés'],
    [expect.any(String), 'Une ligne\net une autre'],
    ['Motor', null],
  ]);
  await page.goto(`/products/${product.Id}/localization`);
  await shows(page.getByText('1 text is missing in French.'));
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.waitForURL(`**/products/${product.Id}`);
});
