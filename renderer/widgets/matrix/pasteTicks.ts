/** Fills the boxes of a matrix that grows from a block of spreadsheet cells. */
import { parseTable } from '#engine';
import { kindViews } from '../../fields/registry.ts';
import type { PasteEnd } from '../rows/pasteRows.ts';
import type { WidgetProps } from '../types.ts';
import type { Grown, Tick } from './useGrown.ts';

type Place = {
  readonly grown: Grown;
  readonly labels: readonly string[];
  readonly locale: WidgetProps['locale'];
  readonly field: WidgetProps['view']['field'];
};

/** Empty cells untick; cells that are neither yes nor no are left out and named. */
export function pasteTicks(
  { grown: { rows, columns, setTicks }, labels, locale, field }: Place,
  text: string,
  start: { readonly row: number; readonly column: number },
): PasteEnd {
  const table = parseTable(text);
  const taken = table.slice(0, rows.length - start.row);
  const width = Math.max(0, ...taken.map((cells) => cells.length));
  const ticks: Tick[] = [];
  const misfits: PasteEnd['misfits'][number][] = [];
  const read = (cell: string) =>
    cell === '' ? { value: false } : kindViews.boolean.paste?.(cell, { field, locale });
  for (const [down, cells] of taken.entries())
    for (const [right, cell] of cells.slice(0, columns.length - start.column).entries()) {
      const [row, column] = [start.row + down, start.column + right];
      const reading = read(cell.trim());
      if (reading && 'value' in reading)
        ticks.push({
          ...{ key: rows[row]?.key ?? '', number: columns[column] ?? 0 },
          isTicked: reading.value === true,
        });
      else misfits.push({ row, column: labels[column] ?? '', text: cell.trim(), why: 'boolean' });
    }
  return {
    ...{ cells: ticks.length, rows: taken.length, misfits, joined: 0 },
    rowsLeft: table.length - taken.length,
    columnsLeft: Math.max(0, width - (columns.length - start.column)),
    undo: setTicks(ticks),
  };
}
