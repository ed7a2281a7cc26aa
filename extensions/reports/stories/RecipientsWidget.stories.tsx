import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, within } from 'storybook/test';
import { docsOf } from '../../../stories/docs/about.ts';
import { controlsOf, startOf } from '../../../stories/docs/controls.ts';
import { answering } from '../../../stories/support/answering.tsx';
import { StatesOf } from '../../../stories/support/States.tsx';
import { WidgetStory } from '../../../stories/support/WidgetStory.tsx';

const schema = { type: 'array', items: { type: 'string' }, title: 'People' };

/** As people to choose from, and as the check answers. */
const Items = [
  { Id: 'r', DisplayName: 'Amélie Roy', UserName: 'aroy', Name: 'Amélie Roy', State: 'full', Notes: [] },
  {
    ...{ Id: 'n', DisplayName: 'Noah Singh', UserName: 'nsingh', Name: 'Noah Singh', State: 'partly' },
    Notes: ['Sees only records that they have access to.'],
  },
];

/** RecipientsWidget: the people to whom something is sent, each checked by itself. */
const meta = {
  title: 'Widgets/Report recipients',
  tags: ['report-recipients', 'prompt'],
  component: WidgetStory,
  decorators: [answering({ Items, TotalItems: Items.length })],
  args: {
    ...startOf(schema),
    schema,
    widget: 'report-recipients',
    options: { report: 'Other', dashboard: 'Other', path: 'Other', person: 'Other' },
    other: 'r',
    onValue: fn(),
  },
  argTypes: controlsOf(schema, 'report-recipients'),
  parameters: {
    about: docsOf({
      widget: 'report-recipients',
      what: 'People to whom a report or a dashboard is sent, with what each will be allowed to see.',
      use: ['Sending a report or a dashboard'],
      not: ['A person of a record: the person widget'],
      anatomy: ['List of people to choose from', 'List: each recipient, a badge, and the reason'],
      keyboard: { 'Down arrow': 'Opens the list', Enter: 'Chooses a person' },
      screenReader: '“People; Amélie Roy: sees everything.”',
    }),
  },
} satisfies Meta<typeof WidgetStory>;

export default meta;
type Story = StoryObj<typeof meta>;

export const People: Story = {
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await expect(await canvas.findByText('Sees only records that they have access to.')).toBeVisible();
  },
};

export const AllStates: Story = {
  render: () => <StatesOf args={meta.args} stories={{ People }} columns={1} />,
};
