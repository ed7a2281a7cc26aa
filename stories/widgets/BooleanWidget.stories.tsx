import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, userEvent, within } from 'storybook/test';
import { States } from '../support/States.tsx';
import { WidgetStory } from '../support/WidgetStory.tsx';

const schema = { type: 'boolean', title: 'Stackable' };

/** BooleanWidget in all its states. */
const meta = {
  title: 'Widgets/Checkbox',
  component: WidgetStory,
  args: { schema, onValue: fn() },
} satisfies Meta<typeof WidgetStory>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Empty: Story = {
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement);
    const box = canvas.getByRole('checkbox', { name: 'Stackable' });
    await userEvent.click(box);
    await expect(args.onValue).toHaveBeenLastCalledWith(true);
    await userEvent.keyboard(' ');
    await expect(args.onValue).toHaveBeenLastCalledWith(false);
  },
};
export const Filled: Story = { args: { value: true } };
export const WithHelp: Story = {
  args: { schema: { ...schema, description: 'What the help text says.' }, value: true },
};
export const ReadOnly: Story = { args: { value: true, locked: true } };
export const Locked: Story = { args: { value: true, locked: true, lockedInputs: true } };

export const AllStates: Story = {
  render: () => (
    <States>
      <WidgetStory schema={schema} />
      <WidgetStory schema={schema} value={true} />
      <WidgetStory schema={schema} required submitted />
      <WidgetStory schema={schema} value={true} locked />
      <WidgetStory schema={schema} value={true} locked lockedInputs />
    </States>
  ),
};
