/**
 * `npm run copy-database`: from SQLite to PostgreSQL and back, including data the model no longer declares.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DataRecord, Model } from '#engine';
import { createWebPorts, migrateAndNote, type Store, seedStore } from '#server/app';
import { type Copying, copyDatabase } from '../../server/node/copyDatabase.ts';
import { type FilesPlace, filesPlace, openFiles } from '../../server/node/filesPlace.ts';
import { openStore } from '../../server/node/openStore.ts';
import { model } from '../api/support/startApp.ts';
import { ask, newSchema, stopPostgres } from '../support/postgres.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'copy-'));
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await stopPostgres();
});

/** The model without an entity and a field, whose table and column are kept. */
const [goneEntity, leanEntity, goneField] = ['hierarchy-node', 'dealer', 'BusinessNumber'] as const;

const address = (name: string) => `file:${path.join(folder, name)}.db`;
const placeOf = (database: string): FilesPlace => filesPlace({}, database);

async function withStore<T>(database: string, work: (store: Store) => Promise<T>): Promise<T> {
  const store = await openStore(database);
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

async function withFiles<T>(place: FilesPlace, work: (opened: ReturnType<typeof openFiles>) => Promise<T>) {
  const opened = openFiles(place, async () => true);
  try {
    return await work(opened);
  } finally {
    await opened.close();
  }
}

/** Every record in insertion order, read with the full model. */
const contents = (database: string) =>
  withStore(database, async (store) => {
    await store.migrate(model);
    const found: Record<string, readonly DataRecord[]> = {};
    for (const entity of model.entities.values()) {
      const { items } = await store.find({ entity: entity.id });
      const scanned = await store.scan({ entity: entity.id, size: 10_000 });
      expect(scanned.items.length).toBe(items.length);
      found[entity.id] = scanned.items;
    }
    return found;
  });

const copying = (from: string, to: string, more: Partial<Copying> = {}): Copying => ({
  ...{ from, to, model, modelWith: () => model, print: () => undefined },
  files: { from: placeOf(from), to: placeOf(to) },
  ...more,
});

/** Stops after a number of pieces, like a kill. */
const stopsAfter = (pieces: number) => {
  let left = pieces;
  return () => {
    left -= 1;
    if (left === 0) throw new Error('killed');
  };
};

describe('a copy of a database', () => {
  const [first, third] = [address('first'), address('third')];
  let second: string;
  let expected: Awaited<ReturnType<typeof contents>>;

  beforeAll(async () => {
    second = await newSchema();
    const place = placeOf(first);
    await withFiles(place, async ({ files }) => {
      const ports = createWebPorts({ now: () => new Date('2026-11-20T15:00:00Z'), files });
      await withStore(first, async (store) => {
        await migrateAndNote(store, { model, newId: ports.newId });
        await seedStore({ model, store, ports, seed: 'demo', password: 'demo' });
        const [dealer] = (await store.find({ entity: leanEntity, page: { number: 1, size: 1 } })).items;
        const odd = 'Ça « va » ?\\ "{}",\n\t\u2028 𝒳 \'; NULL';
        await store.update(leanEntity, String(dealer?.Id), { [goneField]: odd });
      });
      await files.put(crypto.randomUUID(), new Blob([new Uint8Array(700_000).fill(7)]).stream(), {
        maxBytes: 1e6,
      });
    });
    expected = await contents(first);
    await withStore(first, (store) => store.migrate(lean(model)));
  });

  it('resumes after any number of interruptions, with the same result', async () => {
    const lines: string[] = [];
    const stopped = (onPiece: () => void) =>
      copyDatabase(copying(first, second, { model: lean(model), onPiece })).then(
        () => false,
        ({ message }: Error) => message === 'killed',
      );
    expect(await stopped(stopsAfter(1))).toBe(true);
    await expect(withStore(second, (store) => store.migrate(model))).rejects.toThrow('has not ended');
    for (const pieces of [2, 3, 20, 30]) expect(await stopped(stopsAfter(pieces))).toBe(true);
    await copyDatabase(
      copying(first, second, {
        model: lean(model),
        modelWith: lean as never,
        print: (line) => lines.push(line),
      }),
    );
    expect(lines.join('\n')).toContain('going on with it');
    expect(lines.join('\n')).toMatch(/\d{3,} records of \d+ tables are the same in both/);
    expect(await contents(second)).toEqual(expected);
  });

  it('can be copied back unchanged, with data kept for removed fields and entities', async () => {
    await withStore(second, (store) => store.migrate(lean(model)));
    await copyDatabase(copying(second, third, { model: lean(model) }));
    const found = await contents(third);
    expect(found).toEqual(expected);
    expect(found[goneEntity]?.length).toBeGreaterThan(0);
    expect(found[leanEntity]?.some((dealer) => String(dealer[goneField]).includes('𝒳'))).toBe(true);
  });

  it('includes the contents of files', async () => {
    const all = await Promise.all(
      [first, second, third].map((database) =>
        withFiles(placeOf(database), async ({ files }) => {
          const ids = (await files.list()).map(({ id }) => id).sort();
          return Promise.all(
            ids.map(async (id) => [id, Buffer.from((await files.bytes(id)) ?? [])] as const),
          );
        }),
      ),
    );
    expect(all[0]?.length).toBeGreaterThan(1);
    expect(all[1]).toEqual(all[0]);
    expect(all[2]).toEqual(all[0]);
  });

  it('works like any other database: records are found, changed and refused as before', async () => {
    for (const database of [second, third])
      await withStore(database, async (store) => {
        await store.migrate(model);
        const [dealer] = (await store.find({ entity: leanEntity, page: { number: 1, size: 1 } })).items;
        expect(await store.update(leanEntity, String(dealer?.Id), { [goneField]: 'changed' })).toBe(true);
        await expect(store.insert(leanEntity, dealer as DataRecord)).rejects.toThrow();
        const filter = { kind: 'compare', path: goneField, operator: 'contains', value: 'CHANGÉD' } as const;
        expect((await store.find({ entity: leanEntity, filter })).total).toBe(1);
      });
  });

  it('is refused if the target holds data or another copy, or if a database is in use', async () => {
    const copy = (from: string, to: string) => copyDatabase(copying(from, to));
    await expect(copy(first, third)).rejects.toThrow('is not empty');
    await expect(copy(first, second)).rejects.toThrow('is not empty');
    await expect(copy(first, first)).rejects.toThrow('are one');
    await expect(copy(address('none'), address('other'))).rejects.toThrow('There is no database');
    await expect(copy(first, 'mysql://x')).rejects.toThrow('is no address');
    await expect(copy(first, 'postgres://nobody:secret@127.0.0.1:9/none')).rejects.toThrow(
      /^(?!.*secret).*cannot be opened/,
    );
    const half = address('half');
    await expect(copyDatabase(copying(first, half, { onPiece: stopsAfter(3) }))).rejects.toThrow('killed');
    await expect(copy(third, half)).rejects.toThrow('unfinished copy');
    await withStore(third, async () => {
      await expect(copy(third, address('other'))).rejects.toThrow('in use');
      await expect(copy(first, third)).rejects.toThrow('in use');
    });
    const occupied = placeOf(third);
    const files = { from: placeOf(first), to: occupied };
    await expect(copyDatabase(copying(first, address('new'), { files }))).rejects.toThrow('not empty');
  });

  it('reports that the source was written to meanwhile', async () => {
    const [from, to] = [await newSchema(), address('changed')];
    await copyDatabase(copying(third, from));
    // A start has nothing left to migrate.
    expect(await withStore(from, (store) => store.planMigration(model))).toEqual([]);
    let isCopied = false;
    const onPiece = (entity?: string) => {
      if (entity === leanEntity) isCopied = true;
      else if (isCopied) throw new Error('killed');
    };
    await expect(copyDatabase(copying(from, to, { onPiece }))).rejects.toThrow('killed');
    await ask(from, `update ${leanEntity} set "${goneField}" = 'other'`);
    await expect(copyDatabase(copying(from, to))).rejects.toThrow(`${leanEntity} differs`);
  });

  it('can be made with a command', async () => {
    const run = promisify(execFile);
    const command = (...args: string[]) =>
      run(process.execPath, ['scripts/copyDatabase.mjs', ...args], { env: { ...process.env, APP: '' } });
    const { stdout } = await command(first, address('byCommand'));
    expect(stdout).toContain('are the same in both');
    expect(stdout).toContain('is ready');
    await expect(command(first)).rejects.toThrow('Say from where');
    await expect(command(first, address('byCommand'))).rejects.toThrow('is not empty');
  });
});

function lean(whole: Model): Model {
  const entities = [...whole.entities]
    .filter(([id]) => id !== goneEntity)
    .map(([id, entity]) => {
      if (id !== leanEntity) return [id, entity] as const;
      return [id, { ...entity, fields: entity.fields.filter(({ name }) => name !== goneField) }] as const;
    });
  return { ...whole, entities: new Map(entities) } as Model;
}
