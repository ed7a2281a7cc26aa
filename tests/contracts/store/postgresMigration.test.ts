import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import type { Model } from '#engine';
import { openPostgresStore } from '../../../server/store/postgres/openPostgresStore.ts';
import type { Store } from '../../../server/store/types.ts';
import { ask, newSchema, stopPostgres } from '../../support/postgres.ts';
import { contractEntity, contractModel } from './contractModel.ts';
import { compare, id, insertAll } from './fixture.ts';
import { endless } from './longQueries.ts';

afterAll(stopPostgres);

const open = (url: string): Store => {
  const store = openPostgresStore({ url });
  onTestFinished(() => store.close());
  return store;
};

/** The suite's model with other properties of an entity. */
const modelWith = (entity: string, properties: object, more: object = {}): Model => {
  const declared = contractEntity(entity);
  return contractModel([{ ...declared, ...more, properties: { ...declared.properties, ...properties } }]);
};

const without = (entity: string, name: string): Model => {
  const { [name]: _, ...properties } = contractEntity(entity).properties;
  return contractModel([{ ...contractEntity(entity), properties }]);
};

describe('migration of PostgreSQL', () => {
  it('plans nothing for a database that is up to date, no matter which process created it', async () => {
    const url = await newSchema();
    expect((await open(url).migrate(contractModel())).length).toBeGreaterThan(5);
    const other = open(url);
    expect(await other.planMigration(contractModel())).toEqual([]);
    expect(await other.migrate(contractModel())).toEqual([]);
  });

  it('converts convertible values, and keeps the others', async () => {
    const store = open(await newSchema());
    await store.migrate(modelWith('tag', { Weight: { type: 'string' }, Code: { type: 'string' } }));
    await insertAll(store, 'tag', [
      { Id: id(1), Name: 'a', Weight: '12', Code: '7' },
      { Id: id(2), Name: 'b', Weight: 'heavy', Code: null },
    ]);
    const numbers = modelWith('tag', { Weight: { type: 'integer' }, Code: { type: 'integer' } });
    await store.migrate(numbers);
    expect(await store.get('tag', id(1))).toMatchObject({ Weight: 12, Code: 7 });
    expect((await store.get('tag', id(2)))?.Weight).toBeUndefined();
    expect(await store.count('tag', compare('Weight', 'gt', 11))).toBe(1);
    await store.migrate(
      modelWith('tag', { Weight: { type: 'boolean' }, Code: { 'x-money': { scale: 2 }, type: 'number' } }),
    );
    expect(await store.get('tag', id(1))).toMatchObject({ Code: 7 });
  });

  it('restores a field and a reference with their values', async () => {
    const store = open(await newSchema());
    await store.migrate(contractModel());
    await insertAll(store, 'maker', [
      { Id: id(101), Name: 'Ford' },
      { Id: id(102), Name: 'Écrou', ParentId: id(101) },
      { Id: id(103), Name: 'Vis', ParentId: id(102) },
    ]);
    await store.migrate(without('maker', 'ParentId'));
    expect((await store.keptFields(contractModel())).get('maker')).toEqual(new Set(['ParentId']));
    // An undeclared reference blocks no removal.
    await store.remove('maker', id(102));
    await store.migrate(contractModel());
    expect((await store.get('maker', id(103)))?.ParentId).toBeUndefined();
    await store.update('maker', id(103), { ParentId: id(101) });
    expect(await store.get('maker', id(103))).toMatchObject({ Parent: { Name: 'Ford' } });
    await expect(store.remove('maker', id(101))).rejects.toMatchObject({ kind: 'reference' });
  });

  it('recomputes the keys of texts', async () => {
    const url = await newSchema();
    const store = open(url);
    await store.migrate(contractModel());
    await insertAll(store, 'item', [{ Id: id(1), Name: 'Été', Parts: [{ Label: 'Été' }] }]);
    await ask(url, `update item set "Name~key" = 'x', "Parts~key" = '[]'`);
    await ask(
      url,
      `update _formwright_schema set content = regexp_replace(content, '"keys":[0-9]+', '"keys":1', 'g')`,
    );
    const again = open(url);
    await again.migrate(contractModel());
    for (const path of ['Name', 'Parts.Label'])
      expect(await again.count('item', compare(path, 'eq', 'ÉTÉ'))).toBe(1);
  });

  it('leaves everything unchanged when a write within it fails', async () => {
    const store = open(await newSchema());
    await store.migrate(contractModel());
    const model = modelWith('tag', { Weight: { type: 'integer' } });
    const failing = store.migrate(model, async (session) => {
      await session.insert('tag', { Id: id(1), Weight: 1 });
      throw new Error('stop');
    });
    await expect(failing).rejects.toThrow('stop');
    expect((await store.planMigration(model)).map(({ field }) => field)).toContain('Weight');
    expect(await store.count('tag')).toBe(0);
  });

  it('keeps names distinct that PostgreSQL would truncate, and texts too long for an index entry', async () => {
    const names = ['One', 'Two'].map((end) => `${'Name'.repeat(16)}${end}`) as [string, string];
    const fields = Object.fromEntries(names.map((name) => [name, { type: 'string' }]));
    const unique = { id: 'tag.long', fields: [names[0]], collation: 'nocase', message: 'm' };
    const store = open(await newSchema());
    await store.migrate(modelWith('tag', fields, { 'x-unique': [unique], 'x-index': names }));
    const long = 'ée'.repeat(20_000);
    await store.insert('tag', { Id: id(1), [names[0]]: long, [names[1]]: 'b' });
    expect(await store.get('tag', id(1))).toMatchObject({ [names[0]]: long, [names[1]]: 'b' });
    expect(await store.count('tag', compare(names[0], 'eq', long.toUpperCase()))).toBe(1);
    await expect(store.insert('tag', { Id: id(2), [names[0]]: long })).rejects.toMatchObject({
      constraint: 'tag.long',
    });
    await store.insert('tag', { Id: id(3), [names[0]]: `${long}!` });
  });
});

