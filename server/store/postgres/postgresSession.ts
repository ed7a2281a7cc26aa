/** Reads and writes through one PostgreSQL connection. */
import type { DataRecord, UniqueModel } from '#engine';
import { createQueue } from '../createQueue.ts';
import { type EntityTables, encodeChanges, encodeRecord } from '../entityTable.ts';
import { type ExpandSteps, expandSteps } from '../expandRecords.ts';
import { expandStashSteps } from '../expandStash.ts';
import { fieldsWithMembers, withHiddenMembers } from '../hiddenMembers.ts';
import type { EntityStatements, Ready } from '../sql/entityStatements.ts';
import type { SelectPlan } from '../sql/selectPlan.ts';
import type { SqlTables } from '../sql/sqlTables.ts';
import { rowsSql } from '../sql/tableSql.ts';
import { columnReader } from '../tableQuery.ts';
import {
  cappedTotal,
  type RecordPage,
  type RecordQuery,
  type RecordSession,
  type ScanPiece,
  type ScanQuery,
  StoreConflict,
} from '../types.ts';
import { besideOf } from './beside.ts';
import { conflictOf } from './conflictOf.ts';
import type { Rows, Run } from './connections.ts';
import { copyPiece } from './copyPiece.ts';
import { after, createLateInserts, insertMany } from './insertMany.ts';
import { loadBeside } from './loadBeside.ts';
import { postgresDialect } from './postgresDialect.ts';
import { createTogether } from './readTogether.ts';
import { type Revisions, removalsOf } from './revisions.ts';
import type { BesideRows, Part } from './together.ts';

export type SessionParts = {
  readonly run: Run;
  readonly tables: SqlTables;
  /** Statements of one connection run one at a time; absent: on any, at once. */
  readonly isOneConnection?: boolean;
  /** The cache of totals; a transaction counts for itself, since only it sees its own writes. */
  readonly totals?: Pick<Revisions, 'remember' | 'kept'>;
  /** How old cached totals may be: see `Asking`. */
  readonly since?: () => number | undefined;
  /** Called for each entity written to, with the change in its record count; undefined if unknown. */
  readonly onWrite: (entity: string, more: number | undefined) => void;
};

export function postgresSession(given: SessionParts): RecordSession {
  return sessionWithEnd(given).session;
}

/** `finish` writes what still waits; to be called when the work of a transaction is done. */
export function sessionWithEnd(given: SessionParts): {
  readonly session: RecordSession;
  readonly finish: () => Promise<void>;
} {
  const { parts, alone, late } = partsOf(given);
  const { tables, onWrite } = parts;
  const changed = async (
    entity: string,
    fields: DataRecord,
    at: Parameters<EntityStatements['update']>[1],
  ) => {
    const statements = tables.statements(entity);
    const kept = encodeChanges(statements.table, fields);
    const changed = await withHidden(parts, statements, { id: at.id, changed: kept });
    return update({ parts, alone, statements, changed }, statements.update(changed, at));
  };
  const session: RecordSession = {
    find: (query) => find(parts, query),
    get: async (entity, id) => {
      const { byId, select } = tables.statements(entity);
      return (await recordsBy(parts, { entity, select }, { text: byId, values: [id] }))[0];
    },
    getMany: async (entity, ids) => {
      const { byIds, select } = tables.statements(entity);
      if (ids.length > mostTogether) return expand(parts, { entity, select }, await load(parts, entity, ids));
      return recordsBy(parts, { entity, select }, { text: byIds, values: [ids] });
    },
    insert: (entity, record) => insert(parts, entity, record),
    insertMany: async (entity, records) => {
      const statements = tables.statements(entity);
      const written = await (late
        ? late.insert(statements, records)
        : insertMany(parts, statements, records));
      onWrite(entity, written);
      return written;
    },
    copyMany: async (query) => {
      const piece = await copyPiece(parts, query);
      if (piece.count > 0) onWrite(query.entity, piece.count);
      return piece;
    },
    scan: (query) => scan(parts, query),
    update: (entity, id, fields, revision) => changed(entity, fields, { id, revision }),
    refresh: (entity, id, fields) => changed(entity, fields, { id, isRefresh: true }),
    tableRows: async (query) => {
      const rows = await rowsOf(parts, rowsSql(query, tables.tables, { dialect: postgresDialect }));
      const readers = query.columns.map(columnReader);
      return rows.map((row) => readers.map((read, at) => read(row[at])));
    },
    remove: (entity, id) => remove(parts, entity, id),
    referring: async (entity, path, id) =>
      (await find(parts, { entity, filter: { kind: 'compare', path, operator: 'eq', value: id } })).items,
    count: (entity, filter, limits) => count(parts, { entity, filter, limits }),
    conflicting: (entity, record) => conflicting(parts, entity, record),
  };
  return { session, finish: async () => void (await late?.write()) };
}

