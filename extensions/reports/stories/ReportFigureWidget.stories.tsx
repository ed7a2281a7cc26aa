import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, userEvent, within } from 'storybook/test';
import { docsOf } from '../../../stories/docs/about.ts';
import { controlsOf, startOf } from '../../../stories/docs/controls.ts';
import { answering } from '../../../stories/support/answering.tsx';
import { StatesOf } from '../../../stories/support/States.tsx';
import { WidgetStory } from '../../../stories/support/WidgetStory.tsx';

const schema = { type: 'string', title: 'Column of the figure' };

const figures = { Dealer: 'count', Net: 'number', Cost: 'hidden' };
const column = (Label: string) => ({
  ...{ ReportColumnId: Label, IsDefault: true },
  ReportColumn: { Label, ReportColumnName: Label, IsSelected: true },
});
const report = {
  Figures: Object.entries(figures).map(([Column, Totals]) => ({ Column, Totals })),
  ReportConfigurationColumns: [...Object.keys(figures).map(column)],
};

/** ReportFigureWidget: the column whose figure a subscription waits for. */
const meta = {
  title: 'Widgets/Report figure',
  tags: ['report-figure', 'prompt'],
  component: WidgetStory,
  decorators: [answering(report)],
  args: {
    ...startOf(schema),
    schema,
    widget: 'report-figure',
    options: { report: 'Other', total: 'Other' },
    other: 'sum',
    onValue: fn(),
  },
  argTypes: controlsOf(schema, 'report-figure'),
  parameters: {
    about: docsOf({
      widget: 'report-figure',
      what: 'A column of a report that can be added up or counted.',
      use: ['The limit of a subscription'],
      not: ['Choosing what a report shows: the report builder'],
      anatomy: ['Combo box: the columns by title, without those the person may not see'],
      keyboard: { 'Down arrow': 'Opens the list', Enter: 'Chooses a column' },
      screenReader: '“Column of the figure, combo box; Net.”',
    }),
  },
} satisfies Meta<typeof WidgetStory>;

export default meta;
type Story = StoryObj<typeof meta>;

/** Only numbers are added up. */
export const OfNumbers: Story = {
  play: async ({ canvasElement, args }) => {
    await userEvent.click(await within(canvasElement).findByRole('combobox'));
    const page = within(document.body);
    await expect(page.queryByRole('option', { name: 'Dealer' })).toBeNull();
    await expect(page.queryByRole('option', { name: 'Cost' })).toBeNull();
    await userEvent.click(await page.findByRole('option', { name: 'Net' }));
    await expect(args.onValue).toHaveBeenLastCalledWith('Net');
  },
};

export const OfACount: Story = {
  args: { other: 'count' },
  play: async ({ canvasElement, args }) => {
    await userEvent.click(await within(canvasElement).findByRole('combobox'));
    await userEvent.click(await within(document.body).findByRole('option', { name: 'Dealer' }));
    await expect(args.onValue).toHaveBeenLastCalledWith('Dealer');
  },
};

/** A column that the report has no more is kept until another is chosen. */
export const Gone: Story = {
  args: { value: 'Margin' },
  play: async ({ canvasElement }) => {
    await expect(await within(canvasElement).findByDisplayValue('Margin')).toBeVisible();
  },
};

export const Failing: Story = {
  parameters: { isFailing: true },
  play: async ({ canvasElement }) => {
    await expect(await within(canvasElement).findByText('No report today')).toBeVisible();
  },
};

export const AllStates: Story = {
  render: () => <StatesOf args={meta.args} stories={{ OfNumbers, OfACount, Gone }} columns={1} />,
};
