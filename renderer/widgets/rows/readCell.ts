/** Parses the text of a pasted cell to a field value, or says why it does not fit. */
import {
  type DataRecord,
  type FieldKind,
  type FieldModel,
  type Locale,
  type NumberUnit,
  readTypedDay,
  readTypedNumber,
  textKey,
} from '#engine';
import { momentOf } from '../DateTimeWidget.tsx';
import type { NamedChoice } from '../types.ts';
import { readValue } from '../values/readValue.ts';

/** Why a text does not fit, by message name. */
export type Misfit =
  | 'number'
  | 'doubtful'
  | 'long'
  | 'unit'
  | 'date'
  | 'choice'
  | 'several'
  | 'boolean'
  | 'kind'
  | 'locked';

export type CellReading =
  | { readonly value: unknown; readonly record?: DataRecord | undefined; readonly isJoined?: boolean }
  | { readonly misfit: Misfit };

type Cell = {
  readonly field: FieldModel;
  readonly locale: Locale;
  /** Finds the choices of the cell that match a text. */
  readonly choices: (text: string) => Promise<readonly NamedChoice[]>;
};

export async function readCell(text: string, cell: Cell): Promise<CellReading> {
  const bare = text.trim();
  if (bare === '') return { value: null };
  const { kind, lookup, ref } = cell.field;
  if (lookup !== undefined || ref)
    return kind === 'flags' || kind === 'references' ? none : choose(bare, cell);
  const read = readers[kind];
  return read ? read(bare, cell) : none;
}

const none: CellReading = { misfit: 'kind' };

type Reader = (text: string, cell: Cell) => CellReading;

const asText: Reader = (text) => ({ value: text, isJoined: /[\t\n\r]/.test(text) });

const asNumber: Reader = (text, { field: { kind, scale }, locale }) => {
  const read = readTypedNumber(text, { locale, unit: units[kind], scale: kind === 'integer' ? 0 : scale });
  if (read.problem === undefined) return { value: read.value };
  return { misfit: read.problem === 'unreadable' ? 'number' : read.problem };
};

const units: Partial<Record<FieldKind, NumberUnit>> = { money: 'money', percent: 'percent' };

const asDay: Reader = (text) => {
  const { day, problem } = readTypedDay(text);
  return day === undefined ? { misfit: problem === 'doubtful' ? 'doubtful' : 'date' } : { value: day };
};

const readers: Partial<Record<FieldKind, Reader>> = {
  text: asText,
  multiline: (text) => ({ value: text.replace(/\r\n?/g, '\n') }),
  integer: asNumber,
  decimal: asNumber,
  money: asNumber,
  percent: asNumber,
  date: asDay,
  datetime: (text) => {
    const value = momentOf(text);
    return value === undefined ? { misfit: 'date' } : { value };
  },
  boolean: (text, { locale }) => {
    const value = /^[x✓]$/i.test(text) ? true : readValue(text, 'boolean', locale);
    return value === undefined ? { misfit: 'boolean' } : { value };
  },
};

/** Matches by label, by code, or by stored value. */
async function choose(text: string, { choices }: Cell): Promise<CellReading> {
  const key = textKey(text);
  const found = await choices(text);
  const ways: readonly ((choice: NamedChoice) => boolean)[] = [
    ({ label }) => textKey(label) === key,
    ({ names, value }) => [...names, String(value)].some((name) => textKey(name) === key),
  ];
  for (const isMeant of ways) {
    const [one, other] = found.filter(isMeant);
    if (other) return { misfit: 'several' };
    if (one) return { value: one.value, record: one.record };
  }
  return { misfit: 'choice' };
}
