/** Colours of cells by their value: by meaning, with a word, so that nobody has to see the colour. */
import type { SheetValue } from '#engine';

export type Tone = 'good' | 'attention' | 'bad' | 'neutral';

export type ToneRule = {
  readonly operator: string;
  /** As the column shows its values: a number, a day, or a text. */
  readonly value: string | number;
  readonly tone: Tone;
  /** Before the value, in the language of the reader. */
  readonly word: string;
};

/** On paper and in sheets, which have no theme: the light colours of the tokens with these meanings. */
export const paperTones: Readonly<Record<Tone, { readonly color: string; readonly background: string }>> = {
  good: { color: '#19703f', background: '#ebf7ef' },
  attention: { color: '#835300', background: '#fdf5e3' },
  bad: { color: '#c3283a', background: '#fdf0f1' },
  neutral: { color: '#505765', background: '#eff0f3' },
};

/** The first rule that holds; none holds for an empty cell. */
export const toneOf = (rules: readonly ToneRule[], value: SheetValue): ToneRule | undefined =>
  value === null || value === '' ? undefined : rules.find((rule) => holds(rule, value));

export const saidWith = ({ word }: Pick<ToneRule, 'word'>, text: string): string => `${word} · ${text}`;

function holds({ operator, value: wanted }: ToneRule, value: SheetValue): boolean {
  if (typeof wanted === 'number') {
    const number = typeof value === 'number' ? value : Number.NaN;
    return !Number.isNaN(number) && compares(operator, number - wanted);
  }
  const [text, other] = [String(value).toLowerCase(), wanted.toLowerCase()];
  if (operator === 'contains') return text.includes(other);
  if (operator === 'startsWith') return text.startsWith(other);
  // Of a moment, the day.
  const same = isDay.test(wanted) ? text.slice(0, wanted.length) : text;
  return compares(operator, same === other ? 0 : same < other ? -1 : 1);
}

const isDay = /^\d{4}-\d{2}-\d{2}$/;

function compares(operator: string, sign: number): boolean {
  if (operator === 'eq') return sign === 0;
  if (operator === 'ne') return sign !== 0;
  if (operator === 'ge') return sign >= 0;
  if (operator === 'gt') return sign > 0;
  if (operator === 'le') return sign <= 0;
  return operator === 'lt' && sign < 0;
}
