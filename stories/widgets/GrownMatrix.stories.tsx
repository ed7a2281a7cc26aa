import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, userEvent, waitFor, within } from 'storybook/test';
import { docsOf } from '../docs/about.ts';
import { controlsOf, startOf } from '../docs/controls.ts';
import { StatesOf } from '../support/States.tsx';
import { WidgetStory, type WidgetStoryProps } from '../support/WidgetStory.tsx';

const schema = {
  type: 'array',
  items: {
    type: 'object',
    properties: {
      Part: { type: 'string', title: 'Component' },
      Name: { type: 'string', title: 'Name' },
      Group: { type: 'integer', minimum: 1, title: 'Group' },
    },
  },
  title: 'Components by group',
};
const options = {
  rows: {
    source: { find: '/parts' },
    key: 'Part',
    name: 'Name',
    add: 'product.deductible.add',
    empty: 'product.deductible.empty',
    emptyReadOnly: 'product.deductible.empty-read-only',
  },
  columns: { number: 'Group', label: 'product.deductible.group', add: 'product.deductible.add-group' },
};
const names = ['Alternator', 'Brake rotors', 'Coolant pump', 'Fuel pump', 'Radiator', 'Starter motor'];
const parts = names.map((Name, at) => ({ Id: `p${at}`, Name }));
const entry = (at: number, Group: number | null) => ({ Part: `p${at}`, Name: names[at], Group });
const filled = [entry(3, 2), entry(2, 1), entry(0, 1), entry(4, 3)];
const rules = [
  {
    id: 'story.one-group',
    each: 'Value',
    check: "$ne($occurrence($record.Value, 'Part', $index), 2)",
    at: ['Group'],
    message: 'product.deductible.multiple',
    params: { component: 'Name' },
  },
  {
    id: 'story.some-group',
    each: 'Value',
    check: '$has(Group)',
    at: ['Group'],
    message: 'product.deductible.none',
    params: { component: 'Name' },
  },
];
const grown: WidgetStoryProps = { schema, widget: 'matrix', options, rules, lists: { '/parts': parts } };

/** MatrixWidget that grows: people add rows and columns. */
const meta = {
  title: 'Widgets/Matrix that grows',
  tags: ['rate-table', 'bands', 'tiers'],
  component: WidgetStory,
  args: { ...startOf(schema), ...grown, onValue: fn() },
  argTypes: controlsOf(schema, 'matrix'),
  parameters: {
    about: docsOf({
      widget: 'matrix',
      what: 'A matrix whose rows and columns are added by the person, with a checkbox in each cell.',
      use: ['Records sorted into numbered groups'],
      not: ['Both lists are given: Matrix', 'One group per record, few records: Select in Rows'],
      anatomy: [
        'Add a row: a record that is not listed yet',
        'Add a column: the next number',
        'Boxes: one per pair; rules may allow one per row',
        'Issue: below the name of the row',
      ],
      keyboard: { '← → ↑ ↓': 'The next box', Space: 'Ticks it' },
      screenReader: '“Radiator, Group 2, checkbox, checked.”',
      isWide: true,
    }),
  },
} satisfies Meta<typeof WidgetStory>;

export default meta;
type Story = StoryObj<typeof meta>;

const rowNames = (root: HTMLElement) =>
  within(root)
    .getAllByRole('rowheader')
    .map((head) => head.firstChild?.textContent);

