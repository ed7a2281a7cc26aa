import jsonata from 'jsonata';
import { expect, it } from 'vitest';
import { compileTree } from './compileTree.ts';
import { ExpressionError } from './ExpressionError.ts';
import { parseExpression } from './parseExpression.ts';
import type { Tree } from './tree.ts';

const root = {
  one: 1,
  zero: 0,
  text: 'abc',
  empty: '',
  nothing: null,
  yes: true,
  no: false,
  five: [5],
  numbers: [3, 1, 2],
  none: [],
  nested: [[1, 2], [3]],
  object: { a: 1, b: { c: [{ d: 1 }, { d: 2 }] } },
  rows: [
    { Id: 1, Name: 'A', Price: 10, Tags: ['x', 'y'] },
    { Id: 2, Name: 'B', Price: 20.5, Tags: [] },
    { Id: 3, Name: 'A', Price: null },
  ],
  single: [{ Id: 7, Name: 'Z', Tags: ['t'] }],
  length: 'own',
};
const vars = { record: { Id: 2, Rows: [{ Id: 1 }] }, items: [1, 2, 2], text: 'v' };

function treeOf(text: string): Tree {
  const { tree, problems } = parseExpression(text);
  if (!tree) throw new Error(`${text}: ${problems[0]?.message}`);
  return tree;
}

function run(
  text: string,
  scope = { root: root as unknown, vars: vars as Record<string, unknown> },
): unknown {
  try {
    return compileTree(treeOf(text)).evaluate(scope);
  } catch (error) {
    return error instanceof ExpressionError ? `throws ${error.code}` : error;
  }
}

const missing = undefined;

