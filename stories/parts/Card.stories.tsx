import type { Meta, StoryObj } from '@storybook/react-vite';
import { Button, Card } from '#renderer';

const meta = {
  title: 'Parts/Card',
  component: Card,
  args: { id: 'plans', title: 'Plans', children: 'Content' },
} satisfies Meta<typeof Card>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Plain: Story = {};
export const WithActions: Story = { args: { actions: <Button size="small">Add plan</Button> } };
export const Flush: Story = { args: { padding: 'flush' } };
export const AllStates: Story = { args: { actions: <Button size="small">Add plan</Button> } };
