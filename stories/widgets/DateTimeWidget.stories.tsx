import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, userEvent, within } from 'storybook/test';
import { States } from '../support/States.tsx';
import { WidgetStory } from '../support/WidgetStory.tsx';

const schema = { type: 'string', format: 'date-time', title: 'Valid from' };

/** DateTimeWidget in all its states. */
const meta = {
  title: 'Widgets/Date and time',
  component: WidgetStory,
  args: { schema, onValue: fn() },
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
export const Filled: Story = { args: { value: '2026-11-21T15:30:00.000Z' } };
export const WithHelp: Story = {
  args: { schema: { ...schema, description: 'What the help text says.' }, value: '2026-11-21T15:30:00.000Z' },
};
export const Invalid: Story = { args: { required: true, submitted: true } };
export const ReadOnly: Story = { args: { value: '2026-11-21T15:30:00.000Z', locked: true } };
export const Locked: Story = {
  args: { value: '2026-11-21T15:30:00.000Z', locked: true, lockedInputs: true },
};

export const AllStates: Story = {
  render: () => (
    <States>
      <WidgetStory schema={schema} />
      <WidgetStory schema={schema} value={'2026-11-21T15:30:00.000Z'} />
      <WidgetStory schema={schema} required submitted />
      <WidgetStory schema={schema} value={'2026-11-21T15:30:00.000Z'} locked />
      <WidgetStory schema={schema} value={'2026-11-21T15:30:00.000Z'} locked lockedInputs />
    </States>
  ),
};
