/** Proposes the type and limits of a field from the values of a column, with the reason. */
import type { FieldChange, FieldType } from '../overlay/types.ts';
import { type Notation, readNumber } from '../text/readNumber.ts';
import { uniqueKey } from '../text/textKey.ts';
import { freeName } from './freeName.ts';
import { isBroken, shownText } from './plainCell.ts';
import type { SheetCell } from './types.ts';

export type ColumnProposal = {
  readonly type: FieldType;
  readonly facts: Pick<
    Partial<FieldChange>,
    'maxLength' | 'scale' | 'choices' | 'unique' | 'required' | 'reference' | 'show'
  >;
  /** The message `proposal.<reason>`. */
  readonly reason: string;
  readonly params: Readonly<Record<string, string | number>>;
};

type Column = {
  readonly cells: readonly SheetCell[];
  /** How the file writes numbers. */
  readonly notation: Notation;
};

type Value = { readonly cell: SheetCell; readonly text: string };

export function proposeColumn({ cells, notation }: Column): ColumnProposal {
  const values = cells
    .filter((cell) => !isBroken(cell))
    .map((cell) => ({ cell, text: shownText(cell).trim() }))
    .filter(({ text }) => text !== '');
  if (values.length === 0) return { type: 'text', facts: { maxLength: 256 }, reason: 'empty', params: {} };
  const texts = new Set(values.map(({ text }) => uniqueKey(text)));
  const isWhole = values.length === cells.length;
  const required = isWhole ? { required: true as const } : {};
  const found =
    ofBooleans(values, texts) ??
    ofDates(values) ??
    ofNumbers(values, notation) ??
    ofShapes(values) ??
    ofCodes(values, texts, isWhole) ??
    ofChoices(values, texts) ??
    ofTexts(values);
  const example = values[0]?.text.slice(0, 40) ?? '';
  return {
    ...found,
    facts: { ...required, ...found.facts },
    params: { count: values.length, example, ...found.params },
  };
}

type Found = Pick<ColumnProposal, 'type' | 'reason'> & {
  readonly facts?: ColumnProposal['facts'];
  readonly params?: ColumnProposal['params'];
};

const truths = new Set(['true', 'false', 'yes', 'no', 'vrai', 'faux', 'oui', 'non']);

function ofBooleans(values: readonly Value[], texts: ReadonlySet<string>): Found | undefined {
  const isTruth = values.every(
    ({ cell, text }) => typeof cell === 'boolean' || truths.has(text.toLowerCase()),
  );
  return isTruth && texts.size <= 2 ? { type: 'boolean', reason: 'boolean' } : undefined;
}

const isoDay = /^\d{4}-\d\d-\d\d$/;
const isoMoment = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?Z?$/;

function ofDates(values: readonly Value[]): Found | undefined {
  const written = values.map(({ cell, text }) =>
    typeof cell === 'object' && cell?.kind === 'date' ? cell.value : text,
  );
  if (written.every((one) => isoDay.test(one))) return { type: 'date', reason: 'date' };
  if (written.every((one) => isoDay.test(one) || isoMoment.test(one)))
    return { type: 'datetime', reason: 'datetime' };
  return undefined;
}

/** Longer numbers, and those with leading zeros, are codes. */
const mostDigits = 15;
const leadingZero = /^0\d/;

function ofNumbers(values: readonly Value[], notation: Notation): Found | undefined {
  const read = values.map(({ cell, text }) => {
    if (typeof cell === 'number') return { value: cell, unit: undefined };
    return typeof cell === 'object' && cell?.kind === 'number' ? cell : readNumber(text, notation);
  });
  const isCode = values.some(
    ({ text }) => leadingZero.test(text) || text.replace(/\D/g, '').length > mostDigits,
  );
  if (isCode || !read.every((one) => one !== undefined)) return undefined;
  const scale = Math.max(...read.map(({ value }) => decimalsOf(value)));
  if (scale > 8) return undefined;
  const units = new Set(read.map(({ unit }) => unit));
  if (units.size === 1 && units.has('%'))
    return { type: 'percent', facts: { scale: Math.max(scale, 2) }, reason: 'percent' };
  if (units.has('$') && !units.has('%'))
    return { type: 'money', facts: { scale: Math.max(scale, 2) }, reason: 'money' };
  if (units.has('%')) return undefined;
  if (scale === 0) return { type: 'integer', reason: 'integer' };
  return { type: 'decimal', facts: { scale }, reason: 'decimal', params: { count: scale } };
}

const decimalsOf = (value: number): number => String(value).split('.')[1]?.length ?? 0;

const shapes: readonly { readonly type: FieldType; readonly fits: (text: string) => boolean }[] = [
  { type: 'email', fits: (text) => text.length <= 254 && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text) },
  { type: 'link', fits: (text) => /^https?:\/\/\S+$/i.test(text) },
];

function ofShapes(values: readonly Value[]): Found | undefined {
  const shape = shapes.find(({ fits }) => values.every(({ text }) => fits(text)));
  return shape && { type: shape.type, reason: shape.type };
}

/** A different value in each row, without spaces and with a digit. */
function ofCodes(values: readonly Value[], texts: ReadonlySet<string>, isWhole: boolean): Found | undefined {
  const areCodes = values.every(({ text }) => text.length <= 64 && /\d/.test(text) && !/\s/.test(text));
  if (!areCodes || !isWhole || texts.size < values.length || values.length < 2) return undefined;
  return { type: 'text', facts: { maxLength: 64, unique: true }, reason: 'code' };
}

const choiceLimits = { values: 20, length: 60, repeats: 3 };

function ofChoices(values: readonly Value[], texts: ReadonlySet<string>): Found | undefined {
  const { values: most, length, repeats } = choiceLimits;
  const isLong = values.some(({ text }) => text.length > length);
  if (isLong || texts.size < 2 || texts.size > most || values.length < texts.size * repeats) return undefined;
  return {
    type: 'choice',
    facts: { choices: choicesOf(values.map(({ text }) => text)) as NonNullable<FieldChange['choices']> },
    reason: 'choice',
    params: { different: texts.size },
  };
}

function choicesOf(texts: readonly string[]) {
  const titles = new Map(texts.map((text) => [uniqueKey(text), text]));
  const taken = new Set<string>();
  return [...titles.values()].sort().map((title) => {
    const name = freeName(title, taken, 'Choice');
    taken.add(name.toLowerCase());
    return { name, title: { 'en-CA': title, 'fr-CA': title } };
  });
}

const lengths = [50, 100, 256, 1000, 4000];

function ofTexts(values: readonly Value[]): Found {
  const longest = Math.max(...values.map(({ text }) => text.length));
  const maxLength = lengths.find((length) => length >= longest * 1.5) ?? Math.ceil(longest / 1000) * 2000;
  const isLong = longest > 200 || values.some(({ text }) => text.includes('\n'));
  return { type: isLong ? 'multiline' : 'text', facts: { maxLength }, reason: 'text', params: { longest } };
}
