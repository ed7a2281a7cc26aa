import type { Locale } from '../types/modelTypes.ts';

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

/** A size for display: `10 MB`, `10 Mo`. */
export function formatBytes(bytes: number, locale: Locale): string {
  const power = bytes < 1 ? 0 : Math.min(Math.floor(Math.log2(bytes) / 10), units.length - 1);
  const value = bytes / 1024 ** power;
  const unit = units[power] ?? 'byte';
  const maximumFractionDigits = value < 10 && power > 1 ? 1 : 0;
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit,
    unitDisplay: power === 0 ? 'long' : 'short',
    maximumFractionDigits,
  }).format(value);
}
