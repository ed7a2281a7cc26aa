/** A form for people without a login: filled in, sent, seen by staff, and opened again by a link. */
import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { expectAccessible, useApp } from './harness.ts';
import { eventually } from './products.ts';

const app = useApp();

const both = (text: string) => ({ 'en-CA': text, 'fr-CA': `${text} (fr)` });
const rights = ['View', 'Create', 'Edit'].map((right) => `Custom.Inquiry.${right}`);
const changes = [
  { kind: 'entity', name: 'inquiry', title: both('Inquiry'), plural: both('Inquiries'), rights: 'apart' },
  { kind: 'field', name: 'inquiry.Question', type: 'multiline', title: both('Question') },
  { kind: 'role', name: 'pricing', add: rights },
  {
    ...{ kind: 'publicForm', name: 'inquiry.ask', address: 'ask', title: both('Ask us') },
    ...{ consent: both('We keep your question for a year.'), thanks: both('We will answer soon.') },
    ...{ fields: [{ field: 'Name', required: true }, { field: 'Question' }], languages: ['en-CA', 'fr-CA'] },
    link: { fields: ['Question'], days: 2, once: true },
  },
];

const send = async (page: Page) => {
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByText('We will answer soon.').waitFor();
};

it('takes an answer without a login, and one more by the link of staff', async () => {
  const admin = await app.open('/', { user: 'admin' });
  const put = await admin.request.put('/api/configure/draft', { data: { Revision: 0, Put: changes } });
  expect(put.status(), await put.text()).toBe(200);
  const published = await admin.request.post('/api/configure/publish', { data: {} });
  expect(published.status(), await published.text()).toBe(201);

  const branding = '/api/branding/b4a2d1f0-5c1e-5a77-9d0b-6f3f4c2e1a01';
  const { Revision } = await (await admin.request.get(branding)).json();
  const brand = { Revision, Name: 'Northwind', Accent: '#177344' };
  expect((await admin.request.put(branding, { data: brand })).status()).toBe(200);

  const guest = await app.open('/f/ask', { viewport: { width: 390, height: 844 } });
  await guest.getByRole('heading', { name: 'Ask us' }).waitFor();
  await guest.getByText('Northwind', { exact: true }).waitFor();
  expect(
    await guest.evaluate(() => document.documentElement.style.getPropertyValue('--color-accent')),
  ).toContain(brand.Accent);
  await expectAccessible(guest);
  await guest.getByRole('button', { name: 'Send', exact: true }).click();
  await eventually(() => guest.getByRole('textbox', { name: 'Name' }).getAttribute('aria-invalid')).toBe(
    'true',
  );
  await guest.getByRole('textbox', { name: 'Name' }).fill('Hail damage');
  // What was typed is still there after a reload.
  await guest.waitForTimeout(1500);
  await guest.reload();
  await eventually(() => guest.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Hail damage');
  await send(guest);

  const staff = await app.open('/custom/inquiry', { user: 'pricing' });
  await staff.getByRole('link', { name: 'Hail damage' }).click();
  await staff.getByRole('button', { name: 'Link to a form' }).click();
  await staff.getByRole('button', { name: 'Create a link' }).click();
  const link = new URL(await staff.getByRole('dialog').getByText('/f/ask#').innerText());
  await guest.goto('/favicon.svg');
  await guest.goto(`${link.pathname}${link.hash}`);
  await guest.getByRole('textbox', { name: 'Question' }).fill('Is hail covered?');
  expect(await guest.getByRole('textbox', { name: 'Name' }).count()).toBe(0);
  await send(guest);
  const id = new URL(staff.url()).pathname.split('/').at(-1);
  const stored = await (await staff.request.get(`/api/custom/inquiry/${id}`)).json();
  expect(stored).toMatchObject({ Name: 'Hail damage', Question: 'Is hail covered?' });
});
