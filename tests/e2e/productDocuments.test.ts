import { readFile } from 'node:fs/promises';
import { PDFDocument } from 'pdf-lib';
import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { expectAccessible, useApp } from './harness.ts';
import { eventually, shows } from './products.ts';

const app = useApp();

/** A product in a state that has documents. */
async function productIn(page: Page, state: string): Promise<{ readonly Id: string; readonly Name: string }> {
  const query = `pageSize=0&FilterProperty=ProductStateType.Name&FilterOperator=eq&FilterValue=${state}`;
  const { Items } = await (await page.request.get(`/api/product?${query}`)).json();
  for (const product of Items) if ((await documentsOf(page, product.Id)).length > 2) return product;
  throw new Error(`no product ${state} with documents`);
}

async function documentsOf(page: Page, productId: string): Promise<readonly { readonly Name: string }[]> {
  const answer = await page.request.get(`/api/product/getproductdocumentfilesbyproductid/${productId}`);
  return (await answer.json()).Items;
}

async function pdf(title: string): Promise<Buffer> {
  const document = await PDFDocument.create();
  document.addPage([300, 300]);
  document.setTitle(title);
  return Buffer.from(await document.save());
}

const name = 'Guide de l’acheteur.pdf';

it('C-035 C-036 C-297 R-039 R-040 R-042 a document is added, found in the table, downloaded, edited and deleted', async () => {
  const page = await app.open('/products', { user: 'manager' });
  const product = await productIn(page, 'InDesign');
  await page.goto(`/products/${product.Id}`);
  await page.getByRole('link', { name: 'Product documents' }).first().click();
  await page.waitForURL('**/documents');
  await shows(
    page.getByRole('heading', { level: 1, name: `${product.Name} > Edit Product Documents`, exact: true }),
  );
  const heads = [
    'Name',
    'Category',
    'Language',
    'Region',
    'Date Uploaded',
    'Uploaded By',
    'Description',
    'Sort Order',
  ];
  for (const head of heads) await shows(page.getByRole('columnheader', { name: head }));

  await page.getByRole('link', { name: 'Add Document' }).click();
  await page.waitForURL('**/documents/add');
  await shows(page.getByRole('button', { name: 'Choose a file: Document' }));
  const chooser = page.locator('input[type=file]');
  await chooser.setInputFiles({
    name: 'setup.exe',
    mimeType: 'application/x-msdownload',
    buffer: Buffer.from('MZ'),
  });
  await shows(page.getByText('A file of this kind is not accepted here.', { exact: false }));
  // The name says PDF, the content does not.
  const answered = page.waitForResponse((answer) => answer.url().includes('/api/File'));
  await chooser.setInputFiles({
    name: 'false.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('not at all'),
  });
  expect((await answered).status()).toBe(415);
  await shows(page.getByText('A file of this kind is not accepted here.', { exact: false }));
  const content = await pdf('Guide');
  await chooser.setInputFiles({ name, mimeType: 'application/pdf', buffer: content });
  await shows(page.getByRole('button', { name: `Download ${name}` }));
  await page.getByRole('button', { name: 'Choose… Category' }).click();
  await page.getByRole('option', { name: 'Brochure' }).click();
  await page.getByRole('button', { name: 'Choose… Language' }).click();
  await page.getByRole('option', { name: 'French (Canada)' }).click();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.waitForURL('**/documents');

  const link = page.getByRole('button', { name: `Download ${name}` });
  await shows(link);
  const coming = page.waitForEvent('download');
  await link.click();
  const download = await coming;
  expect(download.suggestedFilename()).toBe(name);
  expect(await readFile(await download.path())).toEqual(content);

  await page.getByRole('button', { name: `Edit: ${name}` }).click();
  await page.getByRole('textbox', { name: 'Description' }).fill('At the counter');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await shows(page.getByText('At the counter', { exact: true }));
  await page.getByRole('button', { name: `Delete: ${name}` }).click();
  const dialog = page.getByRole('alertdialog');
  await shows(dialog.getByText(`Are you sure you want to delete the document '${name}'?`));
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await eventually(async () => (await documentsOf(page, product.Id)).map((one) => one.Name)).not.toContain(
    name,
  );
});

it('C-328 R-041 a product on sale shows its documents and changes none; a refused file is reported', async () => {
  const page = await app.open('/products', { user: 'manager' });
  const product = await productIn(page, 'Active');
  await page.goto(`/products/${product.Id}/documents`);
  await shows(
    page.getByRole('heading', { level: 1, name: `${product.Name} > Edit Product Documents (Read Only)` }),
  );
  const [first] = await documentsOf(page, product.Id);
  const link = page.getByRole('button', { name: `Download ${first?.Name}` });
  await shows(link);
  expect(await page.getByRole('link', { name: 'Add Document' }).count()).toBe(0);
  await page.route('**/api/File/token/*', (route) =>
    route.fulfill({
      status: 403,
      json: { Message: 'You are not authorized to view this file', Code: 'forbidden' },
    }),
  );
  await link.click();
  await shows(page.getByText('You are not authorized to view this file'));
});

it('C-036 a person without the feature cannot reach the screen', async () => {
  const manager = await app.open('/products', { user: 'manager' });
  const product = await productIn(manager, 'InDesign');
  const page = await app.open(`/products/${product.Id}/documents`, { user: 'viewer' });
  await shows(page.getByText('Product.ProductDocuments.Edit', { exact: false }));
  expect(await page.getByRole('button', { name: /^Download/ }).count()).toBe(0);
});
