import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

type Locale = 'en-CA' | 'fr-CA';

import { numberProblem, readNumber, readTypedNumber } from './readNumber.ts';

const locales: readonly Locale[] = ['en-CA', 'fr-CA'];
const fields = [
  { scale: 0 },
  { scale: 2, unit: 'money' },
  { scale: 2 },
  { scale: 4, unit: 'percent' },
  { scale: undefined },
] as const;

/** A number in hundredths, thousandths …, which the test edits. */
const amounts = fc.record({
  digits: fc.bigInt({ min: 0n, max: 999_999_999_999n }),
  negative: fc.boolean(),
  field: fc.constantFrom(...fields),
  locale: fc.constantFrom(...locales),
});

function written(digits: bigint, scale: number, locale: Locale, negative: boolean): string {
  const value = Number(digits) / 10 ** scale;
  const options = { minimumFractionDigits: scale, maximumFractionDigits: scale };
  return new Intl.NumberFormat(locale, options).format(negative && value !== 0 ? -value : value);
}

/** The number that the digits and the decimal mark mean; other marks are thousands separators. */
function meant(text: string, mark: string): number {
  return Number(
    text
      .replace(mark, '#')
      .replace(/[^\d#-]/g, '')
      .replace('#', '.'),
  );
}

describe('numbers that people edit', () => {
  it('C1: parses what the language formats, for any value', () => {
    fc.assert(
      fc.property(amounts, ({ digits, negative, field, locale }) => {
        const text = written(digits, field.scale ?? 3, locale, negative);
        const value = Number(digits) / 10 ** (field.scale ?? 3);
        expect(readTypedNumber(text, { locale, ...field }).value).toBe(negative ? -value || 0 : value);
      }),
      { numRuns: 2000 },
    );
  });

  it('C1: one character deleted or typed gives the intended number, or an error', () => {
    const edits = fc.record({
      at: fc.double({ min: 0, max: 0.999, noNaN: true }),
      typed: fc.constantFrom('', ...'0123456789'),
    });
    fc.assert(
      fc.property(amounts, edits, ({ digits, negative, field, locale }, { at, typed }) => {
        const text = written(digits, field.scale ?? 3, locale, negative);
        const place = Math.floor(at * text.length);
        const edited = text.slice(0, place) + typed + text.slice(typed === '' ? place + 1 : place);
        const { value } = readTypedNumber(edited, { locale, ...field });
        if (value === undefined) return;
        const mark = locale === 'fr-CA' ? ',' : '.';
        expect(value).toBe(meant(edited, mark) + 0);
      }),
      { numRuns: 5000 },
    );
  });

  it('C1: deleting a digit from an amount with decimals is never refused', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 100n, max: 99_999_999_999n }),
        fc.nat(),
        fc.constantFrom(...locales),
        (digits, at, locale) => {
          const text = written(digits, 2, locale, false);
          const places = [...text].flatMap((character, index) => (/\d/.test(character) ? [index] : []));
          const place = places[at % places.length] as number;
          const edited = text.slice(0, place) + text.slice(place + 1);
          const { problem } = readTypedNumber(edited, { locale, scale: 2, unit: 'money' });
          // `,000.00` remains of `1,000.00`: numbers do not start with a thousands separator.
          if (/^[1-9]|^0\D?\d*$/.test(edited)) expect([edited, problem]).toEqual([edited, undefined]);
        },
      ),
      { numRuns: 2000 },
    );
  });

  it('C1: an ambiguous text is refused with that reason', () => {
    for (const [text, locale, scale] of [
      ['1,000', 'fr-CA', 0],
      ['1,000', 'fr-CA', 2],
      ['1.000', 'en-CA', 0],
      ['1.000', 'fr-CA', 0],
      ['1,5', 'en-CA', 2],
      ['25,00', 'en-CA', 0],
      ['12,34,567', 'en-CA', 0],
      ['1,000,000', 'fr-CA', 0],
      ['1,000.50', 'fr-CA', 2],
      ['0,5.0', 'en-CA', 2],
    ] as const) {
      expect([text, readTypedNumber(text, { locale, scale })]).toEqual([text, { problem: 'doubtful' }]);
      expect(numberProblem(text)).toBe('doubtful');
    }
    for (const text of ['10\t20', '10\n20', '1/2', 'abc', '', '1e5', '--1'])
      expect(readTypedNumber(text, { locale: 'en-CA' })).toEqual({ problem: 'unreadable' });
  });

  it('C1: no digit is lost: a number that cannot be represented is refused', () => {
    const longs = fc.bigInt({ min: 2n ** 53n, max: 10n ** 30n });
    fc.assert(
      fc.property(longs, fc.constantFrom(...locales), (digits, locale) => {
        const { value } = readTypedNumber(String(digits), { locale });
        if (value !== undefined) expect(BigInt(value)).toBe(digits);
        const read = readNumber(`${digits}.25`, 'point');
        if (read) expect(String(read.value)).toBe(`${digits}.25`);
      }),
    );
    expect(readTypedNumber('9007199254740993', { locale: 'en-CA' })).toEqual({ problem: 'long' });
    expect(readTypedNumber('9007199254740991', { locale: 'en-CA' })).toEqual({ value: 9007199254740991 });
    expect(readTypedNumber('0.1234567890123456789', { locale: 'en-CA' })).toEqual({ problem: 'long' });
    expect(readTypedNumber('0.10000000000000000000', { locale: 'en-CA' })).toEqual({ value: 0.1 });
    expect(numberProblem('9007199254740993')).toBe('long');
  });
});
