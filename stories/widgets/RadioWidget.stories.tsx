import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, userEvent, within } from 'storybook/test';
import { States } from '../support/States.tsx';
import { WidgetStory } from '../support/WidgetStory.tsx';

const schema = { type: 'integer', 'x-lookup': 'story-state', title: 'State' };

/** RadioWidget in all its states. */
const meta = {
  title: 'Widgets/Radio',
  component: WidgetStory,
  args: { schema, widget: 'radio', onValue: fn() },
} satisfies Meta<typeof WidgetStory>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Empty: Story = {
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement);
    await userEvent.click(canvas.getByRole('radio', { name: 'In Design' }));
    await expect(args.onValue).toHaveBeenLastCalledWith(1);
    await userEvent.keyboard('{ArrowDown}');
    await expect(args.onValue).toHaveBeenLastCalledWith(2);
  },
};
export const Filled: Story = { args: { value: 2 } };
export const WithHelp: Story = {
  args: { schema: { ...schema, description: 'What the help text says.' }, value: 2 },
};
export const Invalid: Story = { args: { required: true, submitted: true } };
export const ReadOnly: Story = { args: { value: 2, locked: true } };
export const Locked: Story = { args: { value: 2, locked: true, lockedInputs: true } };

export const AllStates: Story = {
  render: () => (
    <States>
      <WidgetStory schema={schema} widget="radio" />
      <WidgetStory schema={schema} widget="radio" value={2} />
      <WidgetStory schema={schema} widget="radio" required submitted />
      <WidgetStory schema={schema} widget="radio" value={2} locked />
      <WidgetStory schema={schema} widget="radio" value={2} locked lockedInputs />
    </States>
  ),
};
