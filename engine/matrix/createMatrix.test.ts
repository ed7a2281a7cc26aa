import { describe, expect, it } from 'vitest';
import { createMatrix } from './createMatrix.ts';
import { parseTable, printTable } from './parseTable.ts';
import { areaOf, moved } from './selection.ts';
import type { CellReading, MatrixEntry } from './types.ts';

const read = (text: string): CellReading => {
  const value = Number(text);
  if (Number.isNaN(value)) return { issue: { level: 'error', message: 'no-number' } };
  return value < 0 ? { value, issue: { level: 'warning', message: 'below' } } : { value };
};
const ids = (letter: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${letter}${index}`);

function matrix(size = 3, entries: readonly MatrixEntry[] = []) {
  return createMatrix({ columns: ids('x', size), rows: ids('y', size), entries, read, write: String });
}

const at = (row: number, column: number) => ({ row, column });
const area = (top: number, left: number, bottom: number, right: number) => ({ top, left, bottom, right });

describe('the state of a matrix', () => {
  it('has the stored cells in their places, and drops those in neither list', () => {
    const one = matrix(3, [
      { x: 'x1', y: 'y2', value: 5 },
      { x: 'gone', y: 'y2', value: 7 },
    ]);
    expect(one.cell(at(2, 1))).toEqual({ value: 5 });
    expect(one.emptyCount()).toBe(8);
    expect(one.entries()).toEqual([{ x: 'x1', y: 'y2', value: 5 }]);
    expect(one.isDirty()).toBe(false);
  });

  it('undoes step by step, and redoes each', () => {
    const one = matrix();
    for (const text of ['1', '2', '3']) one.type(at(0, 0), text);
    const seen = [one.undo, one.undo, one.undo, one.redo, one.redo].map((step) => {
      step();
      return one.textOf(at(0, 0));
    });
    expect(seen).toEqual(['2', '1', '', '1', '2']);
  });

  it('keeps an unreadable text with its issue, and accepts a correction', () => {
    const one = matrix();
    one.type(at(0, 0), ' abc ');
    one.type(at(0, 1), '-2');
    expect(one.textOf(at(0, 0))).toBe('abc');
    expect(one.issues().map(({ column, issue }) => [column, issue.level])).toEqual([
      [0, 'error'],
      [1, 'warning'],
    ]);
    one.type(at(0, 0), '4');
    expect(one.cell(at(0, 0))).toEqual({ value: 4 });
    one.type(at(0, 0), '  ');
    expect(one.cell(at(0, 0))).toBeUndefined();
  });

  it('fills down and right, clears, and sets one value everywhere', () => {
    const one = matrix();
    one.type(at(0, 0), '1');
    one.type(at(0, 1), '2');
    one.fillDown(area(0, 0, 2, 1));
    expect(one.copy(area(0, 0, 2, 2))).toBe('1\t2\t\n1\t2\t\n1\t2\t');
    one.fillRight(area(1, 0, 2, 2));
    expect(one.copy(area(0, 0, 2, 2))).toBe('1\t2\t\n1\t1\t1\n1\t1\t1');
    one.fill(area(1, 0, 2, 2));
    expect(one.emptyCount()).toBe(7);
    one.fill(area(0, 0, 2, 2), 0);
    expect(one.entries().every(({ value }) => value === 0)).toBe(true);
    expect(one.emptyCount()).toBe(0);
  });

  it('pastes a table at the first cell of the area, and counts what does not fit', () => {
    const one = matrix();
    expect(one.paste(area(1, 1, 1, 1), '1\t2\t3\r\n4\t5\t6\r\n')).toEqual({
      area: area(1, 1, 2, 2),
      placed: 4,
      left: 2,
    });
    expect(one.copy(area(1, 1, 2, 2))).toBe('1\t2\n4\t5');
  });

  it('pastes one value into the whole area', () => {
    const one = matrix();
    expect(one.paste(area(0, 0, 1, 1), '7\n').placed).toBe(4);
    expect(one.copy(area(0, 0, 1, 1))).toBe('7\t7\n7\t7');
  });

  it('undoes and redoes a paste of ten thousand cells as one step', () => {
    const one = matrix(100);
    const text = Array.from({ length: 100 }, (_, row) =>
      ids('', 100)
        .map((_, column) => row * column)
        .join('\t'),
    ).join('\n');
    let heard = 0;
    one.subscribe(() => {
      heard += 1;
    });
    expect(one.paste(area(0, 0, 0, 0), text).placed).toBe(10_000);
    expect([one.emptyCount(), heard]).toEqual([0, 1]);
    expect(one.undo()).toBe(true);
    expect([one.emptyCount(), one.isDirty(), one.canUndo()]).toEqual([10_000, false, false]);
    expect(one.redo()).toBe(true);
    expect(one.copy(area(99, 98, 99, 99))).toBe(`${99 * 98}\t${99 * 99}`);
    one.reset();
    expect([one.emptyCount(), one.canUndo(), one.canRedo()]).toEqual([10_000, false, false]);
  });

  it('ignores a step without changes, and a new step clears the redo list', () => {
    const one = matrix();
    one.type(at(0, 0), '1');
    one.type(at(0, 0), '1');
    one.undo();
    expect(one.canUndo()).toBe(false);
    one.type(at(0, 0), '2');
    expect(one.redo()).toBe(false);
  });

  it('places cells by ids as one step', () => {
    const one = matrix(3, [{ x: 'x0', y: 'y0', value: 1 }]);
    one.place([
      { x: 'x0', y: 'y0', value: null },
      { x: 'x2', y: 'y2', value: 9 },
      { x: 'gone', y: 'y2', value: 9 },
    ]);
    expect(one.entries()).toEqual([{ x: 'x2', y: 'y2', value: 9 }]);
    one.undo();
    expect(one.entries()).toEqual([{ x: 'x0', y: 'y0', value: 1 }]);
  });
});

describe('tab-separated text', () => {
  it.each([
    [
      '1\t2\n3\t4',
      [
        ['1', '2'],
        ['3', '4'],
      ],
    ],
    ['1\t2\r\n', [['1', '2']]],
    ['1\r\n\r\n3\r\n', [['1'], [''], ['3']]],
    [
      '"a\tb"\t"c\nd"\n"say ""no"""\tx',
      [
        ['a\tb', 'c\nd'],
        ['say "no"', 'x'],
      ],
    ],
    ['5" pipe\t"x', [['5" pipe', '"x']]],
    ['"', [['"']]],
    ['', [['']]],
  ])('%j', (text, rows) => expect(parseTable(text)).toEqual(rows));

  it('round-trips', () => {
    const rows = [
      ['a\tb', 'c\nd', 'e"f', ''],
      ['1', '', '2', '3'],
    ];
    expect(parseTable(printTable(rows))).toEqual(rows);
  });
});

describe('keys', () => {
  const shape = { rows: 10, columns: 5, pageRows: 4 };
  it.each([
    ['ArrowUp', false, [4, 2]],
    ['ArrowDown', true, [9, 2]],
    ['ArrowLeft', false, [5, 1]],
    ['ArrowRight', true, [5, 4]],
    ['Home', false, [5, 0]],
    ['End', false, [5, 4]],
    ['Home', true, [0, 0]],
    ['End', true, [9, 4]],
    ['PageUp', false, [1, 2]],
    ['PageDown', false, [9, 2]],
  ] as const)('%s with control %s', (key, ctrl, [row, column]) =>
    expect(moved(at(5, 2), { key, ctrl }, shape)).toEqual({ row, column }),
  );

  it('other keys do not move, and a selection has its corners in order', () => {
    expect(moved(at(5, 2), { key: 'x', ctrl: false }, shape)).toBeUndefined();
    expect(areaOf({ from: at(3, 1), to: at(1, 2) })).toEqual(area(1, 1, 3, 2));
  });
});
