import { expect, it } from 'vitest';
import { compileTree } from './compileTree.ts';
import { parseExpression } from './parseExpression.ts';

const run = (text: string, root: unknown): unknown => {
  const { tree, problems } = parseExpression(text);
  if (!tree) throw new Error(problems?.[0]?.message);
  return compileTree(tree).evaluate({ root, vars: {} });
};

const rows = [
  { name: 'Pump', at: 7 },
  { name: 'Fan', at: 3 },
  { name: 'pump ', at: 7 },
  { name: null, at: 0 },
  { at: 12 },
];

it.each([
  ['$occurrence(rows, "name", 0)', 1],
  ['$occurrence(rows, "name", 1)', 1],
  ['$occurrence(rows, "name", 2)', 2],
  ['$occurrence(rows, "name", 3)', undefined],
  ['$occurrence(rows, "name", 9)', undefined],
  ['$occurrence(absent, "name", 0)', undefined],
  ['$occurrence(one, "name", 0)', 1],
  ['$rowBefore(rows, 1).name', 'Pump'],
  ['$rowBefore(rows, 0).name', undefined],
  ['$renumbered(rows, "at").at', [2, 1, 2, 0, 3]],
  ['$renumbered(absent, "at")', []],
  ['$renumbered(one, "at")', [{ name: 'Pump', at: 1 }]],
  ['$renumbered([1, "a"], "at")', [1, 'a']],
  ['$sortedBy(rows, "at").at', [0, 3, 7, 7, 12]],
  ['$sortedBy([{"at": "x"}, {}, {"at": 2}], "at")', [{ at: 2 }, { at: 'x' }, {}]],
  ['$sortedBy(absent, "at")', []],
  ['$firstNumber("12 months")', 12],
  ['$firstNumber("every 6 of 12")', 6],
  ['$firstNumber("[0,40000)")', 0],
  ['$firstNumber("none")', undefined],
  ['$firstNumber("99999999999999999999")', undefined],
  ['$firstNumber(absent)', undefined],
])('%s', (text, expected) => {
  expect(run(text, { rows, one: [{ name: 'Pump', at: 4 }] })).toEqual(expected);
});
