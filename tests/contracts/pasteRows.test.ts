import { describe, expect, it } from 'vitest';
import type { Locale } from '#engine';
import { id, line, orderForm, storedOrder } from '../../engine/form/testForm.ts';
import { pasteRows } from '../../renderer/widgets/rows/pasteRows.ts';
import type { RowsPlace } from '../../renderer/widgets/rows/rowsPlace.ts';

const choices = [1, 2, 3].map((number) => ({
  value: id(number),
  label: `Item ${number}`,
  names: [`IT-${number}`],
  record: { Id: id(number), Name: `Item ${number}` },
}));

const columns = ['ItemId', 'Count', 'Price', 'IsMain', 'Sum'].map((pointer) => ({ pointer, label: pointer }));

function placeOf(locale: Locale = 'fr-CA', more: Partial<RowsPlace> = {}): RowsPlace {
  const form = orderForm({ ...storedOrder, Lines: [line(1), line(2)] });
  return {
    ...{ form, path: '/Lines', columns, maxItems: 4, isFixed: false, locale },
    choicesAt: async () => choices,
    ...more,
  };
}

const block = (...rows: string[]) => `${rows.join('\r\n')}\r\n`;

describe('a block from a spreadsheet', () => {
  it('fills rows from a cell on, by label or code, with French numbers, and is undone as one step', async () => {
    const place = placeOf();
    const before = place.form.record();
    const text = block('ITEM 3\t1 200\t1\u202f250,50 $\toui', 'it-1\t3\t,5\tnon', 'Item 2\t\t7\t');
    const end = await pasteRows(place, text, { row: 1, column: 0 });
    expect(end).toMatchObject({ cells: 11, misfits: [{ text: '1\u202f250,50 $', why: 'unit' }] });
    expect(place.form.record().Lines).toMatchObject([
      { ItemId: id(1), Price: 10 },
      { ItemId: id(3), Item: { Name: 'Item 3' }, Count: 1200, Price: 10, IsMain: true },
      { ItemId: id(1), Count: 3, Price: 0.5, IsMain: false },
      { ItemId: id(2), Price: 7 },
    ]);
    end.undo();
    expect(place.form.record()).toEqual(before);
    expect(place.form.status().dirty).toBe(false);
  });

  it('leaves a cell unchanged, and says why, rather than change a value', async () => {
    const place = placeOf('en-CA');
    const text = block('Nobody\t1,5\t1 250,50\tperhaps\t99', 'Item 1\t2.5e3\t12%\tx\t');
    const end = await pasteRows(place, text, { row: 0, column: 0 });
    expect(end.misfits.map(({ row, column, why }) => [row, column, why])).toEqual([
      [0, 'ItemId', 'choice'],
      [0, 'Count', 'doubtful'],
      [0, 'Price', 'doubtful'],
      [0, 'IsMain', 'boolean'],
      [0, 'Sum', 'locked'],
      [1, 'Count', 'number'],
      [1, 'Price', 'unit'],
    ]);
    expect(place.form.record().Lines).toMatchObject([line(1), { ItemId: id(1), Count: 1, Price: 10 }]);
  });

  it('adds rows up to the limit of the list, and says how many rows and columns it left out', async () => {
    const place = placeOf();
    const rows = Array.from({ length: 6 }, (_, at) => `${at}\t1\toui\t0\tx\ty`);
    const end = await pasteRows(place, block(...rows), { row: 1, column: 1 });
    expect(end).toMatchObject({ rows: 3, rowsLeft: 3, columnsLeft: 2 });
    expect(place.form.record().Lines).toHaveLength(4);
    const fixed = placeOf('fr-CA', { isFixed: true });
    expect(await pasteRows(fixed, block('1', '2', '3'), { row: 1, column: 1 })).toMatchObject({
      rowsLeft: 2,
    });
    expect(fixed.form.record().Lines).toHaveLength(2);
  });

  it('is undone in the rows it went to, even if they have moved', async () => {
    const place = placeOf();
    const end = await pasteRows(place, block('5', '6', '7'), { row: 0, column: 2 });
    place.form.moveRow('/Lines', 0, 2);
    end.undo();
    expect(place.form.record().Lines).toMatchObject([
      { ItemId: id(2), Price: 10 },
      { ItemId: id(1), Price: 10 },
    ]);
  });
});
