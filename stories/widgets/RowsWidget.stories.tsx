import type { Meta, StoryObj } from '@storybook/react-vite';
import { expect, fn, userEvent, waitFor, within } from 'storybook/test';
import { docsOf } from '../docs/about.ts';
import { controlsOf, startOf } from '../docs/controls.ts';
import { StatesOf } from '../support/States.tsx';
import { WidgetStory } from '../support/WidgetStory.tsx';

const schema = {
  type: 'array',
  maxItems: 4,
  title: 'Prices',
  items: {
    type: 'object',
    properties: {
      Label: { type: 'string', title: 'Label' },
      Price: { type: 'number', 'x-money': { scale: 2 }, title: 'Price' },
      IsOn: { type: 'boolean', title: 'On' },
    },
  },
};

/** RowsWidget in all its states. */
const meta = {
  title: 'Widgets/Rows',
  tags: ['line-items', 'repeater', 'sub-form', 'editable-table', 'array'],
  component: WidgetStory,
  args: { ...startOf(schema), schema, onValue: fn() },
  argTypes: controlsOf(schema, 'rows'),
  parameters: {
    about: docsOf({
      widget: 'rows',
      what: 'A list edited as a table: each row is a small record, each cell a field.',
      use: ['Up to a few dozen rows that are saved with the form', 'The order may matter'],
      not: [
        'Records of their own: a list on the screen',
        'A value for each pair of two lists: Matrix',
        'Hundreds of rows: a list with an import',
      ],
      anatomy: [
        'Column headings: labels of the fields',
        'Cells: the widget of each field',
        'Move: up and down, if the order matters',
        'Remove: at the end of the row',
        'Add: below the last row',
      ],
      keyboard: {
        Tab: 'From cell to cell',
        Enter: 'Activates the focused control',
        'Ctrl+V': 'Pastes a block of cells, starting here',
        'Ctrl+Z': 'Undoes a removal or a paste',
      },
      screenReader: '“Prices, table. Row 2, Price, edit text.” Buttons carry the number of their row.',
      isWide: true,
    }),
  },
} satisfies Meta<typeof WidgetStory>;

export default meta;
type Story = StoryObj<typeof meta>;

export const Empty: Story = {
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement);
    await expect(canvas.getByText('No rows yet.')).toBeVisible();
    await userEvent.click(canvas.getByRole('button', { name: 'Add a row' }));
    await userEvent.click(canvas.getByRole('button', { name: 'Add a row' }));
    const [first, second] = canvas.getAllByRole('textbox', { name: 'Label' });
    await userEvent.type(first as HTMLElement, 'One');
    await userEvent.type(second as HTMLElement, 'Two');
    await userEvent.click(canvas.getByRole('button', { name: 'Move row 2 up' }));
    const labels = () =>
      canvas.getAllByRole<HTMLInputElement>('textbox', { name: 'Label' }).map(({ value }) => value);
    await expect(labels()).toEqual(['Two', 'One']);
    await userEvent.click(canvas.getByRole('button', { name: 'Remove row 1' }));
    await expect(labels()).toEqual(['One']);
    await expect(args.onValue).toHaveBeenCalled();
  },
};

const filled = [
  { Label: 'One', Price: 1, IsOn: true },
  { Label: 'Two', Price: 2, IsOn: false },
  { Label: 'Three', Price: 3, IsOn: false },
];
const rowOfFocus = () => document.activeElement?.closest<HTMLElement>('[data-row]')?.dataset.row;

/** A new row gets focus in its first field; a removed one passes focus on, and can be restored. */
export const RowsKeepTheFocus: Story = {
  args: { value: filled },
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement);
    const press = (name: string) => userEvent.click(canvas.getByRole('button', { name }));
    const labels = () =>
      canvas.getAllByRole<HTMLInputElement>('textbox', { name: 'Label' }).map(({ value }) => value);
    await press('Add a row');
    await waitFor(() => expect(canvas.getAllByRole('textbox', { name: 'Label' })[3]).toHaveFocus());
    await userEvent.keyboard('Four');
    await press('Remove row 2');
    await waitFor(() => expect(rowOfFocus()).toBe('1'));
    await expect(labels()).toEqual(['One', 'Three', 'Four']);
    await userEvent.keyboard('{Control>}z{/Control}');
    await expect(labels()).toEqual(['One', 'Two', 'Three', 'Four']);
    await expect(args.onValue).toHaveBeenLastCalledWith([
      expect.anything(),
      expect.objectContaining({ Label: 'Two', Price: 2, IsOn: false }),
      expect.anything(),
      expect.anything(),
    ]);
    await press('Remove row 4');
    await waitFor(() => expect(rowOfFocus()).toBe('2'));
    for (const row of ['Remove row 1', 'Remove row 1', 'Remove row 1']) await press(row);
    await waitFor(() => expect(canvas.getByRole('button', { name: 'Add a row' })).toHaveFocus());
    await press('Undo the last change');
    await expect(labels()).toEqual(['Three']);
  },
};

