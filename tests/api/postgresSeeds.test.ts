/** What an empty PostgreSQL database is filled with, by each value of SEED: the same as on SQLite. */
import { describe, expect, it } from 'vitest';
import type { DataRecord } from '#engine';
import { createWebPorts, migrateAndNote, type Store, seedStore } from '#server/app';
import { loadLargeSample } from '../../server/node/loadLargeSample.ts';
import { makeStore, model } from './support/startApp.ts';

const day = '2026-11-20';
const seeds = {
  none: async () => ({ seed: 'none' }) as const,
  demo: async () => ({ seed: 'demo' }) as const,
  large: async () => ({ seed: 'demo', more: await loadLargeSample('.', model, day) }) as const,
} satisfies Record<string, () => Promise<Pick<Parameters<typeof seedStore>[0], 'seed' | 'more'>>>;

/** The number of records of each entity, and its first records in a fixed order. */
async function contents(store: Store) {
  const found: Record<string, unknown> = {};
  for (const { id } of model.entities.values()) {
    const sort = [{ path: 'Id', direction: 'asc' }] as const;
    const { items, total } = await store.find({
      ...{ entity: id, sort, total: true, page: { number: 1, size: 5 } },
    });
    // Generated for each database.
    const isOwn = id === 'user' || items.some(({ CreatedBy }) => CreatedBy !== 'seed');
    found[id] = { total, first: isOwn ? [] : items.map((one: DataRecord) => one) };
  }
  return found;
}

async function filled(kind: 'sqlite' | 'postgres', name: keyof typeof seeds) {
  const ports = createWebPorts({ now: () => new Date(`${day}T15:00:00Z`) });
  const store = await makeStore[kind]();
  try {
    await migrateAndNote(store, { model, newId: ports.newId });
    const seeded = await seedStore({ model, store, ports, ...(await seeds[name]()), password: 'demo' });
    return { records: seeded?.records, files: (await ports.files.list()).length, ...(await contents(store)) };
  } finally {
    await store.close();
  }
}

// Runs in `npm test -- postgres`; on SQLite alone there is nothing to compare.
describe.runIf(process.env.STORES === 'postgres')('an empty PostgreSQL database', () => {
  for (const name of Object.keys(seeds) as (keyof typeof seeds)[])
    it(`is seeded by SEED=${name} like one on SQLite`, async () => {
      const expected = await filled('sqlite', name);
      expect(Number(expected.records)).toBeGreaterThan(100);
      expect(await filled('postgres', name)).toEqual(expected);
    });
});
