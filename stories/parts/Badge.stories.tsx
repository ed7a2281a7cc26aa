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
      what: 'A word that says how something stands. Colour helps; the word says it.',
      use: ['A state in a list or beside a title'],
      not: ['Something to press: Button', 'A count alone: text'],
      anatomy: ['Word: one or two', 'Tint: by meaning, never by taste'],
      keyboard: { Tab: 'It is not reached: it holds nothing to press' },
      screenReader: 'Only its word: “Active”.',
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
