import { describe, expect, it } from 'vitest';
import type { CopyQuery, ScanPlace, Store } from '../../../server/store/types.ts';
import { contractModel } from './contractModel.ts';
import type { OpenStore } from './fixture.ts';
import { compare, id, insertAll, insertOthers, numbers, openFor } from './fixture.ts';

const newest = [
  { path: 'Day', direction: 'desc' },
  { path: 'Id', direction: 'desc' },
] as const;
const item = (number: number, fields: object = {}) => ({ Id: id(number), MakerId: id(101), ...fields });

/** Bulk operations: a million records must be written and read without a million calls. */
export function describeMany(open: OpenStore): void {
  describe('many records', () => {
    it('are inserted at once, and equal single ones', async () => {
      const store = await openFor(open);
      await insertOthers(store);
      await store.insert('item', { ...item(1), Name: 'É', Price: 1.5 });
      expect(await store.insertMany('item', [item(2, { Name: 'É', Price: 1.5 }), item(3)])).toBe(2);
      const [one, two] = [await store.get('item', id(1)), await store.get('item', id(2))];
      expect({ ...two, Id: id(1) }).toEqual(one);
      expect(await store.count('item')).toBe(3);
    });

    it('skip those that conflict with a unique or an id, in the store and among themselves', async () => {
      const store = await openFor(open);
      await insertOthers(store);
      await store.insert('item', item(1, { Code: 'A' }));
      const records = [
        item(2, { Code: ' a' }),
        item(3, { Code: 'B' }),
        item(4, { Code: 'b' }),
        item(1, { Code: 'C' }),
      ];
      expect(await store.insertMany('item', records)).toBe(1);
      expect(numbers((await store.find({ entity: 'item' })).items)).toEqual([1, 3]);
      expect(await store.insertMany('item', [])).toBe(0);
    });

    it('are inserted whole or not at all, and not for an unknown owner', async () => {
      const store = await openFor(open);
      await expect(store.insertMany('item', [item(1, { MakerId: id(999) })])).rejects.toMatchObject({
        name: 'StoreConflict',
        kind: 'reference',
      });
      await insertOthers(store);
      const broken = store.transaction(async (session) => {
        await session.insertMany('item', [item(1), item(2)]);
        throw new Error('on purpose');
      });
      await expect(broken).rejects.toThrow('on purpose');
      expect(await store.count('item')).toBe(0);
    });

    it('are found by a text that many of them contain, few or none, page by page in the requested order', async () => {
      const store = await openFor(open);
      await insertOthers(store);
      const named = (number: number) => (number % 100 === 7 ? 'Élan rare' : `Elan ${number}`);
      const day = (number: number) => `2026-01-${String(1 + (number % 28)).padStart(2, '0')}`;
      const all = Array.from({ length: 400 }, (_, index) => index + 1);
      await store.insertMany(
        'item',
        all.map((number) => item(number, { Name: named(number), Day: day(number) })),
      );
      const inOrder = [...all].sort((a, b) => day(b).localeCompare(day(a)) || b - a);
      const page = async (operator: string, value: string, number: number) => {
        const found = await store.find({
          entity: 'item',
          filter: compare('Name', operator, value),
          sort: newest,
          page: { number, size: 3 },
          total: true,
        });
        return { found: numbers(found.items), total: found.total };
      };
      const rare = inOrder.filter((number) => number % 100 === 7);
      // Twice: the second time the store knows the total.
      for (const _ of [1, 2]) {
        expect(await page('contains', 'RARE', 1)).toEqual({ found: rare.slice(0, 3), total: 4 });
        expect(await page('words', 'rare elan', 2)).toEqual({ found: rare.slice(3), total: 4 });
        expect(await page('contains', 'nobody', 1)).toEqual({ found: [], total: 0 });
        expect(await page('words', 'elan', 50)).toEqual({ found: inOrder.slice(147, 150), total: 400 });
      }
      await store.update('item', id(1), { Name: 'Rare at last' });
      expect(await page('contains', 'rare', 2)).toMatchObject({ total: 5 });
    });

    it('are read in batches in insertion order, those of one owner separately', async () => {
      const store = await openFor(open);
      await insertOthers(store);
      const order = [5, 2, 9, 1, 7];
      await insertAll(
        store,
        'item',
        order.map((number) => item(number, { MakerId: number === 9 ? id(102) : id(101) })),
      );
      expect(await walked(store, {})).toEqual([[5, 2], [9, 1], [7]]);
      expect(await walked(store, { of: { field: 'MakerId', id: id(101) } })).toEqual([
        [5, 2],
        [1, 7],
      ]);
      expect(await walked(store, { of: { field: 'MakerId', id: id(999) } })).toEqual([[]]);
    });

    it('are read including those added meanwhile, and within a transaction', async () => {
      const store = await openFor(open);
      await insertOthers(store);
      await store.insertMany('item', [item(1), item(2), item(3)]);
      const first = await store.scan({ entity: 'item', size: 2 });
      const rest = await store.transaction(async (session) => {
        await session.insert('item', item(4));
        return session.scan({ entity: 'item', size: 2, after: first.next });
      });
      expect([numbers(first.items), numbers(rest.items), rest.next]).toEqual([[1, 2], [3, 4], undefined]);
      expect(rest.items[0]).toMatchObject({ MakerId: id(101), Revision: 1 });
    });

    it('are copied to another owner in batches, with some fields set and all others equal', async () => {
      const store = await openFor(open);
      await insertOthers(store);
      const rich = { Name: 'É', Price: 1.5, Parts: [{ Label: 'Wheel' }], IsOpen: true, StateId: 2 };
      await store.insertMany('item', [item(1, rich), item(2), item(3), item(4, { MakerId: id(102) })]);
      await store.update('item', id(1), { Day: '2026-01-02' });
      const query = { ...copying('item', 'MakerId'), set: { MakerId: id(102), Count: 7 } };
      expect(await copied(store, query)).toEqual([2, 1]);
      const copy = await store.get('item', id(1001));
      const { Id, Revision, Maker, ...source } = (await store.get('item', id(1))) ?? {};
      expect(copy).toMatchObject({ ...source, MakerId: id(102), Count: 7, Revision: 1, Day: '2026-01-02' });
      expect([Id, Revision]).toEqual([id(1), 2]);
      expect(await store.count('item', compare('MakerId', 'eq', id(102)))).toBe(4);
      const found = await store.find({ entity: 'item', filter: compare('Name', 'eq', 'é') });
      expect(numbers(found.items).toSorted((a, b) => a - b)).toEqual([1, 1001]);
    });

    it('are copied in the order of a unique too, including those without a value for it', async () => {
      const store = await open();
      await store.migrate(contractModel([ticket]));
      await insertOthers(store);
      const names = ['D', 'B', null, 'C', 'A', '', 'É', null];
      const tickets = names.map((Name, at) => ({ Id: id(at + 1), MakerId: id(101), Name }));
      await store.insertMany('ticket', tickets);
      // An existing record blocks the copy of its equal.
      await store.insert('ticket', { Id: id(99), MakerId: id(102), Name: 'c' });
      const pieces = await copied(store, { ...copying('ticket', 'MakerId'), set: { MakerId: id(102) } });
      expect(pieces.reduce((sum, count) => sum + count, 0)).toBe(7);
      const { items } = await store.find({
        entity: 'ticket',
        filter: compare('MakerId', 'eq', id(102)),
        sort: [{ path: 'Name', direction: 'asc' }],
      });
      expect(items.map(({ Name }) => Name || '-').toSorted()).toEqual([
        ...['-', '-', '-', 'A', 'B', 'D', 'c', 'É'],
      ]);
      await store.close();
    });

    it('are copied whole or not at all, and not for an unknown owner', async () => {
      const store = await openFor(open);
      await insertOthers(store);
      await store.insertMany('item', [item(1), item(2)]);
      const query = { ...copying('item', 'MakerId'), size: 10 };
      await expect(store.copyMany({ ...query, set: { MakerId: id(999) } })).rejects.toMatchObject({
        name: 'StoreConflict',
        kind: 'reference',
      });
      const broken = store.transaction(async (session) => {
        expect(await session.copyMany({ ...query, set: { MakerId: id(102) } })).toEqual({ count: 2 });
        throw new Error('on purpose');
      });
      await expect(broken).rejects.toThrow('on purpose');
      expect(await store.count('item')).toBe(2);
    });
  });
}

