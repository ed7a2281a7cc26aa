import { expect, it } from 'vitest';
import type { FieldKind } from '../types/basicTypes.ts';
import { operatorsOf, shownOperators } from './filterOperators.ts';

const kinds: readonly FieldKind[] = [
  'text',
  'multiline',
  'integer',
  'decimal',
  'money',
  'percent',
  'boolean',
  'date',
  'datetime',
  'choice',
  'flags',
  'reference',
  'references',
];

it.each(kinds)('the list call accepts every operator that lists offer for %s', (kind) => {
  expect(shownOperators(kind).length).toBeGreaterThan(0);
  expect(operatorsOf(kind)).toEqual(expect.arrayContaining([...shownOperators(kind)]));
});

it('lists offer nothing for kinds without a control', () => {
  for (const kind of ['file', 'picture', 'files'] as const) expect(shownOperators(kind)).toEqual(['filled']);
  for (const kind of ['rows', 'json', 'html'] as const) expect(shownOperators(kind)).toEqual([]);
});
