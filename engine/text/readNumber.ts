/** Parses numbers as people write them: typed, pasted, in filters and in spreadsheets. */

/** The decimal mark of a text. */
export type Notation = 'point' | 'comma';

/** What a number measures. */
export type NumberUnit = 'money' | 'percent';

/** The optional sign of each unit. */
export const unitSigns = { money: '$', percent: '%' } as const satisfies Record<NumberUnit, string>;

type Sign = (typeof unitSigns)[NumberUnit];

type NumberReading = { readonly value: number; readonly unit: Sign | undefined };

/**
 * `1,250.50` with point, `1 250,50` with comma, optionally with `$` or `%`, or in brackets for a negative
 * number; undefined when it is not a number in that notation or has too many digits.
 */
export function readNumber(text: string, notation: Notation): NumberReading | undefined {
  const { bare, unit } = bareNumber(text);
  if (!written[notation].test(bare)) return undefined;
  const plain = notation === 'point' ? bare.replace(/[,\s]/g, '') : bare.replace(/\s/g, '').replace(',', '.');
  const value = exactly(plain);
  return value === undefined ? undefined : { value, unit };
}

const written: Readonly<Record<Notation, RegExp>> = {
  point: /^[+-]?(?:(?:\d+|[1-9]\d{0,2}(?:,\d{3})+|[1-9]\d{0,2}(?:\s\d{3})+)(?:\.\d+)?|\.\d+)$/,
  comma: /^[+-]?(?:(?:\d+|[1-9]\d{0,2}(?:\s\d{3})+)(?:,\d+)?|,\d+)$/,
};

/**
 * Why a text is not a number: unreadable, wrong unit, ambiguous, or with more digits than a number can hold.
 */
type NumberProblem = 'unreadable' | 'unit' | 'doubtful' | 'long';

type TypedNumber =
  | { readonly value: number; readonly problem?: undefined }
  | { readonly value?: undefined; readonly problem: NumberProblem };

type Typing = {
  readonly locale: 'en-CA' | 'fr-CA';
  readonly unit?: NumberUnit | undefined;
  /** Decimals of the field: with fewer than three, `1,250` is ambiguous. */
  readonly scale?: number | undefined;
};

/**
 * Parses a number in the person's language. Misplaced separators are accepted if the number is unambiguous
 * (`25,00.00` is 2500); an ambiguous text is a problem.
 */
export function readTypedNumber(text: string, typing: Typing): TypedNumber {
  const { locale, unit } = typing;
  const { bare, unit: sign } = bareNumber(text);
  if (sign && (unit === undefined || sign !== unitSigns[unit])) return { problem: 'unit' };
  // Line breaks and tabs separate numbers and are never part of one.
  const spaced = bare.replace(/(?<=\d)[ \u00a0\u2009\u202f](?=[\d.,])/g, '');
  const plain = locale === 'fr-CA' ? plainFrench(spaced) : plainEnglish(spaced);
  if (plain === undefined || isDoubtfulHere(spaced, plain, typing))
    return { problem: /^[+-]?[\d.,]*\d[\d.,]*$/.test(spaced) ? 'doubtful' : 'unreadable' };
  const value = exactly(plain);
  return value === undefined ? { problem: 'long' } : { value };
}

const plainNumber = /^[+-]?(?:\d+\.?\d*|\.\d+)$/;

/** Commas are thousands separators; without a decimal point only in the correct positions. */
function plainEnglish(bare: string): string | undefined {
  const isGrouped = /^[+-]?(?:[1-9]\d{0,2}(?:,\d{3})+|[1-9]\d*(?:,\d+)*\.\d*)$/.test(bare);
  const plain = isGrouped ? bare.replaceAll(',', '') : bare;
  return plainNumber.test(plain) ? plain : undefined;
}

/** The comma is the decimal mark; a point is accepted because keyboards make it easier. */
function plainFrench(bare: string): string | undefined {
  const plain = bare.includes('.') ? bare : bare.replace(',', '.');
  return plainNumber.test(plain) ? plain : undefined;
}

/**
 * `1,250` in a French amount with two decimals: 1.25 or English 1250; `1.000` is ambiguous where it would be
 * taken for 1. Too many decimals in the person's own language are not ambiguous: the field reports them.
 */
function isDoubtfulHere(bare: string, plain: string, { scale, locale }: Typing): boolean {
  if (scale === undefined || scale >= 3 || !plain.includes('.') || !isDoubtfulNumber(bare)) return false;
  return locale === 'fr-CA' || /^0+$/.test(plain.slice(-3).slice(scale));
}

/** A single mark followed by three digits: `1,250` is 1250 or 1.25, and so is `1.250` in some countries. */
export function isDoubtfulNumber(text: string): boolean {
  return /^[+-]?[1-9]\d{0,2}[.,]\d{3}$/.test(bareNumber(text).bare);
}

/** Why a text in place of a number is not one, in any language. */
export function numberProblem(text: string): 'doubtful' | 'long' | undefined {
  if (text.length > longest) return undefined;
  const digits = text.replace(/[^\d]/g, '').replace(/^0+/, '');
  const isWritten =
    /^[-+(\u2212]?[$\s]*[\d.,\s]*\d[\d.,\s]*[$%)\s]*$/.test(text) && !/[\n\r\t]/.test(text.trim());
  if (!isWritten) return undefined;
  if (digits.length > safeDigits) return 'long';
  return /[.,]/.test(text) ? 'doubtful' : undefined;
}

/** Every number with this many digits is exact. */
const safeDigits = 15;

/** The number with exactly these digits; undefined when a number cannot represent them. */
function exactly(plain: string): number | undefined {
  // Converts negative zero to zero.
  const value = Number(plain) + 0;
  if (!Number.isFinite(value)) return undefined;
  const [, whole = '', fraction = ''] = /^[+-]?(\d*)\.?(\d*)$/.exec(plain) ?? [];
  const digits = `${whole.replace(/^0+/, '')}.${fraction.replace(/0+$/, '')}`;
  if (digits.length - 1 <= safeDigits || digits.replace(/^\.0+/, '').length <= safeDigits) return value;
  const [kept = '', keptFraction = ''] = String(Math.abs(value)).split('.');
  return `${kept === '0' ? '' : kept}.${keptFraction}` === digits ? value : undefined;
}

/** Longer texts are rejected without parsing. */
const longest = 64;

function bareNumber(text: string): { readonly bare: string; readonly unit: Sign | undefined } {
  if (text.length > longest) return { bare: '', unit: undefined };
  let bare = text.trim().replace('\u2212', '-');
  const brackets = /^([$%]?)\s*\(\s*([^-+]*?)\s*\)\s*([$%]?)$/.exec(bare);
  if (brackets)
    bare = brackets[1] ? `-${brackets[1]}${brackets[2]}${brackets[3]}` : `-${brackets[2]}${brackets[3]}`;
  const [, minus = '', front = '', inner = '', behind = ''] =
    /^([-+]?)\s*([$%])?\s*([^$%]*?)\s*([$%])?$/.exec(bare) ?? [];
  if (front && behind) return { bare: text, unit: undefined };
  const sign = (front || behind) as Sign | '';
  return { bare: bare === '' ? '' : `${minus}${inner}`, unit: sign === '' ? undefined : sign };
}
