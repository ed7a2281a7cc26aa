/** Stored records in maps, and the drafts that a transaction changes. */
import type { DataRecord } from '#engine';
import { type EntityTable, encodeRecord } from '../entityTable.ts';
import { StoreConflict } from '../types.ts';
import { uniqueValues } from '../uniqueValues.ts';

type MemoryTable = {
  readonly records: Map<string, DataRecord>;
  /** By unique: its values as text → Id. */
  readonly uniques: ReadonlyMap<string, Map<string, string>>;
};

export type MemoryState = ReadonlyMap<string, MemoryTable>;

/** A copy-on-write view of a state; `state()` gives the new state. */
export type MemoryDraft = {
  readonly read: (entity: string) => MemoryTable;
  readonly put: (table: EntityTable, kept: DataRecord) => void;
  readonly drop: (table: EntityTable, id: string) => void;
  /** Ids written or removed, by entity. */
  readonly changed: ReadonlyMap<string, ReadonlySet<string>>;
  readonly state: () => MemoryState;
};

export function draftOf(base: MemoryState): MemoryDraft {
  const own = new Map<string, MemoryTable>();
  const changed = new Map<string, Set<string>>();
  const read = (entity: string) => own.get(entity) ?? base.get(entity) ?? emptyTable([]);
  const write = (table: EntityTable, id: string) => {
    const { id: entity, unique } = table.entity;
    if (!own.has(entity))
      own.set(
        entity,
        copyTable(
          read(entity),
          unique.map((each) => each.id),
        ),
      );
    changed.set(entity, (changed.get(entity) ?? new Set()).add(id));
    return read(entity);
  };
  return {
    read,
    put: (table, kept) => putRecord(write(table, kept.Id as string), table, kept),
    drop: (table, id) => dropRecord(write(table, id), table, id),
    changed,
    state: () => new Map([...base, ...own]),
  };
}

/** The uniques that a stored record violates. */
export function takenUniques(table: EntityTable, { uniques }: MemoryTable, kept: DataRecord) {
  return table.entity.unique.filter((unique) => {
    const values = uniqueValues(unique, kept);
    const owner = values && uniques.get(unique.id)?.get(JSON.stringify(values));
    return owner !== undefined && owner !== kept.Id;
  });
}

/** Encodes a record for `put`. */
export function newRecord(table: EntityTable, record: DataRecord, memory: MemoryTable): DataRecord {
  const kept = encodeRecord(table, record);
  if (memory.records.has(kept.Id as string))
    throw new StoreConflict({ kind: 'unique', entity: table.entity.id });
  return kept;
}

function putRecord(memory: MemoryTable, table: EntityTable, kept: DataRecord): void {
  const [taken] = takenUniques(table, memory, kept);
  if (taken) throw new StoreConflict({ kind: 'unique', entity: table.entity.id, constraint: taken.id });
  unlist(memory, table, kept.Id as string);
  memory.records.set(kept.Id as string, kept);
  for (const unique of table.entity.unique) {
    const values = uniqueValues(unique, kept);
    if (values) memory.uniques.get(unique.id)?.set(JSON.stringify(values), kept.Id as string);
  }
}

function dropRecord(memory: MemoryTable, table: EntityTable, id: string): void {
  unlist(memory, table, id);
  memory.records.delete(id);
}

function unlist(memory: MemoryTable, table: EntityTable, id: string): void {
  const kept = memory.records.get(id);
  for (const unique of kept ? table.entity.unique : []) {
    const values = kept && uniqueValues(unique, kept);
    if (values) memory.uniques.get(unique.id)?.delete(JSON.stringify(values));
  }
}

function emptyTable(uniques: readonly string[]): MemoryTable {
  return { records: new Map(), uniques: new Map(uniques.map((id) => [id, new Map()])) };
}

function copyTable(table: MemoryTable, uniques: readonly string[]): MemoryTable {
  return {
    records: new Map(table.records),
    uniques: new Map(uniques.map((id) => [id, new Map(table.uniques.get(id))])),
  };
}
