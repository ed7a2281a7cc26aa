/** Reads and writes a draft of the memory store. */
import type { DataRecord } from '#engine';
import { type EntityTable, type EntityTables, encodeChanges, encodeRecord } from '../entityTable.ts';
import { type Expansion, expandRecords, expansionsOf } from '../expandRecords.ts';
import { expandStash } from '../expandStash.ts';
import { answerInto } from '../fieldCodec.ts';
import { withHiddenMembers } from '../hiddenMembers.ts';
import { both, queryConditions } from '../queryConditions.ts';
import { sortTerms } from '../sortTerms.ts';
import type {
  CopyPiece,
  CopyQuery,
  RecordPage,
  RecordQuery,
  RecordSession,
  ScanPiece,
  ScanQuery,
  StreamQuery,
} from '../types.ts';
import { keptSatisfies, sortKept } from './memoryFind.ts';
import { type MemoryDraft, newRecord, takenUniques } from './memoryState.ts';
import { memoryRows } from './memoryTable.ts';

/** A session over a draft. All work is synchronous; the interface requires promises. */
export function memorySession(draft: MemoryDraft, tables: EntityTables): RecordSession {
  const at = { draft, tables };
  const session: RecordSession = {
    find: async (query) => find(at, query),
    get: async (entity, id) => (await session.getMany(entity, [id]))[0],
    getMany: async (entity, ids) => expanded(at, tables.get(entity), keptOf(at, entity, ids)),
    insert: async (entity, record) => {
      const table = tables.get(entity);
      draft.put(table, newRecord(table, record, draft.read(entity)));
    },
    insertMany: async (entity, records) => insertMany(at, tables.get(entity), records),
    copyMany: async (query) => copyMany(at, query),
    scan: async (query) => scan(at, query),
    update: async (entity, id, fields, revision) =>
      update(at, { table: tables.get(entity), id, fields, revision }),
    refresh: async (entity, id, fields) =>
      update(at, { table: tables.get(entity), id, fields, isRefresh: true }),
    tableRows: async (query) => {
      const rows: (readonly unknown[])[] = [];
      for await (const piece of memoryRows({ query, draft, tables })) rows.push(...piece);
      return rows;
    },
    remove: async (entity, id) => remove(at, tables.get(entity), id),
    referring: async (entity, path, id) =>
      find(at, { entity, filter: { kind: 'compare', path, operator: 'eq', value: id } }).items,
    count: async (entity, filter, limits) => passing(at, { entity, filter, limits }).length,
    conflicting: async (entity, record) => {
      const table = tables.get(entity);
      return takenUniques(table, draft.read(entity), encodeRecord(table, { Id: '-', ...record }));
    },
  };
  return session;
}

type At = { readonly draft: MemoryDraft; readonly tables: EntityTables };

function find(at: At, { page, total, ...query }: RecordQuery): RecordPage {
  const sorted = listed(at, query);
  const from = page ? (page.number - 1) * page.size : 0;
  const items = page ? sorted.slice(from, from + page.size) : sorted;
  return {
    items: expanded(at, at.tables.get(query.entity), items),
    total: total ? sorted.length : items.length,
  };
}

function listed(at: At, query: StreamQuery): readonly DataRecord[] {
  const table = at.tables.get(query.entity);
  return sortKept(passing(at, query), sortTerms(query, table, at.tables.model), readKept(at));
}

/** Streams a whole list: the order is fixed at the start, the records are read from `now`. */
export async function* streamKept(
  now: () => MemoryDraft,
  tables: EntityTables,
  query: StreamQuery,
): AsyncGenerator<readonly DataRecord[]> {
  const table = tables.get(query.entity);
  const ids = listed({ draft: now(), tables }, query).map(({ Id }) => Id as string);
  const { asked, checked } = queryConditions(query, table.entity, tables.model);
  const condition = both(asked, checked);
  for (let from = 0; from < ids.length; from += streamedAtOnce) {
    const at = { draft: now(), tables };
    const kept = keptOf(at, query.entity, ids.slice(from, from + streamedAtOnce));
    const passed = condition ? kept.filter((one) => keptSatisfies(one, condition, readKept(at))) : kept;
    if (passed.length > 0) yield expanded(at, table, passed);
  }
}

const streamedAtOnce = 100;

function passing(at: At, query: StreamQuery): readonly DataRecord[] {
  const { entity } = at.tables.get(query.entity);
  const all = [...at.draft.read(entity.id).records.values()];
  const { asked, checked } = queryConditions(query, entity, at.tables.model);
  const condition = both(asked, checked);
  if (!condition) return all;
  return all.filter((kept) => keptSatisfies(kept, condition, readKept(at)));
}

