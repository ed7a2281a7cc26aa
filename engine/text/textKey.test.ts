import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareText, foldText, textKey, uniqueKey } from './textKey.ts';

const sorted = (texts: string[]) => texts.toSorted((a, b) => compareText(textKey(a), textKey(b)));

describe('textKey', () => {
  it.each([
    ['É', 'é', true],
    ['e\u0301', 'É', true],
    ['é', 'e', false],
    ['ΟΔΟΣ', 'οδος', true],
    ['ẞ', 'ß', true],
    ['ß', 'ss', false],
    ['İ', 'i', false],
    ['I', 'i', true],
    ['Œuvre', 'œuvre', true],
    ['Œuvre', 'oeuvre', false],
    ['a\u0000', 'a', false],
  ])('%j and %j equal: %s', (left, right, equal) => {
    expect(textKey(left) === textKey(right)).toBe(equal);
  });

  it('orders accented letters beside their plain ones', () => {
    expect(sorted(['zèle', 'éclair', 'Zoo', 'eclipse', 'Œuvre', 'odeur', 'Eclair'])).toEqual([
      'Eclair',
      'éclair',
      'eclipse',
      'odeur',
      'Œuvre',
      'zèle',
      'Zoo',
    ]);
  });

  it('has equal keys exactly for equal folded texts', () => {
    const text = fc.string({ unit: 'binary', maxLength: 6 });
    fc.assert(
      fc.property(text, text, (a, b) => (textKey(a) === textKey(b)) === (foldText(a) === foldText(b))),
    );
    fc.assert(fc.property(text, (a) => foldText(foldText(a)) === foldText(a)));
  });
});

describe('uniqueKey', () => {
  it('ignores case, leading, trailing and doubled spaces', () => {
    expect(uniqueKey('  Gold \u00a0\t Plan ')).toBe(uniqueKey('gold plan'));
    expect(uniqueKey('goldplan')).not.toBe(uniqueKey('gold plan'));
    expect(uniqueKey(' \t ')).toBe('');
  });
});

describe('compareText', () => {
  it('orders by code point, as UTF-8 bytes are', () => {
    const text = fc.string({ unit: 'binary', maxLength: 5 });
    fc.assert(
      fc.property(
        text,
        text,
        (a, b) => Math.sign(compareText(a, b)) === Math.sign(Buffer.compare(Buffer.from(a), Buffer.from(b))),
      ),
    );
  });
});
