import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState } from 'react';
import { expect, fn, userEvent, waitFor, within } from 'storybook/test';
import type { Locale } from '#engine';
import { MessagesProvider, useMessage } from '#renderer';
import { docsOf } from '../docs/about.ts';
import { controlsOf, startOf } from '../docs/controls.ts';
import { StatesOf } from '../support/States.tsx';
import { WidgetStory, type WidgetStoryProps } from '../support/WidgetStory.tsx';

const schema = {
  type: 'array',
  items: {
    type: 'object',
    properties: { X: { type: 'string' }, Y: { type: 'string' }, Amount: { type: 'number', minimum: 0 } },
  },
  title: 'Rates',
};
const named = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, index) => ({
    Id: `${prefix}${index}`,
    Name: `${prefix.toUpperCase()} ${index + 1}`,
  }));
const axis = (find: string) => ({ source: { find }, label: 'Name' });
const options = {
  columns: axis('/x'),
  rows: axis('/y'),
  cell: { x: 'X', y: 'Y', value: 'Amount' },
  format: 'currency',
  minimum: 0,
  clearTo: 0,
};
const matrix: WidgetStoryProps = {
  schema,
  widget: 'matrix',
  options,
  lists: { '/x': named('x', 4), '/y': named('y', 5) },
};
const filled = [
  { X: 'x0', Y: 'y0', Amount: 12.5 },
  { X: 'x1', Y: 'y0', Amount: 1250 },
  { X: 'x2', Y: 'y3', Amount: 0 },
];

/** MatrixWidget: a value for each pair of two lists. */
const meta = {
  title: 'Widgets/Matrix',
  tags: ['grid', 'cross-table', 'rate-table', 'spreadsheet'],
  component: WidgetStory,
  args: { ...startOf(schema), ...matrix, onValue: fn() },
  argTypes: controlsOf(schema, 'matrix'),
  parameters: {
    about: docsOf({
      widget: 'matrix',
      what: 'A value for each pair of two lists, edited like a spreadsheet: typed, pasted, cleared.',
      use: ['Rates by class and term', 'Any two lists with a value for each pair'],
      not: ['A list with a few columns: Rows', 'Rows and columns added by the person: Matrix that grows'],
      anatomy: [
        'Column and row headings: stay visible while scrolling',
        'Cells: one value each',
        'Tools: paste, clear, fill, download',
        'Issues: at the cell, counted above',
      ],
      keyboard: {
        '← → ↑ ↓': 'The next cell',
        'A–Z': 'Replaces the value',
        F2: 'Edits the value',
        Enter: 'Keeps it and moves down',
        Esc: 'Reverts it',
        'Ctrl+C': 'Copies the selected cells',
        'Ctrl+V': 'Pastes from a spreadsheet',
        Delete: 'Clears the selected cells',
      },
      screenReader: '“X 1, Y 2, 12.50, grid.” Headings are read when the row or column changes.',
      isWide: true,
    }),
  },
} satisfies Meta<typeof WidgetStory>;

export default meta;
type Story = StoryObj<typeof meta>;

const grid = (root: HTMLElement) => within(root).findByRole('grid');
const at = (table: HTMLElement, row: number, column: number) => {
  const cell = table.querySelector<HTMLElement>(`[data-place="${row}-${column}"]`);
  if (!cell) throw new Error(`No cell ${row}-${column} in the page`);
  return cell;
};
/** Clicks a cell and waits for its focus. */
const go = async (table: HTMLElement, row: number, column: number) => {
  await userEvent.click(await waitFor(() => at(table, row, column)));
  await waitFor(() => expect(at(table, row, column)).toHaveFocus());
};
const paste = (cell: HTMLElement, text: string) => {
  const clipboardData = new DataTransfer();
  clipboardData.setData('text/plain', text);
  cell.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
};

