import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, userEvent, within } from 'storybook/test';
import { States } from '../support/States.tsx';
import { WidgetStory } from '../support/WidgetStory.tsx';

const schema = { type: 'string', format: 'multiline', maxLength: 60, title: 'Description' };

/** MultilineWidget in all its states. */
const meta = {
  title: 'Widgets/Multiline',
  component: WidgetStory,
  args: { schema, onValue: fn() },
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
export const Filled: Story = { args: { value: 'Covers what wears out.\nNot what breaks.' } };
export const WithHelp: Story = {
  args: {
    schema: { ...schema, description: 'What the help text says.' },
    value: 'Covers what wears out.\nNot what breaks.',
  },
};
export const Invalid: Story = { args: { required: true, submitted: true } };
export const ReadOnly: Story = { args: { value: 'Covers what wears out.\nNot what breaks.', locked: true } };
export const Locked: Story = {
  args: { value: 'Covers what wears out.\nNot what breaks.', locked: true, lockedInputs: true },
};

export const AllStates: Story = {
  render: () => (
    <States>
      <WidgetStory schema={schema} />
      <WidgetStory schema={schema} value={'Covers what wears out.\nNot what breaks.'} />
      <WidgetStory schema={schema} required submitted />
      <WidgetStory schema={schema} value={'Covers what wears out.\nNot what breaks.'} locked />
      <WidgetStory schema={schema} value={'Covers what wears out.\nNot what breaks.'} locked lockedInputs />
    </States>
  ),
};
