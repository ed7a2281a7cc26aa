import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent, waitFor, within } from 'storybook/test';
import type { DataRecord, Model } from '#engine';
import { gone, screen, slow } from '../support/onScreen.ts';
import { running, StoryApp } from '../support/StoryApp.tsx';
import { productIn } from '../support/samples.ts';
import type { Interception } from '../support/startStoryServer.ts';

const meta: Meta<typeof StoryApp> = {
  title: 'Screens/Product form',
  tags: ['form', 'wizard', 'create-page'],
  component: StoryApp,
  parameters: { layout: 'fullscreen' },
};

export default meta;
type Story = StoryObj<typeof StoryApp>;

const inDesign = (model: Model) => `/products/${productIn(model, 'InDesign', 3).Id}`;

const field = (label: string) => screen.findByRole('textbox', { name: label }, slow);
const combo = (label: string) => screen.findByRole('combobox', { name: label }, slow);
const button = (name: string | RegExp) => screen.findByRole('button', { name }, slow);
const press = async (name: string | RegExp) => userEvent.click(await button(name));

async function put(label: string, text: string): Promise<void> {
  const input = await field(label);
  await userEvent.clear(input);
  await userEvent.type(input, text);
}

/** Waits until an open list shows no loading line. */
async function loaded(): Promise<void> {
  await screen.findByRole('listbox', undefined, slow);
  await waitFor(() => expect(screen.queryByText('Loading…')).toBeNull(), slow);
}

/** Opens a reference and picks the first choice, or the one with this name. */
async function pick(label: string, name?: string): Promise<string> {
  await userEvent.click(await combo(label));
  await loaded();
  const choices = await screen.findAllByRole('option', name ? { name } : undefined, slow);
  const text = choices[0]?.textContent ?? '';
  await userEvent.click(choices[0] as HTMLElement);
  await waitFor(() => expect(screen.queryByRole('listbox')).toBeNull());
  return text;
}

async function choices(label: string): Promise<string[]> {
  const input = await combo(label);
  await userEvent.click(input);
  await loaded();
  const options = await screen.findAllByRole('option', undefined, slow);
  const texts = options.map((option) => option.textContent ?? '');
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('listbox')).toBeNull());
  return texts;
}

/** The main form of an existing product. */
const general = () => screen.findByRole('region', { name: 'General settings' }, slow);

const today = () => new Date(Date.now() - new Date().getTimezoneOffset() * 60_000).toISOString().slice(0, 10);

export const New: Story = {
  name: 'New product: title, back link, button, defaults',
  tags: ['C-028', 'C-086', 'C-087', 'C-088', 'C-152'],
  args: { route: '/products/new' },
  play: async () => {
    await expect(
      await screen.findByRole('heading', { level: 1, name: 'Create product' }, slow),
    ).toBeVisible();
    const trail = within(screen.getByRole('navigation', { name: 'Breadcrumb' }));
    await expect(
      trail.getAllByRole('listitem').map((item) => item.textContent?.replace(/[/>]/g, '')),
    ).toEqual(['Products', 'Create product']);
    await expect(await button('Save & Configure')).toBeDisabled();
    await waitFor(async () => expect(await field('Name')).toHaveFocus(), slow);
    await expect(screen.getByRole('checkbox', { name: 'Stackable' })).toBeChecked();
    await expect(await field('Launch Date')).toHaveValue(today());
    await expect(await field('End Date')).toHaveValue('');
  },
};

export const CancelNew: Story = {
  name: 'Cancelling a new product returns to the products list',
  tags: ['C-089'],
  args: { route: '/products/new' },
  play: async () => {
    await press('Cancel');
    await expect(await screen.findByRole('grid', { name: 'Products' }, slow)).toBeVisible();
  },
};

