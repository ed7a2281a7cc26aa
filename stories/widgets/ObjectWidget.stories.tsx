import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, userEvent, within } from 'storybook/test';
import { States } from '../support/States.tsx';
import { WidgetStory } from '../support/WidgetStory.tsx';

const schema = {
  type: 'object',
  title: 'Address',
  properties: { Street: { type: 'string', title: 'Street' }, City: { type: 'string', title: 'City' } },
};

/** ObjectWidget in all its states. */
const meta = {
  title: 'Widgets/Object',
  component: WidgetStory,
  args: { schema, onValue: fn() },
} satisfies Meta<typeof WidgetStory>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Empty: Story = {
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement);
    await userEvent.type(canvas.getByLabelText('City'), 'Moncton');
    await expect(args.onValue).toHaveBeenLastCalledWith(expect.objectContaining({ City: 'Moncton' }));
  },
};
export const Filled: Story = { args: { value: { Street: '12 Main Street', City: 'Moncton' } } };
export const WithHelp: Story = {
  args: {
    schema: { ...schema, description: 'What the help text says.' },
    value: { Street: '12 Main Street', City: 'Moncton' },
  },
};
export const ReadOnly: Story = {
  args: { value: { Street: '12 Main Street', City: 'Moncton' }, locked: true },
};
export const Locked: Story = {
  args: { value: { Street: '12 Main Street', City: 'Moncton' }, locked: true, lockedInputs: true },
};

export const AllStates: Story = {
  render: () => (
    <States columns={2}>
      <WidgetStory schema={schema} />
      <WidgetStory schema={schema} value={{ Street: '12 Main Street', City: 'Moncton' }} />
      <WidgetStory schema={schema} required submitted />
      <WidgetStory schema={schema} value={{ Street: '12 Main Street', City: 'Moncton' }} locked />
      <WidgetStory
        schema={schema}
        value={{ Street: '12 Main Street', City: 'Moncton' }}
        locked
        lockedInputs
      />
    </States>
  ),
};
