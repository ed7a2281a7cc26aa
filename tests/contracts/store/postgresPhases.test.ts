/** Tables that serve calls while a release changes them: no long locks, and a kill at any step loses nothing. */
import { spawn } from 'node:child_process';
import pg from 'pg';
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { openPostgresStore } from '../../../server/store/postgres/openPostgresStore.ts';
import type { Store } from '../../../server/store/types.ts';
import { moments, releaseOfPhases } from '../../support/migrateAndHang.ts';
import { ask, newSchema, stopPostgres } from '../../support/postgres.ts';
import { contractModel } from './contractModel.ts';
import { id, insertAll } from './fixture.ts';

afterAll(stopPostgres);

const open = (url: string): Store => {
  const store = openPostgresStore({ url, largeFrom: 0 });
  onTestFinished(() => store.close());
  return store;
};

async function filled(): Promise<{ readonly url: string; readonly store: Store }> {
  const url = await newSchema();
  const store = open(url);
  await store.migrate(contractModel());
  await insertAll(store, 'tag', [
    { Id: id(1), Name: 'a' },
    { Id: id(2), Name: 'b' },
  ]);
  return { url, store };
}

/** A connection beside the store, with a transaction that stays open. */
async function transactionOf(url: string, ...texts: readonly string[]) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  for (const text of ['begin isolation level repeatable read', ...texts]) await client.query(text);
  return {
    end: async (): Promise<void> => {
      await client.query('rollback');
      await client.end();
    },
  };
}

const rows = async (url: string, text: string) => (await ask(url, text)) as Record<string, unknown>[];

const buildsOf = (url: string) =>
  rows(
    url,
    `select pid from pg_stat_activity where state = 'active' and query like 'create % concurrently %'`,
  );

/** The modes in which someone holds the table. */
const modesOn = async (url: string, table: string): Promise<readonly unknown[]> =>
  (await rows(url, `select mode from pg_locks where relation = '${table}'::regclass and granted`)).map(
    ({ mode }) => mode,
  );

const invalidOrMissing = (url: string) =>
  rows(
    url,
    `select 1 where (select count(*) from pg_indexes where schemaname = current_schema() and tablename = 'tag' and indexdef ~ 'Stars|Place|Nick|MakerId') <> 5
    union all select 1 from pg_index i join pg_class c on c.oid = i.indexrelid
      where not i.indisvalid and c.relnamespace = current_schema()::regnamespace`,
  );

/** What the release promises. */
async function expectRelease(url: string, store: Store): Promise<void> {
  expect(await store.get('tag', id(1))).toMatchObject({ Name: 'a', Stars: 3 });
  await expect.poll(() => invalidOrMissing(url)).toEqual([]);
  await store.update('tag', id(1), { Nick: 'Été' });
  await expect(store.update('tag', id(2), { Nick: 'ÉTÉ' })).rejects.toMatchObject({ constraint: 'tag.nick' });
  expect(await store.planMigration(releaseOfPhases())).toEqual([]);
  const [kept] = await rows(url, 'select content from _formwright_schema');
  expect(String(kept?.content)).not.toContain('"ahead"');
}