/** Edge cases of the language and their results. */
const edges: readonly (readonly [string, unknown])[] = [
  ['absent = 1', false],
  ['absent != 1', false],
  ['absent < 1', missing],
  ['absent + 1', missing],
  ['absent < true', 'throws T2010'],
  ['$not(absent)', missing],
  ['absent and true', false],
  ['absent or true', true],
  ['absent in [1]', false],
  ['"a" & absent', 'a'],
  ['absent & absent', ''],
  ['$boolean(absent)', missing],
  ['$exists(absent)', false],
  ['$exists(nothing)', true],
  ['absent ? 1 : 2', 2],
  ['no ? 1', missing],
  ['nothing > 5', 'throws T2010'],
  ['nothing = null', true],
  ['"7" > 5', 'throws T2009'],
  ['1 < "2"', 'throws T2009'],
  ['yes < 2', 'throws T2010'],
  ['"1" + 1', 'throws T2001'],
  ['1 + "1"', 'throws T2002'],
  ['1 = "1"', false],
  ['-text', 'throws D1002'],
  ['-absent', missing],
  ['1 / zero', Number.POSITIVE_INFINITY],
  ['1 / zero + 1', 'throws D1001'],
  ['0.1 + 0.2 = 0.3', false],
  ['$string(0.1 + 0.2)', '0.3'],
  ['$string(1 / zero)', 'throws D3001'],
  ['-2 % 3', -2],
  ['$round(2.5)', 2],
  ['$round(2.345, 2)', 2.34],
  ['$round(1.005, 2)', 1],
  ['$round(0.125, 2)', 0.12],
  ['$round(2.675, 2)', 2.68],
  ['$round(-0.4)', 0],
  ['$round(125, -1)', 120],
  ['$sum(none)', 0],
  ['$sum(absent)', missing],
  ['$sum(text)', 'throws T0412'],
  ['$sum(one)', 1],
  ['$max(none)', missing],
  ['$count(absent)', 0],
  ['$count(one)', 1],
  ['$lookup(object, "a")', 1],
  ['$lookup(object, 60)', 'throws T0410'],
  ['rows.Id', [1, 2, 3]],
  ['rows.Tags', ['x', 'y']],
  ['rows[Name = "A"].Id', [1, 3]],
  ['rows[Name = "B"].Id', 2],
  ['rows[Name = "C"].Id', missing],
  ['rows[Id = $record.Id].Name', 'B'],
  ['rows[0].Name', 'A'],
  ['rows[-1].Name', 'A'],
  ['rows[9]', missing],
  ['rows.Tags[0]', 'x'],
  ['(rows.Tags)[1]', 'y'],
  ['rows[[0, 2]].Id', [1, 3]],
  ['rows[Price > 15].Id', 'throws T2010'],
  ['single.Id', 7],
  ['single.Tags', ['t']],
  ['single', [{ Id: 7, Name: 'Z', Tags: ['t'] }]],
  ['five = 5', false],
  ['five[0] = 5', true],
  ['five', [5]],
  ['single.Id = 7', true],
  ['single.Id + 1', 8],
  ['rows.Id = 1', false],
  ['rows.Id < 1', 'throws T2010'],
  ['none.a + 1', missing],
  ['nothing.a < 1', missing],
  ['text.length = 3', false],
  ['numbers.length = 3', false],
  ['numbers.`0` = 3', false],
  ['text.`0` = "a"', false],
  ['constructor.name = "Object"', false],
  ['object.toString = 1', false],
  ['object.a * 2 > one', true],
  ['$not(object.a)', false],
  ['$not(single.Id = 7)', false],
  ['yes and single.Id', true],
  ['"y" in rows.Tags', true],
  ['nested.$', [1, 2, 3]],
  ['nested[0]', [1, 2]],
  ['object.b.c.d', [1, 2]],
  ['rows.{ "n": Name }', [{ n: 'A' }, { n: 'B' }, { n: 'A' }]],
  [
    'rows.[Id, Name]',
    [
      [1, 'A'],
      [2, 'B'],
      [3, 'A'],
    ],
  ],
  ['rows.(Id * 10)', [10, 20, 30]],
  ['[numbers, [4, 5]]', [3, 1, 2, [4, 5]]],
  ['[1..3]', [1, 2, 3]],
  ['[3..1]', []],
  ['{ "a": absent, "b": one }', { b: 1 }],
  ['{ "a": 1, "a": 2 }', 'throws D1009'],
  ['{ one: 2 }', 'throws T1003'],
  ['$distinct(rows.Name)', ['A', 'B']],
  ['$distinct(rows[Name = "A"].Name)', 'A'],
  ['$distinct($items)', [1, 2]],
  ['$sort(numbers)', [1, 2, 3]],
  ['$sort(nested)', 'throws D3070'],
  ['$join(rows.Name, "-")', 'A-B-A'],
  ['$keys(object)', ['a', 'b']],
  ['$append(numbers, one)', [3, 1, 2, 1]],
  ['rows.$lowercase(Name)', ['a', 'b', 'a']],
  ['rows.Name.$lowercase()', ['a', 'b', 'a']],
  ['$length("😀")', 1],
  ['$substring("héllo", -3, 2)', 'll'],
  ['$trim("  a  b ")', 'a b'],
  ['numbers in [3]', false],
  ['3 in numbers', true],
  ['one in 1', true],
  ['{ "a": [1] } = { "a": [1] }', true],
  ['[1, 2] = [1, 2]', true],
  ['"false" and [0, 1]', true],
  ['{} or [0, 0] or 0 or "" or null', false],
  ['($x := 2; $y := $x * 3; $y - $x)', 4],
  ['($x := 1; ($x := 2; $x) + $x)', 3],
  ['rows.($x := Id; $x + 1)', [2, 3, 4]],
  ['$text', 'v'],
  ['$absent', missing],
  ['$record.Rows.Id', 1],
  ['$$.one + $.one', 2],
  ['rows[$$.one = Id].Name', 'A'],
];

it.each(edges)('%s', async (text, expected) => {
  const ours = run(text);
  expect(ours).toEqual(expected);
  const theirs = await jsonata(text)
    .evaluate(structuredClone(root), structuredClone(vars))
    .catch((error: { code: string }) => `throws ${error.code}`);
  expect(JSON.stringify(ours)).toBe(JSON.stringify(theirs));
});

it('inherited names of objects and lists are not fields', () => {
  for (const name of ['constructor', '__proto__', 'toString', 'hasOwnProperty', 'valueOf']) {
    expect(run(name)).toBeUndefined();
    expect(run(`object.${name}`)).toBeUndefined();
    expect(run(`rows.${name}`)).toBeUndefined();
    expect(run(`rows[0].${name}.${name}`)).toBeUndefined();
    expect(run(`$${name}`)).toBeUndefined();
    expect(run(`$lookup(object, "${name}")`)).toBeUndefined();
  }
  expect(run('numbers.length')).toBeUndefined();
  expect(run('text.length')).toBeUndefined();
  expect(run('length')).toBe('own');
  expect(run('when.getTime', { root: { when: new Date(0) }, vars: {} })).toBeUndefined();
});

