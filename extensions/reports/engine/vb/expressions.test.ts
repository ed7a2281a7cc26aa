/** Expressions of Visual Basic against the values that its documentation gives. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { SheetValue } from '#engine';
import { FormulaError } from '../FormulaError.ts';
import { FormulaMeter } from '../FormulaMeter.ts';
import { parseFormula } from '../formula.ts';
import { runFormula, type Saying } from '../runFormula.ts';

type Section = { readonly page: string; readonly locale: string; readonly cases: readonly string[] };

const sections: readonly Section[] = readFileSync(new URL('expressions.txt', import.meta.url), 'utf8')
  .split(/^## /m)
  .slice(1)
  .map((text) => {
    const [head = '', ...lines] = text.split('\n');
    const [page = '', locale = ''] = head.split(' | ');
    return { page, locale, cases: lines.filter((line) => line.startsWith('=')) };
  });

const saying: Saying = {
  locale: 'en-US',
  today: '2026-11-24',
  now: '2026-11-24T10:00:00',
  globals: {
    ...{ reportname: 'Sales', pagenumber: 2, totalpages: 5, executiontime: '2026-11-24T14:05:09' },
    language: 'en-CA',
  },
  parameters: new Map([
    ['P', { values: ['a', 'b'], labels: ['A', 'B'], isMulti: true }],
    ['One', { values: ['1'], labels: ['One'], isMulti: false }],
    ['N', { values: ['5'], labels: ['Five'], isMulti: false, type: 'Integer' }],
    ['Flag', { values: ['true'], labels: ['Yes'], isMulti: false, type: 'Boolean' }],
  ]),
};

const rows = [
  ['x', 1, '2025-03-04'],
  ['y', 2, null],
];
const fields = new Map(['Name', 'Net', 'Day'].map((name, at) => [name, at]));

function resultOf(text: string, locale: string, meter?: FormulaMeter): SheetValue {
  const own = { ...saying, locale, ...(meter ? { meter } : {}) };
  return runFormula(parseFormula(text), {
    saying: own,
    fields,
    row: rows[1],
    extents: [{ name: 'S', rows }],
  });
}

/** As the table writes it. */
function written(text: string, locale: string): string {
  try {
    const value = resultOf(text, locale);
    if (value === null) return 'Nothing';
    if (typeof value === 'boolean') return value ? 'True' : 'False';
    if (typeof value === 'number') return String(Number(value.toPrecision(15)));
    const isBare = value === '#Error' || /^\d{4}-\d\d-\d\d(T\d\d:\d\d:\d\d)?$/.test(value);
    return isBare ? value : `"${value.replaceAll('\u00a0', '⍽')}"`;
  } catch (error) {
    if (!(error instanceof FormulaError)) throw error;
    return error.key === 'report.formula.unknown' ? '(unknown)' : '(broken)';
  }
}

/** A formatted date is a text that looks like one. */
const plain = (expected: string): string =>
  /^"\d{4}-\d\d-\d\d(T\d\d:\d\d:\d\d)?"$/.test(expected) ? expected.slice(1, -1) : expected;

describe('expressions have the values that the documentation of .NET gives', () => {
  it('of six hundred expressions or more', () => {
    expect(sections.reduce((sum, { cases }) => sum + cases.length, 0)).toBeGreaterThanOrEqual(600);
  });

  for (const { page, locale, cases } of sections)
    it(`${page} (${locale})`, () => {
      const pairs = cases.map((line) => line.split(' → ') as [string, string]);
      expect(Object.fromEntries(pairs.map(([text]) => [text, written(text, locale)]))).toEqual(
        Object.fromEntries(pairs.map(([text, expected]) => [text, plain(expected)])),
      );
    });
});

describe('hostile expressions', () => {
  const bounded = (text: string) => {
    try {
      return resultOf(text, 'en-US', new FormulaMeter());
    } catch (error) {
      if (error instanceof FormulaError) return error.key;
      throw error;
    }
  };
  const nested = (times: number, open: string, inner: string, close: string) =>
    `=${open.repeat(times)}${inner}${close.repeat(times)}`;

  it('what is nested too deep is refused before it is worked out', () => {
    for (const open of ['(', 'Trim(', 'IIf(True, 1, ', 'Not (', '-(', '{'])
      expect(bounded(nested(2000, open, '1', open === '{' ? '}' : ')'))).toBe('report.formula.too-long');
    expect(bounded(`=1${'+1'.repeat(5000)}`)).toBe('report.formula.too-long');
    expect(bounded(`=2${' ^ -'.repeat(3000)}1`)).toMatch(/report\.formula/);
    expect(bounded(`="${'a'.repeat(40_000)}"`)).toBe('report.formula.too-long');
  });

  it('no text grows beyond a cell, whatever grows it', () => {
    const grown = [
      '=StrDup(2000000000, "x")',
      '=Space(2000000000)',
      '="x".PadLeft(2000000000)',
      '=RSet("x", 2000000000)',
      '=Replace(StrDup(30000, "a"), "a", StrDup(30000, "b"))',
      '=StrDup(30000, "a").Replace("a", StrDup(30000, "b"))',
      '=Join(Split(StrDup(30000, "a"), "a"), StrDup(30000, "b"))',
      '=String.Format("{0}{0}{0}", StrDup(30000, "a"))',
      '=Format(1, StrDup(30000, "0"))',
      nested(40, 'Replace(', '"aa"', ', "a", "aaaaaaaa")'),
      `=${Array.from({ length: 50 }, () => 'StrDup(30000, "a")').join(' & ')}`,
    ];
    for (const text of grown) expect(String(bounded(text)).length, text).toBeLessThanOrEqual(32_767);
  });

  it('patterns that would be tried again and again end by the meter or at once', () => {
    const pattern = '*a'.repeat(90);
    expect([false, 'report.formula.too-much']).toContain(
      bounded(`=StrDup(32000, "a") & "b" Like "${pattern}"`),
    );
    const many = Array.from({ length: 60 }, () => `StrDup(32000, "a") Like "${pattern}b"`).join(' Or ');
    expect([false, 'report.formula.too-much']).toContain(bounded(`=${many}`));
  });

  it('numbers and dates at the edge give an error or a value, and never throw', () => {
    const edges = ['DateAdd("yyyy", 2000000000, Today)', 'Today.AddDays(1E300)', 'DateSerial(99999, 1, 1)'];
    for (const text of [...edges, 'CInt(1E300)', 'TimeSpan.FromDays(1E300)', 'Hex(1E300)', 'Round(1.5, 400)'])
      expect(bounded(`=${text}`), text).toBe('#Error');
    for (const text of ['1E300 * 1E300', '10 ^ 400', 'Math.Exp(1000)'])
      expect(bounded(`=${text}`), text).toBe('Infinity');
    expect(bounded('=Format(1E300, "N2")')).toMatch(/^1,0/);
    expect(bounded('=Format(1, "0.E99999999")')).toBeTypeOf('string');
  });
});