const ticket = {
  $id: 'ticket',
  properties: { MakerId: { 'x-ref': 'maker', 'x-owner': true }, Name: { type: 'string' } },
  'x-unique': [
    {
      id: 'ticket.name',
      fields: ['Name'],
      within: ['MakerId'],
      collation: 'nocase',
      message: 'item.code',
      at: 'Name',
    },
  ],
};

/** From the first maker; ids from 1001 on. */
function copying(entity: string, field: string): Omit<CopyQuery, 'set' | 'size'> {
  let last = 1000;
  return { entity, of: { field, id: id(101) }, newId: () => id(++last) };
}

/** How many records each batch of two copied. */
async function copied(store: Store, query: Omit<CopyQuery, 'size'>): Promise<readonly number[]> {
  const counts: number[] = [];
  let after: ScanPlace | undefined;
  do {
    const { count, next } = await store.copyMany({ ...query, after, size: 2 });
    counts.push(count);
    after = next;
  } while (after !== undefined);
  return counts;
}

async function walked(store: Store, query: { readonly of?: { field: string; id: string } }) {
  const pieces: (readonly number[])[] = [];
  let after: ScanPlace | undefined;
  do {
    const piece = await store.scan({ entity: 'item', size: 2, after, ...query });
    pieces.push(numbers(piece.items));
    after = piece.next;
  } while (after !== undefined);
  return pieces;
}
