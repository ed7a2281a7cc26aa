import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, within } from 'storybook/test';
import { docsOf } from '../docs/about.ts';
import { controlsOf, startOf } from '../docs/controls.ts';
import { StatesOf } from '../support/States.tsx';
import { WidgetStory } from '../support/WidgetStory.tsx';

const schema = {
  type: 'array',
  title: 'Coverage',
  items: { type: 'object', properties: { Name: { type: 'string', title: 'Name' } } },
};

/** InclusionTableWidget in all its states. */
const meta = {
  title: 'Widgets/Inclusion table',
  component: WidgetStory,
  args: { ...startOf(schema), schema, widget: 'inclusion-table', onValue: fn() },
  argTypes: controlsOf(schema, 'inclusion-table'),
  parameters: {
    about: docsOf({
      widget: 'inclusion-table',
      what: 'Items and groups that something includes or leaves to choice, with what excludes what. See it at work on the plan form.',
      use: ['Coverage of a plan'],
      not: ['A plain list of records: References or Rows'],
      anatomy: [
        'Rows: a group, then its items',
        'Relations: what excludes and includes what, in an overlay',
        'Choice: included or optional',
        'Add: items and groups that are not there yet',
        'Note: what a declaration lacks, as shown here',
      ],
      keyboard: { Tab: 'From control to control', '← →': 'Included or optional', Esc: 'Closes the overlay' },
      screenReader: '“Coverage Item(s), table.” Each choice carries the name of its item.',
      isWide: true,
    }),
  },
} satisfies Meta<typeof WidgetStory>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Empty: Story = {
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement);
    // Its working is shown on the plan form; half a declaration says what it lacks.
    await expect(canvas.getByRole('note')).toHaveTextContent(/lacks these options: .*itemId/);
    await expect(args.onValue).not.toHaveBeenCalled();
  },
};
export const Filled: Story = { tags: ['!test'], args: { value: [] } };
export const WithHelp: Story = {
  tags: ['!test'],
  args: { schema: { ...schema, description: 'What the help text says.' }, value: [] },
};
export const Invalid: Story = { tags: ['!test'], args: { required: true, submitted: true } };
export const ReadOnly: Story = { tags: ['!test'], args: { value: [], locked: true } };
export const Locked: Story = { tags: ['!test'], args: { value: [], locked: true, lockedInputs: true } };

export const AllStates: Story = {
  render: () => (
    <StatesOf args={meta.args} stories={{ Empty, Filled, WithHelp, Invalid, ReadOnly, Locked }} />
  ),
};
