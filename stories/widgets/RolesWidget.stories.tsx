import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, userEvent, within } from 'storybook/test';
import { docsOf } from '../docs/about.ts';
import { controlsOf, startOf } from '../docs/controls.ts';
import { StatesOf } from '../support/States.tsx';
import { WidgetStory } from '../support/WidgetStory.tsx';

const schema = { type: 'array', items: { type: 'string' }, title: 'Roles' };

/** RolesWidget in all its states. */
const meta = {
  title: 'Widgets/Roles',
  tags: ['permissions', 'access', 'roles'],
  component: WidgetStory,
  args: { ...startOf(schema), schema, widget: 'roles', onValue: fn() },
  argTypes: controlsOf(schema, 'roles'),
  parameters: {
    about: docsOf({
      widget: 'roles',
      what: 'Roles of the application, all visible. Roles with more rights than the person has are locked.',
      use: ['Roles on the page of a person'],
      not: ['Any other list: Flags'],
      anatomy: ['Group label: Roles', 'Boxes: one per role; a deleted role stays until it is removed'],
      keyboard: { Tab: 'From role to role', Space: 'Grants or revokes it' },
      screenReader: '“Roles, group. Viewer, checkbox, checked.”',
    }),
  },
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
export const Filled: Story = { tags: ['!test'], args: { value: ['viewer'] } };
export const RoleThatIsGone: Story = {
  args: { value: ['viewer', 'clerk'] },
  play: async ({ canvasElement }) => {
    await expect(await within(canvasElement).findByRole('checkbox', { name: 'clerk' })).toBeChecked();
  },
};
export const ReadOnly: Story = { tags: ['!test'], args: { value: ['viewer'], locked: true } };

export const AllStates: Story = {
  render: () => <StatesOf args={meta.args} stories={{ Empty, Filled, ReadOnly, RoleThatIsGone }} />,
};
