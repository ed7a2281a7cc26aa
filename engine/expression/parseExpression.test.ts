import { expect, it } from 'vitest';
import { parseExpression } from './parseExpression.ts';

const slips: readonly (readonly [text: string, at: number, message: string, fix?: string])[] = [
  ['a == 1', 2, 'Use = instead of ==.', '='],
  ['a === 1', 2, 'Use = instead of ===.', '='],
  ['a !== 1', 2, 'Use != instead of !==.', '!='],
  ['a <> 1', 2, 'Use != instead of <>.', '!='],
  ['a = 1 && b = 2', 6, 'Use and instead of &&.', 'and'],
  ['a = 1 || b = 2', 6, 'Use or instead of ||.', 'or'],
  ['a = 1 AND b = 2', 6, 'Write and in small letters.', 'and'],
  ['not a = 1', 0, 'Use $not(…).', '$not'],
  ['not(a = 1)', 0, 'Use $not(…).', '$not'],
  ['!a', 0, 'Use $not(…) instead of !.'],
  ['a in ("A", "B")', 5, 'Use square brackets after in: in ["A", "B"].'],
  ['count(a)', 0, 'Write $count(…): names of functions start with $.', '$count'],
  ['a = “x”', 4, 'Use straight quotation marks.', '"'],
  ['a ≤ 1', 2, 'Use <= instead of ≤.', '<='],
  ['a\u00a0= 1', 1, 'Use a plain space instead of a non-breaking one.', ' '],
  ['a b', 2, 'Something is missing between a and b, such as and, or, = or a comma.'],
  ['(a = 1', 0, 'Close this bracket with ).'],
  ['a = 1)', 5, 'Remove ): no bracket is open here.'],
  ['[a)', 2, 'Close [ with ] before ).'],
  ['a = "x', 4, 'Close the text with ".'],
  ['a = "\\x"', 5, 'Write a backslash in a text as \\\\.', '\\\\x'],
  ['a = `x', 4, 'Close the name with `.'],
  ['a = /* b', 4, 'Close the comment with */.'],
  ['a =', 3, 'Something is missing at the end.'],
  ['= a', 0, 'Write a value before =.'],
  ['', 0, 'Write an expression.'],
  ['  ', 0, 'Write an expression.'],
  ['1e999', 0, 'This number is too large.'],
  ['()', 0, 'Write something between the brackets.'],
  ['$count', 0, '$count is a function; write $count(…).'],
  ['t.60', 2, 'After a dot must stand a name; put 60 in quotation marks.'],
];

it.each(slips.map((slip) => [slip[0], slip] as const))('%j is refused with its position', (text, slip) => {
  const [, at, message, fix] = slip;
  const { problems, tree } = parseExpression(text);
  expect(tree).toBeUndefined();
  expect(problems).toHaveLength(1);
  expect(problems[0]).toMatchObject({ at, message, ...(fix === undefined ? {} : { fix }) });
});

it('applying the fix repairs the expression', () => {
  for (const [text, , , fix] of slips) {
    const problem = parseExpression(text).problems[0];
    if (fix === undefined || problem?.fix === undefined) continue;
    const mended = text.slice(0, problem.at) + problem.fix + text.slice(problem.at + (problem.length ?? 0));
    expect(parseExpression(mended).problems[0]?.message).not.toBe(problem.message);
  }
});

it.each([
  '$match(a, /x/)',
  'a = /x/i',
  '$map(a, function($v) { $v })',
  'function($x) { $x }',
  'λ($x) { $x }',
  '$eval("1")',
  '$pad("x", 200000000)',
  '$now()',
  '$millis()',
  '$random()',
  '$shuffle(a)',
  '$replace(a, "b", "c")',
  '$toMillis(a, "[f1]")',
  '$formatNumber(a, "#,##0")',
  'a.*',
  '*',
  'a.**',
  '**',
  'a.%',
  '%.a',
  'a ~> $sum()',
  'a ~> | b | {} |',
  '| a | {} |',
  'a^(b)',
  'a@$v.b',
  'a#$i.b',
  'a{b: c}',
  'a[]',
  'a ?? b',
  'a ?: b',
  '[1..b]',
  '[a..3]',
  '[1.5..3]',
  '$sum(?)',
  'a.b(c)',
  '(a; b)',
  '($x := 1)',
  '$x := 1',
  '($count := 1; $count)',
  '5[0]',
])('%j is outside the profile', (text) => {
  const { problems, tree } = parseExpression(text);
  expect(tree).toBeUndefined();
  expect(problems.length).toBeGreaterThan(0);
  for (const problem of problems) {
    expect(problem.at).toBeLessThanOrEqual(text.length);
    expect(problem.message).toMatch(/^\S.*[.?]$/s);
  }
});

it.each([
  ['10 MB of brackets', '('.repeat(10_000_000)],
  ['brackets within the length', '('.repeat(60_000)],
  ['closed brackets', `${'('.repeat(500)}a${')'.repeat(500)}`],
  ['lists', `${'['.repeat(500)}${']'.repeat(500)}`],
  ['objects', `${'{"a":'.repeat(500)}1${'}'.repeat(500)}`],
  ['minus signs', `${'-'.repeat(60_000)}1`],
  ['spaced minus signs', `${'- '.repeat(30_000)}1`],
  ['a path without end', 'a.'.repeat(30_000)],
  ['a path in brackets', `${'a[b].'.repeat(5_000)}c`],
  ['filters', `a${'[0]'.repeat(5_000)}`],
  ['additions', `1${'+1'.repeat(30_000)}`],
  ['conditions', `${'a?b:'.repeat(15_000)}c`],
  ['conditions in conditions', `${'a?'.repeat(15_000)}c${':b'.repeat(15_000)}`],
  ['comments', `${'/**/'.repeat(16_000)}`],
  ['commas', ','.repeat(60_000)],
  ['bindings', `${'$a:='.repeat(15_000)}1`],
  ['one long name', 'a'.repeat(70_000)],
  ['one long open text', `"${'a'.repeat(60_000)}`],
  ['backslashes', `"${'\\'.repeat(60_000)}`],
  ['a wide range', '[1..9999999]'],
  ['a million items', `[${'1,'.repeat(6_000)}1]`],
  ['doubled alternatives', `${'('.repeat(40)}a${'?:1)'.repeat(40)}`],
])('hostile text is refused: %s', (_, text) => {
  const { problems, tree } = parseExpression(text);
  expect(tree).toBeUndefined();
  expect(problems.length).toBeGreaterThan(0);
});

it('parses a rule of a thousand clauses', () => {
  const clauses = Array.from({ length: 1_000 }, (_, index) => `Code = "${index}"`);
  expect(parseExpression(clauses.join(' or ')).tree).toMatchObject({ kind: 'logic', operator: 'or' });
});

it('parses comments, backquoted names, texts as names and keywords as names', () => {
  for (const text of [
    '/* why */ a /* b */ = 1',
    '`first name` = 1',
    'a."60"',
    'a.in',
    'and',
    '$.a',
    '$$.a',
  ]) {
    expect(parseExpression(text).problems).toEqual([]);
  }
});

it('every node has its position', () => {
  const { tree } = parseExpression('  Price * $round(Qty, 2)');
  expect(tree).toMatchObject({
    kind: 'binary',
    at: 8,
    left: { kind: 'path', at: 2, steps: [{ of: { name: 'Price', at: 2 } }] },
    right: { kind: 'call', at: 10, args: [{ at: 17 }, { kind: 'literal', value: 2, at: 22 }] },
  });
  expect(JSON.parse(JSON.stringify(tree))).toEqual(tree);
});
