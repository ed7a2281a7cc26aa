/**
 * Trouble between two tabs on a profile and on an entity without code (troubles.test.ts has a product): nothing
 * that was typed is lost, nothing is stored twice, and nobody reads what another typed.
 */
import type { Locator, Page } from 'playwright';
import { beforeAll, expect, it } from 'vitest';
import { useApp } from './harness.ts';
import { eventually, readJson, shows } from './products.ts';
import { publish } from './releases.ts';

const app = useApp();
const both = (text: string) => ({ 'en-CA': text, 'fr-CA': `${text} (fr)` });

type Field = readonly [label: string, name: string];

type Kind = {
  /** Creates a record, and answers its page and its address in the API. */
  readonly make: (page: Page, name: string) => Promise<{ readonly at: string; readonly api: string }>;
  /** Two texts of its form, by label and name; the first is its name. */
  readonly fields: readonly [Field, Field];
  /** Someone else who may edit it. */
  readonly colleague: 'manager' | 'profiles';
};

async function created(page: Page, path: string, data: object): Promise<string> {
  const answer = await page.request.post(`/api${path}`, { data });
  expect(answer.status(), await answer.text()).toBe(201);
  return String(answer.headers().location?.split('/').at(-1));
}

type Items = { readonly Items: readonly { readonly Id: string }[] };

const kinds: Readonly<Record<string, Kind>> = {
  'a profile': {
    make: async (page, TradingName) => {
      const address = { AddressTypeId: 1, AddressLine1: '1 Main Street', City: 'Ottawa', CountryId: 'CA' };
      const id = await created(page, '/profile/lienholder', {
        ...{ TradingName, GreatPlainsVendorId: `V-${Date.now()}` },
        Addresses: [{ ...address, ProvinceId: 'ON', PostalCode: 'K1P 1J9' }],
      });
      return { at: `/profile/lienholder/${id}`, api: `/api/profile/lienholder/${id}` };
    },
    fields: [
      ['Trading name', 'TradingName'],
      ['Account ID', 'AccountFriendlyId'],
    ],
    colleague: 'profiles',
  },
  'an entity without code': {
    make: async (page, Name) => {
      const id = await created(page, '/custom/errand', { Name, Note: 'As made.', Lines: [{ Item: 'One' }] });
      return { at: `/custom/errand/${id}`, api: `/api/custom/errand/${id}` };
    },
    fields: [
      ['Name', 'Name'],
      ['Note', 'Note'],
    ],
    colleague: 'manager',
  },
};

const box = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const button = (page: Page | Locator, name: string) => page.getByRole('button', { name, exact: true });

/** Two tabs of one browser on the same record; the first hears nothing of changes before it saves. */
async function twoTabs({ make, fields: [[name]] }: Kind, title: string) {
  const first = await app.open('/favicon.svg', { user: 'admin' });
  const record = await make(first, title);
  await first.route('**/api/events', (route) => route.abort());
  const second = await first.context().newPage();
  for (const tab of [first, second]) {
    await tab.goto(record.at);
    await eventually(() => box(tab, name).inputValue()).toBe(title);
  }
  return { first, second, ...record };
}

/** A field on the form of the entity. */
const placed = (field: string) => ({
  [`place/errand-create.form.item.${field}`]: {
    ...{ field, screen: 'errand-create', block: 'form', section: 'main', as: 'item' },
  },
});

beforeAll(async () => {
  const page = await app.open('/favicon.svg', { user: 'admin' });
  const every = ['View', 'Create', 'Edit', 'Delete'].map((right) => `Custom.Errand.${right}`);
  await publish(page, {
    'entity/errand': { title: both('Errand'), plural: both('Errands'), rights: 'apart' },
    'field/errand.Note': { type: 'text', title: both('Note') },
    'field/errand.Lines': {
      ...{ type: 'rows', title: both('Lines') },
      fields: [{ name: 'Item', type: 'text', title: both('Item') }],
    },
    ...placed('Note'),
    ...placed('Lines'),
    'role/manager': { add: every },
  });
});

it.each(Object.entries(kinds))('%s saved in another tab: both sides, a choice per field', async (_, kind) => {
  const { first, second, api } = await twoTabs(kind, 'Made once');
  const [[name, stored], [other, otherStored]] = kind.fields;
  await box(second, name).fill('Of the second tab');
  await button(second, 'Save').first().click();
  await eventually(async () => (await (await second.request.get(api)).json())[stored]).toBe(
    'Of the second tab',
  );
  await box(first, name).fill('Of the first tab');
  await box(first, other).fill('Typed in the first tab');
  await button(first, 'Save').first().click();
  const dialog = first.getByRole('dialog', { name: 'Someone else saved this first' });
  const group = dialog.getByRole('group', { name });
  await shows(group.getByText('Of the first tab'), group.getByText('Of the second tab'));
  await group.getByRole('radio', { name: /Mine/ }).check();
  await button(dialog, 'Use these choices').click();
  await dialog.waitFor({ state: 'detached' });
  await eventually(async () => (await first.request.get(api)).json()).toMatchObject({
    [stored]: 'Of the first tab',
    [otherStored]: 'Typed in the first tab',
  });
});

