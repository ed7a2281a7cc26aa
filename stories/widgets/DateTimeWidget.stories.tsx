import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, userEvent, within } from 'storybook/test';
import { docsOf } from '../docs/about.ts';
import { controlsOf, startOf } from '../docs/controls.ts';
import { StatesOf } from '../support/States.tsx';
import { WidgetStory } from '../support/WidgetStory.tsx';

const schema = { type: 'string', format: 'date-time', title: 'Valid from' };

/** DateTimeWidget in all its states. */
const meta = {
  title: 'Widgets/Date and time',
  component: WidgetStory,
  args: { ...startOf(schema), schema, onValue: fn() },
  argTypes: controlsOf(schema, 'datetime'),
  parameters: {
    about: docsOf({
      widget: 'datetime',
      what: 'A moment, by the clock of the person. It is kept as one moment for everyone.',
      use: ['When something begins to hold', 'When something happened'],
      not: ['A day alone: Date'],
      anatomy: [
        'Label: names the moment',
        'Control: day, then time, as the browser writes them',
        'Help: one line below, only where the label leaves a question',
        'Issue: what is wrong and what to do',
      ],
      keyboard: {
        Tab: 'To the field, and on to the next one',
        '↑ ↓': 'Changes the part that is chosen',
        '← →': 'The next part',
      },
      screenReader: '“Valid from, date and time.” Each part is read as it is reached.',
    }),
  },
} satisfies Meta<typeof WidgetStory>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Empty: Story = {
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement);
    const input = canvas.getByLabelText('Valid from');
    await userEvent.type(input, '2026-12-01T08:15');
    await expect(args.onValue).toHaveBeenLastCalledWith(new Date('2026-12-01T08:15').toISOString());
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
