import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, userEvent, within } from 'storybook/test';
import { States } from '../support/States.tsx';
import { WidgetStory } from '../support/WidgetStory.tsx';

const schema = { type: 'integer', 'x-lookup': 'story-state', title: 'State' };

/** ChoiceWidget in all its states. */
const meta = {
  title: 'Widgets/Select',
  component: WidgetStory,
  args: { schema, onValue: fn() },
} satisfies Meta<typeof WidgetStory>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Empty: Story = {
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement);
    await userEvent.click(canvas.getByRole('button', { name: /State/ }));
    await userEvent.click(await within(document.body).findByRole('option', { name: 'In Pricing' }));
    await expect(args.onValue).toHaveBeenLastCalledWith(2);
  },
};
export const Filled: Story = { args: { value: 2 } };
export const WithHelp: Story = {
  args: { schema: { ...schema, description: 'What the help text says.' }, value: 2 },
};
export const Invalid: Story = { args: { required: true, submitted: true } };
export const ReadOnly: Story = { args: { value: 2, locked: true } };
export const Locked: Story = { args: { value: 2, locked: true, lockedInputs: true } };
/** A stored value that is no longer on the list stays in sight until it is changed. */
export const Unlisted: Story = {
  args: {
    schema: { type: 'integer', 'x-lookup': 'story-state', 'x-keepUnknown': true, title: 'State' },
    value: 45,
  },
  play: async ({ canvasElement }) => {
    await expect(within(canvasElement).getByRole('button', { name: /State/ })).toHaveTextContent('45');
  },
};

export const AllStates: Story = {
  render: () => (
    <States>
      <WidgetStory schema={schema} />
      <WidgetStory schema={schema} value={2} />
      <WidgetStory schema={schema} required submitted />
      <WidgetStory schema={schema} value={2} locked />
      <WidgetStory schema={schema} value={2} locked lockedInputs />
    </States>
  ),
};
