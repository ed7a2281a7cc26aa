/** Converts text to cells and back, in the format of a matrix. */
import type { CellReading, Locale } from '#engine';
import { formatsFor } from '../../data/formats.ts';
import { parseNumber, signs, type Unit } from '../../parts/parseNumber.ts';
import { readValue } from '../values/readValue.ts';
import type { MatrixKind } from './matrixOptions.ts';

export type MatrixFormat = {
  readonly read: (text: string) => CellReading;
  readonly check: (value: unknown) => CellReading;
  /** Text that `read` accepts, for the clipboard and for editing. */
  readonly write: (value: number | boolean) => string;
  readonly show: (value: number | boolean) => string;
  readonly kind: MatrixKind;
};

type Options = { readonly kind: MatrixKind; readonly locale: Locale; readonly minimum?: number };

/** Parsing, validation and formatting of one kind of cell in a locale. */
export function matrixFormat(options: Options): MatrixFormat {
  const { kind, locale } = options;
  const formats = formatsFor(locale);
  const check = (value: unknown): CellReading => judge(value, options);
  const shows = {
    currency: (value: number) => formats.money(value, 2),
    percent: (value: number) => formats.percent(value),
    number: (value: number) => formats.number(value),
  };
  return {
    kind,
    check,
    read: (text) => readText(text, options),
    write: (value) => writeValue(value, locale),
    show: (value) => (typeof value === 'number' && kind !== 'boolean' ? shows[kind](value) : ''),
  };
}

/** Decimals kept. */
const scales: Readonly<Record<MatrixKind, number>> = { currency: 2, percent: 4, number: 4, boolean: 0 };

function readText(text: string, options: Options): CellReading {
  if (options.kind === 'boolean') {
    const value = readValue(text, 'boolean', options.locale);
    return typeof value === 'boolean' ? { value } : unreadable(text);
  }
  const value = parseNumber(text, options.locale, units[options.kind], scales[options.kind]);
  if (value !== undefined) return { value, ...judge(value, options) };
  return hasUnit.test(text) ? refused('ui.matrix.unit', { text }) : unreadable(text);
}

function unreadable(text: string): CellReading {
  return refused('ui.matrix.unreadable', { text });
}

function refused(message: string, params: Readonly<Record<string, unknown>>): CellReading {
  return { issue: { level: 'error', message, params } };
}

const units: Partial<Record<MatrixKind, Unit>> = { currency: 'money', percent: 'percent' };

/** A number with a unit sign, to report the wrong unit. */
const hasUnit = new RegExp(`\\d.*[${Object.values(signs).join('')}]|[${Object.values(signs).join('')}].*\\d`);

function judge(value: unknown, { kind, minimum }: Options): CellReading {
  if (typeof value !== 'number') return {};
  const scale = scales[kind];
  // The same message as at other fields.
  if (!hasScale(value, scale)) return refused('validation.scale', { count: scale });
  if (Math.abs(value) > largest) return refused('ui.matrix.large', { largest });
  if (minimum !== undefined && value < minimum)
    return { issue: { level: 'warning', message: 'ui.matrix.below', params: { minimum } } };
  return {};
}

/**
 * Whether a number has at most `scale` decimals. Rounding is fast and exact for most; the text decides the
 * rest.
 */
function hasScale(value: number, scale: number): boolean {
  const factor = 10 ** scale;
  return Math.round(value * factor) / factor === value || Number(value.toFixed(scale)) === value;
}

const largest = 1_000_000_000;

function writeValue(value: number | boolean, locale: Locale): string {
  const text = String(value);
  return locale === 'fr-CA' ? text.replace('.', ',') : text;
}
