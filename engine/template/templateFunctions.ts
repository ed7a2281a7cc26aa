/** Functions for templates only: they format values in the language of the rendering. */
import { createFunctionTable } from '../expression/functions.ts';
import { type FunctionRecord, needs, textType } from '../expression/functionTypes.ts';
import type { Locale } from '../types/modelTypes.ts';
import { perLocale } from './writeValue.ts';

const currency = perLocale(
  (locale) =>
    new Intl.NumberFormat(locale, { style: 'currency', currency: 'CAD', currencyDisplay: 'narrowSymbol' }),
);
const percent = perLocale(
  (locale) => new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 10 }),
);

type Format = (locale: Locale) => Intl.NumberFormat;

function writing(
  name: string,
  help: string,
  write: (value: number, locale: Locale) => string,
): FunctionRecord {
  return {
    name,
    parameters: [needs('amount', 'amount')],
    result: textType,
    evaluate: ([value], { scope }) => {
      const number = value === null || value === undefined || value === '' ? Number.NaN : Number(value);
      return Number.isNaN(number) ? undefined : write(number, localeOf(scope.vars.locale));
    },
    help,
  };
}

const by =
  (format: Format, divisor = 1) =>
  (value: number, locale: Locale) =>
    format(locale).format(value / divisor);

/** The functions of expressions, plus `$currency` and `$percent`. */
export const templateFunctions = createFunctionTable([
  writing('currency', 'The amount in dollars, as the language writes it.', by(currency)),
  writing('percent', 'The number as a percentage: 12.5 gives 12.5%.', by(percent, 100)),
]);

function localeOf(value: unknown): Locale {
  return value === 'fr-CA' ? 'fr-CA' : 'en-CA';
}
