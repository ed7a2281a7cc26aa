/** Formats values as plain text, shared by several kinds. */
import { kinds } from '#engine';
import type { Formats } from '../data/formats.ts';
import type { FormatOptions, Writer } from './defineKindView.ts';

export function asText(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** Text that is not a number is shown as is: hiding it would hide a mistake. */
export function ifNumber(write: (value: number, options: FormatOptions, formats: Formats) => string): Writer {
  return (value, options, formats) =>
    typeof value === 'number' ? write(value, options, formats) : asText(value);
}

/** The engine's written form of the kind. */
export const asWritten: Writer = (value, { kind, locale }) =>
  kinds[kind].written?.format(value, locale) ?? asText(value);

/** Whether an expanded person can no longer sign in. */
export const isInactive = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'IsActive' in value && value.IsActive === false;

/** The label of an expanded reference or lookup item, or else the bare value. */
export function labelOf(value: unknown): string {
  if (typeof value !== 'object' || value === null)
    return value === null || value === undefined ? '' : String(value);
  const item = value as Record<string, unknown>;
  return String(item.DisplayName ?? item.Name ?? item.Code ?? item.Id ?? '');
}
