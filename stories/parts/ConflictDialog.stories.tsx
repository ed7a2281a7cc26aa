import type { Meta, StoryObj } from '@storybook/react-vite';
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

export const AllStates: Story = {};
