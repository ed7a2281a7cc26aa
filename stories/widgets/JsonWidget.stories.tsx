import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, userEvent, within } from 'storybook/test';
import { docsOf } from '../docs/about.ts';
import { controlsOf, startOf } from '../docs/controls.ts';
import { StatesOf } from '../support/States.tsx';
import { WidgetStory } from '../support/WidgetStory.tsx';

const schema = { type: 'object', title: 'Settings' };

/** JsonWidget in all its states. */
const meta = {
  title: 'Widgets/JSON',
  tags: ['code', 'raw-data'],
  component: WidgetStory,
  args: { ...startOf(schema), schema, widget: 'json', onValue: fn() },
  argTypes: controlsOf(schema, 'json'),
  parameters: {
    about: docsOf({
      widget: 'json',
      what: 'JSON as text, validated while typing. For configurators.',
      use: ['Settings that no other widget fits'],
      not: ['Anything staff edits: declare fields'],
      anatomy: [
        'Label: above the control; a mark shows that it is required',
        'Control: the value',
        'Help: one line below, only where the label is not enough',
        'Issue: what is wrong and what to do',
      ],
      keyboard: { Tab: 'To the field and past it', Enter: 'A new line' },
      screenReader: '“Settings, edit text, multi-line.” Invalid JSON is reported with its position.',
    }),
  },
} satisfies Meta<typeof WidgetStory>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Empty: Story = {
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement);
    const box = canvas.getByLabelText('Settings');
    await userEvent.click(box);
    await userEvent.paste('{"size": 3');
    await expect(canvas.getByText('This is not valid JSON yet, so it has not been applied.')).toBeVisible();
    await userEvent.paste('}');
    await expect(args.onValue).toHaveBeenLastCalledWith({ size: 3 });
  },
};
export const Filled: Story = { tags: ['!test'], args: { value: { size: 2, on: true } } };
export const WithHelp: Story = {
  tags: ['!test'],
  args: { schema: { ...schema, description: 'What the help text says.' }, value: { size: 2, on: true } },
};
export const Invalid: Story = { tags: ['!test'], args: { required: true, submitted: true } };
export const ReadOnly: Story = { tags: ['!test'], args: { value: { size: 2, on: true }, locked: true } };
export const Locked: Story = {
  tags: ['!test'],
  args: { value: { size: 2, on: true }, locked: true, lockedInputs: true },
};

export const AllStates: Story = {
  render: () => (
    <StatesOf args={meta.args} stories={{ Empty, Filled, WithHelp, Invalid, ReadOnly, Locked }} />
  ),
};
