import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, userEvent, within } from 'storybook/test';
import { States } from '../support/States.tsx';
import { WidgetStory } from '../support/WidgetStory.tsx';

const schema = { type: 'array', items: { type: 'string' }, title: 'Roles' };

/** RolesWidget in all its states. */
const meta = {
  title: 'Widgets/Roles',
  component: WidgetStory,
  args: { schema, widget: 'roles', onValue: fn() },
} satisfies Meta<typeof WidgetStory>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Empty: Story = {
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement);
    await userEvent.click(await canvas.findByRole('checkbox', { name: 'Viewer' }));
    await expect(args.onValue).toHaveBeenLastCalledWith(['viewer']);
    await userEvent.click(canvas.getByRole('checkbox', { name: 'Administrator' }));
    await expect(args.onValue).toHaveBeenLastCalledWith(['viewer', 'admin']);
    await userEvent.click(canvas.getByRole('checkbox', { name: 'Viewer' }));
    await expect(args.onValue).toHaveBeenLastCalledWith(['admin']);
  },
};
export const Filled: Story = { args: { value: ['viewer'] } };
export const RoleThatIsGone: Story = {
  args: { value: ['viewer', 'clerk'] },
  play: async ({ canvasElement }) => {
    await expect(await within(canvasElement).findByRole('checkbox', { name: 'clerk' })).toBeChecked();
  },
};
export const ReadOnly: Story = { args: { value: ['viewer'], locked: true } };

export const AllStates: Story = {
  render: () => (
    <States>
      <WidgetStory schema={schema} widget="roles" />
      <WidgetStory schema={schema} widget="roles" value={['viewer']} />
      <WidgetStory schema={schema} widget="roles" value={['viewer']} locked />
    </States>
  ),
};
