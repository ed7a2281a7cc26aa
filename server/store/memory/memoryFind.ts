/** Filters and sorts stored records. */
import {
  type Condition,
  choicesKey,
  compareValues,
  comparisonOf,
  type DataRecord,
  type FieldModel,
  type FieldPath,
  isScaled,
  kinds,
  type ShippedTexts,
  satisfies,
  textKey,
} from '#engine';
import type { SortTerm } from '../sortTerms.ts';

type ReadKept = (entity: string, id: string) => DataRecord | undefined;

/** Whether a stored record satisfies the condition. */
export function keptSatisfies(kept: DataRecord, condition: Condition, readKept: ReadKept): boolean {
  return satisfies(condition, (path) => keptValues(kept, path, readKept));
}

/** The single value of a field outside lists, choices as JSON text; undefined if empty. */
export function keptValue(kept: DataRecord, field: FieldModel): unknown {
  if (!kinds[field.kind].elements) return fieldValues(kept, field)[0];
  const [list] = wholeValues(kept, field.path.split('.'));
  return list && JSON.stringify(list);
}

/** What readers see instead of a stored text of the record. */
export function shownIn(holder: DataRecord | undefined, stored: unknown, shown?: ShippedTexts): unknown {
  return (shown?.ids.has(String(holder?.Id)) && shown.texts.get(String(stored))) || stored;
}

/** Sorted copy of stored records. */
export function sortKept(
  records: readonly DataRecord[],
  terms: readonly SortTerm[],
  readKept: ReadKept,
): readonly DataRecord[] {
  const keyed = records.map((kept) => ({ kept, keys: terms.map((term) => sortKey(kept, term, readKept)) }));
  keyed.sort((a, b) => {
    for (const [index, term] of terms.entries()) {
      const order = compareValues(a.keys[index], b.keys[index], 'codes') ?? 0;
      if (order !== 0) return order * term.sign;
    }
    return 0;
  });
  return keyed.map((entry) => entry.kept);
}

/** The non-null values at a path, across references and lists. */
const keptValues = (kept: DataRecord, path: FieldPath, readKept: ReadKept): readonly unknown[] =>
  holdersOf(kept, path, readKept).flatMap((holder) => fieldValues(holder, path.field));

/** The records that hold the field at the end of the path. */
function holdersOf(
  kept: DataRecord,
  { through, seen }: FieldPath,
  readKept: ReadKept,
): readonly DataRecord[] {
  let holders: readonly DataRecord[] = [kept];
  for (const [at, hop] of through.entries()) {
    const ids = holders.flatMap((holder) => valuesIn(holder, hop.path.split('.')));
    const limit = seen?.[at];
    holders = ids
      .map((id) => readKept(hop.ref?.entity ?? '', id as string))
      .filter((record) => record !== undefined)
      .filter((record) => !limit || keptSatisfies(record, limit, readKept));
  }
  return holders;
}

function fieldValues(holder: DataRecord, field: FieldModel): readonly unknown[] {
  const names = field.path.split('.');
  if (field.kind === 'json' || field.kind === 'object') return wholeValues(holder, names);
  const values = valuesIn(holder, names);
  return isScaled(field) ? values.map(Number) : values;
}

/** JSON counts as one value; an empty list as none. */
function wholeValues(holder: DataRecord, names: readonly string[]): readonly unknown[] {
  const last = names.at(-1) ?? '';
  const holders = valuesIn(holder, names.slice(0, -1)) as readonly DataRecord[];
  return holders
    .map((each) => each[last])
    .filter((value) => (value ?? null) !== null && !(Array.isArray(value) && value.length === 0));
}

function valuesIn(value: unknown, [name, ...rest]: readonly string[]): readonly unknown[] {
  if (value === null || value === undefined) return [];
  if (Array.isArray(value))
    return value.flatMap((entry) => valuesIn(entry, name === undefined ? [] : [name, ...rest]));
  return name === undefined ? [value] : valuesIn((value as DataRecord)[name], rest);
}

function sortKey(kept: DataRecord, term: SortTerm, readKept: ReadKept): unknown {
  const values = keptValues(kept, term, readKept);
  if (kinds[term.field.kind].elements) return choicesKey(term.field, values);
  const [stored] = values;
  if (term.ranks) return term.ranks.get(stored as string | number);
  const [holder] = term.shown ? holdersOf(kept, term, readKept) : [];
  const value = shownIn(holder, stored, term.shown);
  return typeof value === 'string' && comparisonOf(term.field) === 'words' ? textKey(value) : value;
}
