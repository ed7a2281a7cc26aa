/** The operators of Visual Basic. Texts compare by their letters' codes, case and all (Option Compare Binary). */

import { roundEven, toBoolean, toMoment, toNumber, toText } from './convert.ts';
import type { Culture } from './culture.ts';
import { bounded, type FormulaValue, isArray, Moment, Span, VbError } from './values.ts';

type Binary = (a: FormulaValue, b: FormulaValue, culture: Culture) => FormulaValue;

/** Those of which both sides are worked out. */
export const binaryOperators: Readonly<Record<string, Binary>> = {
  '+': add,
  '-': subtract,
  '*': arithmetic((x, y) => x * y),
  '/': arithmetic((x, y) => x / y),
  '\\': arithmetic((x, y) => Math.trunc(divided(roundEven(x, 0), roundEven(y, 0)))),
  mod: arithmetic((x, y) => remainder(x, y)),
  '^': arithmetic((x, y) => x ** y),
  '&': (a, b, culture) => bounded(toText(a, culture) + toText(b, culture)),
  '=': (a, b, culture) => order(a, b, culture) === 0,
  '<>': (a, b, culture) => order(a, b, culture) !== 0,
  '<': (a, b, culture) => order(a, b, culture) < 0,
  '>': (a, b, culture) => order(a, b, culture) > 0,
  '<=': (a, b, culture) => order(a, b, culture) <= 0,
  '>=': (a, b, culture) => order(a, b, culture) >= 0,
  is: (a, b) => a === b,
  isnot: (a, b) => a !== b,
  and: bitwise(
    (x, y) => x & y,
    (x, y) => x && y,
  ),
  or: bitwise(
    (x, y) => x | y,
    (x, y) => x || y,
  ),
  xor: bitwise(
    (x, y) => x ^ y,
    (x, y) => x !== y,
  ),
  '<<': (a, b, culture) => toNumber(a, culture) << (toNumber(b, culture) & 31),
  '>>': (a, b, culture) => toNumber(a, culture) >> (toNumber(b, culture) & 31),
};

export function negated(value: FormulaValue, culture: Culture): FormulaValue {
  return value instanceof Span ? new Span(-value.ms) : -toNumber(value, culture) + 0;
}

/** Of a number every bit, of all else the opposite. */
export const opposite = (value: FormulaValue, culture: Culture): FormulaValue =>
  typeof value === 'number' ? ~value : !toBoolean(value, culture);

/** Doubles are shown with 15 digits, and what formulas compare should be what people see. */
const exact = (value: number): number =>
  Number.isFinite(value) && !Number.isSafeInteger(value) ? Number(value.toPrecision(15)) : value;

function arithmetic(apply: (x: number, y: number) => number): Binary {
  return (a, b, culture) => exact(apply(toNumber(a, culture), toNumber(b, culture)));
}

function divided(x: number, y: number): number {
  if (y === 0) throw new VbError('Divided by zero');
  return x / y;
}

/** Whole numbers have none by zero, others one that is no number. */
function remainder(x: number, y: number): number {
  if (y === 0 && Number.isInteger(x)) throw new VbError('Divided by zero');
  return x % y;
}

function add(a: FormulaValue, b: FormulaValue, culture: Culture): FormulaValue {
  if (a instanceof Moment && b instanceof Span) return new Moment(a.ms + b.ms);
  if (a instanceof Span && b instanceof Moment) return new Moment(a.ms + b.ms);
  if (a instanceof Span && b instanceof Span) return new Span(a.ms + b.ms);
  const isText = (one: FormulaValue, other: FormulaValue) =>
    typeof one === 'string' && (typeof other === 'string' || other === null || other instanceof Moment);
  // Of texts it is one after the other; of a text and a number it is a sum.
  if (isText(a, b) || isText(b, a)) return bounded(toText(a, culture) + toText(b, culture));
  return exact(toNumber(a, culture) + toNumber(b, culture));
}

function subtract(a: FormulaValue, b: FormulaValue, culture: Culture): FormulaValue {
  if (a instanceof Moment && b instanceof Span) return new Moment(a.ms - b.ms);
  if (a instanceof Span && b instanceof Span) return new Span(a.ms - b.ms);
  if (a instanceof Moment || b instanceof Moment)
    return new Span(toMoment(a, culture).ms - toMoment(b, culture).ms);
  return exact(toNumber(a, culture) - toNumber(b, culture));
}

function bitwise(whole: (x: number, y: number) => number, flag: (x: boolean, y: boolean) => boolean): Binary {
  return (a, b, culture) =>
    typeof a === 'number' || typeof b === 'number'
      ? whole(toNumber(a, culture), toNumber(b, culture))
      : flag(toBoolean(a, culture), toBoolean(b, culture));
}

/** Less than, equal to or more than 0. Nothing is what is empty of the other's type. */
export function order(a: FormulaValue, b: FormulaValue, culture: Culture): number {
  if (isArray(a) || isArray(b)) throw new VbError('Arrays do not compare');
  if (a === b) return 0;
  if (a instanceof Moment || b instanceof Moment) return toMoment(a, culture).ms - toMoment(b, culture).ms;
  if (a instanceof Span || b instanceof Span) return spanMs(a) - spanMs(b);
  if (isTextual(a) && isTextual(b)) return binary(a ?? '', b ?? '');
  if (typeof a === 'boolean' || typeof b === 'boolean')
    if (typeof a !== 'number' && typeof b !== 'number')
      // True is -1.
      return Number(toBoolean(b, culture)) - Number(toBoolean(a, culture));
  const difference = exact(toNumber(a, culture)) - exact(toNumber(b, culture));
  // Nothing is equal to what is no number.
  return Number.isNaN(difference) ? (toNumber(a) === toNumber(b) ? 0 : Number.NaN) : difference;
}

const isTextual = (value: FormulaValue): value is string | null =>
  value === null || typeof value === 'string';

const spanMs = (value: FormulaValue): number => {
  if (value === null) return 0;
  if (value instanceof Span) return value.ms;
  throw new VbError('Not a time span');
};

const binary = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1);

/** As people sort: case and accents do not count (Option Compare Text). */
export const textOrder = (a: string, b: string): number => collator.compare(a, b);

const collator = new Intl.Collator('en', { sensitivity: 'accent' });
