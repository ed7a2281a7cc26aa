/** Fills the rows of a list that another component holds from a block of spreadsheet cells. */
import { parseTable } from '#engine';

/** A column, in the order of the screen. */
export type PasteColumn<Row> = {
  /** The `data-name` of its field in each row. */
  readonly name: string;
  /** The row with the pasted text; undefined if the text is no value of the column. */
  readonly put: (row: Row, text: string, index: number) => Row | undefined;
};

export type PasteList<Row> = {
  readonly rows: readonly Row[];
  readonly onChange: (rows: readonly Row[]) => void;
  readonly columns: readonly PasteColumn<Row>[];
  readonly create: (rows: readonly Row[]) => Row;
  /** Most rows of the list. */
  readonly limit?: number;
};

type Filled<Row> = {
  readonly rows: readonly Row[];
  /** Numbers of cells taken, of rows they are in, and of what was left out. */
  readonly cells: number;
  readonly filled: number;
  readonly refused: readonly { readonly row: number; readonly text: string }[];
  readonly rowsLeft: number;
  readonly columnsLeft: number;
};

const mostRows = 1000;

export function fillRows<Row>(
  { rows, columns, create, limit = mostRows }: Omit<PasteList<Row>, 'onChange'>,
  text: string,
  start: { readonly row: number; readonly column: number },
): Filled<Row> {
  const table = parseTable(text);
  const taken = table.slice(0, Math.max(0, limit - start.row));
  const next = [...rows];
  const refused: { row: number; text: string }[] = [];
  let cells = 0;
  for (const [at, line] of taken.entries()) {
    const index = start.row + at;
    let row = next[index] ?? create(next);
    for (const [offset, cell] of line.entries()) {
      const column = columns[start.column + offset];
      if (!column) continue;
      const changed = column.put(row, cell.trim(), index);
      if (changed) cells += 1;
      else if (cell.trim() !== '') refused.push({ row: index, text: cell.trim() });
      row = changed ?? row;
    }
    next[index] = row;
  }
  const width = Math.max(0, ...taken.map(({ length }) => length));
  return {
    rows: next,
    cells,
    filled: taken.length,
    refused,
    rowsLeft: table.length - taken.length,
    columnsLeft: Math.max(0, width - (columns.length - start.column)),
  };
}
