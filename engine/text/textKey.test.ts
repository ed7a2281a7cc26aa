import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareText, foldText, searchKey, textKey, uniqueKey, wordsOf } from './textKey.ts';

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
    ['a\u0000', 'a', true],
    ['a\u0001', 'a', true],
    ['a\u{10ffff}', 'a', false],
    ['L’Excellence', "l'excellence", true],
    ['Sainte\u2011Foy', 'sainte-foy', true],
    ['Gold \u00a0  Plan ', 'gold plan', true],
    ['Go\u200bld', 'gold', true],
  ])('%j and %j equal: %s', (left, right, equal) => {
    expect(textKey(left) === textKey(right)).toBe(equal);
  });

  it('sorts accented letters next to their base letters', () => {
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

  it('keys are equal exactly for equal folded texts', () => {
    const text = fc.string({ unit: 'binary', maxLength: 6 });
    fc.assert(
      fc.property(text, text, (a, b) => (textKey(a) === textKey(b)) === (foldText(a) === foldText(b))),
    );
    fc.assert(fc.property(text, (a) => foldText(foldText(a)) === foldText(a)));
  });
});

describe('searchKey', () => {
  it('ignores accents, case, punctuation variants and blanks', () => {
    for (const [text, part] of [
      ['Garantie Boréal', 'BOREAL'],
      ['Cœur d’Œuvre', "coeur d'oeuvre"],
      ['Sainte–Foy', 'te-f'],
      ['Łódź  Ørsted', 'lodz orsted'],
    ] as const)
      expect(searchKey(text)).toContain(searchKey(part));
    expect(wordsOf('Saint-Jérôme D-1006')).toEqual(['saint', 'jerome', 'd-1006']);
  });

  it('is the part of the key that every store searches', () => {
    const text = fc.string({ unit: 'binary', maxLength: 8 });
    const letters = fc.string({ unit: fc.constantFrom(..."aéE ’'-–œ\u00a0\u200b\u0301ß½"), maxLength: 8 });
    const any = fc.oneof(text, letters);
    fc.assert(
      fc.property(any, any, (a, b) => {
        expect(searchKey(searchKey(a))).toBe(searchKey(a));
        expect(textKey(a).includes(searchKey(b))).toBe(searchKey(a).includes(searchKey(b)));
        expect(textKey(a).startsWith(searchKey(b))).toBe(searchKey(a).startsWith(searchKey(b)));
      }),
      { numRuns: 5000 },
    );
  });
});

describe('keys of every character', () => {
  it('are stable, and contained in the key of their text', () => {
    const wrong: string[] = [];
    for (let point = 0; point <= 0x10ffff; point++) {
      const character = String.fromCodePoint(point);
      // Skips characters without case or decomposition.
      if (point > 0x3000 && character.normalize('NFKD') + character.toLowerCase() === character + character)
        continue;
      const text = `a ${character}b`;
      const key = searchKey(text);
      const same = searchKey(key) === key && foldText(foldText(text)) === foldText(text);
      if (!same || !textKey(text).includes(key)) wrong.push(point.toString(16));
    }
    expect(wrong).toEqual([]);
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
  it('orders by code point, like UTF-8 bytes', () => {
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
