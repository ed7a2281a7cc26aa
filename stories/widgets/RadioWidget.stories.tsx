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
      what: 'One of a few choices, all visible, so that they can be compared.',
      use: ['Two to five choices', 'The choice determines the rest of the form'],
      not: [
        'More than five: Select',
        'Yes or no: Checkbox',
        'An empty value must remain possible: Select, which can be cleared',
      ],
      anatomy: [
        'Group label: names what is chosen',
        'Choices: one line each, or in a row if short',
        'Help: one line below, only where the label is not enough',
        'Issue: what is wrong and what to do',
      ],
      keyboard: {
        Tab: 'To the selected one, or the first',
        '↑ ↓': 'Selects the previous or next one',
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
