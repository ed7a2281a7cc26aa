import Decimal from 'decimal.js';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compileTree } from './compileTree.ts';
import { ExpressionError } from './ExpressionError.ts';
import { functions } from './functions.ts';
import { parseExpression } from './parseExpression.ts';

function run(text: string, vars: Readonly<Record<string, unknown>> = {}, root: unknown = {}): unknown {
  const { tree, problems } = parseExpression(text);
  if (!tree) throw new Error(`${text}: ${problems[0]?.message}`);
  try {
    return compileTree(tree).evaluate({ root, vars });
  } catch (error) {
    return error instanceof ExpressionError ? `throws ${error.code}` : error;
  }
}

const values = { text: 'a', blank: '', spaces: ' ', nothing: null, none: [], list: [1], zero: 0, no: false };

it.each([
  ['$has(text)', true],
  ['$has(blank)', false],
  ['$has(spaces)', true],
  ['$has(nothing)', false],
  ['$has(none)', false],
  ['$has(list)', true],
  ['$has(zero)', true],
  ['$has(no)', true],
  ['$has(absent)', false],
  ['$empty(absent)', true],
  ['$empty(zero)', false],
  ['$default(absent, 3)', 3],
  ['$default(nothing, 3)', 3],
  ['$default(zero, 3)', 0],
  ['$ne(text, "b")', true],
  ['$ne(text, "a")', false],
  ['$ne(absent, "a")', true],
  ['$ne("a", absent)', true],
  ['$ne(nothing, "a")', true],
  ['$ne(absent, nothing)', false],
  ['$ne(list, [1])', false],
  ['$list(absent)', []],
  ['$list(nothing)', []],
  ['$list(text)', ['a']],
  ['$list(list)', [1]],
  ['$same(" Été  1", "été 1 ")', true],
  ['$same("e\u0301", "é")', true],
  ['$same(text, "b")', false],
  ['$same(absent, blank)', true],
  ['$same(absent, text)', false],
  ['$same(1, "1")', true],
  ['$startsWith("Gold", "Go")', true],
  ['$startsWith(absent, "Go")', undefined],
  ['$total(absent)', 0],
  ['$total([0.1, 0.2, null])', 0.3],
  ['$total(["0.10", 1])', '1.1'],
])('%s', (text, expected) => {
  expect(run(text, {}, values)).toEqual(expected);
});

it.each([
  ['$laterThan("2026-01-31", "2026-01-31")', true],
  ['$laterThan("2026-01-30", "2026-01-31")', false],
  ['$laterThan("2026-01-31T04:00:00Z", "2026-01-31T15:59:59.999Z")', true],
  ['$laterThan("2026-01-31T04:00:00Z", "2026-01-31T16:00:00Z")', false],
  ['$earlierThan("2026-01-31", "2026-01-31")', true],
  ['$earlierThan("2026-02-01", "2026-01-31")', false],
  ['$earlierThan("2026-01-31T15:59:59.999Z", "2026-01-31T04:00:00Z")', true],
  ['$earlierThan("2026-01-31T16:00:00Z", "2026-01-31T04:00:00Z")', false],
  ['$earlierThan(absent, "2026-01-31")', true],
  ['$after("2026-02-01", "2026-01-31")', true],
  ['$after("2026-01-31", "2026-01-31")', false],
  ['$onOrAfter("2026-01-31", "2026-01-31")', true],
  ['$before("2026-01-31", "2026-02-01")', true],
  ['$onOrBefore("2026-02-01", "2026-01-31")', false],
  ['$after(absent, "2026-01-31")', true],
  ['$before("2026-01-31", absent)', true],
  ['$after("", "2026-01-31")', true],
  ['$after("2026-01-31T12:00:00-05:00", "2026-01-31T16:59:59Z")', true],
  ['$after("2026-01-31T12:00:00-05:00", "2026-01-31T17:00:00Z")', false],
  ['$after("2026-01-31T00:00:00.001Z", "2026-01-31")', true],
  ['$after("31/01/2026", "2026-01-31")', 'throws date.invalid'],
  ['$after("2026-02-29", "2026-01-31")', 'throws date.invalid'],
  ['$after("2026-13-01", "2026-01-31")', 'throws date.invalid'],
  ['$after("2026-01-31T24:00", "2026-01-31")', 'throws date.invalid'],
  ['$after(20260131, "2026-01-31")', 'throws date.invalid'],
  ['$addDays("2026-02-27", 2)', '2026-03-01'],
  ['$addDays("2024-02-27", 2)', '2024-02-29'],
  ['$addDays("2026-01-01", -1)', '2025-12-31'],
  ['$addDays("2026-01-01T10:00:00Z", 1)', '2026-01-02T10:00:00Z'],
  ['$addDays("0001-01-01", 31)', '0001-02-01'],
  ['$addDays(absent, 1)', undefined],
  ['$addDays("2026-01-01", absent)', undefined],
  ['$addDays("2026-01-01", 1.5)', 'throws T0410'],
  ['$addDays("9999-12-31", 1)', 'throws date.range'],
  ['$addDays("2026-01-01", 1e300)', 'throws date.range'],
  ['$addMonths("2026-01-31", 1)', '2026-02-28'],
  ['$addMonths("2024-01-31", 1)', '2024-02-29'],
  ['$addMonths("2026-01-31", -2)', '2025-11-30'],
  ['$addMonths("2026-11-15", 14)', '2028-01-15'],
  ['$addMonths("2026-01-01", 1e300)', 'throws date.range'],
  ['$daysBetween("2026-01-31", "2026-03-01")', 29],
  ['$daysBetween("2026-03-08T23:00:00Z", "2026-03-09T01:00:00Z")', 1],
  ['$daysBetween("2026-03-01", "2026-01-31")', -29],
  ['$daysBetween(absent, "2026-03-01")', undefined],
])('%s', (text, expected) => {
  expect(run(text)).toBe(expected);
});

