import type { SheetValue } from '#engine';

/** A column value as text. */
export const shown = (value: SheetValue | undefined): string =>
  value === null || value === undefined
    ? ''
    : typeof value === 'object'
      ? JSON.stringify(value)
      : String(value);
