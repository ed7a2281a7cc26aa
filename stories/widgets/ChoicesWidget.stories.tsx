import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, userEvent, within } from 'storybook/test';
import { docsOf } from '../docs/about.ts';
import { controlsOf, startOf } from '../docs/controls.ts';
import { StatesOf } from '../support/States.tsx';
import { WidgetStory } from '../support/WidgetStory.tsx';

const schema = { type: 'array', 'x-lookup': 'story-state', title: 'States' };
const cities = { type: 'array', 'x-lookup': 'story-city', title: 'Cities' };

/** ChoicesWidget in all its states. */
const meta = {
  title: 'Widgets/Choices',
  tags: ['multi-select', 'several-choices', 'checklist'],
  component: WidgetStory,
  args: { ...startOf(schema), schema, onValue: fn() },
  argTypes: controlsOf(schema, 'choices'),
  parameters: {
    about: docsOf({
      widget: 'choices',
      what: 'Several items of a closed list: checkboxes for up to seven, a searchable list for more.',
      use: ['Any number of items from a list'],
      not: ['Exactly one: Radio or Select', 'Records that people add to: References'],
      anatomy: [
        'Group label: names the list',
        'Checkboxes, or tags for the chosen ones and a control that opens the list',
        'Help: one line below, only where the label is not enough',
        'Issue: what is wrong and what to do',
      ],
      keyboard: {
        Tab: 'From one checkbox to the next, or to the control',
        Space: 'Checks or unchecks; opens the list',
        'A–Z': 'Searches the open list',
        Esc: 'Closes the list',
      },
      screenReader: '“States, group. In Pricing, checkbox, checked.”',
    }),
  },
} satisfies Meta<typeof WidgetStory>;

export default meta;
type Story = StoryObj<typeof meta>;

/** Whatever is ticked first, the value follows the order of the list. */
export const Empty: Story = {
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement);
    await userEvent.click(await canvas.findByRole('checkbox', { name: 'Active' }));
    await expect(args.onValue).toHaveBeenLastCalledWith([3]);
    await userEvent.click(canvas.getByRole('checkbox', { name: 'In Design' }));
    await expect(args.onValue).toHaveBeenLastCalledWith([1, 3]);
    await userEvent.click(canvas.getByRole('checkbox', { name: 'Active' }));
    await expect(args.onValue).toHaveBeenLastCalledWith([1]);
  },
};
export const Filled: Story = { tags: ['!test'], args: { value: [1, 2] } };
export const WithHelp: Story = {
  tags: ['!test'],
  args: { schema: { ...schema, description: 'What the help text says.' }, value: [2] },
};
export const Invalid: Story = { tags: ['!test'], args: { required: true, submitted: true } };
export const ReadOnly: Story = {
  args: { value: [1, 2], locked: true },
  play: async ({ canvasElement }) => {
    await expect(await within(canvasElement).findByText('In Design; In Pricing')).toBeVisible();
  },
};
export const Locked: Story = { tags: ['!test'], args: { value: [2], locked: true, lockedInputs: true } };
/** More than seven: the choices are searched, and shown as tags. */
export const Long: Story = {
  args: { schema: cities, label: 'Cities', value: [18] },
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement);
    await userEvent.click(canvas.getByRole('button', { name: /Cities/ }));
    await userEvent.click(await within(document.body).findByRole('option', { name: 'Montréal' }));
    await userEvent.keyboard('{Escape}');
    await expect(args.onValue).toHaveBeenLastCalledWith([16, 18]);
    await userEvent.click(await canvas.findByRole('button', { name: /Remove Québec/ }));
    await expect(args.onValue).toHaveBeenLastCalledWith([16]);
  },
};

export const AllStates: Story = {
  render: () => (
    <StatesOf args={meta.args} stories={{ Empty, Filled, WithHelp, Invalid, ReadOnly, Locked, Long }} />
  ),
};
