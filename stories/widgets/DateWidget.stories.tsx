import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, userEvent, within } from 'storybook/test';
import { States } from '../support/States.tsx';
import { WidgetStory } from '../support/WidgetStory.tsx';

const schema = { type: 'string', format: 'date', title: 'Launch date' };

/** DateWidget in all its states. */
const meta = {
  title: 'Widgets/Date',
  component: WidgetStory,
  args: { schema, onValue: fn() },
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
export const Filled: Story = { args: { value: '2026-11-21' } };
export const WithHelp: Story = {
  args: { schema: { ...schema, description: 'What the help text says.' }, value: '2026-11-21' },
};
export const Invalid: Story = { args: { required: true, submitted: true, value: '2026-02-31' } };
export const ReadOnly: Story = { args: { value: '2026-11-21', locked: true } };
export const Locked: Story = { args: { value: '2026-11-21', locked: true, lockedInputs: true } };

export const AllStates: Story = {
  render: () => (
    <States>
      <WidgetStory schema={schema} />
      <WidgetStory schema={schema} value={'2026-11-21'} />
      <WidgetStory schema={schema} required submitted value={'2026-02-31'} />
      <WidgetStory schema={schema} value={'2026-11-21'} locked />
      <WidgetStory schema={schema} value={'2026-11-21'} locked lockedInputs />
    </States>
  ),
};
