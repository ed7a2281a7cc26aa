import type { Meta, StoryObj } from '@storybook/react-vite';
import { findIcon, IconButton } from '#renderer';

const [Copy, Pencil, Trash2] = [findIcon('copy'), findIcon('pencil'), findIcon('trash')];

const meta = {
  title: 'Parts/IconButton',
  component: IconButton,
  args: { icon: Pencil, label: 'Edit' },
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
