import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { expectAccessible, goToSection, useApp } from './harness.ts';
import { eventually, makeProduct, readJson, shows, visit } from './products.ts';

const app = useApp();

type Named = { readonly Id: string; readonly Name: string };
const section = (page: Page) => page.locator('[data-block=agreements]');
const rows = (page: Page) => section(page).locator('[data-row]');
const library = async (page: Page) =>
  (await readJson<{ Items: Named[] }>(page, '/agreementDocument?pageSize=0')).Items;

/** A product of this test, with its agreements in view. */
async function openAgreements(user: 'manager' | 'viewer' = 'manager') {
  const page = await visit(app, '/favicon.svg', { user });
  const product = await makeProduct(
    user === 'manager' ? page : await visit(app, '/favicon.svg', { user: 'manager' }),
  );
  await page.goto(`/products/${product.Id}`);
  await goToSection(page, 'agreements');
  await shows(section(page).getByRole('heading', { name: 'Agreements' }));
  return { page, product };
}

async function pick(page: Page, label: RegExp, option: string) {
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

async function addAgreement(page: Page, type: string, name: string) {
  await section(page).getByRole('button', { name: 'Add agreement' }).click();
  await pick(page, /^Agreement type/, type);
  await pick(page, /^Name/, name);
  await page.getByRole('dialog').getByRole('button', { name: 'Add agreement' }).click();
}

it('C-073 C-177 C-350 agreements are added by type and name, once, and removed after confirmation', async () => {
  const { page } = await openAgreements();
  await shows(section(page).getByText('No agreements are attached to this product yet.'));
  await addAgreement(page, 'Certificate of coverage', 'GAP Certificate of Coverage');
  await shows(
    rows(page).filter({ hasText: 'GAP Certificate of Coverage' }).filter({ hasText: 'English (Canada)' }),
  );

  await addAgreement(page, 'Certificate of coverage', 'GAP Certificate of Coverage');
  // The window stays, with the error at its field and the selection kept for another choice.
  const again = page.getByRole('dialog');
  await shows(
    again
      .locator('[data-name="AgreementDocumentId"]')
      .getByText('This agreement is already attached to the product.'),
  );
  await eventually(() => again.getByRole('combobox', { name: /^Name/ }).inputValue()).toContain('GAP');
  await again.getByRole('button', { name: 'Cancel' }).click();
  expect(await rows(page).count()).toBe(1);

  await rows(page)
    .getByRole('button', { name: /^Remove/ })
    .click();
  const question = page.getByRole('alertdialog');
  await shows(question.getByText('Do you want to remove this agreement from product?'));
  await question.getByRole('button', { name: 'Cancel' }).click();
  expect(await rows(page).count()).toBe(1);
  await rows(page)
    .getByRole('button', { name: /^Remove/ })
    .click();
  await question.getByRole('button', { name: 'Remove' }).click();
  await eventually(() => rows(page).count()).toBe(0);
});

it('C-073 a person who may not edit the product sees its agreements and cannot change them', async () => {
  const { page } = await openAgreements('viewer');
  await shows(section(page).getByText('No agreements are attached to this product yet.'));
  expect(await section(page).getByRole('button', { name: 'Add agreement' }).count()).toBe(0);
});

it('C-284 C-329 the preview of a product opens as a PDF; without form fields a message says why not', async () => {
  const { page, product } = await openAgreements();
  const documents = await library(page);
  const found = (name: string) => documents.find(({ Name }) => Name === name)?.Id;
  for (const name of ['Vehicle Service Contract Application', 'Loan Protection Consumer Disclosure'])
    await page.request.post('/api/product/addagreementtoproduct', {
      data: { ProductId: product.Id, AgreementDocumentId: found(name) },
    });
  await page.reload();
  await goToSection(page, 'agreements');
  await eventually(() => rows(page).count()).toBe(2);
  const preview = (name: string) =>
    rows(page)
      .filter({ hasText: name })
      .getByRole('button', { name: /^Preview/ });

  const answered = page.waitForResponse((response) => response.url().includes('/document/stamp'));
  const opened = await openedAddresses(page);
  const shown = page.context().waitForEvent('page');
  await preview('Vehicle Service Contract').click();
  expect((await (await answered).allHeaders())['content-type']).toBe('application/pdf');
  await shown;
  expect(await opened()).toEqual([expect.stringMatching(/^blob:/)]);

  await preview('Loan Protection').click();
  await shows(page.getByText('No fillable form fields exist for this document'));
});

it('C-286 form fields are mapped to the product; an invalid expression is reported at its field', async () => {
  const page = await visit(app, '/favicon.svg', { user: 'manager' });
  const [{ Id = '' } = {}] = (await library(page)).filter(
    ({ Name }) => Name === 'Tire and Rim Protection Application',
  );
  await page.goto(`/agreement-documents/${Id}`);
  const value = page.getByRole('combobox', { name: 'Tire size: Value' });
  await shows(value);
  await expectAccessible(page);
  const form = page.locator('[data-block=mapping]');
  await value.fill('Product.Naem');
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  await shows(form.getByText(/no field Naem/).first());
  await value.fill('Product.Version');
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  await eventually(async () => {
    const { Items } = await readJson<{ Items: { Field: string; Expression: string | null }[] }>(
      page,
      `/document/${Id}/mappings`,
    );
    return Items.find(({ Field }) => Field === 'Tire size')?.Expression;
  }).toBe('Product.Version');
});

/** What the page has asked its browser to open in a window: not every browser has a PDF viewer. */
async function openedAddresses(page: Page): Promise<() => Promise<readonly string[]>> {
  await page.evaluate(() => {
    const { open } = window;
    const addresses: string[] = [];
    window.open = (address, ...more) => {
      addresses.push(String(address));
      return open.call(window, address, ...more);
    };
    Object.assign(window, { addresses });
  });
  return () => page.evaluate(() => (window as unknown as { addresses: string[] }).addresses);
}