export const Required: Story = {
  name: 'Missing values are marked at their fields; the first one has focus',
  tags: ['C-195', 'C-196', 'C-197', 'C-198', 'C-199'],
  args: { route: '/products/new' },
  play: async () => {
    await put('Name', 'x'.repeat(257));
    await put('Version', '12345678901234567');
    await press('Save & Configure');
    const summary = within(await screen.findByRole('alert'));
    for (const label of ['Code', 'Brand', 'Product Type', 'Underwriter', 'Quote Expiry', 'Description'])
      await expect(summary.getByRole('button', { name: new RegExp(`^${label}: .*required`) })).toBeVisible();
    await expect(summary.getByRole('button', { name: /^Name: Enter at most 256/ })).toBeVisible();
    await expect(summary.getByRole('button', { name: /^Version: Enter at most 16/ })).toBeVisible();
    await expect(summary.queryByRole('button', { name: /^Product Group/ })).toBeNull();
    await waitFor(async () => expect(await field('Name')).toHaveFocus());
    await userEvent.click(summary.getByRole('button', { name: /^Code/ }));
    await expect(await field('Code')).toHaveFocus();
  },
};

export const RefusedInFrench: Story = {
  name: 'A refused save, on a phone and in French',
  args: { route: '/products/new', locale: 'fr-CA' },
  globals: { locale: 'fr-CA', viewport: { value: 'narrow' } },
  play: async () => {
    await put('Nom', 'x'.repeat(257));
    await press('Enregistrer et configurer');
    const summary = within(await screen.findByRole('alert'));
    await expect(
      summary.getByRole('button', { name: /« Code ».* obligatoire|^Code.*obligatoire/ }),
    ).toBeVisible();
    await waitFor(async () => expect(await field('Nom')).toHaveFocus());
  },
};

export const Create: Story = {
  name: 'After creation, the page of the new product opens',
  tags: ['C-153', 'C-085'],
  args: { route: '/products/new' },
  play: async () => {
    await put('Name', 'Harvest Shield');
    await put('Code', 'HRV-100');
    await put('Version', '1.0');
    await pick('Brand');
    await pick('Product Type');
    await pick('Underwriter');
    await put('Description', 'A product made by a story.');
    await userEvent.click(
      await screen.findByRole('button', { name: /Choose… *Quote Expiry|Quote Expiry *Choose…/ }),
    );
    await userEvent.click(await screen.findByRole('option', { name: '30 days' }));
    await press('Save & Configure');
    await expect(
      await screen.findByRole('heading', { level: 1, name: 'Harvest Shield' }, slow),
    ).toBeVisible();
    await expect(await button('Save')).toBeDisabled();
    await expect(screen.getByRole('navigation', { name: 'Breadcrumb' })).toHaveTextContent(
      /Products.*Harvest Shield/,
    );
  },
};

export const BrandAndGroup: Story = {
  name: 'A brand limits the groups; a group selects its brand',
  tags: ['C-158', 'C-159'],
  args: { route: '/products/new' },
  play: async () => {
    const allGroups = await choices('Product Group');
    const allBrands = await choices('Brand');
    await expect(await combo('Brand')).toHaveValue('');
    const group = await pick('Product Group');
    await waitFor(async () => expect(await combo('Brand')).not.toHaveValue(''));
    const brand = (await combo('Brand')) as HTMLInputElement;
    await expect(await choices('Brand')).toEqual([brand.value]);
    const narrowed = await choices('Product Group');
    await expect(narrowed.length).toBeLessThan(allGroups.length);
    await expect(narrowed).toContain(group);
    // Clearing both restores all choices.
    await userEvent.clear(await combo('Product Group'));
    await userEvent.tab();
    await waitFor(async () => expect(await choices('Brand')).toEqual(allBrands));
  },
};

export const Editable: Story = {
  name: 'Save needs a change; Clear All reverts it; saving leaves the form clean',
  tags: ['C-084', 'C-090', 'C-091', 'C-154', 'C-155'],
  args: { route: inDesign },
  play: async () => {
    const name = (await field('Name')) as HTMLInputElement;
    const stored = name.value;
    await expect(await button('Save')).toBeDisabled();
    await userEvent.type(name, ' Plus');
    await expect(await button('Save')).toBeEnabled();
    await press('Clear All');
    await expect(name).toHaveValue(stored);
    await expect(await button('Save')).toBeDisabled();

    await userEvent.type(name, ' Plus');
    await press('Save');
    await waitFor(async () => expect(await button('Save')).toBeDisabled(), slow);
    await expect(name).toHaveValue(`${stored} Plus`);
    // The stored record is current: the title, and what Clear All restores.
    await expect(
      await screen.findByRole('heading', { level: 1, name: `${stored} Plus` }, slow),
    ).toBeVisible();
    await userEvent.type(name, '!');
    await press('Clear All');
    await expect(name).toHaveValue(`${stored} Plus`);
  },
};

