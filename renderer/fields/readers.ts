/** Parsers of typed and pasted text, shared by several kinds. */
import { type FieldKind, kinds, readTypedNumber } from '#engine';
import type { CellReading, Pasting } from './defineKindView.ts';

export const pasteLine = (text: string): CellReading => ({
  value: text,
  isJoined: /[\t\n\r]/.test(text),
});

export function pasteNumber(text: string, { field: { kind, scale }, locale }: Pasting): CellReading {
  const read = readTypedNumber(text, {
    locale,
    unit: kinds[kind].unit,
    scale: kinds[kind].column === 'integer' ? 0 : scale,
  });
  if (read.problem === undefined) return { value: read.value };
  return { misfit: read.problem === 'unreadable' ? 'number' : read.problem };
}

/** Parses the kind's written form. */
export function pasteWritten(text: string, { field: { kind } }: Pasting): CellReading {
  const value = kinds[kind].written?.parse(text);
  return value === undefined ? { misfit: 'kind' } : { value };
}

export const readWritten = (kind: FieldKind) => (text: string) => kinds[kind].written?.parse(text);

/**
 * Copied amounts include their sign; percentages are rejected, as they would be a hundred times too large.
 */
export const copied = 'money';

const words = new Map<string, boolean>([
  ...['true', 'yes', 'oui', 'vrai', '1'].map((word) => [word, true] as const),
  ...['false', 'no', 'non', 'faux', '0'].map((word) => [word, false] as const),
]);

export const readTruth = (text: string): boolean | undefined => words.get(text.toLowerCase());
