import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent, waitFor, within } from 'storybook/test';
import { publishing, texts, withDraft } from '../support/configuring.ts';
import { screen, slow } from '../support/onScreen.ts';
import { StoryApp } from '../support/StoryApp.tsx';

const meta: Meta<typeof StoryApp> = {
  title: 'Screens/Configurator',
  tags: ['no-code', 'builder', 'admin', 'field-editor'],
  component: StoryApp,
  parameters: { layout: 'fullscreen' },
  args: { userName: 'configurator', route: '/configure' },
};

export default meta;
type Story = StoryObj<typeof StoryApp>;

const draft = () => screen.findByRole('region', { name: 'Draft' }, slow);

export const FieldWithFindings: Story = {
  name: 'Findings of a draft field appear next to its inputs',
  args: {
    route: '/configure/entities/product/fields/Fee',
    prepare: withDraft({
      'field/product.Fee': { type: 'text', title: texts('Fee', 'Frais'), minLength: 9, maxLength: 5 },
    }),
  },
  play: async () => {
    const shortest = await screen.findByLabelText('Minimum length', undefined, slow);
    await waitFor(() => expect(shortest).toBeInvalid(), slow);
    await within(await draft()).findByText('1 error');
  },
};

export const FormOfText: Story = {
  name: 'Testing a text against its format',
  args: { route: '/configure/entities/product/fields/new' },
  play: async () => {
    await userEvent.click(await screen.findByRole('button', { name: /Text format/ }, slow));
    await userEvent.click(await screen.findByRole('option', { name: 'digits only' }));
    const tried = await screen.findByLabelText('Test a text');
    await userEvent.type(tried, '12a');
    await screen.findByText('Does not match');
  },
};

export const TriedLimits: Story = {
  name: 'The preview enforces unpublished limits',
  args: {
    route: '/configure/entities/product/fields/Motto',
    prepare: withDraft({
      'field/product.Motto': { type: 'text', title: texts('Motto', 'Devise'), maxLength: 5 },
      'place/product-create.general.item.Motto': {
        ...{ screen: 'product-create', block: 'general', as: 'item', section: 'sale' },
        ...{ field: 'Motto', after: 'IsStackable' },
      },
    }),
  },
  play: async () => {
    // The preview is recreated during input; the new one keeps what was typed.
    const motto = () => screen.getByRole('textbox', { name: 'Motto' });
    const fill = async (text: string) => {
      await waitFor(() => expect(motto()).toBeVisible(), slow);
      await userEvent.clear(motto());
      await userEvent.click(motto());
      await userEvent.paste(text);
      await userEvent.tab();
      await waitFor(() => expect(motto()).toHaveValue(text), slow);
    };
    await fill('Forward');
    await waitFor(() => expect(motto()).toBeInvalid(), slow);
    await fill('First');
    await waitFor(() => expect(motto()).toBeValid(), slow);
  },
};

export const EntityOverview: Story = {
  name: 'Entity: fields, rules, screens and uses',
  args: { route: '/configure/entities/product-group', locale: 'fr-CA' },
  play: async () => {
    const tabs = await screen.findAllByRole('tab', undefined, slow);
    await expect(tabs).toHaveLength(6);
    await expect(screen.getByRole('tabpanel').querySelectorAll('tbody tr').length).toBeGreaterThan(2);
  },
};

export const RoleGrid: Story = {
  name: 'Roles grid: a checkbox for each permission and role',
  args: { route: '/configure/roles?search=Configuration.Edit' },
  play: async () => {
    const may = 'Add fields and rules to the application';
    const own = await screen.findByRole('checkbox', { name: `Configurator: ${may}` }, slow);
    await expect(own).toBeChecked();
    await expect(screen.getByRole('checkbox', { name: `Viewer: ${may}` })).not.toBeChecked();
  },
};

export const DraftToPublish: Story = {
  name: 'Review: changes in words, and their effect on stored records',
  args: {
    prepare: withDraft({
      'field/product.Seats': { type: 'integer', title: texts('Seats', 'Places'), default: 4 },
    }),
  },
  play: async () => {
    const review = await screen.findByRole('button', { name: 'Review and publish' }, slow);
    await userEvent.click(review);
    const dialog = within(await screen.findByRole('dialog'));
    await dialog.findByText('Added: field “Seats” of Product');
    await dialog.findByText(/get the default of Seats/);
  },
};

export const Releases: Story = {
  name: 'Releases: the live one is marked and cannot be restored',
  args: {
    route: '/configure/releases',
    prepare: publishing('configurator', 'Short names', {
      'adjust/field.product.Name': { maxLength: 200 },
    }),
  },
  play: async () => {
    await screen.findByText('Short names', undefined, slow);
    const [restore] = screen.getAllByRole('button', { name: /^Restore/ });
    await expect(restore).toHaveAttribute('aria-disabled', 'true');
  },
};

const renamed = (title: string) => ({ title: texts(title, title) });