describe('a release on a large table', () => {
  it('runs only statements that read and write no row while they hold the table', async () => {
    const { url, store } = await filled();
    const said = vi.spyOn(pg.Client.prototype, 'query');
    onTestFinished(() => void said.mockRestore());
    await store.migrate(releaseOfPhases());
    await expectRelease(url, store);
    const texts = said.mock.calls.map(([asked]) => String((asked as { text?: string })?.text ?? asked));
    expect(texts.filter((text) => /^create (unique )?index (?!concurrently)/.test(text))).toEqual([]);
    expect(texts.filter((text) => /^(update|delete from) "tag".*(?<!where.*)$/.test(text))).toEqual([]);
    // A default of null would make PostgreSQL check the reference of every row.
    expect(texts.filter((text) => /references/.test(text) && /default/.test(text))).toEqual([]);
    expect(texts.filter((text) => /alter table "?_formwright/.test(text))).toEqual([]);
    expect(texts.filter((text) => / concurrently "/.test(text)).length).toBe(5);
  });

  it('waits for a reader of the table, while others go on reading and writing', async () => {
    const { url, store } = await filled();
    const reader = await transactionOf(url, 'select * from tag');
    let isDone = false;
    const migrating = store.migrate(releaseOfPhases()).then(() => {
      isDone = true;
    });
    for (let round = 0; round < 20; round++) {
      expect(await store.get('tag', id(1))).toMatchObject({ Name: 'a' });
      await store.update('tag', id(2), { Name: `b${round}` });
    }
    expect(isDone).toBe(false);
    await reader.end();
    await migrating;
    await expectRelease(url, store);
  });

  it('builds its indexes under a lock that stops neither readers nor writers', async () => {
    const { url, store } = await filled();
    // A build waits for those who may still see rows that it does not.
    const reader = await transactionOf(url, 'select * from maker');
    const migrating = store.migrate(releaseOfPhases());
    await expect.poll(() => buildsOf(url)).toHaveLength(1);
    expect(new Set(await modesOn(url, 'tag'))).toEqual(new Set(['ShareUpdateExclusiveLock']));
    await store.update('tag', id(2), { Name: 'c' });
    expect(await store.get('tag', id(2))).toMatchObject({ Name: 'c' });
    await reader.end();
    await migrating;
    await expectRelease(url, store);
  });

  it('leaves nothing behind if it is not published', async () => {
    const { url, store } = await filled();
    const columnsOf = `select attname from pg_attribute where attrelid = 'tag'::regclass and not attisdropped order by attname`;
    const before = await rows(url, columnsOf);
    const failing = store.migrate(releaseOfPhases(), async () => {
      throw new Error('stop');
    });
    await expect(failing).rejects.toThrow('stop');
    expect(await rows(url, columnsOf)).toEqual(before);
    expect(await store.planMigration(contractModel())).toEqual([]);
    await store.migrate(releaseOfPhases());
    await expectRelease(url, store);
  });

  it('is refused if records repeat each other, and changes nothing', async () => {
    const { url, store } = await filled();
    await store.update('tag', id(2), { Name: 'A' });
    const unique = { id: 'tag.name', fields: ['Name'], message: 'm' };
    const { properties, ...declared } = (await import('./contractModel.ts')).contractEntity(
      'tag',
    ) as never as {
      properties: object;
    };
    const model = contractModel([{ ...declared, properties, 'x-unique': [unique] } as never]);
    await store.update('tag', id(1), { Name: 'A' });
    await expect(store.migrate(model)).rejects.toThrow('repeat each other');
    expect(await store.planMigration(contractModel())).toEqual([]);
    await store.update('tag', id(1), { Name: 'B' });
    await store.migrate(model);
    await expect(store.update('tag', id(1), { Name: 'A' })).rejects.toMatchObject({ constraint: 'tag.name' });
    expect(await invalidOf(url)).toEqual([]);
  });
});

const invalidOf = (url: string) =>
  rows(
    url,
    `select c.relname from pg_index i join pg_class c on c.oid = i.indexrelid where not i.indisvalid and c.relnamespace = current_schema()::regnamespace`,
  );

async function killedAt(url: string, moment: string): Promise<void> {
  const child = spawn(process.execPath, ['tests/support/migrateAndHang.mjs', url, moment]);
  const ended = new Promise((resolve) => child.on('exit', (_, signal) => resolve(signal)));
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (data: Uint8Array) => {
      said += new TextDecoder().decode(data);
      if (said.includes('here\n')) child.kill('SIGKILL');
    });
  expect(await ended, said).toBe('SIGKILL');
}

describe.each(moments)('a process killed before: %s', (moment) => {
  it('leaves either release usable, and the next migration finishes or undoes its work', async () => {
    const { url, store } = await filled();
    await killedAt(url, moment);
    // The process that serves the release in force goes on.
    await store.update('tag', id(1), { Name: 'a' });
    if (moment !== 'create index concurrently') {
      await open(url).migrate(contractModel());
      expect(await store.planMigration(contractModel())).toEqual([]);
      await killedAt(url, moment);
    }
    const next = open(url);
    await next.migrate(releaseOfPhases());
    await expectRelease(url, next);
  });
});
