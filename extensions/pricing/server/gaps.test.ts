import { expect, it } from 'vitest';
import type { Operand } from '#engine';
import { cellKey } from '#extensions/pricing/engine';
import { coveredBy, gapAt, gapsOf, mostNamed } from './gaps.ts';

const operand = (name: string, count: number): [string, Operand] => [
  name,
  {
    ...{ name, label: `The ${name}`, type: 'number', isList: false },
    values: Array.from({ length: count }, (_, value) => ({ value, label: `${name} ${value}` })),
  } as unknown as Operand,
];
const lookUp = (keys: string[], cells: number[][]) => ({
  ...{ kind: 'table', name: 'T', keys },
  cells: new Map(cells.map((values) => [cellKey(values), '1'])),
});

it('names the first combinations without a cell, in the order of the listed values', () => {
  const known = new Map([operand('a', 2), operand('b', 3)]);
  const table = lookUp(
    ['a', 'b'],
    [
      [0, 0],
      [0, 2],
      [1, 0],
      [1, 1],
    ],
  );
  expect(gapsOf(table, known)).toEqual([
    [
      { Label: 'The a', Value: 'a 0' },
      { Label: 'The b', Value: 'b 1' },
    ],
    [
      { Label: 'The a', Value: 'a 1' },
      { Label: 'The b', Value: 'b 2' },
    ],
  ]);
  expect(coveredBy(table, known)).toBe(4);
});

it('does not count cells of values that were removed', () => {
  const known = new Map([operand('a', 2)]);
  const table = lookUp(['a'], [[0], [7], [8]]);
  expect(coveredBy(table, known)).toBe(1);
  expect(gapsOf(table, known)).toEqual([[{ Label: 'The a', Value: 'a 1' }]]);
});

it('visits no more combinations than there are cells and named gaps, among a million million', () => {
  const known = new Map(['a', 'b', 'c', 'd'].map((name) => operand(name, 1000)));
  const table = lookUp(
    ['a', 'b', 'c', 'd'],
    [
      [0, 0, 0, 0],
      [0, 0, 0, 2],
    ],
  );
  let visits = 0;
  const has = (key: string) => {
    visits += 1;
    return table.cells.has(key);
  };
  const cells = { has } as unknown as typeof table.cells;
  expect(gapsOf({ ...table, cells }, known)).toHaveLength(mostNamed);
  expect(visits).toBe(table.cells.size + mostNamed);
});

it('names the values in a row of a card', () => {
  const Values = (names: string[]) => names.map((Label) => ({ Label, Value: Label }));
  const dimensions = [
    { Name: 'Plan', Label: 'Plan', Values: Values(['Gold', 'Basic']) },
    { Name: 'Term', Label: 'Term', Values: Values(['12 months', '24 months', '36 months']) },
  ];
  expect(gapAt(dimensions, 4)).toEqual([
    { Label: 'Plan', Value: 'Basic' },
    { Label: 'Term', Value: '24 months' },
  ]);
});