export const RebaseConflict: Story = {
  name: 'Conflict between two configurators, side by side',
  args: {
    route: '/configure/rebase',
    prepare: async (server) => {
      await withDraft({ 'adjust/field.product.Name': renamed('Label') })(server);
      await publishing('admin', 'Meanwhile', { 'adjust/field.product.Name': renamed('Designation') })(server);
    },
  },
  play: async () => {
    const update = 'Update the draft';
    await userEvent.click(await screen.findByRole('button', { name: update }, slow));
    const table = within(await screen.findByRole('table', undefined, slow));
    await expect(table.getByText(/Label/)).toBeVisible();
    await expect(table.getByText(/Designation/)).toBeVisible();
  },
};

export const UpgradeConflict: Story = {
  name: 'After an upgrade: the change, what it replaced and the new original',
  args: {
    route: '/configure/upgrade',
    prepare: withDraft({
      'adjust/field.product.Name': { ...renamed('Label'), was: renamed('Title') },
    }),
  },
  play: async () => {
    await screen.findByText('To decide', undefined, slow);
    const keep = screen.getByRole('radio', { name: 'Keep my change' });
    await userEvent.click(keep);
    await waitFor(() => expect(keep).toBeChecked());
  },
};

export const NonsenseImported: Story = {
  name: 'A malformed file is refused by name, and the draft stays unchanged',
  parameters: { shows: ['configure'] },
  args: { route: '/configure/files' },
  play: async () => {
    await screen.findByRole('button', { name: 'Choose files' }, slow);
    const input = document.querySelector<HTMLInputElement>('input[type=file]');
    const file = new File(['{ "kind": '], 'product.Fee.json', { type: 'application/json' });
    if (input) await userEvent.upload(input, file);
    await screen.findByText(/product\.Fee\.json/, undefined, slow);
    await expect(screen.queryByRole('region', { name: 'Draft' })).toBeNull();
  },
};

export const RuleEditor: Story = {
  name: 'Rule editor: examples need a rule first',
  args: { route: '/configure/entities/product/rules/new' },
  play: async () => {
    const add = await screen.findByRole('button', { name: 'Add an example' }, slow);
    await expect(add).toHaveAttribute('aria-disabled', 'true');
    await expect(screen.getByRole('button', { name: 'Add to the draft' })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
  },
};

export const Places: Story = {
  name: 'Moving a column with the arrow keys',
  args: { route: '/configure/screens/products' },
  play: async () => {
    const list = await screen.findByRole('list', { name: 'Columns' }, slow);
    const names = () =>
      within(list)
        .getAllByRole('listitem')
        .map((item) => item.textContent);
    const [first, second] = names();
    const [handle] = within(list).getAllByRole('button');
    handle?.focus();
    await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}');
    await waitFor(() => expect(names().slice(0, 2)).toEqual([second, first]), slow);
    await within(await draft()).findByText('1 unpublished change', undefined, slow);
  },
};

export const Canvas: Story = {
  name: 'Form canvas: arrow keys select, Alt moves, Shift resizes, Delete explains a refusal',
  args: { route: '/configure/screens/product-create' },
  play: async () => {
    const canvas = await screen.findByRole('application', undefined, slow);
    await waitFor(() => expect(canvas.querySelectorAll('[data-path]').length).toBeGreaterThan(3), slow);
    const paths = () =>
      [...canvas.querySelectorAll('[data-path]')].map((one) => one.getAttribute('data-path'));
    const [first, second] = paths();
    canvas.focus();
    await userEvent.keyboard('{ArrowDown}{ArrowDown}');
    await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}');
    await waitFor(() => expect(paths().slice(0, 2)).toEqual([second, first]), slow);
    await userEvent.keyboard('{Shift>}{ArrowLeft}{/Shift}');
    await waitFor(
      () => expect(canvas.querySelector(`[data-path="${first}"]`)).toHaveAttribute('data-twelfths'),
      slow,
    );
    await userEvent.keyboard('{Delete}');
    await screen.findAllByText(/no one could create a record/, undefined, slow);
    await within(await draft()).findByText('1 unpublished change', undefined, slow);
  },
};

export const ClosedCanvas: Story = {
  name: 'A screen about a system entity says why it cannot be rearranged',
  args: { route: '/configure/screens/user' },
  play: async () => {
    await screen.findByText(/The layout of this screen is fixed/, undefined, slow);
    await expect(screen.queryByRole('application')).toBeNull();
  },
};

export const LookupItem: Story = {
  name: 'Adding an item to a list of choices with numeric ids',
  args: { route: '/configure/lookups/agreement-type' },
  play: async () => {
    await userEvent.type(await screen.findByLabelText('Title in English', { exact: false }, slow), 'Waiver');
    await userEvent.type(screen.getByLabelText('Title in French', { exact: false }), 'Renonciation');
    await userEvent.click(screen.getByRole('button', { name: 'Add an item' }));
    await screen.findByText('6 · Waiver', undefined, slow);
    await expect(within(await draft()).queryByText(/error/)).toBeNull();
  },
};
