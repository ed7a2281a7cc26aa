/** Rule texts that stall or crash an interpreter, and the most expensive valid ones. */

const deep = 5_000;
const doubling = Array.from({ length: 30 }, (_, index) => `$s${index + 1} := $s${index} & $s${index}`).join(
  '; ',
);
const nested = (inner: string, times: number): string =>
  times === 0 ? inner : nested(`[1..1000][$count(${inner}) > 0]`, times - 1);
const many = (part: string, length: number): string => part.repeat(Math.ceil(length / part.length));

/** Refused before evaluation, each with its reason in English. */
export const refusedTexts: readonly (readonly [name: string, text: string, reason: RegExp])[] = [
  [
    'runaway recursion',
    '($f := function($n){ $f($n + 1) }; $f(0) > 1)',
    /Functions as values are not available/,
  ],
  [
    'a catastrophic pattern',
    `$match("${'a'.repeat(40)}!", /^(a+)+$/) = "a"`,
    /Regular expressions are not available/,
  ],
  ['a pattern that splits', '$split(Vehicle.VIN, /(x+x+)+y/) = "a"', /Splitting is not available/],
  ['padding to 200,000,000', '$length($pad("x", 200000000)) > 1', /Padding is not available/],
  ['a huge range', '$count([1..9999999]) > 1', /A range may hold 1000 numbers at most/],
  ['an evaluated text', '$eval("1 = 1")', /Text cannot be run as an expression/],
  ['a picture of moments', '$toMillis("1", "[f1][f1][f1][f1]Z") > 1', /Use dates written as/],
  ['a map without end', '$map([1..1000], function($v){ $v }) = 1', /Functions as values are not available/],
  ['deep brackets', `${'('.repeat(deep)}true${')'.repeat(deep)}`, /The expression is too long/],
  ['deep lists', `${'['.repeat(deep)}1${']'.repeat(deep)} = 1`, /The expression is too long/],
  ['deep negations', `${'$not('.repeat(900)}true${')'.repeat(900)}`, /deep|too long/],
  ['a chain of choices', `${'true ? '.repeat(1_400)}true`, /deep|too long/],
  ['a sum of thousands', `${many('1+', 16_000)}1 > 0`, /The expression is too long/],
  ['16,384 characters of dots', `a${many('.a', 16_300)} = 1`, /The expression is too long/],
  ['a text that never ends', `"${'\\u0041'.repeat(2_000)}`, /Close the text/],
  ['an open comment', `/*${'*'.repeat(10_000)}`, /Close the comment/],
];

/** Within the language: they run, and stop. */
export const heavyTexts: readonly (readonly [name: string, text: string])[] = [
  ['doubling a text', `($s0 := "xxxxxxxxxxxxxxxx"; ${doubling}; $length($s30) > 1)`],
  ['lists in lists', `$count(${nested('[1..1000]', 4)}) > 0`],
  ['thousands of comparisons', `${many('1 = 1 and ', 6_000)}true`],
  ['long lists', `1 in [${many('1,', 2_400)}1]`],
  ['joins of joins', `$length($join([1..1000].$string($), "${'x'.repeat(2_000)}")) > 1`],
  ['sorting and finding', `$count($distinct([1..1000].($string($) & "${'y'.repeat(500)}"))) > 1`],
];
