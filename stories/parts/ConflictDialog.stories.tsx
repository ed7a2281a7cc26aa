import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, screen, waitFor } from 'storybook/test';
import { ConflictDialog } from '#renderer';
import { docsOf } from '../docs/about.ts';

const meta = {
  title: 'Shell/Conflict dialog',
  tags: ['conflict', 'stale', 'concurrent-edit', 'merge'],
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
  parameters: {
    about: docsOf({
      what: 'Someone else saved the same record. The person chooses value by value; no input is lost.',
      use: ['Two people changed one record'],
      not: ['A mistake of one person: an issue at the field'],
      anatomy: [
        'Fields that both changed: mine or theirs',
        'Who and when: below the name of the field',
        'Use these choices: saves the result',
      ],
      keyboard: {
        '← →': 'Mine or theirs',
        Tab: 'To the next value',
        Esc: 'Returns to the form without saving',
      },
      screenReader: '“Name, radio group. Mine: Gold Plus, checked.”',
      frame: 520,
    }),
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
    await userEvent.click(screen.getByRole('button', { name: 'Use these choices' }));
    await waitFor(() =>
      expect(args.onAnswer).toHaveBeenCalledWith({ '/Name': 'theirs', '/Description': 'theirs' }),
    );
  },
};

export const AllStates: Story = {};
