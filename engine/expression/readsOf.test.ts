import { expect, it } from 'vitest';
import { parseExpression } from './parseExpression.ts';
import { printTree } from './printTree.ts';
import { readsOf, renameReads } from './readsOf.ts';
import type { Read, Tree } from './tree.ts';

function treeOf(text: string): Tree {
  const { tree, problems } = parseExpression(text);
  if (!tree) throw new Error(`${text}: ${problems[0]?.message}`);
  return tree;
}

function show({ from, path, presence }: Read): string {
  return `${from}:${path.join('.')}${presence ? '?' : ''}`;
}

it.each([
  ['Name', ['$:Name']],
  ['$.Name = $$.Code', ['$:Name', '$:Code']],
  ['$record.Brand.Id', ['record:Brand.Id']],
  ['Rows[Price > $record.Limit].Name', ['$:Rows.Price', 'record:Limit', '$:Rows.Name']],
  ['Rows[0].Price', ['$:Rows.Price']],
  ['$count(Rows[Price > 1])', ['$:Rows.Price', '$:Rows']],
  ['Rows.(Price * Qty)', ['$:Rows?', '$:Rows.Price', '$:Rows.Qty']],
  ['Rows.{ "n": Name }', ['$:Rows?', '$:Rows.Name']],
  ['($r := $record.Rows; $r.Name & $r[0].Code)', ['record:Rows.Name', 'record:Rows.Code']],
  ['($r := Rows[Id = 1]; $r.Name)', ['$:Rows.Id', '$:Rows.Name']],
  ['(A ? B : C).Name', ['$:A', '$:B.Name', '$:C.Name']],
  ['$lookup(Prices, "60")', ['$:Prices.60']],
  ['$lookup(Prices, Term)', ['$:Prices', '$:Term']],
  ['$list(Rows)[Id = 1].Name', ['$:Rows.Id', '$:Rows.Name']],
  ['Names.$uppercase()', ['$:Names']],
  ['1 + 2', []],
  ['$', ['$:']],
])('%s reads %j', (text, expected) => {
  expect(readsOf(treeOf(text)).reads.map(show)).toEqual(expected);
});

it('a function declares what it reads besides its arguments', () => {
  const can = { name: 'can', parameters: [], result: { kind: 'boolean' }, evaluate: () => true } as const;
  const table = new Map([['can', { ...can, reads: [{ from: 'user', path: ['Features'] }] }]]);
  expect(readsOf(treeOf('$can()'), table)).toEqual({
    reads: [{ from: 'user', path: ['Features'] }],
    calls: ['can'],
  });
});

it.each([
  [
    'Rows[Price > 3].Price + Price',
    { from: '$', path: ['Rows', 'Price'] },
    'Rows[Amount > 3].Amount + Price',
  ],
  ['Rows.(Price * $$.Price)', { from: '$', path: ['Price'] }, 'Rows.(Price * $$.Amount)'],
  [
    '($r := $record.Rows; $r.Price)',
    { from: 'record', path: ['Rows', 'Price'] },
    '($r := $record.Rows; $r.Amount)',
  ],
  ['$lookup(Rows[0], "Price")', { from: '$', path: ['Rows', 'Price'] }, '$lookup(Rows[0], "Amount")'],
  ['$sort($distinct(Rows.Price))', { from: '$', path: ['Rows', 'Price'] }, '$sort($distinct(Rows.Amount))'],
  ['Other.Price & "Price"', { from: '$', path: ['Rows', 'Price'] }, 'Other.Price & "Price"'],
])('in %s a rename is applied', (text, from, expected) => {
  const tree = treeOf(text);
  expect(printTree(renameReads(tree, from, 'Amount'))).toBe(expected);
  expect(printTree(tree)).toBe(text);
});
