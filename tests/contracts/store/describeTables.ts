import { describe, expect, it } from 'vitest';
import { compileQuery, type FilterTree, type QueryModel, queryFilterTree } from '#engine';
import type { TableQuery, TableRow } from '../../../server/store/tableQuery.ts';
import type { Store } from '../../../server/store/types.ts';
import { contractModel } from './contractModel.ts';
import { compare, id, insertAll, insertOthers, type OpenStore, openFor } from './fixture.ts';

type Declared = Parameters<typeof compileQuery>[0];

const items = [
  {
    Id: id(1),
    Name: 'écrou',
    Count: 3,
    Price: 12.5,
    Day: '2026-01-31',
    IsOpen: true,
    MakerId: id(101),
    StateId: 1,
  },
  {
    Id: id(2),
    Name: 'Ecrou',
    Count: 10,
    Price: 0.1,
    Day: '2026-04-01',
    IsOpen: false,
    MakerId: id(102),
    StateId: 3,
  },
  { Id: id(3), Name: 'Vis', Price: 0.2, Day: '2026-06-30', MakerId: id(102), StateId: 3 },
  { Id: id(4), Name: 'zinc', Count: -1, Size: { Width: 2, Label: 'Wide' }, StateId: 2 },
];

const pieces = [
  { Id: id(11), ItemId: id(1), Name: 'a', SortOrder: 1 },
  { Id: id(12), ItemId: id(1), Name: 'b', SortOrder: 2 },
  { Id: id(13), ItemId: id(2), Name: 'c', SortOrder: 1 },
];

const cases: readonly (readonly [title: string, query: Omit<Declared, '$id'>, rows: readonly TableRow[]])[] =
  [
    [
      'fields by path, of what is referred to as well, in the order they were stored',
      {
        from: 'item',
        columns: [
          { path: 'Name' },
          { path: 'Maker.Name' },
          { path: 'MakerId.Parent.Name' },
          { path: 'IsOpen' },
          { path: 'Price' },
        ],
      },
      [
        ['écrou', 'Ford', null, true, 12.5],
        ['Ecrou', 'Lincoln', 'Ford', false, 0.1],
        ['Vis', 'Lincoln', 'Ford', null, 0.2],
        ['zinc', null, null, null, null],
      ],
    ],
    [
      'members of objects',
      {
        from: 'item',
        columns: [{ path: 'Size.Width' }],
        filters: [{ path: 'Size.Label', operator: 'eq', value: 'wide' }],
      },
      [[2]],
    ],
    [
      'texts by letter, then as they were stored; a limit',
      { from: 'item', columns: [{ path: 'Name' }], sort: ['-Name'], limit: 3 },
      [['zinc'], ['Vis'], ['écrou']],
    ],
    [
      'choices by the name of the item',
      { from: 'item', columns: [{ path: 'State.Name' }, { path: 'Name' }], sort: ['State.Name', '-Name'] },
      [
        [3, 'Vis'],
        [3, 'Ecrou'],
        [1, 'écrou'],
        [2, 'zinc'],
      ],
    ],
    [
      'groups with every aggregate; empty values count for none',
      {
        from: 'item',
        columns: [
          { path: 'Maker.Name' },
          { aggregate: 'count' },
          { path: 'Count', aggregate: 'count', name: 'Counted' },
          { path: 'Count', aggregate: 'sum', name: 'Sum' },
          { path: 'Price', aggregate: 'sum', name: 'Cost' },
          { path: 'Price', aggregate: 'avg', name: 'Mean' },
          { path: 'Day', aggregate: 'min', name: 'First' },
          { path: 'Price', aggregate: 'max', name: 'Dearest' },
          { path: 'StateId', aggregate: 'distinct', name: 'States' },
        ],
      },
      [
        [null, 1, 1, -1, null, null, null, null, 1],
        ['Ford', 1, 1, 3, 12.5, 12.5, '2026-01-31', 12.5, 1],
        ['Lincoln', 2, 1, 10, 0.3, 0.15, '2026-04-01', 0.2, 1],
      ],
    ],
    [
      'periods of days, the fullest first',
      {
        from: 'item',
        columns: [
          { path: 'Day', per: 'quarter' },
          { aggregate: 'count', name: 'N' },
        ],
        sort: ['-N', 'Day'],
        filters: [{ path: 'Day', operator: 'ne', value: null }],
      },
      [
        ['2026-Q2', 2],
        ['2026-Q1', 1],
      ],
    ],
    [
      'records that refer to those of the query, once each',
      {
        from: 'item',
        joins: { Piece: { entity: 'piece', by: 'ItemId' } },
        columns: [{ path: 'Name' }, { path: 'Piece.Name' }],
      },
      [
        ['écrou', 'a'],
        ['écrou', 'b'],
        ['Ecrou', 'c'],
        ['Vis', null],
        ['zinc', null],
      ],
    ],
    [
      'joined ones counted by what the others refer to',
      {
        from: 'maker',
        joins: {
          Item: { entity: 'item', by: 'MakerId', required: true },
          Piece: { entity: 'piece', by: 'ItemId', of: 'Item' },
        },
        columns: [
          { path: 'Name' },
          { path: 'Piece.Id', aggregate: 'count', name: 'Pieces' },
          { path: 'Item.Id', aggregate: 'distinct', name: 'Items' },
        ],
      },
      [
        ['Ford', 2, 1],
        ['Lincoln', 1, 2],
      ],
    ],
    [
      'filters of tables joined, and of lists in a record',
      {
        from: 'piece',
        columns: [{ path: 'Name' }],
        filters: [
          { path: 'Item.Maker.Name', operator: 'in', value: ['ford', 'lincoln'] },
          { path: 'Item.State.Name', operator: 'ne', value: 'Active' },
          { path: 'Item.Tags', operator: 'eq', value: null },
        ],
      },
      [['a'], ['b']],
    ],
    [
      'one row of all, and of nothing',
      {
        from: 'sliver',
        columns: [{ aggregate: 'count' }, { path: 'Name', aggregate: 'distinct', name: 'Names' }],
      },
      [[0, 0]],
    ],
  ];