async function remove({ run, tables, onWrite }: Parts, entity: string, id: string): Promise<boolean> {
  const removed = (await run({ text: tables.statements(entity).remove, values: [id] })).count;
  // Only the database knows how many owned records were deleted with it.
  const cascaded = ownedBy(tables.tables, entity);
  for (const owned of cascaded) onWrite(owned, removed > 0 ? undefined : 0);
  onWrite(entity, -removed);
  for (const one of [entity, ...cascaded]) onWrite(removalsOf(one), 0);
  return removed > 0;
}

function partsOf(given: SessionParts): {
  readonly parts: Parts;
  readonly alone: Alone;
  readonly late?: ReturnType<typeof createLateInserts>;
} {
  const inTurn = given.isOneConnection ? createQueue() : <T>(work: () => Promise<T>) => work();
  // A refused write rolls back to its savepoint, so no other statement may run in between.
  const now: Run = (ready) => inTurn(() => given.run(ready));
  const late = given.isOneConnection ? createLateInserts((ready) => sent(ready)) : undefined;
  const run: Run = (ready) => after(late?.write(), now(ready));
  const { read, flush } = createTogether(run);
  const sent: Run = (ready) => {
    flush();
    return now(ready);
  };
  const flushed: Run = (ready) => {
    flush();
    return run(ready);
  };
  const alone: Alone = (work) => {
    flush();
    return after(
      late?.write(),
      inTurn(() => work(given.run)),
    );
  };
  const parts = { ...given, run: flushed, read, saved: { isOpen: false } };
  return { parts, alone, ...(late && { late }) };
}

type Parts = SessionParts & {
  /** Reads that wait at the same time go to the database as one statement. */
  readonly read: ReturnType<typeof createTogether>['read'];
  /** Whether a savepoint is open in this transaction. */
  readonly saved: { isOpen: boolean };
};

/** Longer lists are read as plain rows, which cost the database less than JSON. */
const mostTogether = 100;

type Selected = { readonly entity: string; readonly select: SelectPlan };

/** The records of a statement that finds few rows. */
async function recordsBy(
  parts: Parts,
  { entity, select }: Selected,
  { text, values }: Ready,
): Promise<readonly DataRecord[]> {
  const part: Part = { text, values, storages: select.storages, beside: besideOf(parts.tables, select) };
  const { rows, beside } = await parts.read(part);
  return expand(parts, { entity, select }, rows.map(decoder(select)), beside);
}

type Alone = <T>(work: (run: Run) => Promise<T>) => Promise<T>;

const rowsOf = async ({ run }: Pick<SessionParts, 'run'>, { text, values }: Ready): Promise<Rows> =>
  (await run({ text, values })).rows;

const decoder = (select: SelectPlan) => (row: readonly unknown[]) => select.decode(row, () => undefined);

async function find(parts: Parts, query: RecordQuery): Promise<RecordPage> {
  const { page, entity } = query;
  const statements = parts.tables.statements(entity);
  const ready = statements.find(query);
  const select = statements.selectOf(query.only);
  const items =
    query.isFew || (page && page.size <= mostTogether)
      ? await recordsBy(parts, { entity, select }, ready)
      : await recordsOf(parts, query, await rowsOf(parts, ready));
  if (!query.total) return { items, total: items.length };
  // A page that is not full shows where the list ends.
  const offset = page ? (page.number - 1) * page.size : 0;
  const isLast = !page || (items.length < page.size && (items.length > 0 || offset === 0));
  if (isLast) return { items, total: offset + items.length };
  if (query.total !== 'capped') return { items, total: await count(parts, query) };
  return { items, ...(await countCapped(parts, query, items.length > 0 ? offset + items.length : 0)) };
}

/**
 * Avoids counting long lists: reuses the stored total if all records match, and counts up to a limit
 * otherwise.
 */
async function countCapped(parts: Parts, query: RecordQuery, atLeast: number) {
  const { isOfAll } = parts.tables.statements(query.entity).count(query);
  if (isOfAll && parts.totals) return { total: await count(parts, query) };
  const counted = await count(parts, query, cappedTotal + 1);
  return counted <= cappedTotal
    ? { total: counted }
    : { total: Math.max(cappedTotal, atLeast), isCapped: true };
}

/** Rows of a statement in answer shape. */
export function recordsOf(
  parts: SessionParts,
  { entity, only }: Pick<RecordQuery, 'entity' | 'only'>,
  rows: Rows,
): Promise<readonly DataRecord[]> {
  const select = parts.tables.statements(entity).selectOf(only);
  return expand(parts, { entity, select }, rows.map(decoder(select)));
}

export async function count(parts: Parts, query: RecordQuery, most?: number): Promise<number> {
  const { entity } = query;
  const { text, values, key, reads, isOfAll } = parts.tables.statements(entity).count(query, most);
  const ask = async () => Number((await rowsOf(parts, { text, values }))[0]?.[0] ?? 0);
  if (!parts.totals) return ask();
  const since = parts.since?.();
  return isOfAll
    ? parts.totals.kept({ entity, ask, since })
    : parts.totals.remember({ key, reads, ask, since });
}

async function load(
  parts: SessionParts,
  entity: string,
  ids: readonly string[],
): Promise<readonly DataRecord[]> {
  const { byIds, select } = parts.tables.statements(entity);
  const rows = await rowsOf(parts, { text: byIds, values: [ids] });
  return rows.map(decoder(select));
}

