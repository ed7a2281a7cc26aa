/** A step that waits for approval: asked for, sent back, asked for again, and given by someone else. */
import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { expectAccessible, useApp } from './harness.ts';
import { eventually } from './products.ts';

const app = useApp();

const both = (text: string) => ({ 'en-CA': text, 'fr-CA': `${text} (fr)` });
const edit = 'Custom.Expense.Edit';
const changes = [
  { kind: 'entity', name: 'expense', title: both('Expense'), plural: both('Expenses'), rights: 'apart' },
  {
    ...{ kind: 'field', name: 'expense.State', type: 'choice', title: both('State'), default: 'Draft' },
    ...{ required: true, choices: ['Draft', 'Paid'].map((name) => ({ name, title: both(name) })) },
  },
  {
    ...{ kind: 'workflow', name: 'expense', field: 'State', final: ['Paid'] },
    transitions: [
      {
        ...{ id: 'pay', label: both('Pay out'), from: ['Draft'], to: 'Paid', access: edit },
        approval: { by: [{ role: 'admin' }] },
      },
    ],
  },
  {
    kind: 'role',
    name: 'pricing',
    add: ['View', 'Create', 'Edit'].map((right) => `Custom.Expense.${right}`),
  },
];

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
/** The page is busy only while the server is called: not while a window asks. */
const isBusy = (page: Page, name: string) =>
  page.getByRole('button', { name, includeHidden: true }).first().getAttribute('data-state');

async function decide(page: Page, name: string, note: string): Promise<void> {
  await button(page, name).click();
  const dialog = page.getByRole('dialog');
  expect(await isBusy(page, name)).toBe('idle');
  await dialog.getByRole('textbox', { name: 'Note' }).fill(note);
  await dialog.getByRole('button', { name, exact: true }).click();
  await dialog.waitFor({ state: 'hidden' });
}

it('waits once, is sent back with a note, and is carried out when approved', async () => {
  const admin = await app.open('/', { user: 'admin' });
  const put = await admin.request.put('/api/configure/draft', { data: { Revision: 0, Put: changes } });
  expect(put.status(), await put.text()).toBe(200);
  expect((await admin.request.post('/api/configure/publish', { data: {} })).status()).toBe(201);
  const page = await app.open('/custom/expense/new', { user: 'pricing' });
  await page.getByRole('textbox', { name: 'Name' }).fill('Hotel');
  await button(page, 'Save').click();
  await page.getByRole('link', { name: 'Hotel' }).click();
  await button(page, 'Pay out').click();
  await page.getByText('“Pay out” is waiting for approval').waitFor();
  await eventually(() => button(page, 'Pay out').count()).toBe(0);

  await admin.goto('/approvals');
  await admin.getByRole('heading', { name: 'Waiting for me', level: 1 }).waitFor();
  await expectAccessible(admin);
  await decide(admin, 'Send back', 'Which hotel?');
  await page.getByText('Which hotel?').waitFor();
  await button(page, 'Pay out').click();
  await page.getByText('“Pay out” is waiting for approval').waitFor();

  await admin.reload();
  await admin.getByRole('link', { name: /Hotel/ }).click();
  await decide(admin, 'Approve', '');
  for (const one of [admin, page]) await one.getByText('Paid').first().waitFor();
  await eventually(() => button(page, 'Pay out').count()).toBe(0);
});
