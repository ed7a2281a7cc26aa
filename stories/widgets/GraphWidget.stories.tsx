import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, within } from 'storybook/test';
import { docsOf } from '../docs/about.ts';
import { controlsOf, startOf } from '../docs/controls.ts';
import { StatesOf } from '../support/States.tsx';
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
  tags: ['tree', 'hierarchy', 'network', 'diagram'],
  component: WidgetStory,
  args: { ...startOf(schema), schema, widget: 'graph' },
  argTypes: controlsOf(schema, 'graph'),
  parameters: {
    about: docsOf({
      widget: 'graph',
      what: 'A diagram of related things, drawn from a value. Read-only.',
      use: ['Relations of two products', 'The states of a workflow'],
      not: ['Amounts to compare: a chart of a report'],
      anatomy: [
        'Nodes: a title, a note, parts',
        'Links: an arrow, labelled where needed',
        'The same as a list, for people who cannot see it',
      ],
      keyboard: { Tab: 'Not focusable: it contains no controls' },
      screenReader:
        'The drawing is hidden; its links are read as sentences: “Extended Care 2.0 — Sold together with → GAP”.',
      isWide: true,
    }),
  },
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
export const StatesOfAWorkflow: Story = { tags: ['!test'], args: { value: states } };

export const AllStates: Story = {
  render: () => <StatesOf args={meta.args} stories={{ Empty, Pair, ManyParts, StatesOfAWorkflow }} />,
};
