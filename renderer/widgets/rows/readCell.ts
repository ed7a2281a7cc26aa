/** Parses the text of a pasted cell to a field value, or says why it does not fit. */
import { type FieldModel, kinds, type Locale, refersToMany, textKey } from '#engine';
import type { CellReading } from '../../fields/defineKindView.ts';
import { kindViews } from '../../fields/registry.ts';
import type { NamedChoice } from '../types.ts';

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
  if (kinds[kind].elements === 'codes') return chooseSeveral(bare, cell);
  if (lookup !== undefined || ref)
    return kind === 'flags' || refersToMany({ kind }) ? none : choose(bare, cell);
  return kindViews[kind].paste?.(bare, cell) ?? none;
}

const none: CellReading = { misfit: 'kind' };

/** `Red; Blue`: each text names a choice. */
async function chooseSeveral(text: string, cell: Cell): Promise<CellReading> {
  const texts = text.split(/;|\n/).map((one) => one.trim());
  const readings = await Promise.all(texts.filter(Boolean).map((one) => choose(one, cell)));
  const values: unknown[] = [];
  for (const reading of readings) {
    if ('misfit' in reading) return reading;
    if (!values.includes(reading.value)) values.push(reading.value);
  }
  return { value: values };
}

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
