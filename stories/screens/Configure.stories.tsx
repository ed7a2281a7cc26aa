import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, userEvent, waitFor, within } from 'storybook/test';
import { screen, slow } from '../support/onScreen.ts';
import { StoryApp } from '../support/StoryApp.tsx';

const meta: Meta<typeof StoryApp> = {
  title: 'Screens/Configurator',
  component: StoryApp,
  parameters: { layout: 'fullscreen' },
  args: { userName: 'configurator', route: '/configure' },
};

export default meta;
type Story = StoryObj<typeof StoryApp>;

const draft = () => screen.findByRole('region', { name: 'Draft' }, slow);

export const RuleEditor: Story = {
  name: 'a rule is asked for before its examples',
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
  name: 'a column is moved with the arrow keys, and the draft says so',
  args: { route: '/configure/screens/products' },
  play: async () => {
    const list = await screen.findByRole('list', { name: 'Columns' }, slow);
    const names = () =>
      within(list)
        .getAllByRole('listitem')
        .map((item) => item.textContent);
    const [first, second] = names();
    const [handle] = within(list).getAllByRole('button', { name: /^Move / });
    handle?.focus();
    await userEvent.keyboard('{ArrowDown}');
    await waitFor(() => expect(names().slice(0, 2)).toEqual([second, first]), slow);
    await within(await draft()).findByText('1 change not published yet', undefined, slow);
  },
};

export const LookupItem: Story = {
  name: 'an item comes into a list of choices, also one that knows its items by numbers',
  args: { route: '/configure/lookups/agreement-type' },
  play: async () => {
    await userEvent.type(await screen.findByLabelText('Title in English', { exact: false }, slow), 'Waiver');
    await userEvent.type(screen.getByLabelText('Title in French', { exact: false }), 'Renonciation');
    await userEvent.click(screen.getByRole('button', { name: 'Add an item' }));
    await screen.findByText('6 · Waiver', undefined, slow);
    await expect(within(await draft()).queryByText(/error/)).toBeNull();
  },
};
