/** Reads and writes through one connection. */
import type { DataRecord } from '#engine';
import { type EntityTables, encodeChanges, encodeRecord } from '../entityTable.ts';
import { expandRecords } from '../expandRecords.ts';
import { expandStash } from '../expandStash.ts';
import { fieldsWithMembers, withHiddenMembers } from '../hiddenMembers.ts';
import type { EntityStatements, Ready } from '../sql/entityStatements.ts';
import type { Referenced } from '../sql/selectPlan.ts';
import type { SqlTables } from '../sql/sqlTables.ts';
import { rowsSql } from '../sql/tableSql.ts';
import { columnReader } from '../tableQuery.ts';
import {
  type CopyPiece,
  type CopyQuery,
  cappedTotal,
  type RecordPage,
  type RecordQuery,
  type RecordSession,
  type ScanPiece,
  type ScanQuery,
} from '../types.ts';
import { conflictOf } from './conflictOf.ts';
import { copyPiece } from './copyStatements.ts';
import type { ReferenceRows } from './referenceRows.ts';
import { sqliteDialect } from './sqliteDialect.ts';
import type { Connection } from './statements.ts';
import type { Totals } from './totals.ts';

export type SessionParts = {
  readonly connection: Connection;
  readonly tables: SqlTables;
  /** The cache of totals; a transaction counts for itself, since only it sees its own writes. */
  readonly totals?: Totals;
  /** Cached rows of referenced records; bypassed for entities this transaction has written to. */
  readonly references: ReferenceRows;
  readonly isWritten: (entity: string) => boolean;
  /** Called for each entity written to, with the number of records (default 1). */
  readonly onWrite: (entity: string, records?: number) => void;
};

/** SQLite is synchronous; the interface requires promises. */
export function sqliteSession(parts: SessionParts): RecordSession {
  const { connection, tables, onWrite } = parts;
  const session: RecordSession = {
    find: async (query) => find(parts, query),
    get: async (entity, id) => get(parts, entity, id),
    getMany: async (entity, ids) => expand(parts, entity, load(parts, entity, ids)),
    insert: async (entity, record) => {
      const statements = tables.statements(entity);
      write(parts, entity, {
        text: statements.insert,
        values: statements.insertValues(encodeRecord(statements.table, record)),
      });
    },
    insertMany: async (entity, records) => insertMany(parts, entity, records),
    copyMany: async (query) => copyMany(parts, query),
    scan: async (query) => scan(parts, query),
    update: async (entity, id, fields, revision) => {
      const statements = tables.statements(entity);
      const changed = withHidden(parts, statements, { id, changed: encodeChanges(statements.table, fields) });
      return write(parts, entity, statements.update(changed, { id, revision }));
    },
    refresh: async (entity, id, fields) => {
      const statements = tables.statements(entity);
      const changed = withHidden(parts, statements, { id, changed: encodeChanges(statements.table, fields) });
      return write(parts, entity, statements.update(changed, { id, isRefresh: true }));
    },
    tableRows: async (query) => {
      const { text, values } = rowsSql(query, tables.tables, { dialect: sqliteDialect });
      const readers = query.columns.map(columnReader);
      const rows = connection.rows(text).all(...values);
      return rows.map((row) => readers.map((read, at) => read(row[at])));
    },
    remove: async (entity, id) => {
      for (const owned of ownedBy(tables.tables, entity)) onWrite(owned);
      return write(parts, entity, { text: tables.statements(entity).remove, values: [id] });
    },
    referring: async (entity, path, id) =>
      find(parts, { entity, filter: { kind: 'compare', path, operator: 'eq', value: id } }).items,
    count: async (entity, filter, limits) => count(parts, { entity, filter, limits }),
    conflicting: async (entity, record) => {
      const { table, holders } = tables.statements(entity);
      const kept = encodeRecord(table, { Id: '-', ...record });
      return holders.flatMap(({ unique, text, valuesOf }) => {
        const values = valuesOf(kept);
        const ids = values ? connection.values(text).all(...values) : [];
        return ids.some((id) => id !== kept.Id) ? [unique] : [];
      });
    },
  };
  return session;
}

