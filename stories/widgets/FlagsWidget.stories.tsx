import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, userEvent, within } from 'storybook/test';
import { docsOf } from '../docs/about.ts';
import { controlsOf, startOf } from '../docs/controls.ts';
import { StatesOf } from '../support/States.tsx';
import { WidgetStory } from '../support/WidgetStory.tsx';

const schema = { type: 'integer', 'x-lookup': 'story-layout', 'x-flags': true, title: 'Layouts' };

/** FlagsWidget in all its states. */
const meta = {
  title: 'Widgets/Flags',
  tags: ['multiple-choice', 'checkboxes', 'bit-flags'],
  component: WidgetStory,
  args: { ...startOf(schema), schema, onValue: fn() },
  argTypes: controlsOf(schema, 'flags'),
  parameters: {
    about: docsOf({
      widget: 'flags',
      what: 'Any number of choices from a short, fixed list, as checkboxes.',
      use: ['Up to about ten choices, several of which may apply'],
      not: ['Exactly one: Radio or Select', 'Records that people add to: References'],
      anatomy: [
        'Group label: names the list',
        'Boxes: one per choice',
        'Help: one line below, only where the label is not enough',
        'Issue: what is wrong and what to do',
      ],
      keyboard: { Tab: 'From checkbox to checkbox', Space: 'Checks or unchecks it' },
      screenReader: '“Layouts, group. Repair, checkbox, checked.”',
    }),
  },
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
  tags: ['!test'],
  args: { schema: { ...schema, description: 'What the help text says.' }, value: 2 },
};
export const Invalid: Story = { tags: ['!test'], args: { required: true, submitted: true } };
export const ReadOnly: Story = {
  args: { value: 3, locked: true },
  play: async ({ canvasElement }) => {
    await expect(await within(canvasElement).findByText('Repair, Maintenance')).toBeVisible();
  },
};
export const Locked: Story = { tags: ['!test'], args: { value: 2, locked: true, lockedInputs: true } };

export const AllStates: Story = {
  render: () => (
    <StatesOf args={meta.args} stories={{ Empty, Filled, WithHelp, Invalid, ReadOnly, Locked }} />
  ),
};
