/**
 * `npm run copy-database`: copies a whole database to another, SQLite or PostgreSQL, with the contents of
 * files.
 */
import { createHash } from 'node:crypto';
import { closeSync, existsSync, openSync, realpathSync } from 'node:fs';
import { dirname } from 'node:path';
import type { DataRecord, Model } from '#engine';
import { StartError } from '../errors/StartError.ts';
import type { FileStore } from '../ports/ports.ts';
import { entityTables } from '../store/entityTable.ts';
import { openPostgresTables } from '../store/postgres/postgresTables.ts';
import { copiedSchema, type RawSource, type RawTarget } from '../store/rawTables.ts';
import { type StoredSchema, type TableSchema, tableSchema } from '../store/sql/tableSchema.ts';
import { openSqliteTables } from '../store/sqlite/sqliteTables.ts';
import { takeLease } from '../store/sqlite/takeLease.ts';
import { databasePath } from './databasePath.ts';
import { type FilesPlace, openFiles } from './filesPlace.ts';
import { makeFolder } from './makeFolder.ts';
import { isPostgres, shownAddress } from './openPostgres.ts';
import { openStore } from './openStore.ts';

export { addKinds } from '#engine';
export { filesPlace } from './filesPlace.ts';

export type Copying = {
  readonly from: string;
  readonly to: string;
  /** Where contents of files are stored; if both are the same, they stay there. */
  readonly files: { readonly from: FilesPlace; readonly to: FilesPlace };
  /** The shipped model, and the one with the changes of a release. */
  readonly model: Model;
  readonly modelWith: (changes: readonly never[]) => Model;
  readonly print: (line: string) => void;
  /** Called after each piece, with the entity whose table it is of. */
  readonly onPiece?: (entity?: string) => void;
};

const releases = 'configuration-release';

