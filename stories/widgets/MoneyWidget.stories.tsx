import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, userEvent, within } from 'storybook/test';
import { docsOf } from '../docs/about.ts';
import { controlsOf, startOf } from '../docs/controls.ts';
import { StatesOf } from '../support/States.tsx';
import { WidgetStory } from '../support/WidgetStory.tsx';

const schema = { type: 'number', 'x-money': { scale: 2 }, minimum: 0, title: 'Cancellation fee' };

/** NumberWidget in all its states. */
const meta = {
  title: 'Widgets/Money',
  tags: ['currency', 'amount', 'price', 'dollars', 'money'],
  component: WidgetStory,
  args: { ...startOf(schema), schema, onValue: fn() },
  argTypes: controlsOf(schema, 'number'),
  parameters: {
    about: docsOf({
      widget: 'number',
      what: 'An amount in dollars, typed or pasted in any common format. On leaving the field, it is formatted in the person’s language.',
      use: ['Prices, fees, limits'],
      not: ['A percentage: Percent', 'Amounts for pairs of two lists: Matrix'],
      anatomy: [
        'Label: names the amount, not the currency',
        'Unit: before the number in English, after it in French',
        'Control: aligned digits, so that amounts can be compared',
        'Help: one line below, only where the label is not enough',
        'Issue: what is wrong and what to do',
      ],
      keyboard: { Tab: 'To the field, then to the next', '↑ ↓': 'One dollar up or down' },
      screenReader: '“Cancellation fee, edit text, 1,234.50.” When locked, “read only” is added.',
    }),
  },
} satisfies Meta<typeof WidgetStory>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Empty: Story = {
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement);
    const input = canvas.getByLabelText('Cancellation fee');
    await userEvent.type(input, '$1,234.5');
    await expect(args.onValue).toHaveBeenLastCalledWith(1234.5);
    await userEvent.tab();
    await expect(input).toHaveValue('1,234.50');
  },
};
export const Filled: Story = { tags: ['!test'], args: { value: 1234.5 } };
export const WithHelp: Story = {
  tags: ['!test'],
  args: { schema: { ...schema, description: 'What the help text says.' }, value: 1234.5 },
};
export const Invalid: Story = { tags: ['!test'], args: { required: true, submitted: true, value: -5 } };
export const ReadOnly: Story = { tags: ['!test'], args: { value: 1234.5, locked: true } };
export const Locked: Story = { tags: ['!test'], args: { value: 1234.5, locked: true, lockedInputs: true } };
export const French: Story = {
  globals: { locale: 'fr-CA' },
  args: { value: 1234.5 },
  play: async ({ canvasElement, args }) => {
    const input = within(canvasElement).getByLabelText('Frais d’annulation');
    await userEvent.clear(input);
    await userEvent.type(input, '2 345,67 $');
    await expect(args.onValue).toHaveBeenLastCalledWith(2345.67);
  },
};

/** A long label wraps; nothing is cut, and the control keeps its height. */
export const LongLabel: Story = {
  tags: ['!test'],
  args: {
    label: 'Frais d’annulation du contrat de garantie prolongée après la période de résiliation sans frais',
    help: 'Prélevés une seule fois, taxes applicables en sus.',
    required: true,
    value: 1234.5,
  },
};

export const AllStates: Story = {
  render: () => (
    <StatesOf args={meta.args} stories={{ Empty, Filled, WithHelp, Invalid, ReadOnly, Locked }} />
  ),
};
