import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, userEvent, within } from 'storybook/test';
import { docsOf } from '../docs/about.ts';
import { controlsOf, startOf } from '../docs/controls.ts';
import { StatesOf } from '../support/States.tsx';
import { WidgetStory } from '../support/WidgetStory.tsx';

const schema = { type: 'integer', 'x-duration': true, title: 'Preparation' };
const time = { type: 'string', format: 'time-local', title: 'Pick-up time' };

/** WrittenWidget in all its states. */
const meta = {
  title: 'Widgets/Written',
  tags: ['ai-text', 'generated', 'explanation', 'read-only-text'],
  component: WidgetStory,
  args: { ...startOf(schema), schema, onValue: fn() },
  argTypes: controlsOf(schema, 'written'),
  parameters: {
    about: docsOf({
      widget: 'written',
      what: 'A time of day or a length of time, typed in any way people write it: 8:30 p.m., 8 h 30, 1:30, 90 min.',
      use: ['The time of an appointment', 'The length of a repair'],
      not: ['A date with a time: Date and time', 'A plain number: Number'],
      anatomy: [
        'Label: names the value',
        'Control: 1 h 30 min; on leaving, the value is formatted in the person’s language',
        'Help: one line below, only where the label is not enough',
        'Issue: how to write it, with an example',
      ],
      keyboard: { Tab: 'To the field, then to the next' },
      screenReader: '“Preparation, edit text.”',
    }),
  },
} satisfies Meta<typeof WidgetStory>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Empty: Story = {
  play: async ({ canvasElement, args }) => {
    const input = within(canvasElement).getByLabelText('Preparation');
    await userEvent.type(input, '90 min');
    await expect(args.onValue).toHaveBeenLastCalledWith(5400);
    await userEvent.tab();
    await expect(input).toHaveValue('1 h 30 min');
    await userEvent.clear(input);
    await userEvent.type(input, '90');
    await userEvent.tab();
    await expect(input).toBeInvalid();
    await expect(input).toHaveValue('90');
    await userEvent.clear(input);
    await expect(args.onValue).toHaveBeenLastCalledWith(null);
  },
};
export const Filled: Story = { tags: ['!test'], args: { value: 5400 } };
export const TimeOfDay: Story = {
  args: { ...startOf(time), schema: time, value: '20:30:00' },
  play: async ({ canvasElement, args }) => {
    const input = within(canvasElement).getByLabelText('Pick-up time');
    await expect(input).toHaveValue('8:30 p.m.');
    await userEvent.clear(input);
    await userEvent.type(input, '7 h 15');
    await expect(args.onValue).toHaveBeenLastCalledWith('07:15:00');
    await userEvent.tab();
    await expect(input).toHaveValue('7:15 a.m.');
  },
};
export const WithHelp: Story = {
  tags: ['!test'],
  args: { schema: { ...schema, description: 'What the help text says.' }, value: 5400 },
};
export const Invalid: Story = {
  tags: ['!test'],
  args: { required: true, submitted: true, value: '90' },
};
export const ReadOnly: Story = { tags: ['!test'], args: { value: 5400, locked: true } };
export const Locked: Story = { tags: ['!test'], args: { value: 5400, locked: true, lockedInputs: true } };

export const AllStates: Story = {
  render: () => (
    <StatesOf args={meta.args} stories={{ Empty, Filled, TimeOfDay, WithHelp, Invalid, ReadOnly, Locked }} />
  ),
};
