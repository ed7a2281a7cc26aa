/** Converts the values of a column whose type changed. */
import { canonicalMoment } from '#engine';
import { decimalText } from '../decimalText.ts';

export type ColumnValue = string | number | null;

/** The value in the new format; null if it has none. */
export function convertValue(value: ColumnValue, from: string, to: string): ColumnValue {
  if (value === null) return null;
  const [kind = '', scale = '0'] = to.split(':');
  return (
    converters[kind]?.(from === 'boolean' && kind === 'text' ? String(value === 1) : value, {
      from,
      scale: Number(scale),
    }) ?? null
  );
}

/** Whether the conversion is lossless: converting back gives the same value. */
export function isLossless(value: ColumnValue, from: string, to: string): boolean {
  return value === null || convertValue(convertValue(value, from, to), to, from) === value;
}

type Converter = (
  value: string | number,
  change: { readonly from: string; readonly scale: number },
) => ColumnValue | undefined;

const converters: Readonly<Record<string, Converter>> = {
  text: (value, { from }) => (from === 'json' ? fromJson(value) : String(value)),
  moment: (value) => (Number.isNaN(Date.parse(String(value))) ? null : canonicalMoment(String(value))),
  integer: (value) => (Number.isSafeInteger(numeric(value)) ? numeric(value) : null),
  real: (value) => numeric(value),
  boolean: (value) => booleans.get(String(value).toLowerCase()),
  decimal: (value, { scale }) => decimalText(value, scale),
  json: (value) => JSON.stringify(typeof value === 'string' ? [value] : value),
};

const booleans = new Map([
  ['1', 1],
  ['0', 0],
  ['true', 1],
  ['false', 0],
]);

/** Undefined for text that is not a number; `Number('')` would be 0. */
function numeric(value: string | number): number | undefined {
  const result = typeof value === 'string' && value.trim() === '' ? Number.NaN : Number(value);
  return Number.isFinite(result) ? result : undefined;
}

/** A list of one id becomes that id, when a list of references turns into a reference. */
function fromJson(value: string | number): ColumnValue {
  const parsed: unknown = JSON.parse(String(value));
  if (typeof parsed === 'string') return parsed;
  return Array.isArray(parsed) && parsed.length === 1 && typeof parsed[0] === 'string' ? parsed[0] : null;
}
