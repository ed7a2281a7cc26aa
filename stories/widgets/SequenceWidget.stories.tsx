import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, userEvent, within } from 'storybook/test';
import { docsOf } from '../docs/about.ts';
import { controlsOf, startOf } from '../docs/controls.ts';
import { StatesOf } from '../support/States.tsx';
import { WidgetStory } from '../support/WidgetStory.tsx';

const numbered = { pattern: 'CLM-{year}-{number:5}' };
const schema = { type: 'string', 'x-sequence': numbered, title: 'Number' };
/** A create may bring its own number. */
const given = { ...schema, 'x-sequence': { ...numbered, given: true } };

/** SequenceWidget in all its states. */
const meta = {
  title: 'Widgets/Sequence',
  tags: ['auto-number', 'invoice-number', 'counter'],
  component: WidgetStory,
  args: { ...startOf(schema), schema, onValue: fn() },
  argTypes: controlsOf(schema, 'sequence'),
  parameters: {
    about: docsOf({
      widget: 'sequence',
      what: 'A number that the server assigns when the record is saved.',
      use: ['Numbers that people quote: claims, orders, invoices'],
      not: ['A code that people choose: Text'],
      anatomy: [
        'Label: names the number',
        'Value: the number, or when it will be assigned',
        'Issue: what is wrong and what to do',
      ],
      keyboard: { Tab: 'To the next field' },
      screenReader: '“Number, group. Assigned when saved.”',
    }),
  },
} satisfies Meta<typeof WidgetStory>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Empty: Story = {
  play: async ({ canvasElement }) => {
    await expect(await within(canvasElement).findByText('Assigned when saved')).toBeVisible();
  },
};
export const Filled: Story = {
  args: { value: 'CLM-2026-00001' },
  play: async ({ canvasElement }) => {
    await expect(await within(canvasElement).findByText('CLM-2026-00001')).toBeVisible();
  },
};
/** An import may bring numbers along, so the field can be filled in. */
export const Given: Story = {
  args: { schema: given },
  play: async ({ canvasElement, args }) => {
    const input = await within(canvasElement).findByPlaceholderText('Assigned when saved');
    await userEvent.type(input, 'C1');
    await expect(args.onValue).toHaveBeenLastCalledWith('C1');
  },
};

export const AllStates: Story = {
  render: () => <StatesOf args={meta.args} stories={{ Empty, Filled, Given }} />,
};
