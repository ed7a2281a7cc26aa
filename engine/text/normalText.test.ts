import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normalText } from './normalText.ts';
import { numberProblem } from './readNumber.ts';

describe('normalText', () => {
  it.each([
    [' a@b.co ', 'a@b.co'],
    ['\u00a0\u200bGold\ufeff\t', 'Gold'],
    ['Go\u200bld', 'Gold'],
    ['Go\0ld', 'Gold'],
    ['\u202eevil\u202c', 'evil'],
    ['Gold\u200d', 'Gold'],
    ['Go\u200dld', 'Gold'],
    ['e\u0301te\u0301', 'été'],
    ['Prix\u00a0: 5', 'Prix\u00a0: 5'],
    ['one\r\n  two', 'one two'],
    ['one\ttwo', 'one two'],
    ['soft\u00adhyphen', 'softhyphen'],
    ['a\ufe0f', 'a'],
    ['\u{e0041}x', 'x'],
    ['x\ud800', 'x\ufffd'],
    [' \u3164 \u2800 ', ''],
  ])('%j is stored as %j', (text, kept) => {
    expect(normalText(text)).toBe(kept);
  });

  it.each([
    'می\u200cخواهم',
    'क्\u200dष',
    '👩\u200d💻',
    '👩🏽\u200d❤\ufe0f\u200d👨',
    '🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}',
    '1\ufe0f\u20e3',
    '葛\u{e0100}',
    'Ünïted 𝒳',
  ])('keeps what a script or an emoji needs: %j', (text) => {
    expect(normalText(text)).toBe(text.normalize('NFC'));
  });

  it('keeps line breaks in multiline text', () => {
    expect(normalText(' one\r\n\r\n\ttwo\u200b\u2028three \n', { multiline: true })).toBe(
      'one\n\n\ttwo\nthree',
    );
  });

  it('is idempotent and trims', () => {
    const text = fc.string({ unit: 'binary', maxLength: 12 });
    fc.assert(
      fc.property(text, fc.boolean(), (any, multiline) => {
        const once = normalText(any, { multiline });
        expect(normalText(once, { multiline })).toBe(once);
        expect(once.trim()).toBe(once);
      }),
      { numRuns: 5000 },
    );
  });
});

it('C4: takes time proportional to the length of the text', () => {
  const long = [' ', '\t', '\n', '\u200d', '\u{e0041}', '1', ','].map((part) => part.repeat(200_000));
  for (const text of long) {
    normalText(`x${text}y`);
    normalText(`x${text}y`, { multiline: true });
    expect(numberProblem(`1${text}x`)).toBe(undefined);
  }
});
