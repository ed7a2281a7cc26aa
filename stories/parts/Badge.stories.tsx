import type { Meta, StoryObj } from '@storybook/react-vite';
import { Badge } from '#renderer';
import { docsOf } from '../docs/about.ts';
import { controlsOfPart } from '../docs/partControls.ts';

const meta = {
  title: 'Parts/Badge',
  tags: ['tag', 'pill', 'chip', 'status', 'label-badge', 'lozenge'],
  component: Badge,
  args: { children: 'In Design' },
  argTypes: controlsOfPart(Badge),
  parameters: {
    about: docsOf({
      parts: ['Badge'],
      what: 'A word for a status. Colour supports it, but the word carries the meaning.',
      use: ['A status in a list or next to a title'],
      not: ['Something clickable: Button', 'A count alone: text'],
      anatomy: ['Word: one or two', 'Tint: by meaning, never for decoration'],
      keyboard: { Tab: 'Not focusable: it contains no controls' },
      screenReader: 'Only the word: “Active”.',
    }),
  },
} satisfies Meta<typeof Badge>;

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
