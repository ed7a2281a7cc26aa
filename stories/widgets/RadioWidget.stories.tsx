import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, userEvent, within } from 'storybook/test';
import { docsOf } from '../docs/about.ts';
import { controlsOf, startOf } from '../docs/controls.ts';
import { StatesOf } from '../support/States.tsx';
import { WidgetStory } from '../support/WidgetStory.tsx';

const schema = { type: 'integer', 'x-lookup': 'story-state', title: 'State' };

/** RadioWidget in all its states. */
const meta = {
  title: 'Widgets/Radio',
  tags: ['radio-button', 'option-buttons', 'few-choices'],
  component: WidgetStory,
  args: { ...startOf(schema), schema, widget: 'radio', onValue: fn() },
  argTypes: controlsOf(schema, 'radio'),
  parameters: {
    about: docsOf({
      widget: 'radio',
      what: 'One of a few, all in sight: a person compares without opening anything.',
      use: ['Two to five choices', 'The choice decides what follows on the form'],
      not: [
        'More than five: Select',
        'Yes or no: Checkbox',
        'Nothing chosen must stay possible: Select, which can be emptied',
      ],
      anatomy: [
        'Group label: names what is chosen',
        'Choices: one line each, or beside each other where they are short',
        'Help: one line below, only where the label leaves a question',
        'Issue: what is wrong and what to do',
      ],
      keyboard: {
        Tab: 'To the chosen one, or the first',
        '↑ ↓': 'Chooses the one before or after',
        '← →': 'The same',
      },
      screenReader: '“State, radio group. In Design, radio button, 1 of 3.”',
    }),
  },
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
export const Filled: Story = { tags: ['!test'], args: { value: 2 } };
export const WithHelp: Story = {
  tags: ['!test'],
  args: { schema: { ...schema, description: 'What the help text says.' }, value: 2 },
};
export const Invalid: Story = { tags: ['!test'], args: { required: true, submitted: true } };
export const ReadOnly: Story = { tags: ['!test'], args: { value: 2, locked: true } };
export const Locked: Story = { tags: ['!test'], args: { value: 2, locked: true, lockedInputs: true } };

export const AllStates: Story = {
  render: () => (
    <StatesOf args={meta.args} stories={{ Empty, Filled, WithHelp, Invalid, ReadOnly, Locked }} />
  ),
};