function insertMany({ draft }: At, table: EntityTable, records: readonly DataRecord[]): number {
  let count = 0;
  for (const record of records) {
    const memory = draft.read(table.entity.id);
    const kept = encodeRecord(table, record);
    if (memory.records.has(kept.Id as string) || takenUniques(table, memory, kept).length > 0) continue;
    draft.put(table, kept);
    count++;
  }
  return count;
}

function copyMany(at: At, { entity, set, newId, ...walk }: CopyQuery): CopyPiece {
  const table = at.tables.get(entity);
  const { items, next } = scan(at, { entity, ...walk });
  const copies = items.map((item) => ({ ...item, ...set, Id: newId(), Revision: 1 }));
  return { count: insertMany(at, table, copies), next };
}

/** Maps keep insertion order; the scan position is the last id returned. */
function scan({ draft, tables }: At, query: ScanQuery): ScanPiece {
  return scanKept(draft.read(query.entity).records, tables.get(query.entity), query);
}

/** A piece of a scan over stored records. */
export function scanKept(
  records: ReadonlyMap<string, DataRecord>,
  table: EntityTable,
  { of, after, size }: ScanQuery,
): ScanPiece {
  const found: DataRecord[] = [];
  let isBehind = after === undefined;
  for (const [id, kept] of records) {
    if (isBehind && (!of || kept[of.field] === of.id)) found.push(kept);
    if (found.length > size) break;
    isBehind ||= id === after;
  }
  const items = found.slice(0, size).map((kept) => answer(table, kept));
  return found.length > size ? { items, next: String(items.at(-1)?.Id) } : { items };
}

type MemoryUpdate = {
  readonly table: EntityTable;
  readonly id: string;
  readonly fields: DataRecord;
  readonly revision?: number | undefined;
  readonly isRefresh?: boolean;
};

function update({ draft }: At, { table, id, fields, revision, isRefresh = false }: MemoryUpdate): boolean {
  const stored = draft.read(table.entity.id).records.get(id);
  if (!stored || (revision !== undefined && table.hasRevision && stored.Revision !== revision)) return false;
  const next = table.hasRevision && !isRefresh ? { Revision: Number(stored.Revision) + 1 } : {};
  const changed = withHiddenMembers(table, encodeChanges(table, fields), stored);
  draft.put(table, { ...stored, ...changed, ...next });
  return true;
}

/** Also removes the records it owns. */
function remove(at: At, table: EntityTable, id: string): boolean {
  if (!at.draft.read(table.entity.id).records.has(id)) return false;
  at.draft.drop(table, id);
  for (const owned of at.tables.all)
    for (const field of owned.references.filter(
      (each) => each.ref.owner && each.ref.entity === table.entity.id,
    )) {
      const records = [...at.draft.read(owned.entity.id).records.values()];
      for (const kept of records) if (kept[field.name] === id) remove(at, owned, kept.Id as string);
    }
  return true;
}

function readKept({ draft }: At) {
  return (entity: string, id: string) => draft.read(entity).records.get(id);
}

function keptOf(at: At, entity: string, ids: readonly string[]): readonly DataRecord[] {
  return [...new Set(ids)].map((id) => readKept(at)(entity, id)).filter((kept) => kept !== undefined);
}

function expanded(at: At, table: EntityTable, kept: readonly DataRecord[]): readonly DataRecord[] {
  const answers = kept.map((each) => answer(table, each));
  const load = (entity: string, ids: readonly string[]) =>
    keptOf(at, entity, ids).map((each) => answer(at.tables.get(entity), each));
  const expansionsAt = (entity: string) => expansionsFor(at.tables.get(entity), at.tables);
  expandRecords(answers, expansionsAt(table.entity.id), { load, expansionsAt });
  if (table.codecByName.has('$stash'))
    expandStash(answers, expansionsAt(table.entity.id), { load, expansionsAt });
  return answers;
}

function answer(table: EntityTable, kept: DataRecord): DataRecord {
  const record: Record<string, unknown> = {};
  for (const codec of table.codecs) answerInto(record, codec, kept[codec.field.name]);
  return record;
}

const known = new WeakMap<EntityTable, readonly Expansion[]>();

function expansionsFor(table: EntityTable, tables: EntityTables): readonly Expansion[] {
  const expansions = known.get(table) ?? expansionsOf(table, tables);
  known.set(table, expansions);
  return expansions;
}
