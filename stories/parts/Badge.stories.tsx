import type { Meta, StoryObj } from '@storybook/react-vite';
import { Badge } from '#renderer';

const meta = { title: 'Parts/Badge', component: Badge, args: { children: 'In Design' } } satisfies Meta<
  typeof Badge
>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Neutral: Story = {};
export const Accent: Story = { args: { tone: 'accent', children: 'In Pricing' } };
export const Success: Story = { args: { tone: 'success', children: 'Active' } };
export const Warning: Story = { args: { tone: 'warning', children: 'Ends soon' } };
export const Danger: Story = { args: { tone: 'danger', children: 'Abandoned' } };

export const AllStates: Story = {
  render: () => (
    <div style={{ display: 'flex', gap: 8 }}>
      <Badge>In Design</Badge>
      <Badge tone="accent">In Pricing</Badge>
      <Badge tone="success">Active</Badge>
      <Badge tone="warning">Ends soon</Badge>
      <Badge tone="danger">Abandoned</Badge>
    </div>
  ),
};
