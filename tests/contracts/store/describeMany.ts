import { describe, expect, it } from 'vitest';
import type { ScanPlace, Store } from '../../../server/store/types.ts';
import { id, insertAll, insertOthers, numbers, openFor } from './fixture.ts';
import type { OpenStore } from './storeContract.ts';

const item = (number: number, fields: object = {}) => ({ Id: id(number), MakerId: id(101), ...fields });

/** Many records at once: a million must go in and come out without a million calls. */
export function describeMany(open: OpenStore): void {
  describe('many records', () => {
    it('go in at once, and are what single ones would be', async () => {
      const store = await openFor(open);
      await insertOthers(store);
      await store.insert('item', { ...item(1), Name: 'É', Price: 1.5 });
      expect(await store.insertMany('item', [item(2, { Name: 'É', Price: 1.5 }), item(3)])).toBe(2);
      const [one, two] = [await store.get('item', id(1)), await store.get('item', id(2))];
      expect({ ...two, Id: id(1) }).toEqual(one);
      expect(await store.count('item')).toBe(3);
    });

    it('leave out what a unique or an id stands in the way of, in the store and among themselves', async () => {
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

    it('go in whole or not at all, and not for an owner that is not there', async () => {
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

    it('are walked piece by piece in the order they came, those of one owner apart', async () => {
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

    it('are walked with what is added meanwhile, and within a transaction', async () => {
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
  });
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