/** A spreadsheet block fills rows from the focused cell, reports what was left out, and is one undo step. */
export const BlocksArePasted: Story = {
  args: { value: filled.slice(0, 2) },
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement);
    const second = () => canvas.getAllByRole('textbox', { name: 'Label' })[1] as HTMLElement;
    await userEvent.click(second());
    const block = [
      'Two and a half\t2.50\tyes\tbeyond',
      '"Lines\r\nand ""quotes"""\t$1,250.75\tmaybe',
      'Last\tn/a\tno',
      'Fifth\t5\tno',
    ].join('\r\n');
    await userEvent.paste(`${block}\r\n`);
    await canvas.findByText('7 cells were filled.');
    await expect(args.onValue).toHaveBeenLastCalledWith([
      expect.objectContaining({ Label: 'One', Price: 1, IsOn: true }),
      expect.objectContaining({ Label: 'Two and a half', Price: 2.5, IsOn: true }),
      expect.objectContaining({ Label: 'Lines and "quotes"', Price: 1250.75 }),
      expect.objectContaining({ Label: 'Last', IsOn: false }),
    ]);
    await canvas.findByText('1 row was left out: this list takes at most 4.');
    await canvas.findByText('1 column was left out: there is no column to paste it into.');
    await canvas.findByText('Row 3, On: “maybe” is neither yes nor no.');
    await canvas.findByText('Row 4, Price: “n/a” is not a number.');
    await userEvent.click(canvas.getByRole('button', { name: 'Undo the last change' }));
    await expect(args.onValue).toHaveBeenLastCalledWith([
      expect.objectContaining(filled[0] ?? {}),
      expect.objectContaining(filled[1] ?? {}),
    ]);
    // A single value is not a block: it is inserted at the caret.
    await userEvent.click(second());
    await userEvent.paste(' and more');
    await expect(second()).toHaveValue('Two and more');
  },
};

const flagged = {
  ...schema,
  items: {
    type: 'object',
    properties: {
      Id: { type: 'string', format: 'uuid' },
      ...schema.items.properties,
      IsGone: { type: 'boolean', title: 'Gone' },
    },
  },
};

export const Flagged: Story = {
  name: 'Rows with flags',
  args: {
    schema: flagged,
    options: { columns: ['Label', 'Price'], deleted: { member: 'IsGone' } },
    value: [{ Id: '01900000-0000-7000-8000-000000000001', Label: 'Small', Price: 12.5 }],
  },
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement);
    const press = (name: string) => userEvent.click(canvas.getByRole('button', { name }));
    await expect(canvas.queryByRole('columnheader', { name: 'Gone' })).toBeNull();
    await press('Add a row');
    await press('Remove row 2');
    await press('Remove row 1');
    await expect(canvas.getAllByRole('textbox', { name: 'Label' })).toHaveLength(1);
    await expect(args.onValue).toHaveBeenLastCalledWith([
      expect.objectContaining({ Label: 'Small', IsGone: true }),
    ]);
    await press('Restore row 1');
    await expect(args.onValue).toHaveBeenLastCalledWith([expect.objectContaining({ IsGone: false })]);
  },
};

const address = (maxLength: number, title: string) => ({ type: 'string', maxLength, title });

export const Wide: Story = {
  name: 'Many columns, stacked when narrow',
  args: {
    schema: {
      type: 'array',
      title: 'Addresses',
      items: {
        type: 'object',
        properties: {
          Street: address(256, 'Street'),
          Unit: address(64, 'Unit'),
          City: address(64, 'City'),
          Region: address(64, 'Region'),
          Country: address(64, 'Country'),
          Kind: address(64, 'Kind'),
          Code: address(10, 'Code'),
        },
      },
    },
    options: { below: { Unit: 'Street' } },
    value: [{ Street: '12345 boulevard Guillaume-Couture', Unit: '7', City: 'Lévis', Code: 'G6V 6N4' }],
  },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement);
    await expect(canvas.getByRole('columnheader', { name: 'Street / Unit' })).toBeVisible();
    await expect(canvas.queryByRole('columnheader', { name: 'Unit' })).toBeNull();
    const cell = (name: string) => canvas.getByRole('textbox', { name }).getBoundingClientRect();
    await expect(cell('Street').width).toBeGreaterThan(1.5 * cell('City').width);
    await expect(cell('Unit').left).toBe(cell('Street').left);
    await expect(cell('Unit').top).toBeGreaterThan(cell('Street').top);
  },
};

export const Filled: Story = {
  tags: ['!test'],
  args: {
    value: [
      { Label: 'Small', Price: 12.5, IsOn: true },
      { Label: 'Large', Price: 25, IsOn: false },
    ],
  },
};
export const WithHelp: Story = {
  tags: ['!test'],
  args: {
    schema: { ...schema, description: 'What the help text says.' },
    value: [
      { Label: 'Small', Price: 12.5, IsOn: true },
      { Label: 'Large', Price: 25, IsOn: false },
    ],
  },
};
export const ReadOnly: Story = {
  tags: ['!test'],
  args: {
    value: [
      { Label: 'Small', Price: 12.5, IsOn: true },
      { Label: 'Large', Price: 25, IsOn: false },
    ],
    locked: true,
  },
};
export const Locked: Story = {
  tags: ['!test'],
  args: {
    value: [
      { Label: 'Small', Price: 12.5, IsOn: true },
      { Label: 'Large', Price: 25, IsOn: false },
    ],
    locked: true,
    lockedInputs: true,
  },
};

export const AllStates: Story = {
  render: () => (
    <StatesOf args={meta.args} stories={{ Empty, Filled, WithHelp, ReadOnly, Locked }} columns={2} />
  ),
};
