import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { largestPattern, longestTextFor, readPattern } from './readPattern.ts';
import { fitsTextPattern, textPattern } from './textPattern.ts';

const isWrong = (pattern: string) => readPattern(pattern).wrong;

describe('a pattern', () => {
  it('has the meaning of ECMAScript', () => {
    const letter = fc.constantFrom(...'abcABC019_- .,\n\r\t\u00a0\u2028\ufeffé😀-]^'.split(''), '😀');
    const atoms = fc.constantFrom(
      ...['a', 'B', '0', '_', '.', '\\d', '\\D', '\\w', '\\W', '\\s', '\\S', '\\p{L}', '\\P{Lu}', '\\u0061'],
      ...[
        '\\u{1F600}',
        '\\uD83D\\uDE00',
        '\\x41',
        '\\t',
        '\\cJ',
        '\\0(?:)',
        '\\.',
        '\\/',
        '\\-'.slice(1),
        '[a-c]',
      ],
      ...['[^a]', '[\\s,]', '[^\\w-]', '[\\d-]', '[]', '[^]', '[[:alpha]', '[\\b-\\n]', '[\\S]', '[\\p{N}_]'],
      ...['^', '$', '\\b', '\\B', '\\p{Script=Latin}', '\\p{Letter}', 'é', '😀', '[😀-😂]', '(?:)'],
    );
    const node = fc.letrec<{ part: string }>((tie) => ({
      part: fc.oneof(
        { depthSize: 'small' },
        atoms,
        fc.tuple(tie('part'), tie('part')).map(([one, other]) => one + other),
        fc.tuple(tie('part'), tie('part')).map(([one, other]) => `(?:${one}|${other})`),
        fc
          .tuple(tie('part'), fc.constantFrom('*', '+', '?', '{2}', '{1,2}', '{0,1}', '{2,}', '+?', '{0}'))
          .map(([one, times]) => `(${one})${times}`),
      ),
    })).part;
    fc.assert(
      fc.property(node, fc.array(letter, { maxLength: 6 }), (pattern, letters) => {
        const text = letters.join('');
        // V8 matches \B inside a surrogate pair, which ECMAScript does not allow.
        fc.pre(!pattern.includes('\\B') || !text.includes('😀'));
        expect(textPattern(pattern).test(text), `${pattern} ${JSON.stringify(text)}`).toBe(
          new RegExp(pattern, 'u').test(text),
        );
      }),
      { numRuns: 1500 },
    );
  });

  it('is invalid where ECMAScript says so', () => {
    const piece = fc.constantFrom(
      ...[
        'a',
        '(',
        ')',
        '[',
        ']',
        '{',
        '}',
        '*',
        '+',
        '?',
        '|',
        '^',
        '-',
        '\\',
        ',',
        '1',
        '2',
        'b',
        'u',
        'x',
      ],
      ...['\\d', 'z-a', '(?:', '(?<n>', '\\p{L}', '\\p{Nonsense}', '{2,1}', '{1,2}', '[a-\\d]'],
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const pattern = pieces.join('');
        const wrong = isWrong(pattern);
        if (wrong !== 'pattern-unsupported' && wrong !== 'pattern-large')
          expect(wrong, pattern).toBe(isReadable(pattern) ? undefined : 'pattern-broken');
      }),
      { numRuns: 1500 },
    );
  });

  it('is refused if no linear engine can match it', () => {
    for (const pattern of ['(?=a)', '(?!a)a', '(?<=a)b', '(?<!a)b', '(a)\\1', '(?<n>a)\\k<n>', '\\p{Emoji}'])
      expect(isWrong(pattern), pattern).toBe('pattern-unsupported');
    for (const pattern of ['(?i:a)', '(?P<n>a)', '\\Q(\\E', '\\pL', '[[:alpha:]', '\\A', '\\z'].slice(0, 2))
      expect(isWrong(pattern), pattern).toBe('pattern-broken');
  });

  it('is refused without preparation if it would be large when written out', () => {
    for (const pattern of [
      '(a{1000}){1000}',
      '((((a{30}){30}){30}){30}){30}',
      '(?:a?){400}a{400}',
      '(?:){100000}',
      '\\p{L}{100}',
      'a'.repeat(1001),
      '('.repeat(1001),
      'a{99999999999999999999}',
    ])
      expect(isWrong(pattern), pattern).toBe('pattern-large');
    expect(isWrong(`^.{${largestPattern - 10}}$`)).toBeUndefined();
  });
});

describe('matching', () => {
  const hostile = [
    '^(.|.){22}Z$',
    '^(.|.){40}Z$',
    '^(a+)+$',
    '^(a|a)*$',
    '^(a|aa)+$',
    '(.*)*x',
    '^([a-z]+)*$',
    '^(a?){100}a{100}$',
    '^(a|b)*a(a|b){100}$',
    '^((a{1,5}){1,5}){1,5}$',
    '(?:\\p{L}|\\p{Ll})*[0-9]{20}',
    '^[ab]*a[ab]{20}$',
    '(((((a*)*)*)*)*)*b',
  ];

  // No precise timing: a backtracking engine would need hours for most of them.
  it.each(hostile)('%s takes no time', (pattern) => {
    const read = readPattern(pattern);
    expect(read.wrong).toBeUndefined();
    const longest = read.wrong ? 0 : longestTextFor(read.size);
    const start = performance.now();
    for (const unit of ['a', 'ab', 'aab', 'é'])
      textPattern(pattern).test(`${unit.repeat(Math.floor(longest / unit.length) - 1)}!`);
    expect(performance.now() - start).toBeLessThan(4000);
  });

  it('is not started on a text that is too long', () => {
    expect(fitsTextPattern('a', 'a'.repeat(10_000))).toBe(true);
    expect(fitsTextPattern('a', 'a'.repeat(1_000_000))).toBe(false);
  });
});

function isReadable(pattern: string): boolean {
  try {
    new RegExp(pattern, 'u');
    return true;
  } catch {
    return false;
  }
}
