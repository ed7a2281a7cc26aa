import type { Formats } from '#renderer';
import type { Cell, PanelColumn } from './types.ts';

/** Formats a value in the person's language. */
export function sayCell({ Kind, Scale }: PanelColumn, value: Cell | undefined, formats: Formats): string {
  if (value === null || value === undefined || value === '') return '–';
  if (typeof value === 'number') return sayNumber(Kind, value, Scale ?? undefined, formats);
  const text = String(value);
  if (Kind === 'date') return formats.date(text);
  if (Kind === 'datetime') return formats.dateTime(text);
  return text;
}

function sayNumber(kind: string, value: number, scale: number | undefined, formats: Formats): string {
  if (kind === 'money') return formats.money(value, scale);
  if (kind === 'percent') return formats.percent(value, scale);
  // Averages are rounded, as they may have endless decimals.
  return kind === 'decimal' ? formats.number(Math.round(value * 100) / 100) : formats.number(value, scale);
}

export const isNumeric = ({ Kind }: PanelColumn): boolean =>
  ['integer', 'decimal', 'money', 'percent'].includes(Kind);
