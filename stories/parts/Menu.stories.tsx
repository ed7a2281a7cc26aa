import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, screen, waitFor } from 'storybook/test';
import { Button, findIcon, Menu } from '#renderer';
import { docsOf } from '../docs/about.ts';
import { controlsOfPart } from '../docs/partControls.ts';

const [Copy, Pencil, Trash2] = [findIcon('copy'), findIcon('pencil'), findIcon('trash')];

const meta = {
  title: 'Parts/Menu',
  tags: ['dropdown-menu', 'context-menu', 'more-actions', 'kebab', 'overflow'],
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
  argTypes: controlsOfPart(Menu),
  parameters: {
    about: docsOf({
      parts: ['Menu'],
      what: 'Further actions behind one button.',
      use: ['Rare actions', 'More actions than fit'],
      not: ['The main action of the page: Button', 'Choosing a value: Select'],
      anatomy: [
        'Button: “More”, or what it contains',
        'Entries: one verb each; dangerous ones last',
        'Sections: titled if they offer a choice',
      ],
      keyboard: { 'Enter ↓': 'Opens', '↑ ↓': 'Moves', 'A–Z': 'Jumps', Esc: 'Closes' },
      screenReader: '“More, button, menu.” A disabled entry says why.',
    }),
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

const whyRefused = fn();

/** A refused entry is reachable by arrow keys, says why, and does nothing. */
export const Refused: Story = {
  args: {
    entries: [
      { id: 'edit', label: 'Edit', icon: Pencil },
      {
        id: 'copy',
        label: 'Copy',
        icon: Copy,
        refusal: 'Only a product in design is copied.',
        onRefused: whyRefused,
        onAction: () => {
          throw new Error('A refused entry did something.');
        },
      },
    ],
  },
  play: async ({ canvas, userEvent }) => {
    whyRefused.mockClear();
    const more = canvas.getByRole('button', { name: 'More' });
    more.focus();
    await userEvent.keyboard('{Enter}');
    await screen.findByText('Only a product in design is copied.');
    await userEvent.keyboard('{ArrowDown}{Enter}');
    await waitFor(() => expect(whyRefused).toHaveBeenCalledWith(more));
  },
};