/** Refuses a target with data in it, except an unfinished copy of the same source, which is resumed. */
export async function copyDatabase(copying: Copying): Promise<void> {
  const { from, to, print } = copying;
  if (from === to) throw new StartError('The two databases are one.');
  const source = await openTables(from, true);
  try {
    const target = await openTables(to, false);
    try {
      await copy(copying, source, target);
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
  await bringToModel(copying);
  print(`${shownAddress(to)} is ready: start the server with DATABASE_URL set to it.`);
}

async function copy(copying: Copying, source: RawSource, target: RawTarget): Promise<void> {
  const { from, model, files, print, onPiece = () => undefined } = copying;
  const opened = [openFiles(files.from, async () => true), openFiles(files.to, async () => true)] as const;
  const [fromFiles, toFiles] = [opened[0].files, opened[1].files];
  const isSamePlace = JSON.stringify(files.from) === JSON.stringify(files.to);
  try {
    if (await isToBegin(copying, target, isSamePlace ? undefined : toFiles)) {
      const stored = await source.schema();
      if (!stored)
        throw new StartError(
          `The database '${shownAddress(from)}' has no tables of ours. Start the server on it once.`,
        );
      const wanted = entityTables(model).all.map(
        (table) => [table.entity.id, tableSchema(table, target.dialect)] as const,
      );
      await target.begin(copiedSchema(stored, Object.fromEntries(wanted)), shownAddress(from));
    } else print('an earlier copy had not ended: going on with it');
    const { schema, places } = await target.begun();
    for (const [entity, table] of Object.entries(schema.tables))
      await copyTable({ source, target, entity, table, after: places.get(entity) ?? 0, onPiece });
    if (!isSamePlace) await copyFiles(fromFiles, toFiles, { print, onPiece });
    await compareTables(source, target, schema, print);
    await sayMissing(target, schema, { files: toFiles, print });
    await target.finish(schema);
  } finally {
    await Promise.all(opened.map(({ close }) => close()));
  }
}

async function isToBegin(
  { from, to }: Copying,
  target: RawTarget,
  files: FileStore | undefined,
): Promise<boolean> {
  const unfinished = await target.unfinished();
  if (unfinished === shownAddress(from)) return false;
  const name = shownAddress(to);
  if (unfinished !== undefined)
    throw new StartError(`'${name}' holds an unfinished copy of '${unfinished}'. Name an empty database.`);
  const tables = await target.tables();
  if (tables.length > 0)
    throw new StartError(`'${name}' is not empty: it has ${tables.length} tables. Name an empty database.`);
  if (files && (await files.list()).length > 0)
    throw new StartError(`The place for the files of '${name}' is not empty. Name another with --to-files.`);
  return true;
}

type CopyingTable = {
  readonly source: RawSource;
  readonly target: RawTarget;
  readonly entity: string;
  readonly table: TableSchema;
  readonly after: number;
  readonly onPiece: (entity: string) => void;
};

async function copyTable({ source, target, entity, table, after, onPiece }: CopyingTable): Promise<void> {
  for (let place = after; ; ) {
    const piece = await source.read(entity, table.columns, place);
    if (piece.rows.length === 0) return;
    await target.write(entity, table, piece);
    place = piece.place;
    onPiece(entity);
  }
}

/** Reads both again, in insertion order, and compares them. */
async function compareTables(
  source: RawSource,
  target: RawTarget,
  { tables }: StoredSchema,
  print: (line: string) => void,
): Promise<void> {
  let [records, entities] = [0, 0];
  for (const [entity, table] of Object.entries(tables)) {
    const [one, other] = [await sumOf(source, entity, table), await sumOf(target, entity, table)];
    if (one.count !== other.count || one.sha256 !== other.sha256)
      throw new StartError(
        `${entity} differs: ${one.count} records (${one.sha256}) became ${other.count} (${other.sha256}). Was the first database written to meanwhile? Begin again with an empty one.`,
      );
    records += one.count;
    entities += 1;
    if (one.count > 0) print(`${entity}: ${one.count} records, ${one.sha256.slice(0, 16)}`);
  }
  print(`${records} records of ${entities} tables are the same in both`);
}

async function sumOf(tables: RawSource, entity: string, { columns }: TableSchema) {
  const hash = createHash('sha256');
  let count = 0;
  for (let place = 0; ; ) {
    const piece = await tables.read(entity, columns, place);
    if (piece.rows.length === 0) return { count, sha256: hash.digest('hex') };
    for (const row of piece.rows) hash.update(`${JSON.stringify(row)}\n`);
    count += piece.rows.length;
    place = piece.place;
  }
}

type Telling = { readonly print: (line: string) => void; readonly onPiece: () => void };

async function copyFiles(from: FileStore, to: FileStore, { print, onPiece }: Telling): Promise<void> {
  const there = new Set((await to.list()).map(({ id }) => id));
  let [count, bytes] = [0, 0];
  for (const { id } of await from.list()) {
    const content = await from.open(id);
    // Left by an interrupted upload.
    if (!content) continue;
    const read = there.has(id)
      ? await digest(content)
      : await to.put(id, content, { maxBytes: Number.POSITIVE_INFINITY });
    const kept = await to.open(id);
    if (!kept || (await digest(kept)).sha256 !== read.sha256)
      throw new StartError(`The content ${id} differs after it was copied. Check the place for the files.`);
    count += 1;
    bytes += read.size;
    onPiece();
  }
  print(`${count} contents of files, ${bytes} bytes, are the same in both`);
}

async function digest(content: ReadableStream<Uint8Array>) {
  const hash = createHash('sha256');
  let size = 0;
  for await (const chunk of content) {
    hash.update(chunk);
    size += chunk.byteLength;
  }
  return { size, sha256: hash.digest('hex') };
}

/** Reports records whose content was lost earlier, or is stored elsewhere. */
async function sayMissing(
  target: RawTarget,
  { tables }: StoredSchema,
  { files, print }: { readonly files: FileStore; readonly print: (line: string) => void },
): Promise<void> {
  const there = new Set((await files.list()).map(({ id }) => id));
  const columns = tables.file?.columns.filter(({ name }) => name === 'Id') ?? [];
  let missing = 0;
  for (let place = 0; columns.length > 0; ) {
    const piece = await target.read('file', columns, place);
    if (piece.rows.length === 0) break;
    missing += piece.rows.filter(([id]) => !there.has(String(id))).length;
    place = piece.place;
  }
  if (missing > 0)
    print(`${missing} files have no content: if it lies elsewhere, name that with --from-files`);
}

/** Creates the indexes and everything else a start of the application would. */
async function bringToModel({ to, model, modelWith }: Copying): Promise<void> {
  const store = await openStore(to);
  try {
    const entity = model.entities.get(releases);
    if (!entity) return void (await store.migrate(model));
    await store.migratePart({ ...model, entities: new Map([[releases, entity]]) });
    const newest = { path: 'Number', direction: 'desc' } as const;
    const { items } = await store.find({ entity: releases, sort: [newest], page: { number: 1, size: 1 } });
    const [release] = items as readonly (DataRecord & { Changes?: readonly never[] })[];
    await store.migrate(release ? modelWith(release.Changes ?? []) : model);
  } finally {
    await store.close();
  }
}

/** Keeps other processes out meanwhile. */
async function openTables(address: string, isSource: boolean): Promise<RawTarget> {
  if (isPostgres(address))
    return openPostgresTables(address).catch((cause: unknown) => {
      if (cause instanceof StartError) throw cause;
      const said =
        cause instanceof Error ? cause.message || String((cause as { code?: unknown }).code) : cause;
      throw new StartError(`The database '${shownAddress(address)}' cannot be opened: ${said}.`, { cause });
    });
  const path = databasePath(address);
  if (!path)
    throw new StartError(`'${address}' is no address of a database. Use file:<path> or postgres://….`);
  if (isSource && !existsSync(path)) throw new StartError(`There is no database '${path}'.`);
  await makeFolder(dirname(path));
  // Personal data: readable only by the owner.
  for (const file of [path, `${path}-lease`]) if (!existsSync(file)) closeSync(openSync(file, 'a', 0o600));
  const taken = takeLease(realpathSync(path));
  if (!('lease' in taken))
    throw new StartError(`The database '${path}' is in use by another process. Stop the server first.`);
  const tables = openSqliteTables(path);
  return { ...tables, close: () => tables.close().finally(taken.lease.release) };
}