export const Empty: Story = {
  play: async ({ canvasElement }) => {
    await within(canvasElement).findByText('No component is grouped yet. Choose the first one below.');
    await within(canvasElement).findByText('- Select -');
  },
};
export const FirstComponent: Story = {
  play: async ({ canvasElement, args }) => {
    const root = within(canvasElement);
    await userEvent.click(await root.findByRole('button', { name: /Add a component/ }));
    await userEvent.click(await within(document.body).findByRole('option', { name: 'Radiator' }));
    await root.findByRole('columnheader', { name: 'Group 1' });
    await userEvent.click(await root.findByRole('checkbox', { name: 'Radiator, Group 1' }));
    await waitFor(() =>
      expect(args.onValue).toHaveBeenLastCalledWith([expect.objectContaining(entry(4, 1))]),
    );
  },
};
export const Filled: Story = {
  args: { value: filled },
  play: async ({ canvasElement }) => {
    const root = within(canvasElement);
    await root.findByRole('checkbox', { name: 'Fuel pump, Group 2', checked: true });
    await expect(rowNames(canvasElement)).toEqual(['Alternator', 'Coolant pump', 'Fuel pump', 'Radiator']);
    await userEvent.click(root.getByRole('button', { name: 'Add a group' }));
    await root.findByRole('columnheader', { name: 'Group 4' });
    await root.findByRole('checkbox', { name: 'Radiator, Group 4', checked: false });
  },
};
export const ByKeyboard: Story = {
  args: { value: filled },
  play: async ({ canvasElement }) => {
    const root = within(canvasElement);
    const box = await root.findByRole('checkbox', { name: 'Alternator, Group 1' });
    box.focus();
    await userEvent.keyboard('{ArrowDown}{ArrowRight} ');
    await root.findByRole('checkbox', { name: 'Coolant pump, Group 2', checked: true });
    await userEvent.keyboard('{ArrowLeft} ');
    await root.findByRole('checkbox', { name: 'Coolant pump, Group 1', checked: false });
    // Removing a row moves focus to the row below.
    await userEvent.click(root.getByRole('button', { name: 'Remove Coolant pump' }));
    await waitFor(() => expect(root.getByRole('button', { name: 'Remove Fuel pump' })).toHaveFocus());
  },
};
export const TakenBack: Story = {
  args: { value: [...filled, entry(2, 3)] },
  play: async ({ canvasElement }) => {
    const root = within(canvasElement);
    const before = rowNames(canvasElement);
    await userEvent.click(await root.findByRole('button', { name: 'Remove Coolant pump' }));
    await root.findByText('“Coolant pump” was removed.');
    await userEvent.click(root.getByRole('button', { name: 'Undo the last change' }));
    await waitFor(() => expect(rowNames(canvasElement)).toEqual(before));
    await waitFor(() => expect(root.getByRole('checkbox', { name: 'Coolant pump, Group 1' })).toHaveFocus());
    await root.findByRole('checkbox', { name: 'Coolant pump, Group 3', checked: true });
    // By keyboard, and the last row of all.
    await userEvent.click(root.getByRole('button', { name: 'Remove Radiator' }));
    await waitFor(() => expect(root.getByRole('button', { name: 'Remove Fuel pump' })).toHaveFocus());
    await userEvent.keyboard('{Control>}z{/Control}');
    await waitFor(() => expect(rowNames(canvasElement)).toEqual(before));
  },
};
export const Pasted: Story = {
  args: { value: filled },
  play: async ({ canvasElement }) => {
    const root = within(canvasElement);
    const boxes = () =>
      root.getAllByRole<HTMLInputElement>('checkbox').map(({ checked }) => (checked ? 'x' : '.'));
    (await root.findByRole('checkbox', { name: 'Alternator, Group 2' })).focus();
    const before = boxes().join('');
    await userEvent.paste('x\tYes\tx\n1\tmaybe\n\tno\nno\t\nx');
    await root.findByText('7 cells were filled.');
    await root.findByText('Row 2, Group 3: “maybe” is neither yes nor no.');
    await waitFor(() => expect(boxes().join('')).toBe('xxxxx.......'));
    await userEvent.click(root.getByRole('button', { name: 'Undo the last change' }));
    await waitFor(() => expect(boxes().join('')).toBe(before));
  },
};
export const WithErrors: Story = {
  args: { value: [...filled, entry(2, 3), entry(5, null)], submitted: true },
  play: async ({ canvasElement }) => {
    const root = within(canvasElement);
    await root.findByText("'Coolant pump' is included into multiple groups.");
    await root.findByText("'Starter motor' is not part of any groups.");
    await userEvent.click(root.getByRole('checkbox', { name: 'Coolant pump, Group 3' }));
    await waitFor(() => expect(root.queryByText(/multiple groups/)).toBeNull());
  },
};
export const ReadOnly: Story = {
  args: { value: filled, locked: true },
  play: async ({ canvasElement }) => {
    const root = within(canvasElement);
    await root.findByRole('rowheader', { name: 'Fuel pump' });
    await expect(root.queryByRole('checkbox')).toBeNull();
    await expect(root.queryByRole('button')).toBeNull();
    await expect(root.getAllByText('Yes')).toHaveLength(4);
  },
};
export const ReadOnlyEmpty: Story = {
  args: { locked: true },
  play: async ({ canvasElement }) => {
    await within(canvasElement).findByText('No component is grouped.');
  },
};
const many = Array.from({ length: 120 }, (_, at) => ({
  Part: `m${at}`,
  Name: `Component ${String(at + 1).padStart(3, '0')}`,
  Group: (at % 5) + 1,
}));
export const ManyRows: Story = { args: { value: many } };
export const Failed: Story = {
  args: { value: filled, lists: {}, choices: 'failing' },
  play: async ({ canvasElement }) => {
    await within(canvasElement).findByRole('alert');
    await within(canvasElement).findByRole('checkbox', { name: 'Fuel pump, Group 2', checked: true });
  },
};
export const Dark: Story = {
  args: { value: [...filled, entry(5, null)], submitted: true },
  globals: { theme: 'dark' },
};

export const AllStates: Story = {
  render: () => (
    <StatesOf args={meta.args} stories={{ Empty, Filled, ReadOnly, ReadOnlyEmpty, WithErrors }} columns={1} />
  ),
};
