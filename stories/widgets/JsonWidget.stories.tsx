import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, userEvent, within } from 'storybook/test';
import { States } from '../support/States.tsx';
import { WidgetStory } from '../support/WidgetStory.tsx';

const schema = { type: 'object', title: 'Settings' };

/** JsonWidget in all its states. */
const meta = {
  title: 'Widgets/JSON',
  component: WidgetStory,
  args: { schema, widget: 'json', onValue: fn() },
} satisfies Meta<typeof WidgetStory>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Empty: Story = {
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement);
    const box = canvas.getByLabelText('Settings');
    await userEvent.click(box);
    await userEvent.paste('{"size": 3');
    await expect(canvas.getByText('This is not valid JSON yet, so it is not applied.')).toBeVisible();
    await userEvent.paste('}');
    await expect(args.onValue).toHaveBeenLastCalledWith({ size: 3 });
  },
};
export const Filled: Story = { args: { value: { size: 2, on: true } } };
export const WithHelp: Story = {
  args: { schema: { ...schema, description: 'What the help text says.' }, value: { size: 2, on: true } },
};
export const ReadOnly: Story = { args: { value: { size: 2, on: true }, locked: true } };
export const Locked: Story = { args: { value: { size: 2, on: true }, locked: true, lockedInputs: true } };

export const AllStates: Story = {
  render: () => (
    <States>
      <WidgetStory schema={schema} widget="json" />
      <WidgetStory schema={schema} widget="json" value={{ size: 2, on: true }} />
      <WidgetStory schema={schema} widget="json" required submitted />
      <WidgetStory schema={schema} widget="json" value={{ size: 2, on: true }} locked />
      <WidgetStory schema={schema} widget="json" value={{ size: 2, on: true }} locked lockedInputs />
    </States>
  ),
};
