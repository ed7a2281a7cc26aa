import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cappedTotal, type Store } from '../../../server/store/types.ts';
import { compare, id, insertAll, insertOthers, type OpenStore, openFor } from './fixture.ts';

const entities = ['item', 'piece', 'sliver'];

/** The reported total of a list, and its actual number of records. */
async function totals(store: Store): Promise<readonly (readonly [said: number, found: number])[]> {
  const pairs: [number, number][] = [];
  for (const entity of entities) {
    // A full page, so the total does not follow from the end of the list.
    const { total } = await store.find({ entity, total: 'capped', page: { number: 2, size: 1 } });
    let found = 0;
    for await (const piece of store.stream({ entity })) found += piece.length;
    pairs.push([total, found]);
  }
  return pairs;
}

type Step = (store: Store, number: () => number) => Promise<unknown>;

const steps: Readonly<Record<string, Step>> = {
  insert: (store, number) => store.insert('item', { Id: id(number()), Code: 'x', Version: number() }),
  insertRefused: (store, number) =>
    store.transaction(async (session) => {
      await session.insert('item', { Id: id(number()), Notes: 'taken' }).catch(() => undefined);
      await session.insert('item', { Id: id(number()), Notes: 'taken' }).catch(() => undefined);
    }),
  insertMany: (store, number) =>
    store.insertMany('item', [
      { Id: id(number()), Notes: 'many' },
      { Id: id(number()), Notes: 'many' },
      { Id: id(number()) },
    ]),
  own: async (store, number) => {
    const [item, piece] = [id(number()), id(number())];
    await insertAll(store, 'item', [{ Id: item }]);
    await insertAll(store, 'piece', [{ Id: piece, ItemId: item, SortOrder: 1 }]);
    await insertAll(store, 'sliver', [{ Id: id(number()), PieceId: piece }]);
  },
  copy: async (store, number) => {
    const [owner] = (await store.find({ entity: 'piece' })).items;
    if (!owner) return;
    const other = id(number());
    await store.insert('item', { Id: other });
    await store.copyMany({
      ...{ entity: 'piece', of: { field: 'ItemId', id: String(owner.ItemId) }, set: { ItemId: other } },
      ...{ newId: () => id(number()), size: 100 },
    });
  },
  update: async (store) => {
    const [one] = (await store.find({ entity: 'item', page: { number: 1, size: 1 } })).items;
    if (one) await store.update('item', String(one.Id), { Name: 'changed' });
  },
  remove: async (store) => {
    const [one] = (await store.find({ entity: 'item', page: { number: 1, size: 1 } })).items;
    if (one) await store.remove('item', String(one.Id));
  },
  removeNothing: (store) => store.remove('item', id(999_999)),
  undone: (store, number) =>
    store
      .transaction(async (session) => {
        await session.insert('item', { Id: id(number()) });
        throw new Error('undone');
      })
      .catch(() => undefined),
  forget: (store) => store.forget(entities),
};

/** Totals of lists: always correct, and no more expensive in long lists unless they must be exact. */
export function describeTotals(open: OpenStore): void {
  describe('totals', () => {
    it('of all records stay correct whatever is written, committed or not', async () => {
      const store = await openFor(open);
      let last = 0;
      const number = () => ++last;
      const name = fc.constantFrom(...Object.keys(steps));
      await fc.assert(
        fc.asyncProperty(fc.array(name, { minLength: 1, maxLength: 12 }), async (names) => {
          for (const each of names) {
            await steps[each]?.(store, number);
            for (const [said, found] of await totals(store)) expect(said, names.join()).toBe(found);
          }
        }),
        { numRuns: 5, seed: 14 },
      );
    });

    it('that may be capped are exact, or say that there are more', async () => {
      const store = await openFor(open);
      await insertOthers(store);
      const many = cappedTotal + 20;
      const records = Array.from({ length: many }, (_, at) => ({ Id: id(at + 1001), Name: `n${at % 2}` }));
      await store.insertMany(
        'tag',
        records.map(({ Id }) => ({ Id, Name: 'some' })),
      );
      const filter = compare('Name', 'eq', 'some');
      const find = async (size: number, number = 1, total: true | 'capped' = 'capped') =>
        store.find({ entity: 'tag', filter, total, page: { number, size } });
      const { total, isCapped } = await find(5);
      if (store.flags.durable) expect(isCapped).toBe(true);
      expect(total).toBe(isCapped ? cappedTotal : many);
      expect((await find(5, 1, true)).total).toBe(many);
      // Past the limit, the rows seen count, and the last page shows the end.
      const beyond = await find(10, 1001);
      expect(beyond.items.length).toBe(10);
      expect(beyond.total).toBeGreaterThanOrEqual(cappedTotal + 10);
      expect(await find(30, 334)).toMatchObject({ total: many });
      const none = await find(10, 9999);
      expect([none.items, none.total]).toEqual([[], isCapped ? cappedTotal : many]);
      const few = await store.find({
        ...{ entity: 'tag', filter: compare('Name', 'eq', 'Winter'), total: 'capped' as const },
        page: { number: 1, size: 1 },
      });
      expect([few.total, few.isCapped]).toEqual([1, undefined]);
    });
  });
}
