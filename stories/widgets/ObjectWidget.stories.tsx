import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, userEvent, within } from 'storybook/test';
import { docsOf } from '../docs/about.ts';
import { controlsOf, startOf } from '../docs/controls.ts';
import { StatesOf } from '../support/States.tsx';
import { WidgetStory } from '../support/WidgetStory.tsx';

const schema = {
  type: 'object',
  title: 'Address',
  properties: { Street: { type: 'string', title: 'Street' }, City: { type: 'string', title: 'City' } },
};

/** ObjectWidget in all its states. */
const meta = {
  title: 'Widgets/Object',
  tags: ['address', 'group', 'nested', 'fieldset'],
  component: WidgetStory,
  args: { ...startOf(schema), schema, onValue: fn() },
  argTypes: controlsOf(schema, 'object'),
  parameters: {
    about: docsOf({
      widget: 'object',
      what: 'Related fields stored as one value, in a row.',
      use: ['An address, a range, a name in parts'],
      not: ['Several such values: Rows', 'Separate fields of the record: a section of the form'],
      anatomy: [
        'Group label: names the group',
        'Fields: each with its own label',
        'Help: one line below, only where the label is not enough',
        'Issue: what is wrong and what to do',
      ],
      keyboard: { Tab: 'To the field, then to the next' },
      screenReader: '“Address, group. Street, edit text.”',
      isWide: true,
    }),
  },
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
export const Filled: Story = {
  tags: ['!test'],
  args: { value: { Street: '12 Main Street', City: 'Moncton' } },
};
export const WithHelp: Story = {
  tags: ['!test'],
  args: {
    schema: { ...schema, description: 'What the help text says.' },
    value: { Street: '12 Main Street', City: 'Moncton' },
  },
};
export const Invalid: Story = { tags: ['!test'], args: { required: true, submitted: true } };
export const ReadOnly: Story = {
  tags: ['!test'],
  args: { value: { Street: '12 Main Street', City: 'Moncton' }, locked: true },
};
export const Locked: Story = {
  tags: ['!test'],
  args: { value: { Street: '12 Main Street', City: 'Moncton' }, locked: true, lockedInputs: true },
};

export const AllStates: Story = {
  render: () => (
    <StatesOf args={meta.args} stories={{ Empty, Filled, WithHelp, Invalid, ReadOnly, Locked }} columns={2} />
  ),
};
