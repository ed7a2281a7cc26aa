import { describe, expect, it } from 'vitest';
import type { OpenStore } from './fixture.ts';
import { id, insertAll, insertOthers, openFor } from './fixture.ts';

const item = (number: number, fields: object) => ({ Id: id(number), MakerId: id(101), ...fields });

/** Uniques hold against every writer, and can be checked before. */
export function describeUniques(open: OpenStore): void {
  describe('uniques', () => {
    it.each([
      [{ Code: 'GAP', Version: 1 }, { Code: 'gap', Version: 1 }, true],
      [{ Code: 'Gap  Plus', Version: 1 }, { Code: ' gap plus ', Version: 1 }, true],
      [{ Code: 'Été', Version: 1 }, { Code: 'ÉTÉ', Version: 1 }, true],
      [{ Code: 'Été', Version: 1 }, { Code: 'Ete', Version: 1 }, false],
      [{ Code: 'GAP', Version: 1 }, { Code: 'GAP', Version: 2 }, false],
      [{ Code: 'GAP' }, { Code: 'GAP' }, true],
      [{ Code: 'GAP', Version: 1 }, { Code: 'GAP' }, false],
      [{}, {}, false],
      [{ Code: ' ' }, { Code: '' }, false],
      [{ Code: 'GAP', Version: 1 }, { Code: 'GAP', Version: 1, MakerId: id(102) }, false],
      [{ Code: 'GAP', Version: 1, MakerId: null }, { Code: 'GAP', Version: 1, MakerId: null }, true],
    ])('%j against %j: %s', async (first, second, isTaken) => {
      const store = await openFor(open);
      await insertOthers(store);
      await store.insert('item', item(1, first));
      expect((await store.conflicting('item', item(2, second))).map((unique) => unique.id)).toEqual(
        isTaken ? ['item.code'] : [],
      );
      const inserted = store.insert('item', item(2, second));
      if (isTaken)
        await expect(inserted).rejects.toMatchObject({
          name: 'StoreConflict',
          kind: 'unique',
          entity: 'item',
          constraint: 'item.code',
        });
      else await inserted;
      expect(await store.count('item')).toBe(isTaken ? 1 : 2);
    });

    it.each([
      [{ One: 'a', Other: 'b' }, { One: 'b', Other: 'a' }, true],
      [{ One: 'a', Other: 'b' }, { One: 'a', Other: 'b' }, true],
      [{ One: 'a', Other: 'b' }, { One: 'a' }, false],
      [{ One: 'a' }, { One: 'a' }, true],
      [{ One: 'a' }, { Other: 'a' }, true],
      [{ Of: 'x', One: 'a', Other: 'b' }, { Of: 'y', One: 'b', Other: 'a' }, false],
      [{ One: 'a', Other: 'c' }, { One: 'b', Other: 'a' }, false],
    ])('in any order %j against %j: %s', async (before, next, isTaken) => {
      const store = await openFor(open);
      await store.insert('pair', { Id: id(1), ...before });
      expect(await store.conflicting('pair', { Id: id(2), ...next })).toHaveLength(isTaken ? 1 : 0);
      const inserted = store.insert('pair', { Id: id(2), ...next });
      if (isTaken) await expect(inserted).rejects.toMatchObject({ constraint: 'pair.any-order' });
      else await inserted;
    });

    it('with exact collation distinguish case', async () => {
      const store = await openFor(open);
      await store.insert('item', { Id: id(1), Notes: 'a' });
      await store.insert('item', { Id: id(2), Notes: 'A' });
      await expect(store.insert('item', { Id: id(3), Notes: 'A' })).rejects.toMatchObject({
        constraint: 'item.notes',
      });
    });

    it('apply to updates, let a record keep its own values, and free them on removal', async () => {
      const store = await openFor(open);
      await insertAll(store, 'item', [
        { Id: id(1), Code: 'A' },
        { Id: id(2), Code: 'B' },
      ]);
      expect(await store.conflicting('item', { Id: id(1), Code: 'a' })).toEqual([]);
      expect(await store.update('item', id(1), { Code: 'a' })).toBe(true);
      await expect(store.update('item', id(2), { Code: ' A' })).rejects.toMatchObject({
        constraint: 'item.code',
      });
      await store.update('item', id(1), { Code: 'C' });
      expect(await store.update('item', id(2), { Code: 'A' })).toBe(true);
      await store.remove('item', id(2));
      await store.insert('item', { Id: id(3), Code: 'A' });
    });

    it('refuse a second record with the same id', async () => {
      const store = await openFor(open);
      await store.insert('item', { Id: id(1) });
      await expect(store.insert('item', { Id: id(1) })).rejects.toMatchObject({
        kind: 'unique',
        entity: 'item',
      });
    });
  });
}