describe('several processes on one database', () => {
  const two = async (): Promise<readonly [Store, Store]> => {
    const url = await newSchema();
    const stores = [open(url), open(url)] as const;
    for (const store of stores) await store.migrate(contractModel());
    return stores;
  };

  it("wait for each other when they write, and see each other's writes", async () => {
    const [one, other] = await two();
    await one.insert('item', { Id: id(1), Count: 0 });
    const add = (store: Store) =>
      store.transaction(async (session) => {
        const item = await session.get('item', id(1));
        await session.update('item', id(1), { Count: Number(item?.Count) + 1 });
      });
    await Promise.all([one, other, one, other, one, other].map(add));
    expect(await other.get('item', id(1))).toMatchObject({ Count: 6, Revision: 7 });
    const results = await Promise.all(
      [one, other].map((store) => store.update('item', id(1), { Count: 0 }, 7)),
    );
    expect(results.toSorted()).toEqual([false, true]);
  });

  it('count again, and change their state token, once the other has written', async () => {
    const [one, other] = await two();
    const page = { entity: 'item', page: { number: 1, size: 1 }, total: true } as const;
    await insertAll(one, 'item', [{ Id: id(1) }, { Id: id(2) }]);
    const state = await one.stateOf(['item']);
    expect((await one.find(page)).total).toBe(2);
    await other.insert('item', { Id: id(3) });
    expect(await one.stateOf(['item'])).not.toBe(state);
    expect((await one.find(page)).total).toBe(3);
  });

  it('cancel a query that nobody waits for any more, and start none', async () => {
    const url = await newSchema();
    const store = open(url);
    await store.migrate(contractModel());
    await insertAll(store, 'maker', [{ Id: id(101), Name: 'Ford' }]);
    const items = Array.from({ length: 60 }, (_, at) => ({
      Id: id(at + 1),
      Name: `n${at}`,
      MakerId: id(101),
    }));
    await insertAll(store, 'item', items);
    const gone = new AbortController();
    const asking = { signal: () => gone.signal };
    const asked = refusalOf(async () => {
      for await (const _ of store.rows(endless, asking));
    });
    const running = `select 1 from pg_stat_activity where state = 'active' and query like 'fetch % from pieces'`;
    await expect.poll(async () => (await ask(url, running)).length).toBe(1);
    gone.abort();
    expect(await asked).toBe('query.unwanted');
    expect(await ask(url, running)).toEqual([]);
    expect(await refusalOf(() => store.find({ entity: 'item' }, asking))).toBe('query.unwanted');
    expect(await store.count('item')).toBe(60);
  });
});

/** The key of the message that a query is refused with. */
async function refusalOf(work: () => Promise<unknown>): Promise<unknown> {
  return work().then(
    () => 'answered',
    (error) => error.key ?? error,
  );
}
