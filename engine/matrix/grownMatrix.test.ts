import { expect, it } from 'vitest';
import {
  type GrownLayout,
  grownColumns,
  grownRows,
  nextColumn,
  startLayout,
  toggled,
  withEntries,
  withoutRow,
  withRow,
  withTicks,
} from './grownMatrix.ts';

const members = { key: 'Id', name: 'Name', number: 'Group' };
const entry = (Id: string, Group: number | null) => ({ Id, Name: Id.toUpperCase(), Group });
const entries = [entry('pump', 2), entry('fan', 1), entry('belt', 2), entry('axle', 1)];
const none: GrownLayout = { keys: [], numbers: [] };

it('R-208 R-209 R-210 starts with the columns in use, rows by column and then by name, each checked once', () => {
  const layout = startLayout(entries, members);
  expect(layout).toEqual({ keys: ['axle', 'fan', 'belt', 'pump'], numbers: [1, 2] });
  expect(grownRows(entries, members, layout).map(({ numbers }) => numbers)).toEqual([[1], [1], [2], [2]]);
});

it('R-211 R-212 the next column is one above the highest, 1 if there is none, and empty', () => {
  expect(nextColumn([])).toBe(1);
  expect(nextColumn([1, 4])).toBe(5);
  const layout = { ...startLayout(entries, members), numbers: [1, 2, 3] };
  expect(grownColumns(entries, members, layout)).toEqual([1, 2, 3]);
  expect(grownRows(entries, members, layout).some(({ numbers }) => numbers.includes(3))).toBe(false);
});

it('R-214 R-216 an added row is last and unchecked; a removed one is gone', () => {
  const layout = startLayout(entries, members);
  const more = withRow(entries, members, { key: 'aaa', name: 'Aaa' });
  expect(grownRows(more, members, layout).at(-1)).toEqual({
    key: 'aaa',
    name: 'Aaa',
    numbers: [],
    places: [4],
  });
  expect(withoutRow(more, members, 'fan').map(({ Id }) => Id)).toEqual(['pump', 'belt', 'axle', 'aaa']);
});

it('checking and unchecking changes nothing', () => {
  const once = toggled(entries, members, { key: 'fan', number: 2 });
  expect(once).toEqual([
    entry('pump', 2),
    entry('fan', 1),
    entry('fan', 2),
    entry('belt', 2),
    entry('axle', 1),
  ]);
  expect(toggled(once, members, { key: 'fan', number: 2 })).toEqual(entries);
  const free = toggled(entries, members, { key: 'fan', number: 1 });
  expect(free[1]).toEqual(entry('fan', null));
  expect(toggled(free, members, { key: 'fan', number: 1 })).toEqual(entries);
});

it('a row moves to another column in its place', () => {
  const both = toggled(entries, members, { key: 'fan', number: 2 });
  expect(grownRows(both, members, none)[1]).toMatchObject({ key: 'fan', numbers: [1, 2], places: [1, 2] });
  expect(toggled(both, members, { key: 'fan', number: 1 })[1]).toEqual(entry('fan', 2));
});

it('an unlisted record cannot be checked', () => {
  expect(toggled(entries, members, { key: 'wheel', number: 1 })).toBe(entries);
});

it('several pairs are ticked and unticked at once; those already so stay', () => {
  const ticks = [
    { key: 'fan', number: 1, isTicked: true },
    { key: 'fan', number: 2, isTicked: true },
    { key: 'belt', number: 2, isTicked: false },
    { key: 'belt', number: 3, isTicked: false },
  ];
  const next = withTicks(entries, members, ticks);
  expect(next).toEqual([
    ...[entry('pump', 2), entry('fan', 1), entry('fan', 2), entry('belt', null), entry('axle', 1)],
  ]);
  const back = ticks.slice(1, 3).map((tick) => ({ ...tick, isTicked: !tick.isTicked }));
  expect(withTicks(next, members, back)).toEqual(entries);
});

it('a removed row comes back with all of its entries, in their places', () => {
  const all = toggled(entries, members, { key: 'fan', number: 2 });
  const removed = all.flatMap((one, place) => (one.Id === 'fan' ? [{ place, entry: one }] : []));
  expect(withEntries(withoutRow(all, members, 'fan'), removed)).toEqual(all);
});
