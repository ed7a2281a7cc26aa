import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, screen, userEvent, within } from 'storybook/test';
import { docsOf } from '../docs/about.ts';
import { controlsOf, startOf } from '../docs/controls.ts';
import { StatesOf } from '../support/States.tsx';
import { WidgetStory } from '../support/WidgetStory.tsx';

const schema = { type: 'string', format: 'date-time', title: 'Valid from' };

/** DateTimeWidget in all its states. */
const meta = {
  title: 'Widgets/Date and time',
  tags: ['timestamp', 'time', 'moment', 'calendar', 'date-picker', 'time-zone'],
  component: WidgetStory,
  args: { ...startOf(schema), schema, onValue: fn() },
  argTypes: controlsOf(schema, 'datetime'),
  parameters: {
    about: docsOf({
      widget: 'datetime',
      what: 'A date and time in the person’s time zone, stored as one instant for everyone.',
      use: ['When something begins to hold', 'When something happened'],
      not: ['A day alone: Date'],
      anatomy: [
        'Label: names the moment',
        'Control: day, then time on the 24-hour clock; a calendar for the day',
        'Help: one line below, only where the label is not enough',
        'Issue: what is wrong and what to do',
      ],
      keyboard: {
        Tab: 'To the field, then to the next',
        '↑ ↓': 'The next day, the day before',
        'Alt+↓': 'Opens the calendar',
      },
      screenReader: '“Valid from, edit, 2026-12-01 08:15.”',
    }),
  },
} satisfies Meta<typeof WidgetStory>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Empty: Story = {
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement);
    const input = canvas.getByLabelText('Valid from');
    const moment = (text: string) => new Date(text).toISOString();
    await userEvent.type(input, '20261201 8:15');
    await expect(args.onValue).toHaveBeenLastCalledWith(moment('2026-12-01T08:15'));
    await userEvent.keyboard('{ArrowUp}');
    await expect(args.onValue).toHaveBeenLastCalledWith(moment('2026-12-02T08:15'));
    await userEvent.tab();
    await expect(input).toHaveValue('2026-12-02 08:15');
    await userEvent.click(canvas.getByRole('button', { name: 'Open the calendar' }));
    await userEvent.click(await screen.findByRole('button', { name: /December 24, 2026/ }));
    await expect(args.onValue).toHaveBeenLastCalledWith(moment('2026-12-24T08:15'));
    await userEvent.clear(input);
    await userEvent.type(input, '2026-12-24 25:00');
    await expect(args.onValue).toHaveBeenLastCalledWith('2026-12-24 25:00');
  },
};
export const Filled: Story = { tags: ['!test'], args: { value: '2026-11-21T15:30:00.000Z' } };
export const WithHelp: Story = {
  tags: ['!test'],
  args: { schema: { ...schema, description: 'What the help text says.' }, value: '2026-11-21T15:30:00.000Z' },
};
export const Invalid: Story = { tags: ['!test'], args: { required: true, submitted: true } };
export const ReadOnly: Story = { tags: ['!test'], args: { value: '2026-11-21T15:30:00.000Z', locked: true } };
export const Locked: Story = {
  tags: ['!test'],
  args: { value: '2026-11-21T15:30:00.000Z', locked: true, lockedInputs: true },
};

export const AllStates: Story = {
  render: () => (
    <StatesOf args={meta.args} stories={{ Empty, Filled, WithHelp, Invalid, ReadOnly, Locked }} />
  ),
};
