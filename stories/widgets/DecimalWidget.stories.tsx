import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, userEvent, within } from 'storybook/test';
import { States } from '../support/States.tsx';
import { WidgetStory } from '../support/WidgetStory.tsx';

const schema = { type: 'number', title: 'Factor' };

/** NumberWidget in all its states. */
const meta = {
  title: 'Widgets/Decimal',
  component: WidgetStory,
  args: { schema, onValue: fn() },
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
export const Filled: Story = { args: { value: 1.25 } };
export const WithHelp: Story = {
  args: { schema: { ...schema, description: 'What the help text says.' }, value: 1.25 },
};
export const Invalid: Story = { args: { required: true, submitted: true } };
export const ReadOnly: Story = { args: { value: 1.25, locked: true } };
export const Locked: Story = { args: { value: 1.25, locked: true, lockedInputs: true } };

export const AllStates: Story = {
  render: () => (
    <States>
      <WidgetStory schema={schema} />
      <WidgetStory schema={schema} value={1.25} />
      <WidgetStory schema={schema} required submitted />
      <WidgetStory schema={schema} value={1.25} locked />
      <WidgetStory schema={schema} value={1.25} locked lockedInputs />
    </States>
  ),
};
