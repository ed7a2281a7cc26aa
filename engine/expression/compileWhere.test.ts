import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compileTree } from './compileTree.ts';
import { compileWhere, type FilterTree } from './compileWhere.ts';
import { parseExpression } from './parseExpression.ts';

function whereOf(text: string) {
  const { tree, problems } = parseExpression(text);
  if (!tree) throw new Error(`${text}: ${problems[0]?.message}`);
  return compileWhere(tree);
}

function bind(text: string, vars: Readonly<Record<string, unknown>> = {}): FilterTree {
  const where = whereOf(text);
  if (!where.bind) throw new Error(where.problems[0]?.message);
  return where.bind({ root: {}, vars });
}

const eq = (path: string, value: unknown) => ({ kind: 'compare', path, operator: 'eq', value });
const compare = (path: string, operator: string, value: unknown) => ({
  kind: 'compare',
  path,
  operator,
  value,
});
const constant = (value: boolean) => ({ kind: 'constant', value });
const record = { BrandId: 'b1', Limit: 5, Ids: ['x', 'y'], From: '2026-01-31', Flag: true };

it.each<[string, unknown]>([
  ['BrandId = $record.BrandId', eq('BrandId', 'b1')],
  ['$record.BrandId = $.BrandId', eq('BrandId', 'b1')],
  ['BrandId = $record.Absent', eq('BrandId', null)],
  ['Brand.Name = "A"', eq('Brand.Name', 'A')],
  ['IsOperational', eq('IsOperational', true)],
  ['$not(IsOperational)', { kind: 'not', of: eq('IsOperational', true) }],
  ['$not($not(IsOperational))', eq('IsOperational', true)],
  ['Price > $record.Limit * 2', compare('Price', 'gt', 10)],
  ['$record.Limit >= Price', compare('Price', 'le', 5)],
  ['Price < $record.Absent', constant(false)],
  ['Code != "A"', compare('Code', 'ne', 'A')],
  ['Code != $record.Absent', constant(false)],
  ['$ne(Code, "A")', { kind: 'or', of: [eq('Code', null), compare('Code', 'ne', 'A')] }],
  ['$ne(Code, $record.Absent)', compare('Code', 'ne', null)],
  ['Id in $record.Ids', compare('Id', 'in', ['x', 'y'])],
  ['Id in ["A", null]', { kind: 'or', of: [compare('Id', 'in', ['A']), eq('Id', null)] }],
  ['Id in []', constant(false)],
  ['Id in $record.Absent', constant(false)],
  ['$contains(Name, "x")', compare('Name', 'contains', 'x')],
  ['$startsWith(Name, $record.BrandId)', compare('Name', 'startsWith', 'b1')],
  ['$has(EndDate)', compare('EndDate', 'ne', null)],
  ['$exists(EndDate)', compare('EndDate', 'ne', null)],
  ['$empty(EndDate)', eq('EndDate', null)],
  [
    '$after(EndDate, $record.From)',
    { kind: 'or', of: [eq('EndDate', null), compare('EndDate', 'gt', '2026-01-31')] },
  ],
  [
    '$after($record.From, EndDate)',
    { kind: 'or', of: [eq('EndDate', null), compare('EndDate', 'lt', '2026-01-31')] },
  ],
  ['$after(EndDate, $record.Absent)', constant(true)],
  ['$record.Flag', constant(true)],
  ['$record.Absent', constant(false)],
  ['$record.Flag ? Code = "A" : Code = "B"', eq('Code', 'A')],
  ['$record.Absent ? Code = "A" : Code = "B"', eq('Code', 'B')],
  ['$record.Flag and Code = "A"', eq('Code', 'A')],
  ['$not($has($record.BrandId)) or BrandId = $record.BrandId', eq('BrandId', 'b1')],
  ['$record.Flag or BrandId = $record.BrandId', constant(true)],
  ['$record.Ids[0] = Code', eq('Code', 'x')],
  [
    'A = 1 and (B = 2 or (C = 3 or D = 4))',
    { kind: 'and', of: [eq('A', 1), { kind: 'or', of: [eq('B', 2), eq('C', 3), eq('D', 4)] }] },
  ],
  [
    'Flag ? A = 1 : B = 2',
    {
      kind: 'or',
      of: [
        { kind: 'and', of: [eq('Flag', true), eq('A', 1)] },
        { kind: 'and', of: [{ kind: 'not', of: eq('Flag', true) }, eq('B', 2)] },
      ],
    },
  ],
])('%s', (text, expected) => {
  expect(bind(text, { record })).toEqual(expected);
});

