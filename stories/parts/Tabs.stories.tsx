import type { Meta, StoryObj } from '@storybook/react-vite';
import { Badge, Tabs } from '#renderer';

const meta = {
  title: 'Parts/Tabs',
  component: Tabs,
  args: {
    label: 'Product',
    items: [
      { id: 'general', label: 'General', content: 'General settings' },
      { id: 'plans', label: 'Plans', badge: <Badge>4</Badge>, content: 'Plans' },
      { id: 'history', label: 'History', content: 'History' },
    ],
  },
} satisfies Meta<typeof Tabs>;

export default meta;
type Story = StoryObj<typeof meta>;

export const AllStates: Story = {};