it('an object cannot be given another prototype', () => {
  const made = run('{ "__proto__": { "admin": true } }') as Record<string, unknown>;
  expect(Object.getPrototypeOf(made)).toBe(Object.prototype);
  expect(made.admin).toBeUndefined();
});

it('a root list is a single value', () => {
  const scope = { root: [{ a: 1 }, { a: 2 }], vars: {} };
  expect(run('a', scope)).toEqual([1, 2]);
  expect(run('$count($)', scope)).toBe(2);
  expect(run('$[1].a', scope)).toEqual(2);
});

it('given values are never modified', () => {
  const frozen = Object.freeze({ rows: Object.freeze([]), list: Object.freeze([3, 1]) });
  const scope = { root: frozen, vars: { x: Object.freeze([]) } };
  expect(run('[rows.{ "a": 1 }, $x.{ "b": 2 }, $sort(list), $append(list, 1)]', scope)).toEqual([
    1, 3, 3, 1, 1,
  ]);
});

it('an error has its position', () => {
  const compiled = compileTree(treeOf('one = 1 and text > 5'));
  expect(() => compiled.evaluate({ root, vars })).toThrow(expect.objectContaining({ code: 'T2009', at: 17 }));
});

it.each([
  ['doubling a text', `($t := "0123456789"; ${'$t := $t & $t; '.repeat(30)}$length($t))`, 'text.too-long'],
  [
    'joining',
    '($l := [1..1000].("0123456789"); $length($join($l.$l.$string(), "0123456789")))',
    /D1012|too-long/,
  ],
  ['mapping over mapping', '($l := [1..1000]; $count($l.$l.$l))', 'D1012'],
  ['filters in filters', '($l := [1..1000]; $count($l[$count($l[$count($l) > 0]) > 0]))', 'D1012'],
  ['capital letters of a long text', '($l := [1..1000]; $l.$uppercase($long))', 'D1012'],
  ['searching long texts', '($l := [1..1000]; $l.$contains($long, $long))', 'D1012'],
  ['comparing long texts', '($l := [1..1000]; $l.($long = $copy))', 'D1012'],
  ['equality of large lists', '($l := [1..1000]; $m := $l.$l; $l.($m = $l.$l))', 'D1012'],
  ['text of large values', '($l := [1..1000]; $m := $l.$record; $l.$string($m))', /D1012|too-long/],
  ['digits', `($n := "12345678901234567890"; ${'$n := $times($n, $n); '.repeat(20)}$n)`, 'decimal.range'],
  ['doubling a list', `($l := [1..1000]; ${'$l := $append($l, $l); '.repeat(30)}$count($l))`, 'D1012'],
  ['different objects', '($l := [1..1000]; $count($distinct($l.$l.{ "a": $ })))', 'D1012'],
])('no expression stalls or exhausts memory: %s', (_, text, code) => {
  const long = 'a'.repeat(900_000);
  const scope = {
    root: {},
    vars: { long, copy: `${long.slice(1)}b`, record: { text: long.slice(0, 2_000) } },
  };
  expect(() => compileTree(treeOf(text)).evaluate(scope)).toThrow(
    expect.objectContaining({ code: typeof code === 'string' ? code : expect.stringMatching(code) }),
  );
});

it('an unknown function and a wrong number of arguments are refused at compile time', () => {
  expect(() => compileTree(treeOf('$absent(1)'))).toThrow('There is no function $absent.');
  expect(() => compileTree(treeOf('$count()'))).toThrow('Write $count(list).');
  expect(() => compileTree(treeOf('$count(1, 2)'))).toThrow('Write $count(list).');
});

it('a compiled expression keeps its text and its calls', () => {
  const compiled = compileTree(treeOf('$has(a) and $count(b) > 1'), { text: 'x' });
  expect(compiled).toMatchObject({ text: 'x', calls: ['has', 'count'] });
});
