import type { SheetValue } from '#engine';

/** A value of a column as a text. */
export const shown = (value: SheetValue | undefined): string =>
  value === null || value === undefined
    ? ''
    : typeof value === 'object'
      ? JSON.stringify(value)
      : String(value);
