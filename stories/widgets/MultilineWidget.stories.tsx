import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, userEvent, within } from 'storybook/test';
import { docsOf } from '../docs/about.ts';
import { controlsOf, startOf } from '../docs/controls.ts';
import { StatesOf } from '../support/States.tsx';
import { WidgetStory } from '../support/WidgetStory.tsx';

const schema = { type: 'string', format: 'multiline', maxLength: 60, title: 'Description' };

/** MultilineWidget in all its states. */
const meta = {
  title: 'Widgets/Multiline text',
  tags: ['textarea', 'notes', 'comment', 'long-text'],
  component: WidgetStory,
  args: { ...startOf(schema), schema, onValue: fn() },
  argTypes: controlsOf(schema, 'multiline'),
  parameters: {
    about: docsOf({
      widget: 'multiline',
      what: 'Text with several lines. It grows with its content up to a limit, then scrolls.',
      use: ['Descriptions and notes', 'Anything with line breaks'],
      not: ['A name or a code: Text', 'Text with formatting: HTML'],
      anatomy: [
        'Label: above the control; a mark shows that it is required',
        'Control: the value',
        'Help: one line below, only where the label is not enough',
        'Issue: what is wrong and what to do',
      ],
      keyboard: { Tab: 'To the field and past it; it inserts no tab', Enter: 'A new line' },
      screenReader: '“Description, edit text, multi-line.”',
    }),
  },
} satisfies Meta<typeof WidgetStory>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Empty: Story = {
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement);
    const box = canvas.getByLabelText('Description');
    await userEvent.type(box, 'Covers the engine and the transmission of every car');
    await expect(canvas.getByText('51 / 60')).toBeVisible();
    await expect(args.onValue).toHaveBeenLastCalledWith(
      'Covers the engine and the transmission of every car',
    );
  },
};
export const Filled: Story = { tags: ['!test'], args: { value: 'Covers what wears out.\nNot what breaks.' } };
export const WithHelp: Story = {
  tags: ['!test'],
  args: {
    schema: { ...schema, description: 'What the help text says.' },
    value: 'Covers what wears out.\nNot what breaks.',
  },
};
export const Invalid: Story = { tags: ['!test'], args: { required: true, submitted: true } };
export const ReadOnly: Story = {
  tags: ['!test'],
  args: { value: 'Covers what wears out.\nNot what breaks.', locked: true },
};
export const Locked: Story = {
  tags: ['!test'],
  args: { value: 'Covers what wears out.\nNot what breaks.', locked: true, lockedInputs: true },
};

export const AllStates: Story = {
  render: () => (
    <StatesOf args={meta.args} stories={{ Empty, Filled, WithHelp, Invalid, ReadOnly, Locked }} />
  ),
};
