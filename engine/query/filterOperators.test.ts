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

it.each(kinds)('what a list offers for %s, the list call takes', (kind) => {
  expect(shownOperators(kind).length).toBeGreaterThan(0);
  expect(operatorsOf(kind)).toEqual(expect.arrayContaining([...shownOperators(kind)]));
});

it('a list offers nothing for what it has no control for', () => {
  for (const kind of ['rows', 'json', 'html', 'file'] as const) expect(shownOperators(kind)).toEqual([]);
});
