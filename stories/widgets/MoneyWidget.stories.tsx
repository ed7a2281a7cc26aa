import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, userEvent, within } from 'storybook/test';
import { States } from '../support/States.tsx';
import { WidgetStory } from '../support/WidgetStory.tsx';

const schema = { type: 'number', 'x-money': { scale: 2 }, minimum: 0, title: 'Cancellation fee' };

/** NumberWidget in all its states. */
const meta = {
  title: 'Widgets/Money',
  component: WidgetStory,
  args: { schema, onValue: fn() },
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
export const Filled: Story = { args: { value: 1234.5 } };
export const WithHelp: Story = {
  args: { schema: { ...schema, description: 'What the help text says.' }, value: 1234.5 },
};
export const Invalid: Story = { args: { required: true, submitted: true, value: -5 } };
export const ReadOnly: Story = { args: { value: 1234.5, locked: true } };
export const Locked: Story = { args: { value: 1234.5, locked: true, lockedInputs: true } };
export const French: Story = {
  globals: { locale: 'fr-CA' },
  args: { value: 1234.5 },
  play: async ({ canvasElement, args }) => {
    const input = within(canvasElement).getByLabelText('Cancellation fee');
    await userEvent.clear(input);
    await userEvent.type(input, '2 345,67 $');
    await expect(args.onValue).toHaveBeenLastCalledWith(2345.67);
  },
};

export const AllStates: Story = {
  render: () => (
    <States>
      <WidgetStory schema={schema} />
      <WidgetStory schema={schema} value={1234.5} />
      <WidgetStory schema={schema} required submitted value={-5} />
      <WidgetStory schema={schema} value={1234.5} locked />
      <WidgetStory schema={schema} value={1234.5} locked lockedInputs />
    </States>
  ),
};
