import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, userEvent, within } from 'storybook/test';
import { docsOf } from '../docs/about.ts';
import { controlsOf, startOf } from '../docs/controls.ts';
import { StatesOf } from '../support/States.tsx';
import { WidgetStory } from '../support/WidgetStory.tsx';

const schema = { type: 'integer', minimum: 0, maximum: 120, title: 'Term in months' };

/** NumberWidget in all its states. */
const meta = {
  title: 'Widgets/Whole number',
  tags: ['number', 'quantity', 'count', 'stepper'],
  component: WidgetStory,
  args: { ...startOf(schema), schema, onValue: fn() },
  argTypes: controlsOf(schema, 'number'),
  parameters: {
    about: docsOf({
      widget: 'number',
      what: 'A whole number, such as months or kilometres, formatted in the person’s language.',
      use: ['Counts and terms without decimals'],
      not: [
        'An amount of money: Money',
        'A percentage: Percent',
        'A code of digits (a dealer number): Text, which keeps leading zeros',
      ],
      anatomy: [
        'Label: above the control; a mark shows that it is required',
        'Control: the value',
        'Help: one line below, only where the label is not enough',
        'Issue: what is wrong and what to do',
      ],
      keyboard: {
        Tab: 'To the field, then to the next',
        '↑ ↓': 'One up or down',
        'PageUp PageDown': 'Ten up or down',
      },
      screenReader: '“Term in months, edit text.” Text that is not a number is kept and reported.',
    }),
  },
} satisfies Meta<typeof WidgetStory>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Empty: Story = {
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement);
    const input = canvas.getByLabelText('Term in months');
    await userEvent.type(input, '1,048');
    await expect(args.onValue).toHaveBeenLastCalledWith(1048);
    await userEvent.clear(input);
    await userEvent.type(input, '12{ArrowUp}');
    await expect(args.onValue).toHaveBeenLastCalledWith(13);
    await userEvent.clear(input);
    await userEvent.type(input, 'soon');
    // An invalid number stays as typed and gets an issue.
    await expect(args.onValue).toHaveBeenLastCalledWith('soon');
    await userEvent.tab();
    await expect(input).toHaveValue('soon');
    await expect(input).toBeInvalid();
  },
};
export const Filled: Story = { tags: ['!test'], args: { value: 48 } };
export const WithHelp: Story = {
  tags: ['!test'],
  args: { schema: { ...schema, description: 'What the help text says.' }, value: 48 },
};
export const Invalid: Story = { tags: ['!test'], args: { required: true, submitted: true, value: 500 } };
export const ReadOnly: Story = { tags: ['!test'], args: { value: 48, locked: true } };
export const Locked: Story = { tags: ['!test'], args: { value: 48, locked: true, lockedInputs: true } };

export const AllStates: Story = {
  render: () => (
    <StatesOf args={meta.args} stories={{ Empty, Filled, WithHelp, Invalid, ReadOnly, Locked }} />
  ),
};
