import { expect, it } from 'vitest';
import { fillRows, type PasteColumn } from './pasteBlock.ts';

type Row = { readonly name: string; readonly count: number };

const columns: readonly PasteColumn<Row>[] = [
  { name: 'name', put: (row, name) => ({ ...row, name }) },
  {
    name: 'count',
    put: (row, text) => (/^\d+$/.test(text) ? { ...row, count: Number(text) } : undefined),
  },
];
const create = (rows: readonly Row[]) => ({ name: `new ${rows.length}`, count: 0 });
const rows = [{ name: 'a', count: 1 }];

it('fills existing rows, adds those that are missing, and leaves other cells alone', () => {
  const found = fillRows({ rows, columns, create }, 'x\t5\ny\t6\n', { row: 0, column: 0 });
  expect(found.rows).toEqual([
    { name: 'x', count: 5 },
    { name: 'y', count: 6 },
  ]);
  expect(found).toMatchObject({ cells: 4, filled: 2, refused: [], rowsLeft: 0, columnsLeft: 0 });
  expect(fillRows({ rows, columns, create }, '7\n8', { row: 0, column: 1 }).rows).toEqual([
    { name: 'a', count: 7 },
    { name: 'new 1', count: 8 },
  ]);
});

it('says what it left out: unreadable cells, too many rows and columns', () => {
  const found = fillRows({ rows, columns, create, limit: 2 }, 'x\tmany\tz\ny\t2\nw\t3', {
    row: 0,
    column: 0,
  });
  expect(found.rows).toEqual([
    { name: 'x', count: 1 },
    { name: 'y', count: 2 },
  ]);
  expect(found).toMatchObject({ refused: [{ row: 0, text: 'many' }], rowsLeft: 1, columnsLeft: 1 });
});
