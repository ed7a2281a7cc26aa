import { describe, expect, it } from 'vitest';
import type { StoreSession } from '../../../server/store/types.ts';
import type { OpenStore } from './fixture.ts';
import { id, insertAll, insertOthers, openFor } from './fixture.ts';

const pause = () => new Promise((resolve) => setTimeout(resolve, 2));

/** All or nothing, one after another, and references that resolve. */
export function describeTransactions(open: OpenStore): void {
  describe('transactions', () => {
    it('undo everything when they fail', async () => {
      const store = await openFor(open);
      await store.insert('item', { Id: id(1), Name: 'kept' });
      const failing = store.transaction(async (session) => {
        await session.insert('item', { Id: id(2) });
        await session.update('item', id(1), { Name: 'changed' });
        await session.remove('item', id(1));
        throw new Error('stop');
      });
      await expect(failing).rejects.toThrow('stop');
      expect(await store.get('item', id(1))).toMatchObject({ Name: 'kept', Revision: 1 });
      expect(await store.count('item')).toBe(1);
      await store.insert('item', { Id: id(2) });
    });

    it('see their own writes; nobody else does before they end', async () => {
      const store = await openFor(open);
      let outside: Promise<number> | undefined;
      await store
        .transaction(async (session) => {
          await session.insert('item', { Id: id(1), Name: 'mine' });
          expect(await session.get('item', id(1))).toMatchObject({ Name: 'mine' });
          expect(
            (await session.find({ entity: 'item', total: true, page: { number: 1, size: 1 } })).total,
          ).toBe(1);
          outside = store.count('item');
          await pause();
          throw new Error('stop');
        })
        .catch(() => undefined);
      expect(await outside).toBe(0);
    });

    it('change the state token of what they wrote to, and keep it when they fail', async () => {
      const store = await openFor(open);
      const states = async () => [await store.stateOf(['item']), await store.stateOf()];
      const [item, all] = await states();
      await store.transaction(async (session) => {
        await session.insert('item', { Id: id(1), Name: 'mine' });
        expect(await states()).toEqual([item, all]);
      });
      const after = await states();
      expect([after[0] === item, after[1] === all]).toEqual([false, false]);
      const failing = store.transaction(async (session) => {
        await session.remove('item', id(1));
        throw new Error('stop');
      });
      await expect(failing).rejects.toThrow('stop');
      expect(await states()).toEqual(after);
    });

    it('return the result of the work, and let it continue after a refused write', async () => {
      const store = await openFor(open);
      const result = await store.transaction(async (session) => {
        await session.insert('item', { Id: id(1), Code: 'A' });
        await expect(session.insert('item', { Id: id(2), Code: 'a' })).rejects.toMatchObject({
          constraint: 'item.code',
        });
        await session.insert('item', { Id: id(3), Code: 'B' });
        return 7;
      });
      expect(result).toBe(7);
      expect(await store.count('item')).toBe(2);
    });

    it("run one after another: no writer loses another's writes", async () => {
      const store = await openFor(open);
      await store.insert('item', { Id: id(1), Count: 0 });
      const add = () =>
        store.transaction(async (session) => {
          const item = await session.get('item', id(1));
          await pause();
          await session.update('item', id(1), { Count: Number(item?.Count) + 1 });
        });
      await Promise.all([add(), add(), add(), add(), store.update('item', id(1), { Name: 'x' })]);
      expect(await store.get('item', id(1))).toMatchObject({ Count: 4, Name: 'x', Revision: 6 });
    });

    it('let one of two writers with the same revision succeed', async () => {
      const store = await openFor(open);
      await store.insert('item', { Id: id(1) });
      const results = await Promise.all([
        store.update('item', id(1), { Name: 'a' }, 1),
        store.update('item', id(1), { Name: 'b' }, 1),
      ]);
      expect(results).toEqual([true, false]);
      expect(await store.get('item', id(1))).toMatchObject({ Name: 'a', Revision: 2 });
    });

    it('refuse a session that is used after the end', async () => {
      const store = await openFor(open);
      let kept: StoreSession | undefined;
      await store.transaction(async (session) => {
        kept = session;
      });
      await expect(kept?.insert('item', { Id: id(1) })).rejects.toThrow(/ended/);
      expect(await store.count('item')).toBe(0);
    });
  });

  describe('references', () => {
    it('must resolve when the transaction ends, in any order of writes', async () => {
      const store = await openFor(open);
      await store.transaction(async (session) => {
        await session.insert('item', { Id: id(1), MakerId: id(5) });
        await session.insert('maker', { Id: id(5), Name: 'later' });
      });
      expect(await store.get('item', id(1))).toMatchObject({ Maker: { Name: 'later' } });
      const broken = { name: 'StoreConflict', kind: 'reference', entity: 'item', constraint: 'MakerId' };
      await expect(store.insert('item', { Id: id(2), MakerId: id(404) })).rejects.toMatchObject(broken);
      await expect(store.update('item', id(1), { MakerId: id(404) })).rejects.toMatchObject(broken);
      await expect(store.remove('maker', id(5))).rejects.toMatchObject(broken);
      expect(await store.count('item')).toBe(1);
      expect(await store.count('maker')).toBe(1);
    });

    it('may be redirected before the record is removed', async () => {
      const store = await openFor(open);
      await insertOthers(store);
      await insertAll(store, 'item', [{ Id: id(1), MakerId: id(102) }]);
      await store.transaction(async (session) => {
        await session.remove('maker', id(102));
        await session.update('item', id(1), { MakerId: null });
      });
      expect((await store.get('item', id(1)))?.Maker).toBeUndefined();
    });
  });

  it('refuses to work before it has a model', async () => {
    const store = await open();
    await expect(store.get('item', id(1))).rejects.toThrow(/migrate/);
    await store.close();
  });

  it('keeps its records when the model changes', async () => {
    const { contractEntity, contractModel } = await import('./contractModel.ts');
    const store = await openFor(open);
    await store.insert('tag', { Id: id(1), Name: 'a' });
    const tag = contractEntity('tag');
    const properties = {
      ...tag.properties,
      Colour: { type: 'string', default: 'Blé' },
      Weight: { type: 'integer' },
    };
    await store.migrate(contractModel([{ ...tag, properties }]));
    await store.insert('tag', { Id: id(2), Name: 'b', Weight: 3 });
    expect(await store.get('tag', id(1))).toEqual({ Id: id(1), Revision: 1, Name: 'a', Colour: 'Blé' });
    expect(
      await store.count('tag', { kind: 'compare', path: 'Colour', operator: 'contains', value: 'BLÉ' }),
    ).toBe(1);
    expect(await store.get('tag', id(2))).toEqual({ Id: id(2), Revision: 1, Name: 'b', Weight: 3 });
  });
}