export const Empty: Story = {
  play: async ({ canvasElement, args }) => {
    const table = await grid(canvasElement);
    await waitFor(() => expect(at(table, 0, 0)).toHaveTextContent('-Enter Value-'));
    await within(canvasElement).findByText('20 of 20 cells are empty');
    await go(table, 0, 0);
    await userEvent.keyboard('12.5');
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(at(table, 0, 0)).toHaveTextContent('$12.50'));
    await waitFor(() => expect(at(table, 1, 0)).toHaveFocus());
    await waitFor(() =>
      expect(args.onValue).toHaveBeenLastCalledWith([
        expect.objectContaining({ X: 'x0', Y: 'y0', Amount: 12.5 }),
      ]),
    );
  },
};
export const Filled: Story = {
  args: { value: filled },
  play: async ({ canvasElement }) => {
    const table = await grid(canvasElement);
    await waitFor(() => expect(at(table, 0, 1)).toHaveTextContent('$1,250.00'));
    await userEvent.click(within(canvasElement).getByRole('button', { name: 'Clear All' }));
    await waitFor(() => expect(at(table, 4, 3)).toHaveTextContent('$0.00'));
    await userEvent.click(within(canvasElement).getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(at(table, 4, 3)).toHaveTextContent('-Enter Value-'));
  },
};
export const ByKeyboard: Story = {
  args: { value: filled },
  play: async ({ canvasElement }) => {
    const table = await grid(canvasElement);
    await go(table, 0, 0);
    await userEvent.keyboard('{Shift>}{ArrowDown}{ArrowDown}{/Shift}');
    await waitFor(() => expect(at(table, 1, 0)).toHaveAttribute('aria-selected', 'true'));
    await userEvent.keyboard('{Control>}d{/Control}');
    await waitFor(() => expect(at(table, 2, 0)).toHaveTextContent('$12.50'));
    await userEvent.keyboard('{Control>}z{/Control}');
    await waitFor(() => expect(at(table, 2, 0)).toHaveTextContent('-Enter Value-'));
    await userEvent.keyboard('{Control>}{End}{/Control}');
    await waitFor(() => expect(at(table, 4, 3)).toHaveFocus());
    await userEvent.keyboard('{F2}7{Escape}');
    await waitFor(() => expect(at(table, 4, 3)).toHaveFocus());
    await expect(at(table, 4, 3)).toHaveTextContent('-Enter Value-');
  },
};
export const Pasted: Story = {
  play: async ({ canvasElement }) => {
    const table = await grid(canvasElement);
    await go(table, 3, 2);
    paste(at(table, 3, 2), '$1,000.00\t5\t9\r\n"2"\t3\t4\r\n1\t1\t1\r\n');
    await within(canvasElement).findByText('Cells pasted: 4. Cells outside the table, left out: 5.');
    await waitFor(() => expect(at(table, 3, 2)).toHaveTextContent('$1,000.00'));
  },
};
export const WithErrors: Story = {
  play: async ({ canvasElement, args }) => {
    const table = await grid(canvasElement);
    await go(table, 0, 0);
    paste(at(table, 0, 0), 'abc\t-5\t1.234\t20%\n1');
    const list = await within(canvasElement).findByRole('list', { name: 'Values to check' });
    await within(list).findByText(/“abc” is not a value/);
    await within(list).findByText('Enter 0 or more.');
    await within(list).findByText(/can have at most 2 decimal places\.$/);
    await within(list).findByText('“20%” contains a unit. Enter only the number.');
    await expect(at(table, 0, 0)).toHaveAttribute('aria-invalid', 'true');
    // Invalid cells are saved as text, so the save is refused; cells below the minimum are left out.
    await waitFor(() =>
      expect(args.onValue).toHaveBeenLastCalledWith(
        expect.arrayContaining([
          expect.objectContaining({ Amount: '1.234' }),
          expect.objectContaining({ Amount: '20%' }),
        ]),
      ),
    );
    await waitFor(() =>
      expect(args.onValue).toHaveBeenLastCalledWith(
        expect.not.arrayContaining([expect.objectContaining({ Amount: -5 })]),
      ),
    );
    await userEvent.click(within(list).getByRole('button', { name: 'Y 1, X 2' }));
    await waitFor(() => expect(at(table, 0, 1)).toHaveFocus());
  },
};
export const Percent: Story = { args: { value: filled, options: { ...options, format: 'percent' } } };
export const Checks: Story = {
  args: {
    schema: {
      ...schema,
      items: {
        type: 'object',
        properties: { X: { type: 'string' }, Y: { type: 'string' }, Amount: { type: 'boolean' } },
      },
    },
    options: { ...options, format: 'boolean', minimum: undefined, clearTo: undefined },
  },
  play: async ({ canvasElement, args }) => {
    const table = await grid(canvasElement);
    await go(table, 2, 1);
    await waitFor(() =>
      expect(args.onValue).toHaveBeenLastCalledWith([
        expect.objectContaining({ X: 'x1', Y: 'y2', Amount: true }),
      ]),
    );
    await userEvent.keyboard(' ');
    await waitFor(() => expect(args.onValue).toHaveBeenLastCalledWith([]));
  },
};
export const French: Story = {
  args: { value: filled },
  globals: { locale: 'fr-CA' },
  play: async ({ canvasElement }) => {
    const table = await grid(canvasElement);
    await go(table, 2, 0);
    paste(at(table, 2, 0), '1\u202f234,5\u00a0$\t7,25');
    await waitFor(() => expect(at(table, 2, 0).textContent?.replace(/\s/g, ' ')).toBe('1 234,50 $'));
  },
};
/** Changes the language while the matrix is being edited. */
function InTurn(props: WidgetStoryProps) {
  const say = useMessage();
  const [locale, setLocale] = useState<Locale>('en-CA');
  return (
    <MessagesProvider locale={locale} say={say}>
      <button type="button" onClick={() => setLocale('fr-CA')}>
        Français
      </button>
      <WidgetStory {...props} />
    </MessagesProvider>
  );
}

