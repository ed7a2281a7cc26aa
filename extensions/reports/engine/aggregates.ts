/** Sum, Count and the like, value by value; Nothing does not count. */

import type { SheetValue } from '#engine';
import { compareValues } from './compareValues.ts';
import { inTable } from './inTable.ts';
import { toNumber } from './vb/convert.ts';
import { type FormulaValue, Moment, Span, sheetValue, VbError } from './vb/values.ts';

type Accumulator = {
  readonly add: (value: FormulaValue) => void;
  readonly value: () => FormulaValue;
};

const makers: Readonly<Record<string, () => Accumulator>> = {
  sum: () => ofSum(({ total }) => total),
  avg: () => ofSum(({ total, count }) => (total === null ? null : exact(total / count))),
  min: () => ofExtreme(-1),
  max: () => ofExtreme(1),
  count: () => {
    let count = 0;
    return {
      add: (value) => {
        if (isFilled(value)) count += 1;
      },
      value: () => count,
    };
  },
  countdistinct: () => {
    const seen = new Set<SheetValue>();
    return {
      add: (value) => {
        if (isFilled(value)) seen.add(sheetValue(value));
      },
      value: () => seen.size,
    };
  },
  first: () => {
    let found: { readonly value: FormulaValue } | undefined;
    return {
      add: (value) => {
        found ??= { value };
      },
      value: () => found?.value ?? null,
    };
  },
  last: () => {
    let last: FormulaValue = null;
    return {
      add: (value) => {
        last = value;
      },
      value: () => last,
    };
  },
  var: () => ofSpread((squares, count) => (count > 1 ? squares / (count - 1) : null)),
  varp: () => ofSpread((squares, count) => (count > 0 ? squares / count : null)),
  stdev: () => ofSpread((squares, count) => (count > 1 ? Math.sqrt(squares / (count - 1)) : null)),
  stdevp: () => ofSpread((squares, count) => (count > 0 ? Math.sqrt(squares / count) : null)),
};

export function accumulator(name: string): Accumulator {
  const make = inTable(makers, name);
  if (!make) throw new VbError(`No aggregate ${name}`);
  return make();
}

const isFilled = (value: FormulaValue): boolean => value !== null && value !== '';

/** Rounds away floating-point noise beyond the significant digits. */
const exact = (value: number): number => Number(value.toPrecision(15));

function numberOf(value: FormulaValue): number | undefined {
  if (!isFilled(value)) return undefined;
  if (value instanceof Moment || value instanceof Span) throw new VbError('Only numbers add up');
  return toNumber(value);
}

type Total = { readonly total: number | null; readonly count: number };

/** Compensated summation, so that long lists of amounts add up exactly to the cent. */
function ofSum(value: (total: Total) => number | null): Accumulator {
  let [total, lost, count] = [0, 0, 0];
  return {
    add: (one) => {
      const number = numberOf(one);
      if (number === undefined) return;
      const next = total + number;
      lost += Math.abs(total) >= Math.abs(number) ? total - next + number : number - next + total;
      total = next;
      count += 1;
    },
    value: () => value({ total: count === 0 ? null : exact(total + lost), count }),
  };
}

function ofExtreme(sign: number): Accumulator {
  let found: FormulaValue = null;
  return {
    add: (value) => {
      if (!isFilled(value)) return;
      if (found === null || compareValues(sheetValue(value), sheetValue(found)) * sign > 0) found = value;
    },
    value: () => found,
  };
}

/** Welford's algorithm, which stays accurate with large means. */
function ofSpread(value: (squares: number, count: number) => number | null): Accumulator {
  let [count, mean, squares] = [0, 0, 0];
  return {
    add: (one) => {
      const number = numberOf(one);
      if (number === undefined) return;
      count += 1;
      const off = number - mean;
      mean += off / count;
      squares += off * (number - mean);
    },
    value: () => {
      const found = value(squares, count);
      return found === null ? null : exact(found);
    },
  };
}
