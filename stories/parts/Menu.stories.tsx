import type { Meta, StoryObj } from '@storybook/react-vite';
import { Button, findIcon, Menu } from '#renderer';

const [Copy, Pencil, Trash2] = [findIcon('copy'), findIcon('pencil'), findIcon('trash')];

const meta = {
  title: 'Parts/Menu',
  component: Menu,
  args: {
    label: 'More',
    trigger: <Button>More</Button>,
    entries: [
      { id: 'edit', label: 'Edit', icon: Pencil },
      { id: 'copy', label: 'Copy', icon: Copy, disabled: true },
      { id: 'compact', label: 'Compact', section: 'Density', checked: true },
      { id: 'normal', label: 'Normal', section: 'Density', checked: false },
      { id: 'delete', label: 'Delete', icon: Trash2, tone: 'danger', section: '' },
    ],
  },
} satisfies Meta<typeof Menu>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Closed: Story = {};
export const AllStates: Story = {
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'More' }));
  },
};
