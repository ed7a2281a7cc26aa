import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, userEvent, within } from 'storybook/test';
import { States } from '../support/States.tsx';
import { WidgetStory } from '../support/WidgetStory.tsx';

const schema = { type: 'integer', 'x-lookup': 'story-layout', 'x-flags': true, title: 'Layouts' };

/** FlagsWidget in all its states. */
const meta = {
  title: 'Widgets/Flags',
  component: WidgetStory,
  args: { schema, onValue: fn() },
} satisfies Meta<typeof WidgetStory>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Empty: Story = {
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement);
    await userEvent.click(await canvas.findByRole('checkbox', { name: 'Maintenance' }));
    await expect(args.onValue).toHaveBeenLastCalledWith(2);
    await userEvent.click(canvas.getByRole('checkbox', { name: 'Repair' }));
    await expect(args.onValue).toHaveBeenLastCalledWith(3);
    await userEvent.click(canvas.getByRole('checkbox', { name: 'Maintenance' }));
    await expect(args.onValue).toHaveBeenLastCalledWith(1);
  },
};
export const Filled: Story = {
  args: { value: 6 },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await expect(await canvas.findByRole('checkbox', { name: 'Maintenance' })).toBeChecked();
    await expect(canvas.getByRole('checkbox', { name: 'Tire and rim' })).toBeChecked();
    await expect(canvas.getByRole('checkbox', { name: 'Repair' })).not.toBeChecked();
  },
};
export const WithHelp: Story = {
  args: { schema: { ...schema, description: 'What the help text says.' }, value: 2 },
};
export const Invalid: Story = { args: { required: true, submitted: true } };
export const ReadOnly: Story = {
  args: { value: 3, locked: true },
  play: async ({ canvasElement }) => {
    await expect(await within(canvasElement).findByText('Repair, Maintenance')).toBeVisible();
  },
};
export const Locked: Story = { args: { value: 2, locked: true, lockedInputs: true } };

export const AllStates: Story = {
  render: () => (
    <States>
      <WidgetStory schema={schema} />
      <WidgetStory schema={schema} value={6} />
      <WidgetStory schema={schema} required submitted />
      <WidgetStory schema={schema} value={3} locked />
      <WidgetStory schema={schema} value={2} locked lockedInputs />
    </States>
  ),
};
