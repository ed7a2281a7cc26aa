import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, userEvent, within } from 'storybook/test';
import { docsOf } from '../../../stories/docs/about.ts';
import { controlsOf, startOf } from '../../../stories/docs/controls.ts';
import { answering } from '../../../stories/support/answering.tsx';
import { StatesOf } from '../../../stories/support/States.tsx';
import { WidgetStory } from '../../../stories/support/WidgetStory.tsx';

const schema = { type: 'string', title: 'Only when this number' };

const dashboard = {
  ...{ Id: 'd', Name: 'Portfolio', Filters: [] },
  Panels: [
    { Id: 'open', Kind: 'number', Heading: 'Open claims' },
    { Id: 'bars', Kind: 'bar', Heading: 'Products by State' },
  ],
};

/** DashboardNumberWidget: the number of a dashboard that its sending waits for. */
const meta = {
  title: 'Widgets/Dashboard number',
  tags: ['dashboard-number', 'prompt'],
  component: WidgetStory,
  decorators: [answering(dashboard)],
  args: {
    ...startOf(schema),
    schema,
    widget: 'dashboard-number',
    options: { dashboard: 'Other' },
    other: 'd',
    onValue: fn(),
  },
  argTypes: controlsOf(schema, 'dashboard-number'),
  parameters: {
    about: docsOf({
      widget: 'dashboard-number',
      what: 'A number that a dashboard shows, by the title of its panel.',
      use: ['The limit below which a dashboard is not sent'],
      not: ['A column of a report: the report figure'],
      anatomy: ['Combo box: the panels that show one number'],
      keyboard: { 'Down arrow': 'Opens the list', Enter: 'Chooses a number' },
      screenReader: '“Only when this number, combo box; Open claims.”',
    }),
  },
} satisfies Meta<typeof WidgetStory>;

export default meta;
type Story = StoryObj<typeof meta>;

/** Charts and tables are not offered. */
export const Numbers: Story = {
  play: async ({ canvasElement, args }) => {
    await userEvent.click(await within(canvasElement).findByRole('combobox'));
    const page = within(document.body);
    await expect(page.queryByRole('option', { name: 'Products by State' })).toBeNull();
    await userEvent.click(await page.findByRole('option', { name: 'Open claims' }));
    await expect(args.onValue).toHaveBeenLastCalledWith('open');
  },
};

export const Failing: Story = {
  parameters: { isFailing: true },
  play: async ({ canvasElement }) => {
    await expect(await within(canvasElement).findByText('No report today')).toBeVisible();
  },
};

export const AllStates: Story = {
  render: () => <StatesOf args={meta.args} stories={{ Numbers }} columns={1} />,
};
