/** The one reader of numbers that people write: typed, pasted, asked of a filter, or standing in a spreadsheet. */

/** How a text marks its decimals. */
export type Notation = 'point' | 'comma';

/** What a number counts. */
export type NumberUnit = 'money' | 'percent';

/** The sign of each unit, which may be written along. */
export const unitSigns = { money: '$', percent: '%' } as const satisfies Record<NumberUnit, string>;

type Sign = (typeof unitSigns)[NumberUnit];

type NumberReading = { readonly value: number; readonly unit: Sign | undefined };

/**
 * `1,250.50` by point, `1 250,50` by comma, with `$` or `%`, or in brackets for a negative number; undefined for what
 * is no number in that notation, or has more digits than a number keeps.
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
 * Why a text is no number for the person who typed it: it is none at all, counts something else, can be read as two
 * numbers, or has more digits than a number keeps.
 */
type NumberProblem = 'unreadable' | 'unit' | 'doubtful' | 'long';

type TypedNumber =
  | { readonly value: number; readonly problem?: undefined }
  | { readonly value?: undefined; readonly problem: NumberProblem };

type Typing = {
  readonly locale: 'en-CA' | 'fr-CA';
  readonly unit?: NumberUnit | undefined;
  /** Decimals the field takes: with fewer than three, `1,250` cannot tell thousands from decimals. */
  readonly scale?: number | undefined;
};

/**
 * A number as a person of that language types it. Marks may stand where editing left them as long as the number can
 * only be one (`25,00.00` is 2500); a text that could be two numbers is none.
 */
export function readTypedNumber(text: string, typing: Typing): TypedNumber {
  const { locale, unit } = typing;
  const { bare, unit: sign } = bareNumber(text);
  if (sign && (unit === undefined || sign !== unitSigns[unit])) return { problem: 'unit' };
  // Whatever parts cells or lines is no part of one number.
  const spaced = bare.replace(/(?<=\d)[ \u00a0\u2009\u202f](?=[\d.,])/g, '');
  const plain = locale === 'fr-CA' ? plainFrench(spaced) : plainEnglish(spaced);
  if (plain === undefined || isDoubtfulHere(spaced, plain, typing))
    return { problem: /^[+-]?[\d.,]*\d[\d.,]*$/.test(spaced) ? 'doubtful' : 'unreadable' };
  const value = exactly(plain);
  return value === undefined ? { problem: 'long' } : { value };
}

const plainNumber = /^[+-]?(?:\d+\.?\d*|\.\d+)$/;

/** Commas part thousands; where no point says that they do, only in their proper places. */
function plainEnglish(bare: string): string | undefined {
  const isGrouped = /^[+-]?(?:[1-9]\d{0,2}(?:,\d{3})+|[1-9]\d*(?:,\d+)*\.\d*)$/.test(bare);
  const plain = isGrouped ? bare.replaceAll(',', '') : bare;
  return plainNumber.test(plain) ? plain : undefined;
}

/** The comma marks decimals; many keyboards make a point easier to type. */
function plainFrench(bare: string): string | undefined {
  const plain = bare.includes('.') ? bare : bare.replace(',', '.');
  return plainNumber.test(plain) ? plain : undefined;
}

/**
 * `1,250` in a French amount of two decimals: 1.25, or 1250 as English writes it; `1.000` is as doubtful where it would
 * pass for 1. What has decimals too many in its own language is no doubt: the field says so.
 */
function isDoubtfulHere(bare: string, plain: string, { scale, locale }: Typing): boolean {
  if (scale === undefined || scale >= 3 || !plain.includes('.') || !isDoubtfulNumber(bare)) return false;
  return locale === 'fr-CA' || /^0+$/.test(plain.slice(-3).slice(scale));
}

/** One mark with three digits behind it: `1,250` is 1250 or 1.25, and in some countries so is `1.250`. */
export function isDoubtfulNumber(text: string): boolean {
  return /^[+-]?[1-9]\d{0,2}[.,]\d{3}$/.test(bareNumber(text).bare);
}

/** Why a text in a number's place is no number, whatever the language. */
export function numberProblem(text: string): 'doubtful' | 'long' | undefined {
  if (text.length > longest) return undefined;
  const digits = text.replace(/[^\d]/g, '').replace(/^0+/, '');
  const isWritten =
    /^[-+(\u2212]?[$\s]*[\d.,\s]*\d[\d.,\s]*[$%)\s]*$/.test(text) && !/[\n\r\t]/.test(text.trim());
  if (!isWritten) return undefined;
  if (digits.length > safeDigits) return 'long';
  return /[.,]/.test(text) ? 'doubtful' : undefined;
}

/** Every number of so many digits is kept as it is written. */
const safeDigits = 15;

/** The number that the digits say, to the last of them; undefined where a number cannot hold them. */
function exactly(plain: string): number | undefined {
  // Nobody means a zero below zero.
  const value = Number(plain) + 0;
  if (!Number.isFinite(value)) return undefined;
  const [, whole = '', fraction = ''] = /^[+-]?(\d*)\.?(\d*)$/.exec(plain) ?? [];
  const digits = `${whole.replace(/^0+/, '')}.${fraction.replace(/0+$/, '')}`;
  if (digits.length - 1 <= safeDigits || digits.replace(/^\.0+/, '').length <= safeDigits) return value;
  const [kept = '', keptFraction = ''] = String(Math.abs(value)).split('.');
  return `${kept === '0' ? '' : kept}.${keptFraction}` === digits ? value : undefined;
}

/** Longer texts are no numbers, and cost nothing to say so. */
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
