/**
 * Every window that sends a call treats refusals alike: it stays open until the answer, shows each error at
 * its field, keeps what was typed, and retries under one key.
 */
import type { Locator, Page, Route } from 'playwright';
import { expect, it } from 'vitest';
import { expectAccessible, screenshot, useApp } from './harness.ts';
import { eventually, shows, visit } from './products.ts';

const app = useApp();
const barrie = '2b1ca49b-997d-5fc0-a607-edbbb5b188d9';
const dialogOf = (page: Page) => page.getByRole('dialog');
const button = (at: Page | Locator, name: string | RegExp) =>
  at.getByRole('button', { name, ...(typeof name === 'string' && { exact: true }) });

type Window = {
  readonly open: (page: Page) => Promise<void>;
  readonly user?: 'admin' | 'configurator';
  readonly address: string;
  /** Types into a field, and returns it. */
  readonly fill: (dialog: Locator) => Promise<Locator>;
  readonly main: string;
  readonly call: string;
  /** Changes nothing, so it has no key. */
  readonly reads?: boolean;
  /** The path of an error in the body → the name of the field it belongs to. */
  readonly path: string;
  readonly field: string;
};

const typed = (field: Locator, text: string) => field.fill(text).then(() => field);

const windows: Readonly<Record<string, Window>> = {
  'a saved view': {
    address: '/products',
    open: async (page) => {
      await button(page, /^Views/).click();
      await page.getByRole('menuitem', { name: 'Save as a view…', exact: true }).click();
    },
    fill: (dialog) => typed(dialog.getByRole('textbox', { name: 'Name' }), 'Spring'),
    main: 'Save',
    call: '**/api/view',
    path: '/Name',
    field: 'Name',
  },
  'a bulk change': {
    address: '/products',
    open: (page) => button(page, 'Change many…').click(),
    fill: async (dialog) => {
      await dialog.getByRole('button', { name: /^Choose|Field/ }).click();
      await dialog.page().getByRole('option', { name: 'Description' }).click();
      return typed(dialog.getByRole('textbox', { name: 'Description' }), 'For all of them');
    },
    main: 'Preview',
    call: '**/api/bulk/preview',
    reads: true,
    path: '/Value',
    field: 'Value',
  },
  'questions of an action': {
    address: `/profile/dealer/${barrie}#tab-accounting`,
    open: async (page) => {
      await button(page.locator('[data-block=cards]'), 'Add a card').click();
    },
    fill: async (dialog) => {
      await dialog.getByRole('textbox', { name: 'Card number' }).fill('4111 1111 1111 1111');
      await dialog.getByRole('textbox', { name: 'Expiry' }).fill('09/28');
      return typed(dialog.getByRole('textbox', { name: 'Cardholder' }), 'Ann Lee');
    },
    main: 'Add a card',
    call: '**/api/cardvault/temporarytoken',
    path: '/Number',
    field: 'Number',
  },
  'a new role': {
    user: 'configurator',
    address: '/configure/roles',
    open: (page) => button(page, 'New role').click(),
    fill: async (dialog) => {
      await dialog.getByRole('textbox', { name: /English/ }).fill('Adjuster');
      return typed(dialog.getByRole('textbox', { name: /French/ }), 'Expert en sinistres');
    },
    main: 'Save to the draft',
    call: '**/api/configure/draft/edits',
    path: '/Edits/0/put/title/fr-CA',
    field: 'title.fr-CA',
  },
  'a renamed entity': {
    user: 'configurator',
    address: '/configure/entities/product',
    open: (page) => button(page, 'Rename').click(),
    fill: (dialog) => typed(dialog.getByRole('textbox', { name: /French/ }).first(), 'Offre'),
    main: 'Save to the draft',
    call: '**/api/configure/draft/edits',
    path: '/Edits/0/put/plural',
    field: 'plural.en-CA',
  },
};

const answerWith = (status: number, json: object) => (route: Route) => route.fulfill({ status, json });

it.each(Object.entries(windows))('%s: refused at its field, lost, retried', async (name, window) => {
  const page = await visit(app, '/favicon.svg', { user: window.user ?? 'admin' });
  if (window.user) await page.request.delete('/api/configure/draft');
  await page.goto(window.address);
  await window.open(page);
  const dialog = dialogOf(page);
  const field = await window.fill(dialog);
  const value = await field.inputValue();
  const main = button(dialog, window.main);
  const keys: (string | undefined)[] = [];
  const refuse = async (answer: (route: Route) => Promise<void>) => {
    await page.unroute(window.call);
    await page.route(window.call, (route) => {
      keys.push(route.request().headers()['idempotency-key']);
      return answer(route);
    });
    await main.click();
  };

  const ValidationErrors = [
    { Key: window.path.slice(1).replaceAll('/', '.'), Path: window.path, Value: 'No to this.' },
  ];
  await refuse(answerWith(422, { Message: 'Refused.', ValidationErrors }));
  const place = dialog.locator(`[data-name="${window.field}"]`);
  await shows(place.getByText('No to this.'));
  const alert = dialog.getByRole('alert').first();
  await eventually(() => alert.getByRole('button').count()).toBe(1);
  await eventually(() =>
    place.evaluate(
      (one) => one.contains(document.activeElement) && document.activeElement?.getAttribute('aria-invalid'),
    ),
  ).toBe('true');
  expect(await field.inputValue()).toBe(value);
  await screenshot(page, `refused-${name.replaceAll(' ', '-')}`);
  await expectAccessible(page);

  for (const status of [403, 409, 500]) {
    await refuse(answerWith(status, { Message: `Sorry ${status}.` }));
    await shows(alert.getByText(`Sorry ${status}.`));
    expect(await field.inputValue()).toBe(value);
  }

  keys.length = 0;
  if (window.user) return expectKept({ page, dialog, field, value, refuse, window });
  // The answer is lost: the window says so, and the retry carries the same key.
  await refuse((route) => route.abort());
  await eventually(() => main.isEnabled()).toBe(true);
  await shows(alert);
  const [lost] = keys.splice(0);
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await refuse(async (route) => {
    await held;
    await route.abort();
  });
  // Held until the answer: a second press, Escape and a click beside do nothing.
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await page.mouse.click(5, 5);
  expect(await dialog.count()).toBe(1);
  expect(await page.getByRole('alertdialog').count()).toBe(name === 'a bulk change' ? 1 : 0);
  release();
  await eventually(() => keys.length > 0).toBe(true);
  expect(lost === undefined).toBe(window.reads === true);
  expect(keys[0]).toBe(lost);
  expect(await field.inputValue()).toBe(value);
  await page.unroute(window.call);
});

type Kept = {
  readonly page: Page;
  readonly dialog: Locator;
  readonly field: Locator;
  readonly value: string;
  readonly refuse: (answer: (route: Route) => Promise<void>) => Promise<void>;
  readonly window: Window;
};

/** The configurator keeps an edit that got no answer, and sends it again by itself. */
async function expectKept({ page, dialog, field, value, refuse, window }: Kept) {
  let count = 0;
  await refuse((route) => {
    count += 1;
    return route.abort();
  });
  await eventually(() => count > 1).toBe(true);
  expect(await field.inputValue()).toBe(value);
  await page.unroute(window.call);
  await dialog.waitFor({ state: 'detached' });
}
