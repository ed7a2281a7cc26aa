/** Converts between lists of expanded references and the ids that mirror rules use. */
import type { DataRecord } from '../types/modelTypes.ts';
import type { FieldPlan } from './planTypes.ts';
import { idOf, idsOf } from './values.ts';

/** The ids of a list of references; empty when it is not a list. */
export function listedIds(value: unknown): readonly unknown[] {
  const ids = idsOf(value);
  return Array.isArray(ids) ? ids.filter((id) => id !== undefined && id !== null) : [];
}

type EntrySource = {
  readonly target: FieldPlan;
  /** The row field that identifies what the row stands for. */
  readonly key: FieldPlan;
  readonly rows: readonly DataRecord[];
};

/** Ids as list entries: entries in `before` are kept, new ones get their details from their row. */
export function entriesOf(
  ids: readonly unknown[],
  before: unknown,
  { target, key, rows }: EntrySource,
): readonly unknown[] {
  const known = Array.isArray(before) ? before : [];
  const asIds = known.length > 0 && typeof known[0] !== 'object';
  return ids.map((id) => {
    const entry = known.find((candidate) => idOf(candidate) === id);
    if (entry !== undefined) return entry;
    if (asIds) return id;
    const row = rows.find((candidate) => candidate[key.field.name] === id);
    return { ...expandedMembers(row, key, target), Id: id };
  });
}

function expandedMembers(row: DataRecord | undefined, key: FieldPlan, target: FieldPlan): DataRecord {
  const expanded = key.alias === undefined ? undefined : (row?.[key.alias] as DataRecord | undefined);
  const names = target.field.expand?.fields ?? [];
  return Object.fromEntries(
    names.flatMap((name) => (expanded?.[name] === undefined ? [] : [[name, expanded[name]]])),
  );
}
