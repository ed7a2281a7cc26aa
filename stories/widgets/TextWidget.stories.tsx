import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, userEvent, within } from 'storybook/test';
import { States } from '../support/States.tsx';
import { WidgetStory } from '../support/WidgetStory.tsx';

const schema = { type: 'string', minLength: 2, maxLength: 12, title: 'Plan name' };
const help = { ...schema, description: 'As printed on the contract.' };
const taken = [
  { id: 'story.taken', check: "$not(Value = 'Taken')", at: ['Value'], message: 'plan.name.unique' },
];
const unusual = [
  {
    id: 'story.unusual',
    check: "$not(Value = 'Odd')",
    at: ['Value'],
    level: 'warning',
    message: 'plan.name.unique',
  },
];

/** TextWidget in all its states. */
const meta = {
  title: 'Widgets/Text',
  component: WidgetStory,
  args: { schema, onValue: fn() },
} satisfies Meta<typeof WidgetStory>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Empty: Story = {
  play: async ({ canvasElement, args }) => {
    const input = within(canvasElement).getByLabelText('Plan name');
    await userEvent.type(input, 'Gold');
    await expect(args.onValue).toHaveBeenLastCalledWith('Gold');
    await userEvent.clear(input);
    // Nothing typed is no value, not an empty text.
    await expect(args.onValue).toHaveBeenLastCalledWith(null);
  },
};
export const Filled: Story = { args: { value: 'Gold' } };
export const Required: Story = {
  args: { required: true },
  play: async ({ canvasElement }) => {
    const input = within(canvasElement).getByLabelText(/^Plan name/);
    await userEvent.click(input);
    await userEvent.tab();
    await expect(await within(canvasElement).findByText('Plan name is required.')).toBeVisible();
    await expect(input).toBeInvalid();
  },
};
export const WithHelp: Story = { args: { schema: help, value: 'Gold' } };
export const Invalid: Story = { args: { value: 'Taken', rules: taken, submitted: true } };
export const Warning: Story = { args: { value: 'Odd', rules: unusual, submitted: true } };
export const TooLong: Story = { args: { value: 'A name of many letters', submitted: true } };
export const ReadOnly: Story = { args: { value: 'Gold', locked: true } };
export const Locked: Story = { args: { value: 'Gold', locked: true, lockedInputs: true } };

export const AllStates: Story = {
  render: () => (
    <States>
      <WidgetStory schema={schema} />
      <WidgetStory schema={schema} value="Gold" />
      <WidgetStory schema={schema} required />
      <WidgetStory schema={help} value="Gold" />
      <WidgetStory schema={schema} value="Taken" rules={taken} submitted />
      <WidgetStory schema={schema} value="Odd" rules={unusual} submitted />
      <WidgetStory schema={schema} value="Gold" locked />
      <WidgetStory schema={schema} value="Gold" locked lockedInputs />
    </States>
  ),
};
