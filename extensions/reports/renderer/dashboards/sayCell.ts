import { type FieldKind, kinds } from '#engine';
import type { Formats } from '#renderer';
import type { Cell, PanelColumn } from './types.ts';

const factsOf = (kind: string) => (Object.hasOwn(kinds, kind) ? kinds[kind as FieldKind] : undefined);

/** Formats a value in the person's language. */
export function sayCell({ Kind, Scale }: PanelColumn, value: Cell | undefined, formats: Formats): string {
  if (value === null || value === undefined || value === '') return '–';
  const facts = factsOf(Kind);
  if (facts?.written) return facts.written.format(value, formats.locale);
  if (typeof value === 'number') return sayNumber(facts, value, Scale ?? undefined, formats);
  const text = String(value);
  if (facts?.day === 'day') return formats.date(text);
  return facts?.day === 'moment' ? formats.dateTime(text) : text;
}

function sayNumber(
  facts: ReturnType<typeof factsOf>,
  value: number,
  scale: number | undefined,
  formats: Formats,
): string {
  if (facts?.unit) return formats[facts.unit](value, scale);
  // An average has digits without end.
  const isExact = facts?.column === 'integer' || !facts?.isNumeric;
  return isExact ? formats.number(value, scale) : formats.number(Math.round(value * 100) / 100);
}

export const isNumeric = ({ Kind }: PanelColumn): boolean => factsOf(Kind)?.isNumeric === true;