export const LanguageChangedAmidWork: Story = {
  args: { value: filled, onValue: fn() },
  render: (args) => <InTurn {...args} />,
  play: async ({ canvasElement, args }) => {
    const table = await grid(canvasElement);
    await go(table, 2, 0);
    await userEvent.keyboard('88{Enter}');
    await waitFor(() => expect(at(table, 2, 0)).toHaveTextContent('$88.00'));
    await userEvent.click(within(canvasElement).getByRole('button', { name: 'Français' }));
    const shown = (row: number) => at(table, row, 0).textContent?.replace(/\s/g, ' ');
    await waitFor(() => expect(shown(2)).toBe('88,00 $'));
    await go(table, 3, 0);
    await userEvent.keyboard('99{Enter}');
    await waitFor(() => expect(shown(3)).toBe('99,00 $'));
    await waitFor(() =>
      expect(args.onValue).toHaveBeenLastCalledWith(
        expect.arrayContaining([
          { X: 'x0', Y: 'y2', Amount: 88 },
          { X: 'x0', Y: 'y3', Amount: 99 },
        ]),
      ),
    );
  },
};
export const ReadOnly: Story = {
  args: { value: filled, locked: true },
  play: async ({ canvasElement }) => {
    const table = await grid(canvasElement);
    await go(table, 0, 0);
    await userEvent.keyboard('9{Enter}');
    await expect(at(table, 0, 0)).toHaveTextContent('$12.50');
    await expect(within(canvasElement).queryByRole('button', { name: 'Clear All' })).toBeNull();
  },
};
export const OneRow: Story = {
  args: {
    options: {
      ...options,
      rows: {
        source: { find: '/y', where: [{ path: 'Id', operator: 'eq', field: 'Other' }] },
        single: 'option.one-row',
      },
    },
    value: [{ X: 'x1', Amount: 5 }],
  },
  play: async ({ canvasElement, args }) => {
    const table = await grid(canvasElement);
    await within(table).findByRole('rowheader', { name: 'All' });
    await waitFor(() => expect(at(table, 0, 1)).toHaveTextContent('$5.00'));
    await go(table, 0, 0);
    await userEvent.keyboard('7');
    await userEvent.keyboard('{Enter}');
    await waitFor(() =>
      expect(args.onValue).toHaveBeenLastCalledWith([
        expect.objectContaining({ X: 'x0', Amount: 7 }),
        expect.objectContaining({ X: 'x1', Amount: 5 }),
      ]),
    );
  },
};
export const Large: Story = {
  args: { lists: { '/x': named('x', 200), '/y': named('y', 200) } },
  play: async ({ canvasElement }) => {
    const table = await grid(canvasElement);
    await expect(table).toHaveAttribute('aria-rowcount', '201');
    await go(table, 0, 0);
    await userEvent.keyboard('{Control>}{End}{/Control}');
    await waitFor(() => expect(at(table, 199, 199)).toHaveFocus());
    // Of forty thousand cells only the visible ones are in the DOM.
    await expect(within(table).getAllByRole('gridcell').length).toBeLessThan(800);
  },
};
export const Dark: Story = { args: { value: filled }, globals: { theme: 'dark' } };
export const NoColumns: Story = { args: { lists: { '/x': [], '/y': named('y', 2) } } };
export const Failed: Story = { args: { lists: {}, choices: 'failing' } };

export const AllStates: Story = {
  render: () => <StatesOf args={meta.args} stories={{ Empty, Filled, ReadOnly, WithErrors }} columns={1} />,
};
