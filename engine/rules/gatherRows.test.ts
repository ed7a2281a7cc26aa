import { expect, it } from 'vitest';
import type { FieldModel } from '../types/modelTypes.ts';
import { emptyId, gatherRows } from './gatherRows.ts';

const field = {
  fields: [
    { name: 'Id', kind: 'id' },
    { name: 'Interval', kind: 'integer' },
    { name: 'Months', kind: 'integer' },
  ],
} as unknown as FieldModel;
const stored = [
  { Id: 'a', Interval: 24, Months: 6 },
  { Id: 'b', Interval: 12, Months: 3 },
];

it('keeps, adds and removes rows, in ascending order', () => {
  expect(gatherRows(field, stored, { key: 'Interval', keys: [36, undefined, 24, 4, 36, null] })).toEqual([
    { Id: emptyId, Interval: 4, Months: null },
    { Id: 'a', Interval: 24, Months: 6 },
    { Id: emptyId, Interval: 36, Months: null },
  ]);
});

it('returns nothing when there is nothing to gather', () => {
  expect(gatherRows(field, stored, { key: 'Interval', keys: [] })).toEqual([]);
});