export const EndDate: Story = {
  name: 'The end date must be in the future and after the launch',
  tags: ['C-201', 'C-202', 'C-203', 'C-204'],
  args: { route: inDesign },
  play: async () => {
    await put('Launch Date', '2020-06-01');
    await put('End Date', '2020-05-01');
    await press('Save');
    const summary = await screen.findByRole('alert');
    await expect(summary).toHaveTextContent('Error, Product End Date must be a date in the future.');
    await expect(summary).toHaveTextContent('Error, Product End Date must be after Launch Date.');
    await expect(summary.querySelectorAll('strong')).toHaveLength(2);
    await put('End Date', '2099-01-01');
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  },
};

export const ReadOnly: Story = {
  name: 'Read-only product: values as plain text, checkboxes disabled',
  tags: ['C-156'],
  args: { route: (model) => `/products/${productIn(model, 'Deactivated').Id}` },
  play: async () => {
    await expect(await screen.findByRole('group', { name: 'Name' }, slow)).not.toHaveTextContent(/^–$/);
    const form = within(await general());
    await expect(form.queryByRole('textbox')).toBeNull();
    await expect(form.queryByRole('combobox')).toBeNull();
    for (const box of form.getAllByRole('checkbox')) await expect(box).toBeDisabled();
    await expect(await button('Save')).toBeDisabled();
  },
};

export const Active: Story = {
  name: 'Active product: only the description is editable',
  tags: ['C-157'],
  args: { route: (model) => `/products/${productIn(model, 'Active').Id}` },
  play: async () => {
    const description = await field('Description');
    await expect(within(await general()).getAllByRole('textbox')).toEqual([description]);
    await userEvent.type(description, ' More.');
    await press('Save');
    await waitFor(async () => expect(await button('Save')).toBeDisabled(), slow);
  },
};

export const AsViewer: Story = {
  args: { route: inDesign, userName: 'viewer' },
  play: async () => {
    await expect(await screen.findByRole('group', { name: 'Code' }, slow)).toBeVisible();
    await expect(screen.getByText(/You need the permission/)).toBeVisible();
    await expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
  },
};

/** Answers as if another person had saved first. */
async function someoneElse(change: DataRecord): Promise<void> {
  running.server?.intercept({
    method: 'PUT',
    path: /\/product$/,
    answer: async (request, pass) => {
      const stored = (await request.clone().json()) as DataRecord;
      const theirs = { ...stored, ...change, Revision: stored.Revision };
      await running.server?.fetch('/api/product', {
        method: 'PUT',
        body: JSON.stringify(theirs),
        headers: json,
      });
      return pass();
    },
  });
}

const json = { 'Content-Type': 'application/json' };

export const Conflict: Story = {
  args: { route: inDesign },
  play: async () => {
    await put('Code', 'MINE-1');
    await someoneElse({ Code: 'THEIRS-1', Description: 'Changed by someone else.' });
    await press('Save');
    const dialog = within(await screen.findByRole('dialog', { name: 'Someone else saved this first' }, slow));
    await expect(dialog.getByText('THEIRS-1')).toBeInTheDocument();
    await userEvent.click(dialog.getByRole('button', { name: 'Use these choices' }));
    await waitFor(async () => expect(await button('Save')).toBeDisabled(), slow);
    await expect(await field('Code')).toHaveValue('MINE-1');
    await expect(await field('Description')).toHaveValue('Changed by someone else.');
  },
};

