import { expect, it } from 'vitest';
import { dropAt, type Measured, partAt } from './hit.ts';

const box = (
  kind: 'section' | 'item' | 'column',
  id: string,
  [left, top, right, bottom]: readonly [number, number, number, number],
  section?: string,
): Measured => ({
  part: { kind, id },
  left,
  top,
  right,
  bottom,
  ...(section && { section }),
});
const boxes: readonly Measured[] = [
  box('section', 'one', [0, 0, 200, 100]),
  box('item', 'A', [0, 20, 90, 50], 'one'),
  box('item', 'B', [110, 20, 200, 50], 'one'),
  box('item', 'C', [0, 60, 90, 100], 'one'),
  box('section', 'two', [0, 120, 200, 160]),
];
const drop = (id: string, x: number, y: number) => {
  const { line: _, ...spot } = dropAt(boxes, { kind: 'item', id }, { x, y }) ?? { line: undefined };
  return spot;
};

it('a field is found before its section', () => {
  expect(partAt(boxes, { x: 5, y: 25 })?.part.id).toBe('A');
  expect(partAt(boxes, { x: 100, y: 5 })?.part.id).toBe('one');
  expect(partAt(boxes, { x: 5, y: 110 })).toBeUndefined();
});

it('a field drops before or after the one below the pointer, also into an empty section', () => {
  expect(drop('C', 120, 30)).toEqual({ section: 'one', after: 'A' });
  expect(drop('C', 190, 30)).toEqual({ section: 'one', after: 'B' });
  expect(drop('C', 5, 30)).toEqual({ section: 'one', after: '' });
  expect(drop('A', 5, 150)).toEqual({ section: 'two', after: '' });
  // Over itself it stays.
  expect(drop('B', 150, 30)).toEqual({ section: 'one', after: 'A' });
});

it('sections drop among sections, columns among columns', () => {
  expect(dropAt(boxes, { kind: 'section', id: 'two' }, { x: 0, y: 10 })).toMatchObject({ after: '' });
  expect(dropAt(boxes, { kind: 'section', id: 'one' }, { x: 0, y: 155 })).toMatchObject({ after: 'two' });
  const columns = [box('column', 'A', [0, 0, 50, 20]), box('column', 'B', [50, 0, 100, 20])];
  expect(dropAt(columns, { kind: 'column', id: 'A' }, { x: 90, y: 5 })).toMatchObject({ after: 'B' });
});