/** Queries over several tables. */
export function describeTables(open: OpenStore): void {
  describe('rows of several tables', () => {
    for (const [title, query, rows] of cases)
      it(title, async () => {
        const [store, asked] = [await filled(open), tableOf(query)];
        expect(await rowsOf(store, asked)).toEqual(rows);
        expect(await store.countRows(asked)).toBe(rows.length);
      });

    it('gives a page, and counts all', async () => {
      const store = await filled(open);
      const query = tableOf({ from: 'piece', columns: [{ path: 'Name' }], sort: ['-Name'] });
      expect(await rowsOf(store, { ...query, skip: 1, take: 1 })).toEqual([['b']]);
      expect(await store.countRows(query)).toBe(3);
      expect(await store.countRows({ ...query, take: 2 })).toBe(2);
    });

    it('is counted again after a write, even to a table that only a filter reads', async () => {
      const store = await filled(open);
      const query = tableOf({
        from: 'piece',
        columns: [{ path: 'Name' }, { path: 'Item.Maker.Name' }],
        filters: [{ path: 'Item.Maker.Parent.Name', operator: 'eq', value: 'Ford' }],
      });
      const all = tableOf({ from: 'piece', columns: [{ path: 'Name' }, { path: 'Item.Maker.Name' }] });
      const counts = async () => [await store.countRows(query), await store.countRows(all)];
      expect([await counts(), await counts()]).toEqual([
        [1, 3],
        [1, 3],
      ]);
      await store.update('maker', id(101), { Name: 'Fjord' });
      expect(await counts()).toEqual([0, 3]);
      await store.insert('piece', { Id: id(14), ItemId: id(3), Name: 'd', SortOrder: 1 });
      expect(await counts()).toEqual([0, 4]);
    });

    it('counts groups, and not their rows', async () => {
      const query = tableOf({ from: 'piece', columns: [{ path: 'Item.Name' }, { aggregate: 'count' }] });
      expect(await (await filled(open)).countRows(query)).toBe(2);
    });

    it('has only visible records of each table, at any place in the query', async () => {
      const store = await filled(open);
      const limits = new Map<string, FilterTree>([
        ['item', compare('Maker.Name', 'eq', 'Lincoln')],
        ['maker', compare('Id', 'eq', id(102))],
      ]);
      const query = tableOf({ from: 'piece', columns: [{ path: 'Name' }, { path: 'Item.Maker.Name' }] });
      expect(await rowsOf(store, { ...query, limits })).toEqual([
        ['a', null],
        ['b', null],
        ['c', 'Lincoln'],
      ]);
      const grouped = tableOf({
        from: 'maker',
        joins: { Item: { entity: 'item', by: 'MakerId' } },
        columns: [{ path: 'Name' }, { path: 'Item.Count', aggregate: 'sum', name: 'Sum' }],
      });
      expect(await rowsOf(store, { ...grouped, limits })).toEqual([['Lincoln', 10]]);
    });

    it('leaves hidden columns empty, and neither groups nor sorts by them', async () => {
      const query = tableOf({
        from: 'item',
        columns: [
          { path: 'Maker.Name' },
          { path: 'Price', aggregate: 'sum', name: 'Cost' },
          { aggregate: 'count' },
        ],
        sort: ['-Cost'],
      });
      const hidden = new Set(['Maker.Name', 'Cost']);
      expect(await rowsOf(await filled(open), { ...query, hidden })).toEqual([[null, null, 4]]);
    });

    it('stops when nobody reads on, and does not block writes', async () => {
      const store = await openFor(open);
      await insertAll(
        store,
        'tag',
        Array.from({ length: 1200 }, (_, at) => ({ Id: id(5000 + at), Name: `t${at}` })),
      );
      let read = 0;
      for await (const piece of store.rows(tableOf({ from: 'tag', columns: [{ path: 'Name' }] }))) {
        read += piece.length;
        await store.insert('maker', { Id: id(900 + read), Name: 'new' });
        if (read >= 1000) break;
      }
      expect(read).toBe(1000);
      expect(await store.count('maker')).toBe(2);
    });
  });
}

async function filled(open: OpenStore): Promise<Store> {
  const store = await openFor(open);
  await insertOthers(store);
  await insertAll(store, 'item', items);
  await insertAll(store, 'piece', pieces);
  return store;
}

const model = contractModel();

export function tableOf(declared: Omit<Declared, '$id'>): TableQuery {
  const { query, findings } = compileQuery({ $id: 'asked', ...declared }, model);
  if (!query) throw new Error(JSON.stringify(findings));
  return { ...query, filters: filtersOf(query), ...(query.limit ? { take: query.limit } : {}) };
}

const filtersOf = ({ filters }: QueryModel): TableQuery['filters'] =>
  filters.map((filter) => ({
    alias: filter.place.alias,
    filter: queryFilterTree(filter, filter.value, { zone: 'UTC' }),
  }));

async function rowsOf(store: Store, query: TableQuery): Promise<readonly TableRow[]> {
  const rows: TableRow[] = [];
  for await (const piece of store.rows(query)) rows.push(...piece);
  return rows;
}