async function expand(
  parts: SessionParts,
  { entity, select: { rest } }: Selected,
  records: readonly DataRecord[],
  beside: readonly BesideRows[] = [],
): Promise<readonly DataRecord[]> {
  const { tables, statements } = parts.tables;
  const how = { expansionsAt: (target: string) => statements(target).select.rest };
  await runLater(parts, expandSteps(records, rest, how), beside);
  if (tables.get(entity).codecByName.has('$stash'))
    await runLater(parts, expandStashSteps(records, statements(entity).select.all, how), beside);
  return records;
}

async function runLater(
  parts: SessionParts,
  steps: ExpandSteps,
  beside: readonly BesideRows[],
): Promise<void> {
  for (let step = steps.next(); !step.done; ) {
    const { entity, ids } = step.value;
    const found = loadBeside(parts.tables, beside, step.value);
    const known = new Set(found.map(({ Id }) => Id));
    const missing = ids.filter((id) => !known.has(id));
    const loaded = missing.length > 0 ? await load(parts, entity, missing) : [];
    step = steps.next([...found, ...loaded]);
  }
}

/** The statement itself skips conflicts, so the transaction can continue. */
async function insert(parts: Parts, entity: string, record: DataRecord): Promise<void> {
  const { table, insertNew, insertValues } = parts.tables.statements(entity);
  const kept = encodeRecord(table, record);
  const { count: written } = await parts.run({ text: insertNew, values: insertValues(kept) });
  parts.onWrite(entity, written);
  if (written > 0) return;
  const [taken] = await holding(parts, entity, kept);
  throw new StoreConflict({ kind: 'unique', entity, ...(taken && { constraint: taken.id }) });
}

type Updating = {
  readonly parts: Parts;
  readonly alone: Alone;
  readonly statements: EntityStatements;
  readonly changed: DataRecord;
};

/** Only writes that a unique may refuse need a savepoint. */
async function update(
  { parts, alone, statements: { table }, changed }: Updating,
  ready: Ready,
): Promise<boolean> {
  parts.onWrite(table.entity.id, 0);
  const mayConflict = table.entity.unique.some((unique) =>
    [...unique.fields, ...unique.within].some((name) => Object.hasOwn(changed, name)),
  );
  if (!mayConflict) return (await parts.run(ready)).count > 0;
  return alone(async (run) => {
    // The one before is released here, or by the commit: one statement instead of two.
    await run({
      text: parts.saved.isOpen ? 'release savepoint written; savepoint written' : 'savepoint written',
    });
    parts.saved.isOpen = true;
    try {
      return (await run(ready)).count > 0;
    } catch (error) {
      await run({ text: 'rollback to savepoint written' });
      throw conflictOf(error, table) ?? error;
    }
  });
}

/** Only fields stored as JSON are read again before they are written. */
async function withHidden(
  parts: Parts,
  { table, keptTrees }: EntityStatements,
  { id, changed }: { readonly id: string; readonly changed: DataRecord },
): Promise<DataRecord> {
  const names = fieldsWithMembers(table, changed);
  if (names.length === 0) return changed;
  const { text, decode } = keptTrees(names);
  const [row] = await rowsOf(parts, { text, values: [id] });
  return row ? withHiddenMembers(table, changed, decode(row)) : changed;
}

async function conflicting(
  parts: Parts,
  entity: string,
  record: DataRecord,
): Promise<readonly UniqueModel[]> {
  return holding(parts, entity, encodeRecord(parts.tables.tables.get(entity), { Id: '-', ...record }));
}

/** The uniques whose values another record holds. */
async function holding(parts: Parts, entity: string, kept: DataRecord): Promise<readonly UniqueModel[]> {
  const found: UniqueModel[] = [];
  for (const { unique, text, valuesOf } of parts.tables.statements(entity).holders) {
    const values = valuesOf(kept);
    const rows = values ? await rowsOf(parts, { text, values: [...values] }) : [];
    if (rows.some(([id]) => id !== kept.Id)) found.push(unique);
  }
  return found;
}

/** The scan position is the row number, assigned in the order of writers. */
async function scan(parts: Parts, { entity, of, after = 0, size }: ScanQuery): Promise<ScanPiece> {
  const { scan: text, table, decodeKept } = parts.tables.statements(entity);
  if (of && !table.references.some(({ name }) => name === of.field))
    throw new Error(`${entity} cannot be walked by ${of.field}: it refers to no record.`);
  const values = [...(of ? [of.id] : []), after, size + 1];
  const rows = await rowsOf(parts, { text: text(of?.field), values });
  const items = rows.slice(0, size).map(decodeKept);
  return rows.length > size ? { items, next: rows[size - 1]?.at(-1) as number } : { items };
}

/** The entities deleted by cascade with a record, owned directly or indirectly. */
function ownedBy(tables: EntityTables, entity: string, known = new Set<string>()): ReadonlySet<string> {
  for (const owned of tables.get(entity).entity.owns)
    if (!known.has(owned)) ownedBy(tables, owned, known.add(owned));
  return known;
}
