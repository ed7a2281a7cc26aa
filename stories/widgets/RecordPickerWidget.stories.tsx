import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, userEvent, waitFor, within } from 'storybook/test';
import { docsOf } from '../docs/about.ts';
import { controlsOf, startOf } from '../docs/controls.ts';
import { StatesOf } from '../support/States.tsx';
import { WidgetStory } from '../support/WidgetStory.tsx';

const schema = {
  type: 'array',
  items: { 'x-ref': 'brand' },
  'x-expand': { fields: ['Id', 'Name'] },
  title: 'Parts',
};
const parts = Array.from({ length: 1200 }, (_, index) => ({
  Id: `p${index}`,
  Name: `Part ${String(index).padStart(4, '0')}`,
  Code: `ENG-${index}`,
}));
const picker = { schema, widget: 'record-picker', options: { note: 'Code' }, choices: parts } as const;
const two = [
  { Id: 'p7', Name: 'Part 0007' },
  { Id: 'gone', Name: 'Part of old' },
];

/** RecordPickerWidget: picks several records of a long list. */
const meta = {
  title: 'Widgets/Record picker',
  tags: ['picker', 'multi-select', 'dual-list', 'assign'],
  component: WidgetStory,
  args: { ...startOf(schema), ...picker, onValue: fn() },
  argTypes: controlsOf(schema, 'record-picker'),
  parameters: {
    about: docsOf({
      widget: 'record-picker',
      what: 'Many records out of thousands: the whole list with search and checkboxes. Only visible rows are drawn, so 3,000 are as fast as 30.',
      use: ['Dozens out of hundreds or thousands', 'The person scans the list to decide'],
      not: ['A few that people know by name: References', 'One record: Reference'],
      anatomy: [
        'Search: narrows the list while typing',
        'Chosen only: shows the checked ones',
        'Count: how many are chosen, how many are listed',
        'List: a checkbox, a name, and what distinguishes equal names',
      ],
      keyboard: { Tab: 'Search, filter, list', '↑ ↓': 'The next line', Space: 'Checks the line' },
      screenReader:
        '“Part 0007, ENG-7, checkbox, not checked.” The count is announced when the search narrows the list.',
      isWide: true,
    }),
  },
} satisfies Meta<typeof WidgetStory>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Empty: Story = {
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement);
    await canvas.findByText(/^0 chosen, 1.?200 listed$/);
    // Only the visible part of a long list is in the DOM.
    await expect(canvas.getAllByRole('listitem').length).toBeLessThan(60);
    await userEvent.type(canvas.getByRole('searchbox'), 'eng-1199');
    await userEvent.click(await canvas.findByRole('checkbox', { name: /Part 1199/ }));
    await expect(args.onValue).toHaveBeenLastCalledWith([{ Id: 'p1199', Name: 'Part 1199' }]);
    await userEvent.clear(canvas.getByRole('searchbox'));
    await userEvent.click(canvas.getByRole('checkbox', { name: 'Chosen only' }));
    await userEvent.click(await canvas.findByRole('checkbox', { name: /Part 1199/ }));
    await expect(args.onValue).toHaveBeenLastCalledWith([]);
    await canvas.findByText('Nothing matches.');
  },
};
export const Filled: Story = {
  args: { value: two },
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement);
    // A chosen record that is no longer listed stays until removed.
    await userEvent.click(await canvas.findByRole('checkbox', { name: /Part of old.*no longer offered/ }));
    await expect(args.onValue).toHaveBeenLastCalledWith([{ Id: 'p7', Name: 'Part 0007' }]);
  },
};
export const ByKeyboard: Story = {
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement);
    (await canvas.findByRole('checkbox', { name: /Part 0000/ })).focus();
    await userEvent.keyboard('{ArrowDown}');
    const next = await canvas.findByRole('checkbox', { name: /Part 0001/ });
    await waitFor(() => expect(next).toHaveFocus());
    await userEvent.keyboard(' ');
    await expect(args.onValue).toHaveBeenLastCalledWith([{ Id: 'p1', Name: 'Part 0001' }]);
  },
};
export const Failed: Story = { args: { choices: 'failing' } };
export const Invalid: Story = { tags: ['!test'], args: { required: true, submitted: true } };
export const ReadOnly: Story = { tags: ['!test'], args: { value: two, locked: true } };

export const AllStates: Story = {
  render: () => <StatesOf args={meta.args} stories={{ Empty, Filled, Invalid, ReadOnly }} columns={2} />,
};
