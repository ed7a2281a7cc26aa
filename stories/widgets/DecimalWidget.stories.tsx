import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, userEvent, within } from 'storybook/test';
import { docsOf } from '../docs/about.ts';
import { controlsOf, startOf } from '../docs/controls.ts';
import { StatesOf } from '../support/States.tsx';
import { WidgetStory } from '../support/WidgetStory.tsx';

const schema = { type: 'number', title: 'Factor' };

/** NumberWidget in all its states. */
const meta = {
  title: 'Widgets/Decimal',
  tags: ['number', 'rate', 'fraction'],
  component: WidgetStory,
  args: { ...startOf(schema), schema, onValue: fn() },
  argTypes: controlsOf(schema, 'number'),
  parameters: {
    about: docsOf({
      widget: 'number',
      what: 'A number with decimals and no unit: a factor, a rate.',
      use: ['Factors and measures'],
      not: ['Money or a share: these write their unit', 'A count: Whole number'],
      anatomy: [
        'Label: above the control; a mark shows that it is required',
        'Control: the value',
        'Help: one line below, only where the label is not enough',
        'Issue: what is wrong and what to do',
      ],
      keyboard: { Tab: 'To the field, then to the next', '↑ ↓': 'One up or down' },
      screenReader: '“Factor, edit text, 1.25.” In French the comma separates.',
    }),
  },
} satisfies Meta<typeof WidgetStory>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Empty: Story = {
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement);
    await userEvent.type(canvas.getByLabelText('Factor'), '0.875');
    await expect(args.onValue).toHaveBeenLastCalledWith(0.875);
  },
};
export const Filled: Story = { tags: ['!test'], args: { value: 1.25 } };
export const WithHelp: Story = {
  tags: ['!test'],
  args: { schema: { ...schema, description: 'What the help text says.' }, value: 1.25 },
};
export const Invalid: Story = { tags: ['!test'], args: { required: true, submitted: true } };
export const ReadOnly: Story = { tags: ['!test'], args: { value: 1.25, locked: true } };
export const Locked: Story = { tags: ['!test'], args: { value: 1.25, locked: true, lockedInputs: true } };

export const AllStates: Story = {
  render: () => (
    <StatesOf args={meta.args} stories={{ Empty, Filled, WithHelp, Invalid, ReadOnly, Locked }} />
  ),
};
