import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, userEvent, within } from 'storybook/test';
import { States } from '../support/States.tsx';
import { WidgetStory } from '../support/WidgetStory.tsx';

const schema = { type: 'integer', minimum: 0, maximum: 120, title: 'Term in months' };

/** NumberWidget in all its states. */
const meta = {
  title: 'Widgets/Integer',
  component: WidgetStory,
  args: { schema, onValue: fn() },
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
    // What is no number stays as typed, and the check says so.
    await expect(args.onValue).toHaveBeenLastCalledWith('soon');
    await userEvent.tab();
    await expect(input).toHaveValue('soon');
    await expect(input).toBeInvalid();
  },
};
export const Filled: Story = { args: { value: 48 } };
export const WithHelp: Story = {
  args: { schema: { ...schema, description: 'What the help text says.' }, value: 48 },
};
export const Invalid: Story = { args: { required: true, submitted: true, value: 500 } };
export const ReadOnly: Story = { args: { value: 48, locked: true } };
export const Locked: Story = { args: { value: 48, locked: true, lockedInputs: true } };

export const AllStates: Story = {
  render: () => (
    <States>
      <WidgetStory schema={schema} />
      <WidgetStory schema={schema} value={48} />
      <WidgetStory schema={schema} required submitted value={500} />
      <WidgetStory schema={schema} value={48} locked />
      <WidgetStory schema={schema} value={48} locked lockedInputs />
    </States>
  ),
};
