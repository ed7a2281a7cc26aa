import type { Locale } from '#engine';

/** What the number counts; absent: it has no sign of its own. */
export type Unit = 'money' | 'percent';

/**
 * Reads a number as people type it: `1,234.5` in English, `1 234,5` in French, with or without the sign of its unit.
 * Undefined where the text is no number, or one of another unit: 20 % is no amount.
 */
export function parseNumber(text: string, locale: Locale, unit?: Unit): number | undefined {
  const separators = separatorsOf(locale);
  const bare = text
    .replace(/[\s\u00a0\u202f]/g, '')
    .replace(unit ? signs[unit] : '', '')
    .replace(/^\((.*)\)$/, '-$1')
    .replace('\u2212', '-');
  // `1,5` typed in English is no 15: a comma groups thousands or nothing.
  if (locale === 'en-CA' && bare.includes(',') && !grouped.test(bare)) return undefined;
  // A French reader may type a point all the same.
  const plain = bare.split(separators.group).join('').replace(separators.decimal, '.');
  if (!/^[+-]?(\d+\.?\d*|\.\d+)$/.test(plain)) return undefined;
  const value = Number(plain);
  return Number.isFinite(value) ? value : undefined;
}

/** The sign of each unit, which may be typed along. */
export const signs = { money: '$', percent: '%' } as const satisfies Record<Unit, string>;

const grouped = /^[+-]?\d{1,3}(,\d{3})+(\.\d*)?$/;

type Separators = { readonly group: string; readonly decimal: string };

const known = new Map<Locale, Separators>();

/** Asked once a language: a pasted table has ten thousand numbers. */
function separatorsOf(locale: Locale): Separators {
  const separators = known.get(locale) ?? findSeparators(locale);
  known.set(locale, separators);
  return separators;
}

function findSeparators(locale: Locale): Separators {
  const parts = new Intl.NumberFormat(locale).formatToParts(12345.6);
  const find = (type: string) => parts.find((part) => part.type === type)?.value ?? '';
  return { group: find('group'), decimal: find('decimal') };
}
