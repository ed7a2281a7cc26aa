/** The pattern of a number sequence: `CLM-{year}-{number:5}`. */

export type SequencePart =
  | { readonly kind: 'literal'; readonly text: string }
  | { readonly kind: 'year' | 'month' }
  /** The value of another field. */
  | { readonly kind: 'field'; readonly name: string }
  | { readonly kind: 'number'; readonly digits: number };

export type SequenceMistake =
  | 'brace'
  | 'unknown-part'
  | 'no-number'
  | 'two-numbers'
  | 'touching'
  | 'too-long'
  | 'digits';

const longestPattern = 100;
/** Parts that are values of fields, which have at most 64 characters. */
const mostFields = 3;
/** More than the longest number that a pattern gives. */
export const longestSequence = 400;
const mostDigits = 12;

/** The parts of a pattern, or its first mistake. */
export function readSequence(
  pattern: string,
):
  | { readonly parts: readonly SequencePart[]; readonly mistake?: undefined }
  | { readonly mistake: SequenceMistake } {
  if (pattern.length > longestPattern) return { mistake: 'too-long' };
  const parts: SequencePart[] = [];
  for (const piece of pattern.split(/(\{[^{}]*\})/).filter((one) => one !== '')) {
    const part = readPart(piece);
    if (typeof part === 'string') return { mistake: part };
    parts.push(part);
  }
  const mistake = mistakeIn(parts);
  return mistake ? { mistake } : { parts };
}

function readPart(piece: string): SequencePart | SequenceMistake {
  if (!piece.startsWith('{')) return /[{}]/.test(piece) ? 'brace' : { kind: 'literal', text: piece };
  const inner = piece.slice(1, -1);
  if (inner === 'year' || inner === 'month') return { kind: inner };
  const [, digits] = /^number(?::(\d{1,3}))?$/.exec(inner) ?? [];
  if (/^number(:\d{1,3})?$/.test(inner)) {
    const count = Number(digits ?? 1);
    return count >= 1 && count <= mostDigits ? { kind: 'number', digits: count } : 'digits';
  }
  return /^[A-Z][A-Za-z0-9]{0,63}$/.test(inner) ? { kind: 'field', name: inner } : 'unknown-part';
}

function mistakeIn(parts: readonly SequencePart[]): SequenceMistake | undefined {
  const numbers = parts.filter(({ kind }) => kind === 'number');
  if (numbers.length === 0) return 'no-number';
  if (numbers.length > 1) return 'two-numbers';
  if (parts.filter(({ kind }) => kind === 'field').length > mostFields) return 'too-long';
  // `{Code}{number}` could give one text for two numbers, as could `{number}{year}` and a literal digit.
  const at = parts.findIndex(({ kind }) => kind === 'number');
  const [before, after] = [parts[at - 1], parts[at + 1]];
  const touches = (part: SequencePart | undefined, text: (whole: string) => string | undefined) =>
    part !== undefined && (part.kind !== 'literal' || /\d/.test(text(part.text) ?? ''));
  const isTouched = touches(before, (whole) => whole.at(-1)) || touches(after, (whole) => whole[0]);
  return isTouched ? 'touching' : undefined;
}

export type SequenceFrame = { readonly before: string; readonly after: string; readonly digits: number };

/** What stands before and after the counter; numbers with the same frame are counted together. */
export function sequenceFrame(
  parts: readonly SequencePart[],
  { today, textOf }: { readonly today: string; readonly textOf: (field: string) => string },
): SequenceFrame {
  const write = (part: SequencePart): string => {
    if (part.kind === 'literal') return part.text;
    if (part.kind === 'field') return textOf(part.name);
    if (part.kind === 'number') return '';
    return part.kind === 'year' ? today.slice(0, 4) : today.slice(5, 7);
  };
  const at = parts.findIndex(({ kind }) => kind === 'number');
  const counter = parts[at];
  return {
    before: parts.slice(0, at).map(write).join(''),
    after: parts
      .slice(at + 1)
      .map(write)
      .join(''),
    digits: counter?.kind === 'number' ? counter.digits : 1,
  };
}

export const numberIn = ({ before, after, digits }: SequenceFrame, count: number): string =>
  `${before}${String(count).padStart(digits, '0')}${after}`;

/** The counter of a text in this frame; undefined for any other text. */
export function countIn({ before, after }: SequenceFrame, text: string): number | undefined {
  if (!text.startsWith(before) || !text.endsWith(after)) return undefined;
  const digits = text.slice(before.length, text.length - after.length);
  return /^\d{1,15}$/.test(digits) ? Number(digits) : undefined;
}
