import type { Meta, StoryObj } from '@storybook/react-vite';
import { Button, Toolbar, Tooltip } from '#renderer';

const meta = {
  title: 'Parts/Toolbar',
  component: Toolbar,
  args: {
    label: 'Plan',
    children: (
      <>
        <Button>Move up</Button>
        <Button>Move down</Button>
        <Tooltip text="Takes the plan away">
          <Button tone="caution">Remove</Button>
        </Tooltip>
      </>
    ),
  },
} satisfies Meta<typeof Toolbar>;

export default meta;
type Story = StoryObj<typeof meta>;

export const AllStates: Story = {};