export const ConnectionLost: Story = {
  args: { route: inDesign },
  play: async () => {
    await put('Code', 'OFFLINE-1');
    running.server?.intercept({
      method: 'PUT',
      path: /\/product$/,
      // A proxy that knows of a long outage: the call is not repeated.
      answer: () => new Response('', { status: 503, headers: { 'retry-after': '60' } }),
    });
    await press('Save');
    await expect(await screen.findByText(/cannot be reached. Nothing you entered is lost/)).toBeVisible();
    await expect(await field('Code')).toHaveValue('OFFLINE-1');
    await press('Save');
    await waitFor(async () => expect(await button('Save')).toBeDisabled(), slow);
    await gone(() => screen.queryByText(/cannot be reached. Nothing you entered is lost/));
  },
};

export const ConnectingAgain: Story = {
  args: { route: inDesign },
  play: async () => {
    await put('Code', 'AGAIN-1');
    let [end, isRepeated] = [() => {}, false];
    const put502 = (answer: Interception['answer']) =>
      running.server?.intercept({ method: 'PUT', path: /\/product$/, answer });
    const away = () => new Response('', { status: 502 });
    put502(away);
    put502(async () => {
      isRepeated = true;
      await new Promise<void>((resolve) => {
        end = resolve;
      });
      return away();
    });
    await press('Save');
    await expect(await screen.findByText('Connecting again…', undefined, slow)).toBeVisible();
    await expect(isRepeated).toBe(true);
    await expect(await field('Code')).toHaveValue('AGAIN-1');
    end();
    await waitFor(async () => expect(await button('Save')).toBeDisabled(), slow);
    await gone(() => screen.queryByText('Connecting again…'));
    await expect(screen.queryByText(/cannot be reached/)).toBeNull();
  },
};

export const Draft: Story = {
  args: { route: inDesign },
  play: async () => {
    await put('Code', 'DRAFT-1');
    const place = () =>
      Object.keys(sessionStorage).find((key) => /^formwright\.draft\..*\.product\./.test(key));
    await waitFor(() => expect(place()).toBeDefined(), slow);
    const [key, kept] = [place() as string, sessionStorage.getItem(place() as string) as string];

    // A reload leaves without a question; navigation asks, and then drops the draft.
    await userEvent.click(within(screen.getByRole('navigation', { name: 'Breadcrumb' })).getByRole('link'));
    await press('Leave and discard changes');
    const list = within(await screen.findByRole('grid', { name: 'Products' }, slow));
    await gone(place);
    sessionStorage.setItem(key, kept);
    await userEvent.type(screen.getByRole('searchbox', { name: 'Code' }), 'BOR-GAP');
    await waitFor(
      () => expect(list.getAllByRole('link')[0]).toHaveTextContent('Boréal Automobiles GAP'),
      slow,
    );
    const id = key.split('.').at(-1);
    const row = document.querySelector(`[data-row="${id}"] a`);
    await userEvent.click(row as HTMLElement);
    await expect(await screen.findByText(/^You have unsaved work from .*\.$/, undefined, slow)).toBeVisible();
    await expect(await field('Code')).not.toHaveValue('DRAFT-1');
    await press('Restore');
    await expect(await field('Code')).toHaveValue('DRAFT-1');
    await expect(await button('Save')).toBeEnabled();
    await press('Clear All');
  },
};

export const Keyboard: Story = {
  args: { route: inDesign },
  play: async () => {
    const code = await field('Code');
    await userEvent.type(code, '-K');
    await userEvent.keyboard('{Alt>}/{/Alt}');
    const why = await screen.findByRole('dialog', { name: 'Explain “Code”' });
    await expect(why).toHaveTextContent('Required');
    await userEvent.keyboard('{Escape}');
    await gone(() => screen.queryByRole('dialog'));
    await userEvent.click(code);
    await userEvent.keyboard('{Control>}s{/Control}');
    await waitFor(async () => expect(await button('Save')).toBeDisabled(), slow);
  },
};

export const French: Story = {
  args: { route: inDesign, locale: 'fr-CA' },
  globals: { locale: 'fr-CA' },
  play: async () => void (await field('Nom')),
};

export const Dark: Story = {
  args: { route: inDesign },
  globals: { theme: 'dark' },
  play: async () => void (await field('Name')),
};
