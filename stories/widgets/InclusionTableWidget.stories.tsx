import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, within } from 'storybook/test';
import { States } from '../support/States.tsx';
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
  args: { schema, widget: 'inclusion-table', onValue: fn() },
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
export const Filled: Story = { args: { value: [] } };
export const WithHelp: Story = {
  args: { schema: { ...schema, description: 'What the help text says.' }, value: [] },
};
export const ReadOnly: Story = { args: { value: [], locked: true } };
export const Locked: Story = { args: { value: [], locked: true, lockedInputs: true } };

export const AllStates: Story = {
  render: () => (
    <States>
      <WidgetStory schema={schema} widget="inclusion-table" />
      <WidgetStory schema={schema} widget="inclusion-table" value={[]} />
      <WidgetStory schema={schema} widget="inclusion-table" required submitted />
      <WidgetStory schema={schema} widget="inclusion-table" value={[]} locked />
      <WidgetStory schema={schema} widget="inclusion-table" value={[]} locked lockedInputs />
    </States>
  ),
};
