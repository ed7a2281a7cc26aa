import { describe, expect, it } from 'vitest';
import { formats, spellings } from './formats.ts';

const long = (count: number) => 'a'.repeat(count);

const cases: Readonly<
  Record<'email' | 'phone' | 'postal-code', { readonly good: string[]; readonly bad: string[] }>
> = {
  email: {
    good: [
      ...[
        'name@example.com',
        "o'brien+tag@mail.example.co.uk",
        'a@b.ca',
        'zoë@exemple.ca',
        'a@bücher.example',
      ],
      ...[
        'имя@пример.рф',
        'a@xn--e1afmkfd.xn--p1ai',
        'a_b-c@ex-ample.museum',
        `${long(64)}@example.com`,
        'A@EXAMPLE.COM',
      ],
    ],
    bad: [
      ...[
        '',
        'a',
        '@',
        'a@',
        '@b.ca',
        'a@b',
        'a..b@example.com',
        '.a@example.com',
        'a.@example.com',
        'a@example..com',
      ],
      ...[
        'a@.example.com',
        'a@example.com.',
        'a@-example.com',
        'a@example-.com',
        'a b@example.com',
        'a@exa mple.com',
      ],
      ...[
        'a@b@example.com',
        '"a b"@example.com',
        'a@[127.0.0.1]',
        'a@127.0.0.1',
        'a@example.c',
        'a@example.123',
      ],
      ...[
        'a\u202eb@example.com',
        'a@exam\u200bple.com',
        'a,b@example.com',
        'Name <a@example.com>',
        'a;b@example.com',
      ],
      ...[
        `${long(65)}@example.com`,
        `a@${long(64)}.com`,
        `a@${`${long(60)}.`.repeat(5)}com`,
        `${'é'.repeat(33)}@example.com`,
      ],
      ...['a@example.com\n', 'a@exam%41ple.com', 'a@exa_mple.com'],
    ],
  },
  phone: {
    good: [
      ...[
        '514-555-0134',
        '(514) 555-0134',
        '514.555.0134',
        '5145550134',
        '1 800 555 0134',
        '+1 514 555 0134',
        '555-0134',
      ],
      ...[
        '514-555-0134 ext. 12',
        '514-555-0134 x12',
        '514-555-0134x12',
        '514 555-0134 poste 12',
        '514 555-0134, p. 12',
      ],
      ...[
        '514-555-0134 #12',
        '514-555-0134,12',
        '+1-514-555-0134;ext=12',
        '514 555-0134 Extension: 12345',
        '514-555-0134ext12',
      ],
      ...[
        '+33 1 23 45 67 89',
        '+44 (0)20 7946 0958',
        '011 33 1 23 45 67 89',
        '514\u00a0555\u20110134',
        '５１４-555-0134',
      ],
    ],
    bad: [
      ...[
        '',
        '.......',
        '-------',
        '()()()()',
        '+',
        '123',
        '12345678901234567890',
        '000-000-0000',
        '014-555-0134',
      ],
      ...[
        '514-155-0134',
        '514-555-013',
        '514-555-01345',
        '514--------5550134',
        '((514)) 555-0134',
        '(514 555-0134',
        '514) 555-0134',
      ],
      ...[
        '514-555-0134 ext.',
        'ext. 12',
        '514-555-0134 ext. 123456789',
        '1-800-FLOWERS',
        '+0 123 456 789',
        '+1 123 555 0134',
      ],
      ...['514-555-0134 or 514-555-0135', '514-555-O134', '+33', '514-555-0134 ext. 12 ext. 13'],
    ],
  },
  'postal-code': {
    good: ['H2X 1Y4', 'h2x1y4', 'H2X-1Y4', 'K1A 0B1', 'V6B 4Y8', 'H2X\u00a01Y4', '12345', '12345-6789'],
    bad: [
      ...[
        '',
        'O0O 0O0',
        'D1A 1A1',
        'F1A 1A1',
        'I1A 1A1',
        'Q1A 1A1',
        'U1A 1A1',
        'W1A 1A1',
        'Z1A 1A1',
        'H2D 1Y4',
        'H2X 1O4',
      ],
      ...[
        'H2X  1Y4',
        'H2 X1Y4',
        'H2X 1Y',
        'H2X 1Y44',
        '1234',
        '123456',
        '12345-678',
        '12345 6789',
        'H2X.1Y4',
        '1H2 X1Y',
      ],
    ],
  },
};

describe.each(Object.entries(cases))('%s', (name, { good, bad }) => {
  const fits = formats[name as keyof typeof cases];
  it.each(good)('accepts %j', (text) => expect(fits(text)).toBe(true));
  it.each(bad)('refuses %j', (text) => expect(fits(text)).toBe(false));
  it('accepts its own normalized texts', () => {
    for (const text of good) expect(fits(spellings[name]?.(text) ?? text)).toBe(true);
  });
  it('refuses the same texts when normalized', () => {
    for (const text of bad) expect([text, fits(spellings[name]?.(text) ?? text)]).toEqual([text, false]);
  });
});

it('a postal code and its prefix have one spelling', () => {
  const spelled = (text: string) => spellings['postal-code']?.(text);
  for (const text of ['h2x1y4', 'H2X-1Y4', ' h2x 1y4 ', 'H2X\u00a01Y4'])
    expect(spelled(text)).toBe('H2X 1Y4');
  expect(['h2x', 'h2x1', 'h2x 1y', '12345', 'abc'].map(spelled)).toEqual([
    'H2X',
    'H2X 1',
    'H2X 1Y',
    '12345',
    'abc',
  ]);
});
