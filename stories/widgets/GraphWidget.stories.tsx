import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, within } from 'storybook/test';
import { States } from '../support/States.tsx';
import { WidgetStory } from '../support/WidgetStory.tsx';

const schema = { title: 'Picture' };
const pair = {
  Nodes: [
    {
      Id: 'A',
      Title: 'Extended Care 2.0',
      Note: 'Boréal',
      Parts: [{ Title: 'Gold', Parts: [{ Title: 'Engine' }] }],
    },
    { Id: 'B', Title: 'GAP', Note: 'Lakeshore Drive' },
  ],
  Links: [{ From: 'A', To: 'B', Title: 'Sold together with' }],
};
const states = {
  Nodes: ['New', 'Operational', 'Active', 'Closed'].map((Id) => ({ Id, Title: Id })),
  Links: [
    { From: 'New', To: 'Operational' },
    { From: 'Operational', To: 'Active' },
    { From: 'Active', To: 'Closed' },
    { From: 'Closed', To: 'Active', Title: 'reopen' },
  ],
};

/** GraphWidget in all its states. */
const meta = {
  title: 'Widgets/Graph',
  component: WidgetStory,
  args: { schema, widget: 'graph' },
} satisfies Meta<typeof WidgetStory>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Empty: Story = {};
export const Pair: Story = {
  args: { value: pair },
  play: async ({ canvasElement }) => {
    await expect(
      await within(canvasElement).findByText('Extended Care 2.0 — Sold together with → GAP'),
    ).toBeInTheDocument();
  },
};
export const ManyParts: Story = {
  args: {
    value: {
      Nodes: [
        {
          Id: 'A',
          Title: 'Plan',
          Parts: Array.from({ length: 9 }, (_, index) => ({ Title: `Item ${index + 1}` })),
        },
      ],
    },
  },
  play: async ({ canvasElement }) => {
    await expect(await within(canvasElement).findByText('3 more')).toBeVisible();
  },
};
export const StatesOfAWorkflow: Story = { args: { value: states } };

export const AllStates: Story = {
  render: () => (
    <States>
      <WidgetStory schema={schema} widget="graph" />
      <WidgetStory schema={schema} widget="graph" value={pair} />
      <WidgetStory schema={schema} widget="graph" value={states} />
    </States>
  ),
};