it.each(Object.entries(kinds))(
  '%s deleted in another tab: said in words, and what was typed stays',
  async (_, kind) => {
    const { first, api } = await twoTabs(kind, 'Gone soon');
    const [, [other]] = kind.fields;
    await box(first, other).fill('Typed when it was gone');
    expect((await first.request.delete(api)).status()).toBeLessThan(300);
    await button(first, 'Save').first().click();
    await shows(first.getByText(/^This record was deleted in the meantime/).first());
    expect(await box(first, other).inputValue()).toBe('Typed when it was gone');
  },
);

it.each(Object.entries(kinds))('%s: a draft is offered to its author alone', async (_, kind) => {
  const { first: page, at } = await twoTabs(kind, 'Private');
  const [, [other]] = kind.fields;
  await box(page, other).fill('For my eyes only');
  page.on('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await shows(button(page, 'Restore'));
  const as = async (UserName: string) => {
    const answer = await page.request.post('/api/session', { data: { UserName, Password: 'demo' } });
    expect(answer.status()).toBe(200);
    await page.goto('/favicon.svg');
    await page.goto(at);
    await shows(box(page, other));
  };
  await as(kind.colleague);
  expect(await button(page, 'Restore').count()).toBe(0);
  expect(await page.locator('body').innerText()).not.toContain('For my eyes only');
  await as('admin');
  await button(page, 'Restore').click();
  expect(await box(page, other).inputValue()).toBe('For my eyes only');
});

it.each([
  ['for a moment', false],
  ['for longer than the page repeats its call', true],
])('a record that is saved while the network is gone %s is made once', async (_, isLong) => {
  const name = `Made after the tunnel ${isLong ? 'twice' : 'once'}`;
  const page = await app.open('/custom/errand/new', { user: 'admin' });
  await box(page, 'Name').fill(name);
  let [isFirst, isGone] = [true, true];
  // The server carries it out, and its answer is lost.
  await page.route('**/api/custom/errand', async (route) => {
    if (!isGone || route.request().method() !== 'POST') return route.continue();
    isGone = isLong;
    if (isFirst) await route.fetch();
    isFirst = false;
    return route.abort('connectionreset');
  });
  await button(page, 'Save').click();
  if (isLong) {
    await shows(page.getByText('Connecting again…'));
    await shows(page.getByText(/cannot be reached/).first());
    expect(await box(page, 'Name').inputValue()).toBe(name);
    isGone = false;
    await button(page, 'Save').click();
  }
  await shows(page.getByRole('link', { name }));
  const query = `FilterProperty=Name&FilterOperator=eq&FilterValue=${encodeURIComponent(name)}`;
  expect((await readJson<Items>(page, `/custom/errand?pageSize=10&${query}`)).Items).toHaveLength(1);
});

it.each(Object.entries(kinds))(
  '%s: a release published meanwhile leaves what is typed, and it is saved',
  async (_, kind) => {
    const { first, api } = await twoTabs(kind, 'Under way');
    await first.unrouteAll();
    const [, [other, stored]] = kind.fields;
    await box(first, other).fill('Typed before the release');
    const configurator = await app.open('/favicon.svg', { user: 'admin' });
    const field = `Late${stored}`;
    await publish(configurator, { [`field/errand.${field}`]: { type: 'text', title: both(field) } });
    await button(first, 'Save').first().click();
    await eventually(async () => (await (await first.request.get(api)).json())[stored]).toBe(
      'Typed before the release',
    );
  },
);

it.each(Object.entries(kinds))('%s: signed out in another tab, nothing typed is lost', async (_, kind) => {
  const { first, second, api } = await twoTabs(kind, 'Signed out');
  const [, [other, stored]] = kind.fields;
  await box(first, other).fill('Typed before signing out');
  // Together with the save: an earlier call would ask for the sign-in before Save is pressed.
  await first.route(
    `**${api}*`,
    async (route) => {
      expect((await second.request.delete('/api/session')).status()).toBeLessThan(300);
      await route.continue();
    },
    { times: 1 },
  );
  await button(first, 'Save').first().click();
  const dialog = first.getByRole('alertdialog', { name: 'Your session has ended' });
  await dialog.getByLabel('Password', { exact: true }).fill('demo');
  await button(dialog, 'Sign in').click();
  await dialog.waitFor({ state: 'detached' });
  // The save that was refused goes on by itself.
  await eventually(async () => (await (await first.request.get(api)).json())[stored]).toBe(
    'Typed before signing out',
  );
});