it('reports what the filter depends on separately from the fields it compares', () => {
  expect(whereOf('BrandId = $record.BrandId and (IsOperational or Id = $query.id)')).toMatchObject({
    reads: [
      { from: 'record', path: ['BrandId'] },
      { from: 'query', path: ['id'] },
    ],
    fields: ['BrandId', 'IsOperational', 'Id'],
  });
});

it.each([
  ['Price * 2 > 5', 6],
  ['A = B', 2],
  ['Rows[Id = 1].Name = "A"', 0],
  ['"A" in Tags', 4],
  ['$uppercase(Name) = "A"', 0],
  ['$same(Name, "a")', 0],
  ['Price + 1', 6],
  ['$contains("abc", Name)', 0],
  ['$absent($record.Id)', 0],
])('%s cannot be a filter, and the error has its position', (text, at) => {
  const where = whereOf(text);
  expect(where.bind).toBeUndefined();
  expect((where as { problems: unknown[] }).problems).toEqual([
    expect.objectContaining({ at, message: expect.stringMatching(/\.$/) }),
  ]);
});

it('a value that cannot be compared is an error when bound', () => {
  expect(() => bind('Price > $record.Flag', { record })).toThrow(
    expect.objectContaining({ code: 'T2010', at: 6 }),
  );
  expect(() => bind('$after(EndDate, $record.BrandId)', { record })).toThrow(
    expect.objectContaining({ code: 'date.invalid' }),
  );
});

const condition = fc.letrec<{ part: string }>((tie) => ({
  part: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom(
      'A = $x',
      'B != $y',
      'A < 2',
      '$x >= A',
      'B in ["a", $y]',
      'Flag',
      '$contains(B, $y)',
      '$x > 1',
    ),
    fc.tuple(tie('part'), fc.constantFrom('and', 'or'), tie('part')).map((parts) => `(${parts.join(' ')})`),
    tie('part').map((part) => `$not(${part})`),
    fc.tuple(tie('part'), tie('part'), tie('part')).map(([test, yes, no]) => `(${test} ? ${yes} : ${no})`),
  ),
})).part;
const rows = fc.record({
  A: fc.integer({ min: 0, max: 3 }),
  B: fc.constantFrom('', 'a', 'ab'),
  Flag: fc.boolean(),
});
const values = fc.record({ x: fc.integer({ min: 0, max: 3 }), y: fc.constantFrom('a', 'b') });

it('over filled-in rows the filter keeps the rows for which the expression is true', () => {
  fc.assert(
    fc.property(condition, rows, values, (text, root, vars) => {
      const { tree } = parseExpression(text);
      const wanted = tree && compileTree(tree).evaluate({ root, vars }) === true;
      expect(keeps(bind(text, vars), root)).toBe(wanted);
    }),
    { numRuns: 2_000, seed: 5 },
  );
});

type Row = Readonly<Record<string, unknown>>;

function keeps(filter: FilterTree, row: Row): boolean {
  if (filter.kind === 'constant') return filter.value;
  if (filter.kind === 'not') return !keeps(filter.of, row);
  if (filter.kind === 'compare') return holds(filter, row);
  const parts = filter.of.map((part) => keeps(part, row));
  return filter.kind === 'and' ? parts.every(Boolean) : parts.some(Boolean);
}

function holds(filter: Extract<FilterTree, { kind: 'compare' }>, row: Row): boolean {
  return comparing[filter.operator](row[filter.path] as string, filter.value as string);
}

const comparing = {
  words: () => false,
  all: () => false,
  eq: (a: string, b: string) => a === b,
  ne: (a: string, b: string) => a !== b,
  gt: (a: string, b: string) => a > b,
  ge: (a: string, b: string) => a >= b,
  lt: (a: string, b: string) => a < b,
  le: (a: string, b: string) => a <= b,
  in: (a: string, b: string) => b.includes(a),
  contains: (a: string, b: string) => a.includes(b),
  startsWith: (a: string, b: string) => a.startsWith(b),
};