/** Only fields stored as JSON are read again before they are written. */
function withHidden(
  { connection }: SessionParts,
  { table, keptTrees }: EntityStatements,
  { id, changed }: { id: string; changed: DataRecord },
): DataRecord {
  const names = fieldsWithMembers(table, changed);
  if (names.length === 0) return changed;
  const { text, decode } = keptTrees(names);
  const row = connection.rows(text).get(id);
  return row ? withHiddenMembers(table, changed, decode(row)) : changed;
}

/** A statement whose rows are requested. */
export type Step = Ready & {
  /** Where a page without filter ends. */
  readonly end?: number;
  /** A count that others may be running as well. */
  readonly total?: { readonly key: string; readonly reads: ReadonlySet<string> };
};

/** Work that requests rows; the runner reads them here or elsewhere. */
export type Steps<Result> = Generator<Step, Result, readonly (readonly unknown[])[]>;

/** Runs the steps on this session's connection, synchronously. */
function atOnce<Result>({ connection }: SessionParts, steps: Steps<Result>): Result {
  let step = steps.next();
  while (!step.done) step = steps.next(connection.rows(step.value.text).all(...step.value.values));
  return step.value;
}

const find = (parts: SessionParts, query: RecordQuery): RecordPage => atOnce(parts, findSteps(parts, query));

export function* findSteps(parts: SessionParts, query: RecordQuery): Steps<RecordPage> {
  const statements = parts.tables.statements(query.entity);
  const by = (yield* isRareText(parts, query)) ? 'text' : 'order';
  const { text, values } = statements.find(query, by);
  const { page, filter, mostly } = query;
  const rows = yield page && !filter && !mostly
    ? { text, values, end: page.number * page.size }
    : { text, values };
  const items = toRecords(parts, query, rows);
  if (!query.total) return { items, total: items.length };
  // A page that is not full shows where the list ends.
  const offset = page ? (page.number - 1) * page.size : 0;
  const isLast = !page || (rows.length < page.size && (rows.length > 0 || offset === 0));
  if (isLast) return { items, total: offset + rows.length };
  if (query.total !== 'capped' || statements.count(query).isOfAll)
    return { items, total: yield* countSteps(parts, query) };
  const counted = yield* countSteps(parts, query, cappedTotal + 1);
  if (counted <= cappedTotal) return { items, total: counted };
  const atLeast = rows.length > 0 ? offset + rows.length : 0;
  return { items, total: Math.max(cappedTotal, atLeast), isCapped: true };
}

/** The records that a statement reads, in answer shape. */
export const readRecords = (
  parts: SessionParts,
  query: Pick<RecordQuery, 'entity' | 'only'>,
  { text, values }: Ready,
): readonly DataRecord[] => toRecords(parts, query, parts.connection.rows(text).all(...values));

function toRecords(
  parts: SessionParts,
  { entity, only }: Pick<RecordQuery, 'entity' | 'only'>,
  rows: readonly (readonly unknown[])[],
): readonly DataRecord[] {
  const referenced = referencedBy(parts);
  const select = parts.tables.statements(entity).selectOf(only);
  return expand(
    parts,
    entity,
    rows.map((row) => select.decode(row, referenced)),
    select,
  );
}

/** Whether few records hold the text: reading in list order would then visit nearly all rows in vain. */
function* isRareText(parts: SessionParts, { entity, filter, page, total }: RecordQuery): Steps<boolean> {
  // A transaction caches no totals: counting would cost more than the list.
  if (!page || !total || !parts.totals || !parts.tables.statements(entity).isIndexedText(filter))
    return false;
  const passing = yield* countSteps(parts, { entity, filter });
  const all = yield* countSteps(parts, { entity });
  const rowsInOrder = (all * page.number * page.size) / passing;
  return rowsInOrder > passing + all * indexRow;
}

/** The cost of visiting an index row, relative to looking up a table row. */
const indexRow = 0.1;

