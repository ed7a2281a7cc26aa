/** A value as a reader sees it: by the format code of a definition, or as its field is shown. */
import type { SheetFormat, SheetValue } from '#engine';

export type Speaking = { readonly locale: string };

/** `N2`, `C`, `P1`, `#,##0.00`, `0%`, `d`, `yyyy-MM-dd`: the codes that definitions use; of an unknown one the value stands. */
export function formatValue(value: SheetValue, code: string, { locale }: Speaking): string {
  if (value === null || value === '') return '';
  const isDay = typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value);
  if (isDay) return formatDay(value, code, locale);
  const number = Number(value);
  if (typeof value === 'boolean' || Number.isNaN(number)) return String(value);
  const standard = /^([CNPFDG])(\d{0,2})$/i.exec(code);
  if (standard) return formatStandard(number, standard[1] ?? '', standard[2] ?? '', locale);
  return /[0#]/.test(code) ? formatPattern(number, code, locale) : String(value);
}

/** Of a field without a code: money with its cents, a whole number as it is. */
export function formatPlain(value: SheetValue, format: SheetFormat, { locale }: Speaking): string {
  if (value === null) return '';
  const number = typeof value === 'number' ? value : Number(value);
  if (format === 'money' && value !== '' && !Number.isNaN(number))
    return formatterOf(locale, { minimumFractionDigits: 2, maximumFractionDigits: 4 }).format(number);
  if (format === 'moment') return String(value).replace('T', ' ').slice(0, 16);
  return textIn(value, locale);
}

/** A moment that formulas give, as a text in the language of the reader; all else as it is. */
export function textIn(value: SheetValue, locale: string): string {
  if (typeof value !== 'string' || !isMoment.test(value)) return value === null ? '' : String(value);
  const at = new Date(`${value}Z`);
  return Number.isNaN(at.getTime()) ? value : momentsIn(locale).format(at);
}

const isMoment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/;

const moments = new Map<string, Intl.DateTimeFormat>();

function momentsIn(locale: string): Intl.DateTimeFormat {
  const found =
    moments.get(locale) ??
    new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });
  moments.set(locale, found);
  return found;
}

const formatters = new Map<string, Intl.NumberFormat>();

/** Making one is dear, using it is not. */
function formatterOf(locale: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${locale} ${JSON.stringify(options)}`;
  const found = formatters.get(key) ?? new Intl.NumberFormat(locale, options);
  if (formatters.size < 200) formatters.set(key, found);
  return found;
}

function formatStandard(number: number, letter: string, digits: string, locale: string): string {
  const kind = letter.toUpperCase();
  if (kind === 'G') return String(number);
  if (kind === 'D') return String(Math.round(number)).padStart(Number(digits || 1), '0');
  const decimals = Math.min(10, Number(digits === '' ? 2 : digits));
  const fixed = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  if (kind === 'C')
    return formatterOf(locale, {
      style: 'currency',
      currency: 'CAD',
      currencyDisplay: 'narrowSymbol',
      ...fixed,
    }).format(number);
  if (kind === 'P') return formatterOf(locale, { style: 'percent', ...fixed }).format(number);
  return formatterOf(locale, { useGrouping: kind === 'N', ...fixed }).format(number);
}

/** `$#,##0.00;($#,##0.00)`: what is before the digits and behind them stands; two parts are for more and for less than 0. */
function formatPattern(number: number, code: string, locale: string): string {
  const [positive = '', negative] = code.split(';');
  const pattern = number < 0 && negative ? negative : positive;
  const digits = /[#0,.]*[#0][#0,.]*/.exec(pattern)?.[0] ?? '0';
  const [whole = '', fraction = ''] = digits.split('.');
  const isPercent = pattern.includes('%');
  const shown = (number < 0 && negative ? -number : number) * (isPercent ? 100 : 1);
  const text = formatterOf(locale, {
    useGrouping: whole.includes(','),
    minimumIntegerDigits: Math.min(21, Math.max(1, (whole.match(/0/g) ?? []).length)),
    minimumFractionDigits: Math.min(20, (fraction.match(/0/g) ?? []).length),
    maximumFractionDigits: Math.min(20, fraction.replace(/[^0#]/g, '').length),
  }).format(shown);
  return pattern.replace(digits, () => text).replace(/["'\\]/g, '');
}

const monthly: Readonly<Record<string, Intl.DateTimeFormatOptions>> = {
  D: { dateStyle: 'full' },
  Y: { month: 'long', year: 'numeric' },
  y: { month: 'long', year: 'numeric' },
  M: { month: 'long', day: 'numeric' },
  m: { month: 'long', day: 'numeric' },
};

/** Days are shown as they are stored unless a code says otherwise. */
function formatDay(value: string, code: string, locale: string): string {
  const time = value.slice(11, 16);
  if (code === '' || code === 'd') return value.slice(0, 10);
  if (code === 'g' || code === 'G') return time ? `${value.slice(0, 10)} ${time}` : value.slice(0, 10);
  if (code === 't' || code === 'T') return time;
  const at = new Date(`${value.slice(0, 10)}T${time || '00:00'}:00Z`);
  if (Number.isNaN(at.getTime())) return value;
  const options = monthly[code];
  if (options) return new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...options }).format(at);
  return code.replace(/yyyy|yy|MMMM|MMM|MM|M|dddd|dd|d|HH|hh|mm|ss|tt/g, (part) => dayPart(part, at, locale));
}

function dayPart(part: string, at: Date, locale: string): string {
  const named = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...options }).format(at);
  const two = (value: number) => String(value).padStart(2, '0');
  const parts: Readonly<Record<string, () => string>> = {
    yyyy: () => String(at.getUTCFullYear()),
    yy: () => two(at.getUTCFullYear() % 100),
    MMMM: () => named({ month: 'long' }),
    MMM: () => named({ month: 'short' }),
    MM: () => two(at.getUTCMonth() + 1),
    M: () => String(at.getUTCMonth() + 1),
    dddd: () => named({ weekday: 'long' }),
    dd: () => two(at.getUTCDate()),
    d: () => String(at.getUTCDate()),
    HH: () => two(at.getUTCHours()),
    hh: () => two(at.getUTCHours() % 12 || 12),
    mm: () => two(at.getUTCMinutes()),
    ss: () => two(at.getUTCSeconds()),
    tt: () => (at.getUTCHours() < 12 ? 'AM' : 'PM'),
  };
  return parts[part]?.() ?? part;
}
