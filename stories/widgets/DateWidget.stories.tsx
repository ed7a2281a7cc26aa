import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, userEvent, within } from 'storybook/test';
import { docsOf } from '../docs/about.ts';
import { controlsOf, startOf } from '../docs/controls.ts';
import { StatesOf } from '../support/States.tsx';
import { WidgetStory } from '../support/WidgetStory.tsx';

const schema = { type: 'string', format: 'date', title: 'Launch date' };

/** DateWidget in all its states. */
const meta = {
  title: 'Widgets/Date',
  tags: ['calendar', 'date-picker', 'birthday', 'deadline'],
  component: WidgetStory,
  args: { ...startOf(schema), schema, onValue: fn() },
  argTypes: controlsOf(schema, 'date'),
  parameters: {
    about: docsOf({
      widget: 'date',
      what: 'A date, typed as year, month and day with or without dashes, or picked from a calendar.',
      use: ['Days of a contract, launch and end'],
      not: ['A moment with its hour: Date and time'],
      anatomy: [
        'Label: names the day',
        'Control: 2026-12-01',
        'Calendar button: opens a month, and is not in the way of the keyboard',
        'Help: one line below, only where the label is not enough',
        'Issue: what is wrong and what to do',
      ],
      keyboard: {
        Tab: 'To the field, then to the next',
        '↑ ↓': 'The next day, the day before',
        'Alt+↓': 'Opens the calendar',
        Esc: 'Closes the calendar',
      },
      screenReader:
        '“Launch date, edit text.” In the calendar each day is read whole: “Tuesday, December 1, 2026”.',
    }),
  },
} satisfies Meta<typeof WidgetStory>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Empty: Story = {
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement);
    const input = canvas.getByLabelText('Launch date');
    await userEvent.type(input, '20261201');
    await expect(args.onValue).toHaveBeenLastCalledWith('2026-12-01');
    await userEvent.tab();
    await expect(input).toHaveValue('2026-12-01');
    await userEvent.click(input);
    await userEvent.keyboard('{ArrowUp}');
    await expect(args.onValue).toHaveBeenLastCalledWith('2026-12-02');
    await userEvent.clear(input);
    await userEvent.type(input, 'tomorrow');
    await userEvent.tab();
    await expect(input).toBeInvalid();
  },
};
export const Filled: Story = { tags: ['!test'], args: { value: '2026-11-21' } };
export const WithHelp: Story = {
  tags: ['!test'],
  args: { schema: { ...schema, description: 'What the help text says.' }, value: '2026-11-21' },
};
export const Invalid: Story = {
  tags: ['!test'],
  args: { required: true, submitted: true, value: '2026-02-31' },
};
export const ReadOnly: Story = { tags: ['!test'], args: { value: '2026-11-21', locked: true } };
export const Locked: Story = {
  tags: ['!test'],
  args: { value: '2026-11-21', locked: true, lockedInputs: true },
};

export const AllStates: Story = {
  render: () => (
    <StatesOf args={meta.args} stories={{ Empty, Filled, WithHelp, Invalid, ReadOnly, Locked }} />
  ),
};
