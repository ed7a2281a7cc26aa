/** A value by a format string: `ToString`, `String.Format` and `Format`, which knows names too. */

import { inTable } from '../inTable.ts';
import { asText, toBoolean, toMoment, toNumber, toText } from './convert.ts';
import type { Culture } from './culture.ts';
import { formatMoment, formatSpan } from './formatMoment.ts';
import { formatNumber } from './formatNumber.ts';
import { bounded, type FormulaValue, Moment, Span, VbError } from './values.ts';

/** As `ToString` of the value writes it; throws for a code that is none. */
export function anyFormat(value: FormulaValue, code: string, culture: Culture): string {
  if (value === null) return '';
  if (code === '') return asText(value, culture);
  const made =
    value instanceof Moment
      ? formatMoment(value, code, culture)
      : value instanceof Span
        ? formatSpan(value, code)
        : typeof value === 'number'
          ? formatNumber(value, code, culture)
          : toText(value, culture);
  if (made === undefined) throw new VbError(`No format: ${code}`);
  return bounded(made);
}

/** `Format(value, "Standard")` of Visual Basic; a text that is a number or a date is formatted as one. */
export function vbFormat(value: FormulaValue, code: string, culture: Culture): string {
  if (value === null) return '';
  const named = inTable(names, code.toLowerCase());
  if (named) return named(value, culture);
  return anyFormat(value, code, culture);
}

type Named = (value: FormulaValue, culture: Culture) => string;

const ofNumber =
  (code: string): Named =>
  (value, culture) =>
    anyFormat(toNumber(value, culture), code, culture);

const ofMoment =
  (code: string): Named =>
  (value, culture) =>
    anyFormat(toMoment(value, culture), code, culture);

const either =
  (yes: string, no: string): Named =>
  (value, culture) =>
    toBoolean(value, culture) ? yes : no;

const names: Readonly<Record<string, Named>> = {
  ...{ 'general number': ofNumber('G'), currency: ofNumber('C'), fixed: ofNumber('0.00') },
  ...{ standard: ofNumber('N'), percent: ofNumber('0.00%'), scientific: ofNumber('0.00E+00') },
  ...{ 'yes/no': either('Yes', 'No'), 'true/false': either('True', 'False'), 'on/off': either('On', 'Off') },
  ...{ 'general date': ofMoment('G'), 'long date': ofMoment('D'), 'medium date': ofMoment('D') },
  ...{ 'short date': ofMoment('d'), 'long time': ofMoment('T'), 'medium time': ofMoment('T') },
  'short time': ofMoment('t'),
};
