/** What the operators of formulas do; of what is no number, arithmetic gives nothing. */
import type { SheetValue } from '#engine';
import type { Formula } from './formula.ts';

type Run = (operand: Formula) => SheetValue;

export function applyOperator(operator: string, operands: readonly Formula[], run: Run): SheetValue {
  const [left, right] = operands as [Formula, Formula];
  if (operator === 'andalso') return run(left) === true && run(right) === true;
  if (operator === 'orelse') return run(left) === true || run(right) === true;
  if (operator === 'not') return run(left) !== true;
  if (operator === 'negate') return number(run(left), 0, (a) => -a);
  const apply = binary[operator];
  return apply ? apply(run(left), run(right)) : null;
}

/** Every sign of a pattern may look at the whole text again. */
const longestPattern = 200;

const binary: Readonly<Record<string, (a: SheetValue, b: SheetValue) => SheetValue>> = {
  and: (a, b) => a === true && b === true,
  or: (a, b) => a === true || b === true,
  xor: (a, b) => (a === true) !== (b === true),
  '=': (a, b) => compareValues(a, b) === 0,
  '<>': (a, b) => compareValues(a, b) !== 0,
  '<': (a, b) => compareValues(a, b) < 0,
  '>': (a, b) => compareValues(a, b) > 0,
  '<=': (a, b) => compareValues(a, b) <= 0,
  '>=': (a, b) => compareValues(a, b) >= 0,
  like: (a, b) => isLike(textOf(a), textOf(b).slice(0, longestPattern)),
  // As long as a cell may be: what is put together again and again would grow without end.
  '&': (a, b) => `${textOf(a)}${textOf(b)}`.slice(0, 32_767),
  // Of texts it is one after the other, as the language has it.
  '+': (a, b) =>
    typeof a === 'string' && typeof b === 'string'
      ? `${a}${b}`.slice(0, 32_767)
      : number(a, b, (x, y) => x + y),
  '-': (a, b) => number(a, b, (x, y) => x - y),
  '*': (a, b) => number(a, b, (x, y) => x * y),
  '/': (a, b) => number(a, b, (x, y) => x / y),
  '\\': (a, b) => number(a, b, (x, y) => Math.trunc(x / y)),
  mod: (a, b) => number(a, b, (x, y) => x % y),
  '^': (a, b) => number(a, b, (x, y) => x ** y),
};

export const textOf = (value: SheetValue): string => (value === null ? '' : String(value));

function number(a: SheetValue, b: SheetValue, apply: (x: number, y: number) => number): number | null {
  const [x, y] = [numberOf(a), numberOf(b)];
  if (x === undefined || y === undefined) return null;
  const result = apply(x, y);
  return Number.isFinite(result) ? Number(result.toPrecision(15)) : null;
}

/** Nothing counts as 0 in a sum, as the language has it. */
export function numberOf(value: SheetValue): number | undefined {
  if (value === null) return 0;
  const found = typeof value === 'boolean' ? Number(value) : value === '' ? Number.NaN : Number(value);
  return Number.isNaN(found) ? undefined : found;
}

/** Less than, equal to or more than 0; what is empty comes first, letters go before capitals of the same word. */
export function compareValues(a: SheetValue, b: SheetValue): number {
  if (a === b) return 0;
  if (a === null || a === '') return b === null || b === '' ? 0 : -1;
  if (b === null || b === '') return 1;
  const [x, y] = [Number(a), Number(b)];
  if (!Number.isNaN(x) && !Number.isNaN(y)) return x - y;
  return order.compare(String(a), String(b));
}

const order = new Intl.Collator('en', { sensitivity: 'base' });

/** `*` is any letters, `?` and `#` one; read once from the left. */
export function isLike(text: string, pattern: string): boolean {
  const [value, shape] = [text.toLowerCase(), pattern.toLowerCase()];
  let [at, on, star, resume] = [0, 0, -1, 0];
  while (at < value.length) {
    const sign = shape[on];
    if (sign === '*') [star, resume, on] = [on, at, on + 1];
    else if (sign === '?' || sign === value[at] || (sign === '#' && /\d/.test(value[at] ?? '')))
      [at, on] = [at + 1, on + 1];
    else if (star >= 0) {
      resume += 1;
      [at, on] = [resume, star + 1];
    } else return false;
  }
  while (shape[on] === '*') on += 1;
  return on === shape.length;
}
