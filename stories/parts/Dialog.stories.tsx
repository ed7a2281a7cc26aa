import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, screen, waitFor } from 'storybook/test';
import { AlertDialog, Button, ConfirmDialog, Dialog, InlineForm, TextInput } from '#renderer';
import { docsOf } from '../docs/about.ts';
import { controlsOfPart } from '../docs/partControls.ts';

const meta = {
  title: 'Parts/Dialog',
  tags: ['modal', 'popup', 'overlay', 'window'],
  component: Dialog,
  args: {
    title: 'Edit mutuals',
    children: 'What is excluded and included together with this item.',
    onClose: () => {},
    actions: (
      <>
        <Button>Cancel</Button>
        <Button tone="primary">OK</Button>
      </>
    ),
  },
  argTypes: controlsOfPart(Dialog),
  parameters: {
    about: docsOf({
      parts: ['Dialog', 'InlineForm'],
      what: 'A question that must be answered before work continues.',
      use: ['A question before an action that cannot be undone', 'A short task that belongs to one row'],
      not: ['A message without a question: Toasts', 'A long form: a page'],
      anatomy: [
        'Title: what it is about',
        'Content: scrolls by itself',
        'Buttons: at the end; before a dangerous action, No has focus',
      ],
      keyboard: { Tab: 'Stays inside', Esc: 'Closes without a change' },
      screenReader: '“Edit mutuals, dialog.” On closing, focus returns to where it was.',
      frame: 460,
    }),
  },
} satisfies Meta<typeof Dialog>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Medium: Story = {};
export const Small: Story = { args: { size: 'small' } };
export const Large: Story = { args: { size: 'large' } };
export const Alert: Story = {
  render: () => (
    <AlertDialog
      text="<b>Error</b>, the plan could not be removed: it is used by <i>Gold</i>."
      onClose={() => {}}
    />
  ),
};
export const Confirm: Story = {
  render: () => (
    <ConfirmDialog text="Are you sure you want to delete the plan Gold?" tone="danger" onAnswer={() => {}} />
  ),
};
export const DangerStartsAtNo: Story = {
  render: () => <ConfirmDialog text="Delete the plan <b>Gold</b>?" tone="danger" onAnswer={() => {}} />,
  play: async ({ userEvent }) => {
    const no = await screen.findByRole('button', { name: 'No' });
    await waitFor(() => expect(no).toHaveFocus());
    await userEvent.tab();
    await expect(screen.getByRole('button', { name: 'Yes' })).toHaveFocus();
    await userEvent.tab();
    await expect(no).toHaveFocus();
    await expect(screen.getByText('Gold').tagName).toBe('STRONG');
  },
};

const added = fn();
const closed = fn();

/** The same in a list: Enter adds, and Escape closes it, after a question if something was entered. */
export const InThePage: Story = {
  render: () => (
    <InlineForm title="Notes" close="Close" main={{ label: 'Add', onPress: added }} onClose={closed}>
      <TextInput id="note" label="Note" value="" onChange={() => {}} />
    </InlineForm>
  ),
  play: async ({ userEvent }) => {
    const note = await screen.findByRole('textbox', { name: 'Note' });
    await waitFor(() => expect(note).toHaveFocus());
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(added).toHaveBeenCalledTimes(1));
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(closed).toHaveBeenCalledTimes(1));
  },
};

export const AllStates: Story = { args: { size: 'large' } };
