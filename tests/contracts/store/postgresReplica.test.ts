/** Reports and whole lists are read from a replica, and people read their own writes. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { openPostgresStore } from '../../../server/store/postgres/openPostgresStore.ts';
import type { Asking, Store } from '../../../server/store/types.ts';
import { type OwnPostgres, ownPostgres } from '../../support/ownPostgres.ts';
import { ask } from '../../support/postgres.ts';
import { contractEntity, contractModel } from './contractModel.ts';
import { tableOf } from './describeTables.ts';

const model = contractModel();
let main: OwnPostgres;
let replica: OwnPostgres;
let store: Store;
let writer: string | undefined;

beforeAll(async () => {
  main = await ownPostgres();
  replica = await main.addReplica();
  store = openPostgresStore({ url: main.url, readUrl: replica.url, writer: () => writer });
  await store.migrate(model);
  await store.insert('maker', maker('first'));
});
afterAll(async () => {
  await store.close();
  await replica.remove();
  await main.remove();
});
beforeEach(async () => {
  await replay('resume');
  await caughtUp();
});

const maker = (Id: string) => ({ Id, Revision: 1, Name: Id });
const replay = (how: 'pause' | 'resume') => ask(replica.url, `select pg_wal_replay_${how}()`);
const insertAs = async (person: string | undefined, id: string) => {
  writer = person;
  await store.insert('maker', maker(id));
};

async function caughtUp(): Promise<void> {
  const [row] = await ask(main.url, 'select pg_current_wal_lsn()::text as place');
  const { place } = row as { place: string };
  await expect
    .poll(() => ask(replica.url, 'select pg_last_wal_replay_lsn() >= $1::pg_lsn as is', [place]))
    .toEqual([{ is: true }]);
}

/** The results of the three ways to read many records. */
async function found(asking?: Asking): Promise<readonly number[]> {
  const query = tableOf({ from: 'maker', columns: [{ path: 'Id' }] });
  const [listed, rows] = [[] as unknown[], [] as unknown[]];
  for await (const piece of store.stream({ entity: 'maker' }, asking)) listed.push(...piece);
  for await (const piece of store.rows(query, asking)) rows.push(...piece);
  return [listed.length, rows.length, await store.countRows(query, asking)];
}

it('people read from a lagging replica; recent writers and the server itself read the primary', async () => {
  await replay('pause');
  const [before] = await found({ person: 'reader' });
  await insertAs('writer', 'lagging');
  const now = Number(before) + 1;
  expect(await found({ person: 'reader' })).toEqual([before, before, before]);
  expect(await found({ person: 'writer' })).toEqual([now, now, now]);
  expect(await found()).toEqual([now, now, now]);
  // Short reads use the primary and never lag.
  expect((await store.find({ entity: 'maker', total: true }, { person: 'reader' })).total).toBe(now);
  await replay('resume');
  await caughtUp();
  expect(await found({ person: 'reader' })).toEqual([now, now, now]);
});

it('a total cached from a replica is counted again once the replica has more', async () => {
  const [before] = await found({ person: 'reader' });
  await insertAs(undefined, 'counted');
  await caughtUp();
  const now = Number(before) + 1;
  expect(await found({ person: 'reader' })).toEqual([now, now, now]);
});

it('a person reads from the replica again once it has their writes', async () => {
  await insertAs('writer', 'settled');
  await caughtUp();
  await replay('pause');
  const before = await found({ person: 'writer' });
  await insertAs('somebody else', 'unseen');
  expect(await found({ person: 'writer' })).toEqual(before);
});

it('a replica that lacks a column, or is unreachable, is not used', async () => {
  await replay('pause');
  const entity = contractEntity('maker');
  const properties = { ...entity.properties, Motto: { type: 'string' } };
  await store.migrate(contractModel([{ ...entity, properties }]));
  await insertAs(undefined, 'with a motto');
  const now = await store.count('maker');
  expect(await found({ person: 'reader' })).toEqual([now, now, now]);
  await replica.halt('immediate');
  const all = await store.count('maker');
  expect(await found({ person: 'reader' })).toEqual([all, all, all]);
  await replica.begin();
});
