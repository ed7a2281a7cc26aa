import { describe, expect, it } from 'vitest';
import type { OpenStore } from './fixture.ts';
import { compare, id, insertAll, insertOthers, numbers, openFor } from './fixture.ts';

const whole = {
  Id: id(1),
  Name: 'Gap Plus',
  Code: 'GAP',
  Version: 2,
  Notes: 'line\nline',
  Count: -7,
  Ratio: 0.1,
  Price: 1234.5,
  IsOpen: false,
  Day: '2026-02-28',
  At: '2026-02-28T10:00:00-05:00',
  MakerId: id(102),
  StateId: 3,
  Tags: [id(202), { Id: id(201), Name: 'ignored' }],
  Parts: [
    { Label: 'a', Cost: 0.05, IsFree: true, TagId: id(203), TagIds: [id(201)], StateId: 2, Unknown: 1 },
    {},
  ],
  Size: { Width: 2.5, Label: 'W' },
  Extra: { any: [1, null, 'x'] },
  IsDerived: true,
  Unknown: 'dropped',
};

const answer = {
  Id: id(1),
  Revision: 1,
  Name: 'Gap Plus',
  Code: 'GAP',
  Version: 2,
  Notes: 'line\nline',
  Count: -7,
  Ratio: 0.1,
  Price: 1234.5,
  IsOpen: false,
  Day: '2026-02-28',
  At: '2026-02-28T15:00:00.000Z',
  MakerId: id(102),
  Maker: { Id: id(102), Name: 'Lincoln', Parent: { Id: id(101), Name: 'Ford' } },
  StateId: 3,
  State: { Id: 3, Name: 'Active' },
  Tags: [
    { Id: id(202), Name: 'Winter' },
    { Id: id(201), Name: 'Été' },
  ],
  Parts: [
    {
      Label: 'a',
      Cost: 0.05,
      IsFree: true,
      TagId: id(203),
      Tag: { Id: id(203), Name: 'ete' },
      TagIds: [{ Id: id(201), Name: 'Été' }],
      StateId: 2,
      State: { Id: 2, Name: 'InPricing' },
    },
    { TagIds: [] },
  ],
  Size: { Width: 2.5, Label: 'W' },
  Extra: { any: [1, null, 'x'] },
};

