import type { Meta, StoryObj } from '@storybook/react-vite';
import { findIcon, IconButton } from '#renderer';
import { docsOf } from '../docs/about.ts';
import { controlsOfPart } from '../docs/partControls.ts';

const [Copy, Pencil, Trash2] = [findIcon('copy'), findIcon('pencil'), findIcon('trash')];

const meta = {
  title: 'Parts/Icon button',
  tags: ['icon-button', 'tooltip'],
  component: IconButton,
  args: { icon: Pencil, label: 'Edit' },
  argTypes: controlsOfPart(IconButton),
  parameters: {
    about: docsOf({
      parts: ['IconButton', 'Icon'],
      what: 'A button with an icon only. Its name is shown as a tooltip and read aloud.',
      use: ['The same action in every row of a list', 'Well-known actions: edit, copy, delete, close'],
      not: ['The main action of the page: Button', 'An action without a well-known icon: Button'],
      anatomy: ['Icon: from the shipped set', 'Name: shown on hover and focus'],
      keyboard: { 'Enter Space': 'Presses it' },
      screenReader: '“Edit, button.”',
    }),
  },
} satisfies Meta<typeof IconButton>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Quiet: Story = {};
export const Neutral: Story = { args: { tone: 'neutral' } };
export const Small: Story = { args: { size: 'small' } };
export const Disabled: Story = { args: { disabled: true } };
export const Pressed: Story = { args: { pressed: true } };

export const AllStates: Story = {
  render: () => (
    <div style={{ display: 'flex', gap: 8 }}>
      <IconButton icon={Pencil} label="Edit" />
      <IconButton icon={Copy} label="Copy" tone="neutral" />
      <IconButton icon={Trash2} label="Delete" size="small" />
      <IconButton icon={Trash2} label="Delete, not possible" disabled />
    </div>
  ),
};
