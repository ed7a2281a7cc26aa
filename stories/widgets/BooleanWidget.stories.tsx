import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, userEvent, within } from 'storybook/test';
import { docsOf } from '../docs/about.ts';
import { controlsOf, startOf } from '../docs/controls.ts';
import { StatesOf } from '../support/States.tsx';
import { WidgetStory } from '../support/WidgetStory.tsx';

const schema = { type: 'boolean', title: 'Stackable' };

/** BooleanWidget in all its states. */
const meta = {
  title: 'Widgets/Checkbox',
  tags: ['checkbox', 'yes-no', 'toggle', 'on-off', 'consent'],
  component: WidgetStory,
  args: { ...startOf(schema), schema, onValue: fn() },
  argTypes: controlsOf(schema, 'checkbox'),
  parameters: {
    about: docsOf({
      widget: 'checkbox',
      what: 'Yes or no. The label next to the box says what is true when it is checked.',
      use: ['A statement that is true or false', 'It is saved with the form'],
      not: ['Two answers with names of their own (New, Used): Radio', 'Several of a list: Flags'],
      anatomy: [
        'Box: checked or unchecked',
        'Label: a statement, never a question',
        'Help: one line below, only where the label is not enough',
        'Issue: what is wrong and what to do',
      ],
      keyboard: { Tab: 'To the box', Space: 'Checks or unchecks it' },
      screenReader: '“Stackable, checkbox, not checked.”',
    }),
  },
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
export const Filled: Story = { tags: ['!test'], args: { value: true } };
export const WithHelp: Story = {
  tags: ['!test'],
  args: { schema: { ...schema, description: 'What the help text says.' }, value: true },
};
export const Invalid: Story = { tags: ['!test'], args: { required: true, submitted: true } };
export const ReadOnly: Story = { tags: ['!test'], args: { value: true, locked: true } };
export const Locked: Story = { tags: ['!test'], args: { value: true, locked: true, lockedInputs: true } };

export const AllStates: Story = {
  render: () => (
    <StatesOf args={meta.args} stories={{ Empty, Filled, WithHelp, Invalid, ReadOnly, Locked }} />
  ),
};