it.each([
  ['$money(2.345)', 2.35],
  ['$money(-2.345)', -2.35],
  ['$money(1.005)', 1.01],
  ['$money(1.005 * 3)', 3.02],
  ['$money("2.345")', '2.35'],
  ['$money("2")', '2.00'],
  ['$money(2.5, 0)', 3],
  ['$money(-0.001)', 0],
  ['$money(absent)', undefined],
  ['$money("")', undefined],
  ['$money("x")', 'throws decimal.invalid'],
  ['$money(true)', 'throws decimal.invalid'],
  ['$money(1, 1.5)', 'throws decimal.scale'],
  ['$money(1, 99)', 'throws decimal.scale'],
  ['$plus(0.1, 0.2)', 0.3],
  ['$plus(0.1, 0.2, 0.3)', 0.6],
  ['$plus("0.1", 0.2)', '0.3'],
  ['$plus(1, absent)', undefined],
  ['$minus(0.3, 0.1)', 0.2],
  ['$times(1.1, 1.1)', 1.21],
  ['$times("1.10", "1.10")', '1.21'],
  ['$divide(1, 3)', 0.3333333333],
  ['$divide(2, 3, 2)', 0.67],
  ['$divide(-1, 8, 2)', -0.13],
  ['$divide(1, 0)', 'throws decimal.divide'],
  ['$plus(1e308, 1e308)', 'throws D1001'],
  ['$plus("1e999", 1)', 'throws decimal.invalid'],
])('%s', (text, expected) => {
  expect(run(text)).toBe(expected);
});

const amounts = fc
  .tuple(fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n }), fc.integer({ min: 0, max: 12 }))
  .map(([digits, scale]) => new Decimal(digits.toString()).div(new Decimal(10).pow(scale)).toFixed());

Decimal.set({ precision: 400, rounding: Decimal.ROUND_HALF_UP, toExpNeg: -400, toExpPos: 400 });

it('computes decimal texts like decimal.js', () => {
  fc.assert(
    fc.property(amounts, amounts, fc.integer({ min: 0, max: 8 }), (a, b, scale) => {
      expect(run('$plus($a, $b)', { a, b })).toBe(new Decimal(a).plus(b).toFixed());
      expect(run('$minus($a, $b)', { a, b })).toBe(new Decimal(a).minus(b).toFixed());
      expect(run('$times($a, $b)', { a, b })).toBe(new Decimal(a).times(b).toFixed());
      expect(run('$money($a, $s)', { a, s: scale })).toBe(unsigned(new Decimal(a).toFixed(scale)));
      if (Number(b) === 0) return;
      expect(run('$divide($a, $b, $s)', { a, b, s: scale })).toBe(
        new Decimal(new Decimal(a).div(b).toFixed(scale)).toFixed().replace(/^-0$/, '0'),
      );
    }),
    { numRuns: 500, seed: 7 },
  );
});

/** A rounded zero has no sign. */
function unsigned(text: string): string {
  return /^-0(\.0*)?$/.test(text) ? text.slice(1) : text;
}

it('money from binary arithmetic is the exact amount at its scale', () => {
  const cents = fc.integer({ min: -99_999_999, max: 99_999_999 }).map((digits) => digits / 100);
  const factor = fc.integer({ min: 1, max: 99_999 }).map((digits) => digits / 10_000);
  fc.assert(
    fc.property(cents, factor, cents, factor, (base, rate, fee, tax) => {
      const exact = new Decimal(base).times(rate).plus(fee).times(new Decimal(1).plus(tax));
      expect(run('$money((base * rate + fee) * (1 + tax))', {}, { base, rate, fee, tax })).toBe(
        Number(unsigned(exact.toFixed(2))),
      );
    }),
    { numRuns: 2_000, seed: 11 },
  );
});

it('$round takes its fast path only where the result is the same', () => {
  fc.assert(
    fc.property(
      fc.double({ min: -1e6, max: 1e6, noNaN: true }),
      fc.integer({ min: 1, max: 6 }),
      (value, precision) => {
        const shifted = new Decimal(value).times(new Decimal(10).pow(precision));
        const even = shifted.toDecimalPlaces(0, Decimal.ROUND_HALF_EVEN).div(new Decimal(10).pow(precision));
        expect(run('$round($v, $p)', { v: value, p: precision })).toBe(even.toNumber() || 0);
      },
    ),
    { numRuns: 2_000, seed: 13 },
  );
});

it('every function has a help sentence and a unique name', () => {
  const names = functions.map((one) => one.name);
  expect(new Set(names).size).toBe(names.length);
  for (const one of functions) expect(one.help).toMatch(/^[A-Z].*\.$/);
});
