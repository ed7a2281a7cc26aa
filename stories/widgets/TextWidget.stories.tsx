import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, userEvent, within } from 'storybook/test';
import { docsOf } from '../docs/about.ts';
import { controlsOf, startOf } from '../docs/controls.ts';
import { StatesOf } from '../support/States.tsx';
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
  tags: ['input', 'phone', 'email', 'url', 'text-box'],
  component: WidgetStory,
  args: { ...startOf(schema), schema, onValue: fn() },
  argTypes: controlsOf(schema, 'text'),
  parameters: {
    about: docsOf({
      widget: 'text',
      what: 'One line of text: a name, a code, a reference.',
      use: ['Names and codes that people type', 'A short value that cannot be listed in advance'],
      not: [
        'Several lines: Multiline',
        'A value from a known list: Select',
        'A number, an amount or a date: its own widget, which validates while typing',
      ],
      anatomy: [
        'Label: above the control; a mark shows that it is required',
        'Control: the value',
        'Help: one line below, only where the label is not enough',
        'Issue: what is wrong and what to do',
      ],
      keyboard: { Tab: 'To the field, then to the next' },
      screenReader:
        '“Plan name, required, edit text.” With an issue: “invalid entry, Plan name is required.”',
    }),
  },
} satisfies Meta<typeof WidgetStory>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Empty: Story = {
  play: async ({ canvasElement, args }) => {
    const input = within(canvasElement).getByLabelText('Plan name');
    await userEvent.type(input, 'Gold');
    await expect(args.onValue).toHaveBeenLastCalledWith('Gold');
    await userEvent.clear(input);
    // An empty input is null, not an empty string.
    await expect(args.onValue).toHaveBeenLastCalledWith(null);
  },
};
export const Filled: Story = { tags: ['!test'], args: { value: 'Gold' } };
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
export const WithHelp: Story = { tags: ['!test'], args: { schema: help, value: 'Gold' } };
export const Invalid: Story = { tags: ['!test'], args: { value: 'Taken', rules: taken, submitted: true } };
export const Warning: Story = { tags: ['!test'], args: { value: 'Odd', rules: unusual, submitted: true } };
export const TooLong: Story = { tags: ['!test'], args: { value: 'A name of many letters', submitted: true } };
export const ReadOnly: Story = { tags: ['!test'], args: { value: 'Gold', locked: true } };
export const Locked: Story = { tags: ['!test'], args: { value: 'Gold', locked: true, lockedInputs: true } };

export const AllStates: Story = {
  render: () => (
    <StatesOf
      args={meta.args}
      stories={{ Empty, Filled, Required, WithHelp, Invalid, Warning, TooLong, ReadOnly, Locked }}
    />
  ),
};
