/** Real files: codes and a matrix we exported, as saved or copied to the clipboard by LibreOffice Calc. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createMatrix } from '#engine';
import { readMatrix } from '../../renderer/widgets/matrix/matrixFile.ts';
import { matrixFormat } from '../../renderer/widgets/matrix/matrixFormat.ts';
import { filter } from './support/createClients.ts';
import { startCodes } from './support/startCodes.ts';

const fixture = (name: string) => new Uint8Array(readFileSync(`tests/fixtures/${name}`));

describe('codes saved by Calc', () => {
  it('R-407 a workbook and a csv of it give the same codes, even where a spreadsheet would reformat them', async () => {
    const codes = await startCodes('memory');
    for (const name of ['codes-saved-by-calc.xlsx', 'codes-saved-by-calc.csv']) {
      const job = await codes.load(fixture(name), { name, dto: { CodeListName: name } });
      expect(job, name).toMatchObject({ Status: 'done', Result: { TotalCodesCount: 7 } });
      const found = await codes.items(
        `/product/eligibilitycodes?pageSize=100&${filter('EligibilityCodeListId', job.List)}`,
      );
      expect(found.map(({ CodeName }) => CodeName).sort(), name).toEqual(
        ['00123', '1E5', '2026-11-22', '9007199254740993', '=SUM(A1)', 'A "QUOTED", CODE', 'ÉTÉ-26'].sort(),
      );
    }
    await codes.app.store.close();
  });
});

describe.each(['currency', 'percent'] as const)('a matrix in %s opened and saved in Calc', (kind) => {
  const columns = { ids: ['c0', 'c1', 'c2'], labels: ['12 months', '24 months', '36 months'] };
  const rows = { ids: ['r0', 'r1'], labels: ['20 000 km', 'Classe « é » & more'] };
  const format = matrixFormat({ kind, locale: 'en-CA', minimum: 0 });
  const written = [
    { x: 'c0', y: 'r0', value: 1234.5 },
    { x: 'c2', y: 'r0', value: 0 },
    { x: 'c1', y: 'r1', value: 2.5 },
    { x: 'c2', y: 'r1', value: 99 },
  ];

  it('can be uploaded as a workbook with every number and every empty cell', async () => {
    const file = new Blob([fixture(`matrix-${kind}-saved-by-calc.xlsx`)]);
    const read = await readMatrix(file, { columns, rows, format });
    expect(read).toMatchObject({ message: 'ui.matrix.imported', params: { count: 4 } });
    expect('entries' in read && read.entries.filter(({ value }) => value !== null)).toEqual(written);
  });

  it('can be pasted as Calc copies it, with numbers as displayed', () => {
    const text = readFileSync(`tests/fixtures/matrix-${kind}-copied-in-calc.txt`, 'utf8');
    // The cells without their headings, as selected there.
    const cells = text
      .trimEnd()
      .split('\n')
      .slice(1)
      .map((line) => line.split('\t').slice(1).join('\t'))
      .join('\n');
    const matrix = createMatrix({ columns: columns.ids, rows: rows.ids, entries: [], ...format });
    matrix.paste({ top: 0, left: 0, bottom: 0, right: 0 }, `${cells}\n`);
    const value = (row: number, column: number) => matrix.cell({ row, column });
    expect([value(0, 0), value(0, 1), value(0, 2)].map((cell) => cell?.value)).toEqual([
      1234.5,
      undefined,
      0,
    ]);
    expect([value(1, 0), value(1, 1), value(1, 2)].map((cell) => cell?.value)).toEqual([undefined, 2.5, 99]);
    expect(matrix.issues()).toEqual([]);
  });
});