function insertMany(parts: SessionParts, entity: string, records: readonly DataRecord[]): number {
  const { table, insertNew, insertValues } = parts.tables.statements(entity);
  const statement = parts.connection.command(insertNew);
  parts.onWrite(entity, records.length);
  let count = 0;
  try {
    for (const record of records)
      count += statement.run(...insertValues(encodeRecord(table, record))).changes;
  } catch (error) {
    throw conflictOf(error, { table }) ?? error;
  }
  return count;
}

function copyMany({ connection, tables, onWrite }: SessionParts, query: CopyQuery): CopyPiece {
  const { table, columns } = tables.statements(query.entity);
  const piece = copyPiece({ connection, table, columns, query });
  if (piece.count > 0) onWrite(query.entity, piece.count);
  return piece;
}

/** The scan position is the row number: an index by owner has that order too. */
function scan({ connection, tables }: SessionParts, { entity, of, after = 0, size }: ScanQuery): ScanPiece {
  const { scan: text, table, decodeKept } = tables.statements(entity);
  if (of && !table.references.some(({ name }) => name === of.field))
    throw new Error(`${entity} cannot be walked by ${of.field}: it refers to no record.`);
  const rows = connection.rows(text(of?.field)).all(...(of ? [of.id] : []), after, size + 1);
  const items = rows.slice(0, size).map(decodeKept);
  return rows.length > size ? { items, next: rows[size - 1]?.at(-1) as number } : { items };
}

function get(parts: SessionParts, entity: string, id: string): DataRecord | undefined {
  const { byId, select } = parts.tables.statements(entity);
  const row = parts.connection.rows(byId).get(id);
  return row && expand(parts, entity, [select.decode(row, referencedBy(parts))])[0];
}

function referencedBy({ connection, references, isWritten }: SessionParts): Referenced {
  references.refresh();
  return (plan, id) => {
    const ask = () => connection.rows(plan.text).get(id);
    for (const entity of plan.reads) if (isWritten(entity)) return ask();
    return references.remember({ plan, id, ask });
  };
}

const count = (parts: SessionParts, query: RecordQuery): number => atOnce(parts, countSteps(parts, query));

/** Counts up to `most`, if given. */
export function* countSteps(
  { tables, totals }: SessionParts,
  query: RecordQuery,
  most?: number,
): Steps<number> {
  const { text, values, key, reads } = tables.statements(query.entity).count(query, most);
  const { total, keep } = totals?.recall({ key, reads }) ?? {};
  if (total !== undefined) return total;
  const [[counted] = []] = yield { text, values, total: { key, reads } };
  return keep ? keep(Number(counted)) : Number(counted);
}

function load(parts: SessionParts, entity: string, ids: readonly string[]): readonly DataRecord[] {
  const { byIds, select } = parts.tables.statements(entity);
  const referenced = referencedBy(parts);
  const rows = parts.connection.rows(byIds).all(JSON.stringify(ids));
  return rows.map((row) => select.decode(row, referenced));
}

function expand(
  parts: SessionParts,
  entity: string,
  records: readonly DataRecord[],
  { rest } = parts.tables.statements(entity).select,
): readonly DataRecord[] {
  const expansionsAt = (target: string) => parts.tables.statements(target).select.rest;
  const expanding = {
    load: (target: string, ids: readonly string[]) => load(parts, target, ids),
    expansionsAt,
  };
  expandRecords(records, rest, expanding);
  if (parts.tables.tables.get(entity).codecByName.has('$stash'))
    expandStash(records, parts.tables.statements(entity).select.all, expanding);
  return records;
}

/** The entities deleted by cascade with a record, owned directly or indirectly. */
function ownedBy(tables: EntityTables, entity: string, known = new Set<string>()): ReadonlySet<string> {
  for (const owned of tables.get(entity).entity.owns)
    if (!known.has(owned)) ownedBy(tables, owned, known.add(owned));
  return known;
}

function write(
  { connection, tables, onWrite }: SessionParts,
  entity: string,
  { text, values }: Ready,
): boolean {
  onWrite(entity);
  try {
    return connection.command(text).run(...values).changes > 0;
  } catch (error) {
    throw conflictOf(error, { table: tables.tables.get(entity) }) ?? error;
  }
}
