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
      what: 'A few fields that belong together and are kept as one value, in a row.',
      use: ['An address, a range, a name in parts'],
      not: ['Any number of such values: Rows', 'Fields that are the record’s own: a section of the form'],
      anatomy: [
        'Group label: names the whole',
        'Fields: each with a label of its own',
        'Help: one line below, only where the label leaves a question',
        'Issue: what is wrong and what to do',
      ],
      keyboard: { Tab: 'To the field, and on to the next one' },
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
