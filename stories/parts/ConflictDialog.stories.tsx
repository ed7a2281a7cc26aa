import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, screen, waitFor } from 'storybook/test';
import { ConflictDialog } from '#renderer';

const meta = {
  title: 'Shell/ConflictDialog',
  component: ConflictDialog,
  args: {
    onAnswer: () => {},
    options: {
      current: {},
      label: (path) => path.slice(1),
      format: (_path, value) => String(value ?? ''),
      changed: (path) => (path === '/Name' ? 'Changed by manager, Nov 22, 2026, 9:04 a.m.' : undefined),
      conflicts: [
        { path: '/Name', base: 'Gold', mine: 'Gold Plus', theirs: 'Gold Premier', both: true },
        {
          path: '/Description',
          base: '',
          mine: '',
          theirs: 'Covers powertrain and electrical.',
          both: false,
        },
      ],
    },
  },
} satisfies Meta<typeof ConflictDialog>;

export default meta;
type Story = StoryObj<typeof meta>;

export const MergedByKeyboard: Story = {
  args: { onAnswer: fn() },
  play: async ({ args, userEvent }) => {
    const mine = await screen.findByRole('radio', { name: 'Mine: Gold Plus' });
    await expect(mine).toBeChecked();
    await expect(screen.getByRole('radio', { name: /^Theirs: Covers/ })).toBeChecked();
    mine.focus();
    await userEvent.keyboard('{ArrowRight}');
    await userEvent.click(screen.getByRole('button', { name: 'Use this choice' }));
    await waitFor(() =>
      expect(args.onAnswer).toHaveBeenCalledWith({ '/Name': 'theirs', '/Description': 'theirs' }),
    );
  },
};

export const AllStates: Story = {};