/** Values in, answers out. */
export function describeRecords(open: OpenStore): void {
  describe('records', () => {
    it('are written as stored fields and read in answer shape, by every way of reading', async () => {
      const store = await openFor(open);
      await insertOthers(store);
      await store.insert('item', whole);
      expect(await store.get('item', id(1))).toEqual(answer);
      expect(await store.getMany('item', [id(1), id(1), id(9)])).toEqual([answer]);
      expect((await store.find({ entity: 'item' })).items).toEqual([answer]);
      expect((await store.find({ entity: 'item', page: { number: 1, size: 5 } })).items).toEqual([answer]);
    });

    it('omit empty values, except lists', async () => {
      const store = await openFor(open);
      await store.insert('item', { Id: id(1), Name: null, Count: undefined });
      expect(await store.get('item', id(1))).toEqual({ Id: id(1), Revision: 1, Tags: [], Parts: [] });
      expect(await store.get('item', id(2))).toBeUndefined();
    });

    it('are copies: changing an answer changes nothing stored', async () => {
      const store = await openFor(open);
      const given = { Id: id(1), Extra: { list: [1] }, Parts: [{ Label: 'a' }] };
      await store.insert('item', given);
      given.Extra.list.push(2);
      const read = (await store.get('item', id(1))) as typeof given;
      read.Extra.list.push(3);
      read.Parts.pop();
      expect(await store.get('item', id(1))).toMatchObject({ Extra: { list: [1] }, Parts: [{ Label: 'a' }] });
    });

    it.each([
      ['a statement', "'; drop table item; --"],
      ['quotes', '"quoted" `back` [brackets]'],
      ['wildcards', '%_\\%'],
      ['letters of many cases', '😀 e\u0301 ﬀ İ ẞ'],
      ['control characters', '\u0001\u001f\u{10ffff}'],
      ['a space', ' '],
      ['very long text', 'x'.repeat(300_000)],
    ])('keep %s unchanged, and find it', async (_what, text) => {
      const store = await openFor(open);
      await store.insert('item', { Id: id(1), Name: text, Parts: [{ Label: text }], Extra: [text] });
      const found = await store.find({ entity: 'item', filter: compare('Name', 'eq', text) });
      expect(found.items).toMatchObject([{ Name: text, Parts: [{ Label: text }], Extra: [text] }]);
    });

    it('replace what no database can hold by a replacement character', async () => {
      const store = await openFor(open);
      await store.insert('item', { Id: id(1), Name: 'a\0b\ud800c', Extra: ['\0'] });
      expect(await store.get('item', id(1))).toMatchObject({ Name: 'a\ufffdb\ufffdc', Extra: ['\ufffd'] });
    });

    it.each([
      [0.1 + 0.2, 0.3],
      ['99999999999.99', 99999999999.99],
      [1e-7, 0],
      [-0.005, -0.01],
      [2.675, 2.68],
      [1e21, 1e21],
    ])('keep money %s as the decimal %s', async (given, kept) => {
      const store = await openFor(open);
      await store.insert('item', { Id: id(1), Price: given });
      expect((await store.get('item', id(1)))?.Price).toBe(kept);
      expect(await store.count('item', compare('Price', 'eq', kept))).toBe(1);
    });

    it.each([
      ['Name', 7, 'item.Name'],
      ['Count', 1.5, 'item.Count'],
      ['Count', '1', 'item.Count'],
      ['Ratio', Number.NaN, 'item.Ratio'],
      ['Price', '1,50', 'item.Price'],
      ['IsOpen', 1, 'item.IsOpen'],
      ['Tags', 'x', 'item.Tags'],
      ['Parts', [7], 'item.Parts'],
      ['Parts', [{ Label: [] }], 'item.Parts.Label'],
    ])('refuse %s = %j, naming the field', async (field, value, named) => {
      const store = await openFor(open);
      await expect(store.insert('item', { Id: id(1), [field]: value })).rejects.toThrow(named);
      expect(await store.count('item')).toBe(0);
    });

    it('need an id, and a known entity', async () => {
      const store = await openFor(open);
      await expect(store.insert('item', { Name: 'x' })).rejects.toThrow(/Id/);
      await expect(store.get('nothing', id(1))).rejects.toThrow("'nothing'");
      await expect(store.find({ entity: 'item', filter: compare('Nmae', 'eq', 'x') })).rejects.toThrow(
        "'Nmae'",
      );
      await expect(store.find({ entity: 'item', filter: compare('IsDerived', 'eq', true) })).rejects.toThrow(
        "'IsDerived'",
      );
      await expect(
        store.find({ entity: 'item', sort: [{ path: 'Parts.Label', direction: 'asc' }] }),
      ).rejects.toThrow("'Parts.Label'");
    });
  });

  describe('update', () => {
    it('writes the given fields, increments the revision, and clears with null', async () => {
      const store = await openFor(open);
      await insertOthers(store);
      await store.insert('item', whole);
      expect(
        await store.update('item', id(1), { Name: 'New', Price: null, Id: id(5), Revision: 40, Unknown: 1 }),
      ).toBe(true);
      const { Price: _price, ...rest } = answer;
      expect(await store.get('item', id(1))).toEqual({ ...rest, Name: 'New', Revision: 2 });
      expect(await store.count('item', compare('Name', 'startsWith', 'new'))).toBe(1);
    });

    it('is refused if the revision is not the stored one or the record does not exist', async () => {
      const store = await openFor(open);
      await store.insert('item', { Id: id(1), Name: 'a' });
      expect(await store.update('item', id(1), { Name: 'b' }, 1)).toBe(true);
      expect(await store.update('item', id(1), { Name: 'c' }, 1)).toBe(false);
      expect(await store.update('item', id(2), { Name: 'c' })).toBe(false);
      expect(await store.get('item', id(1))).toMatchObject({ Name: 'b', Revision: 2 });
    });
  });

  describe('remove', () => {
    it('also removes what the record owns, through owners of owners', async () => {
      const store = await openFor(open);
      await insertAll(store, 'item', [{ Id: id(1) }, { Id: id(2) }]);
      await insertAll(store, 'piece', [
        { Id: id(11), ItemId: id(1) },
        { Id: id(12), ItemId: id(2) },
      ]);
      await insertAll(store, 'sliver', [
        { Id: id(21), PieceId: id(11) },
        { Id: id(22), PieceId: id(12) },
      ]);
      expect(await store.count('sliver')).toBe(2);
      expect(await store.remove('item', id(1))).toBe(true);
      expect(await store.remove('item', id(1))).toBe(false);
      expect(numbers((await store.find({ entity: 'piece', total: true })).items)).toEqual([12]);
      expect(await store.count('sliver')).toBe(1);
    });
  });

  describe('referring', () => {
    it('finds records that refer through fields, lists and rows', async () => {
      const store = await openFor(open);
      await insertOthers(store);
      await insertAll(store, 'item', [
        { Id: id(1), MakerId: id(101) },
        { Id: id(2), Tags: [id(201), id(202)] },
        { Id: id(3), Parts: [{ TagId: id(203) }, { TagIds: [id(202)] }] },
      ]);
      const of = async (path: string, target: number) =>
        numbers(await store.referring('item', path, id(target)));
      expect(await of('MakerId', 101)).toEqual([1]);
      expect(await of('Tags', 202)).toEqual([2]);
      expect(await of('Parts.TagId', 203)).toEqual([3]);
      expect(await of('Parts.TagIds', 202)).toEqual([3]);
      expect(await of('Parts.TagIds', 203)).toEqual([]);
    });

    it('expands references of references', async () => {
      const store = await openFor(open);
      await insertOthers(store);
      await store.insert('item', { Id: id(1), Name: 'a', Tags: [id(202)] });
      await store.insert('piece', { Id: id(11), ItemId: id(1) });
      const piece = await store.get('piece', id(11));
      expect(piece?.Item).toEqual({ Id: id(1), Name: 'a', Tags: [{ Id: id(202), Name: 'Winter' }] });
    });
  });
}
