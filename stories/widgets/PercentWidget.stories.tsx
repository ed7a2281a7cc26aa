import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, userEvent, within } from 'storybook/test';
import { States } from '../support/States.tsx';
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
  component: WidgetStory,
  args: { schema, onValue: fn() },
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
export const Filled: Story = { args: { value: 12.5 } };
export const WithHelp: Story = {
  args: { schema: { ...schema, description: 'What the help text says.' }, value: 12.5 },
};
export const Invalid: Story = { args: { required: true, submitted: true, value: 180 } };
export const ReadOnly: Story = { args: { value: 12.5, locked: true } };
export const Locked: Story = { args: { value: 12.5, locked: true, lockedInputs: true } };

export const AllStates: Story = {
  render: () => (
    <States>
      <WidgetStory schema={schema} />
      <WidgetStory schema={schema} value={12.5} />
      <WidgetStory schema={schema} required submitted value={180} />
      <WidgetStory schema={schema} value={12.5} locked />
      <WidgetStory schema={schema} value={12.5} locked lockedInputs />
    </States>
  ),
};
