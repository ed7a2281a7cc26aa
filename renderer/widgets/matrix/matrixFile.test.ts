import { expect, it } from 'vitest';
import { createMatrix } from '#engine';
import { readMatrix, writeMatrix } from './matrixFile.ts';
import { matrixFormat } from './matrixFormat.ts';

const axis = (prefix: string, count: number) => ({
  ids: Array.from({ length: count }, (_, index) => `${prefix}${index}`),
  labels: Array.from({ length: count }, (_, index) => `${prefix} ${index} & more`),
});
const format = matrixFormat({ kind: 'percent', locale: 'en-CA', minimum: 0 });
const [columns, rows] = [axis('x', 3), axis('y', 2)];
const entries = [
  { x: 'x0', y: 'y0', value: 2.5 },
  { x: 'x2', y: 'y1', value: 0 },
];
const matrix = createMatrix({ columns: columns.ids, rows: rows.ids, entries, ...format });
const written = () => writeMatrix({ matrix, format, columns, rows, titles: { columns: 'X', rows: 'Y' } });

it('imports an export unchanged', async () => {
  const read = await readMatrix(await written(), { columns, rows, format });
  expect(read).toMatchObject({ message: 'ui.matrix.imported', params: { count: 2 } });
  expect('entries' in read && read.entries.filter(({ value }) => value !== null)).toEqual(entries);
});

it('refuses a file with other columns as a whole, and names them', async () => {
  const read = await readMatrix(await written(), { columns: axis('z', 3), rows, format });
  expect(read).toEqual({
    message: 'ui.matrix.file-names',
    params: { names: 'x 0 & more, x 1 & more, x 2 & more' },
  });
});

it('refuses files that are no table, too large, or unpack to too much', async () => {
  const wrong = await readMatrix(new Blob(['PK no zip']), { columns, rows, format });
  expect(wrong).toEqual({ message: 'ui.matrix.file-wrong' });
  const large = await readMatrix(new Blob([new Uint8Array(6 * 1024 * 1024)]), { columns, rows, format });
  expect(large).toEqual({ message: 'ui.matrix.file-large' });
  const long = Array.from({ length: 3000 }, (_, row) => `y ${row},1`).join('\n');
  expect(await readMatrix(new Blob([long]), { columns, rows, format })).toEqual({
    message: 'ui.matrix.file-large',
  });
});
