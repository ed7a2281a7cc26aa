import { describe, expect, it, onTestFinished } from 'vitest';
import { compileQuery, type FilterTree, type QueryModel, type RowLimits, type Sort } from '#engine';
import type { Store } from '../../../server/store/types.ts';
import { contractEntity, contractModel } from './contractModel.ts';
import { compare, id, insertAll, numbers, type OpenStore } from './fixture.ts';

/** Makers and tags with a field that no expansion names. */
const model = contractModel(
  ['maker', 'tag'].map((name) => {
    const entity = contractEntity(name);
    return { ...entity, properties: { ...entity.properties, Secret: { type: 'string' } } };
  }),
);

const seen = (...of: readonly number[]): FilterTree => compare('Id', 'in', of.map(id));
const not = (of: FilterTree): FilterTree => ({ kind: 'not', of });

/** Item 1 refers to visible records, item 2 to hidden ones, item 3 to both, item 4 to none. */
async function filled(open: OpenStore): Promise<Store> {
  const store = await open();
  onTestFinished(() => store.close());
  await store.migrate(model);
  await insertAll(store, 'maker', [
    { Id: id(101), Name: 'Seen', Secret: 'b' },
    { Id: id(102), Name: 'Hidden', Secret: 'a' },
    { Id: id(103), Name: 'Child of the hidden one', Secret: 'c', ParentId: id(102) },
  ]);
  await insertAll(store, 'tag', [
    { Id: id(201), Name: 'Seen', Secret: 'b' },
    { Id: id(202), Name: 'Hidden', Secret: 'a' },
  ]);
  await insertAll(store, 'item', [
    { Id: id(1), MakerId: id(101), Tags: [id(201)], Parts: [{ TagId: id(201) }] },
    { Id: id(2), MakerId: id(102), Tags: [id(202)], Parts: [{ TagId: id(202) }] },
    { Id: id(3), MakerId: id(103), Tags: [id(201), id(202)], Parts: [{ TagId: id(202), Label: 'b' }] },
    { Id: id(4) },
  ]);
  return store;
}

const limits: RowLimits = new Map([
  ['maker', seen(101, 103)],
  ['tag', seen(201)],
]);

const finds: readonly (readonly [title: string, filter: FilterTree, all: number[], limited: number[]])[] = [
  ['a field of a hidden record is empty', compare('Maker.Secret', 'eq', 'a'), [2], []],
  ['its beginning', compare('Maker.Secret', 'startsWith', 'a'), [2], []],
  ['a part of it', compare('Maker.Secret', 'contains', 'a'), [2], []],
  ['a list it is in', compare('Maker.Secret', 'in', ['a', 'b']), [1, 2], [1]],
  ['what is less', compare('Maker.Secret', 'lt', 'b'), [2], []],
  ['what is not the same', compare('Maker.Secret', 'ne', 'b'), [2, 3], [3]],
  ['nothing', compare('Maker.Secret', 'eq', null), [4], [2, 4]],
  ['what is filled in', compare('Maker.Secret', 'ne', null), [1, 2, 3], [1, 3]],
  ['the opposite', not(compare('Maker.Secret', 'eq', 'a')), [1, 3, 4], [1, 2, 3, 4]],
  ['through the reference by its own name', compare('MakerId.Secret', 'eq', 'a'), [2], []],
  ['a record behind a seen one', compare('Maker.Parent.Secret', 'eq', 'a'), [3], []],
  ['a record behind a hidden one', compare('Maker.Parent.Secret', 'ne', null), [3], []],
  ['a list of references', compare('Tags.Secret', 'eq', 'a'), [2, 3], []],
  ['the seen one of a list', compare('Tags.Secret', 'eq', 'b'), [1, 3], [1, 3]],
  ['a reference in rows', compare('Parts.Tag.Secret', 'eq', 'a'), [2, 3], []],
  ['what the reference shows itself', compare('Maker.Name', 'eq', 'Hidden'), [2], [2]],
  ['what the record behind shows of it', compare('Maker.Parent.Name', 'eq', 'Hidden'), [3], [3]],
  ['the id that stands in the record', compare('Maker.Id', 'eq', id(102)), [2], [2]],
];

export function describeLimits(open: OpenStore): void {
  describe('limits along paths', () => {
    it.each(finds)('%s', async (_, filter, all, limited) => {
      const store = await filled(open);
      const sort: readonly Sort[] = [{ path: 'Id', direction: 'asc' }];
      const asked = { entity: 'item', filter, sort };
      expect(numbers((await store.find(asked)).items)).toEqual(all);
      expect(numbers((await store.find({ ...asked, limits })).items)).toEqual(limited);
      const page = { number: 1, size: 10 };
      expect(numbers((await store.find({ ...asked, limits, page, total: true })).items)).toEqual(limited);
      const { filter: __, ...rest } = asked;
      const checked = await store.find({ ...rest, mostly: filter, limits });
      expect(numbers(checked.items)).toEqual(limited);
      expect([await store.count('item', filter), await store.count('item', filter, limits)]).toEqual([
        all.length,
        limited.length,
      ]);
    });

    it('apply to the records themselves, and to their count', async () => {
      const store = await filled(open);
      for (const isWide of [false, true]) {
        const { items, total } = await store.find({ entity: 'maker', limits, isWide, total: true });
        expect([numbers(items), total]).toEqual([[101, 103], 2]);
      }
      expect(await store.count('maker', undefined, limits)).toBe(2);
    });

    it('ignore sort values of hidden records, with other filters or without', async () => {
      const store = await filled(open);
      const sorted = async (path: string, more: object = {}) =>
        numbers((await store.find({ entity: 'item', sort: [{ path, direction: 'asc' }], ...more })).items);
      expect(await sorted('Maker.Secret')).toEqual([4, 2, 1, 3]);
      expect(await sorted('Maker.Secret', { limits })).toEqual([2, 4, 1, 3]);
      const page = { number: 1, size: 3 };
      const filter = compare('MakerId.Secret', 'ne', null);
      expect(await sorted('Maker.Secret', { limits, page, filter })).toEqual([1, 3]);
      expect(await sorted('Maker.Parent.Secret', { limits, page })).toEqual([1, 2, 3]);
    });

    it('apply to filters of queries over several tables, with separate parameter values', async () => {
      const store = await filled(open);
      const declared = { $id: 'q', title: 'q', from: 'item', columns: [{ path: 'Id', name: 'id' }] };
      const query = compileQuery(declared, model).query as QueryModel;
      const [source] = query.tables;
      const rows = async (filter: FilterTree, more: object = {}) => {
        const found: unknown[] = [];
        const filters = [{ alias: source?.alias ?? '', filter }];
        for await (const piece of store.rows({ ...query, filters, ...more })) found.push(...piece.flat());
        return numbers(found.map((Id) => ({ Id }))).toSorted();
      };
      for (const [, filter, all, limited] of finds) {
        expect(await rows(filter)).toEqual(all);
        expect(await rows(filter, { limits })).toEqual(limited);
        const filters = [{ alias: source?.alias ?? '', filter }];
        expect(await store.countRows({ ...query, filters, limits })).toBe(limited.length);
      }
    });
  });
}
