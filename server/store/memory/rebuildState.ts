/**
 * Moves the records of a state to another model: new fields get defaults, kept values return, nothing is
 * deleted.
 */
import type { DataRecord } from '#engine';
import type { EntityTable, EntityTables } from '../entityTable.ts';
import { draftOf, type MemoryState } from './memoryState.ts';

/** The state for other tables; unique indexes are rebuilt. */
export function rebuildState(
  state: MemoryState,
  tables: EntityTables,
  known: EntityTables | undefined,
): MemoryState {
  const draft = draftOf(new Map());
  for (const table of tables.all)
    for (const kept of recordsAs(state, table, known).values()) draft.put(table, kept);
  return new Map([...state, ...draft.state()]);
}

/** The records of one table under another model. */
export function recordsAs(
  state: MemoryState,
  table: EntityTable,
  known: EntityTables | undefined,
  /** Fields shown as stored, before defaults fill them. */
  bare: ReadonlySet<string> = new Set(),
): ReadonlyMap<string, DataRecord> {
  const before = tableOf(known, table.entity.id);
  const added = table.codecs.filter(({ field }) => !before?.codecByName.has(field.name));
  const filled = added.filter(({ field }) => !bare.has(field.name));
  const defaults = Object.fromEntries(
    filled
      .filter(({ field }) => field.default !== undefined)
      .map(({ field, encode }) => [field.name, encode(field.default)]),
  );
  const needed = filled.filter(({ field }) => field.required && field.default !== undefined);
  // A restored reference may lead to a record deleted in the meantime.
  const references = before
    ? table.references.filter(({ name }) => added.some(({ field }) => field.name === name))
    : [];
  const records = [...(state.get(table.entity.id)?.records ?? [])].map(([id, kept]) => {
    const next: Record<string, unknown> = { ...defaults, ...kept };
    for (const { field } of needed) next[field.name] ??= defaults[field.name];
    for (const { name, ref } of references)
      if (!state.get(ref.entity)?.records.has(String(next[name]))) next[name] = null;
    return [id, next] as const;
  });
  return new Map(records);
}

/** Restored fields that have values, by entity. */
export function keptFields(
  state: MemoryState,
  tables: EntityTables,
  known: EntityTables,
): ReadonlyMap<string, ReadonlySet<string>> {
  const found = tables.all.map((table) => {
    const before = tableOf(known, table.entity.id);
    const added = table.codecs
      .map(({ field }) => field.name)
      .filter((name) => !before?.codecByName.has(name));
    const records = added.length > 0 ? [...(state.get(table.entity.id)?.records.values() ?? [])] : [];
    const kept = added.filter((name) => records.some((record) => record[name] !== undefined));
    return [table.entity.id, new Set(kept)] as const;
  });
  return new Map(found.filter(([, names]) => names.size > 0));
}

const tableOf = (tables: EntityTables | undefined, entity: string): EntityTable | undefined =>
  tables?.all.find((each) => each.entity.id === entity);
