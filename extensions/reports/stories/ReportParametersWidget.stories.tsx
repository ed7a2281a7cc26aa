import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, userEvent, within } from 'storybook/test';
import { docsOf } from '../../../stories/docs/about.ts';
import { controlsOf, startOf } from '../../../stories/docs/controls.ts';
import { answering } from '../../../stories/support/answering.tsx';
import { StatesOf } from '../../../stories/support/States.tsx';
import { WidgetStory } from '../../../stories/support/WidgetStory.tsx';

const schema = { title: 'Parameters' };

const filter = (ParameterName: string, Label: string, ControlName: string, values: readonly string[]) => ({
  ...{ Id: null, ReportFilterId: ParameterName, SavedValue: null },
  ReportFilter: {
    ...{ ParameterName, Label, DefaultValue: values[0] ?? '', ListOfValuesSp: null, Hidden: false },
    ReportFilterType: { ControlName },
    ParametersDto: values.map((Value) => ({ Key: Value, Value })),
    CascadingDependencyFilters: [],
  },
});
const column = (Label: string, IsSelected: boolean) => ({
  ...{ ReportColumnId: Label, IsDefault: IsSelected },
  ReportColumn: { Label, ReportColumnName: Label, IsSelected },
});
const report = {
  ReportConfigurationFilters: [
    filter('State', 'State', 'CheckList', ['Active', 'Pending']),
    filter('Name', 'Name', 'TextField', []),
  ],
  ReportConfigurationColumns: [column('Dealer', true), column('City', true), column('Province', false)],
  ReportConfigurationColumnSortOrders: [{ Column: 'Dealer', ColumnSortingOrder: 1, IsAscending: true }],
};

/** ReportParametersWidget: what a subscription asks of its report. */
const meta = {
  title: 'Widgets/Report parameters',
  tags: ['report-parameters', 'prompt'],
  component: WidgetStory,
  decorators: [answering(report)],
  args: {
    ...startOf(schema),
    schema,
    widget: 'report-parameters',
    options: { report: 'Other' },
    other: 'report',
    onValue: fn(),
  },
  argTypes: controlsOf(schema, 'report-parameters'),
  parameters: {
    about: docsOf({
      widget: 'report-parameters',
      what: 'What a report shows when it runs: filters, columns and order.',
      use: ['Subscriptions'],
      not: ['Viewing a report: its own page'],
      anatomy: ['Filters: each with its control', 'Columns: the visible ones', 'Order: first and second'],
      keyboard: { Tab: 'From control to control', Space: 'Chooses a column' },
      screenReader: '“Columns, group; Dealer, checkbox, checked.”',
      isWide: true,
    }),
  },
} satisfies Meta<typeof WidgetStory>;

export default meta;
type Story = StoryObj<typeof meta>;

export const AsTheReportHasIt: Story = {
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement);
    await expect(await canvas.findByRole('checkbox', { name: 'Dealer' })).toBeChecked();
    await expect(canvas.getByRole('checkbox', { name: 'Province' })).not.toBeChecked();
    // Only what is touched is kept: all else is as the report has it on the day.
    await userEvent.click(canvas.getByRole('checkbox', { name: 'Province' }));
    await expect(args.onValue).toHaveBeenLastCalledWith({ Columns: ['Dealer', 'City', 'Province'] });
    await userEvent.click(canvas.getByRole('checkbox', { name: 'Pending' }));
    await expect(args.onValue).toHaveBeenLastCalledWith(
      expect.objectContaining({ Filters: { State: ['00000000-0000-0000-0000-000000000000'] } }),
    );
  },
};

export const Chosen: Story = {
  args: { value: { Filters: { State: ['Pending'], Name: 'north' }, Columns: ['City'] } },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await expect(await canvas.findByRole('checkbox', { name: 'Pending' })).toBeChecked();
    await expect(canvas.getByRole('checkbox', { name: 'Active' })).not.toBeChecked();
    await expect(canvas.getByRole('textbox', { name: 'Name' })).toHaveValue('north');
    await expect(canvas.getByRole('checkbox', { name: 'Dealer' })).not.toBeChecked();
  },
};

export const Failing: Story = {
  parameters: { isFailing: true },
  play: async ({ canvasElement }) => {
    await expect(await within(canvasElement).findByText('No report today')).toBeVisible();
  },
};

export const AllStates: Story = {
  render: () => <StatesOf args={meta.args} stories={{ AsTheReportHasIt, Chosen }} columns={1} />,
};
