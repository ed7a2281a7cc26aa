import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, userEvent, within } from 'storybook/test';
import { docsOf } from '../docs/about.ts';
import { controlsOf, startOf } from '../docs/controls.ts';
import { StatesOf } from '../support/States.tsx';
import { WidgetStory } from '../support/WidgetStory.tsx';

const schema = {
  type: 'number',
  'x-percent': { scale: 2 },
  minimum: 0,
  maximum: 100,
  title: 'Shop supplies',
};

/** NumberWidget in all its states. */
const meta = {
  title: 'Widgets/Percent',
  tags: ['percentage', 'ratio', 'share', 'discount'],
  component: WidgetStory,
  args: { ...startOf(schema), schema, onValue: fn() },
  argTypes: controlsOf(schema, 'number'),
  parameters: {
    about: docsOf({
      widget: 'number',
      what: 'A percentage within its limits.',
      use: ['Rates and percentages'],
      not: ['A factor that multiplies: Decimal', 'An amount: Money'],
      anatomy: [
        'Label: names the percentage',
        'Control: the number; the sign is not typed',
        'Unit: % after the number',
        'Help: one line below, only where the label is not enough',
        'Issue: what is wrong and what to do',
      ],
      keyboard: { Tab: 'To the field, then to the next', '↑ ↓': 'One up or down' },
      screenReader: '“Shop supplies, edit text, 12.5.”',
    }),
  },
} satisfies Meta<typeof WidgetStory>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Empty: Story = {
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement);
    await userEvent.type(canvas.getByLabelText('Shop supplies'), '12.5 %');
    await expect(args.onValue).toHaveBeenLastCalledWith(12.5);
  },
};
export const Filled: Story = { tags: ['!test'], args: { value: 12.5 } };
export const WithHelp: Story = {
  tags: ['!test'],
  args: { schema: { ...schema, description: 'What the help text says.' }, value: 12.5 },
};
export const Invalid: Story = { tags: ['!test'], args: { required: true, submitted: true, value: 180 } };
export const ReadOnly: Story = { tags: ['!test'], args: { value: 12.5, locked: true } };
export const Locked: Story = { tags: ['!test'], args: { value: 12.5, locked: true, lockedInputs: true } };

export const AllStates: Story = {
  render: () => (
    <StatesOf args={meta.args} stories={{ Empty, Filled, WithHelp, Invalid, ReadOnly, Locked }} />
  ),
};
