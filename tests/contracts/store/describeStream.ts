import { describe, expect, it } from 'vitest';
import type { DataRecord, FilterTree, Sort } from '#engine';
import type { Store, StreamQuery } from '../../../server/store/types.ts';
import type { OpenStore } from './fixture.ts';
import { compare, id, insertOthers, numbers, openFor } from './fixture.ts';

/** More than one batch holds. */
const count = 700;

const day = (number: number) => `2026-01-${String(1 + (number % 28)).padStart(2, '0')}`;

const itemOf = (number: number) => ({
  Id: id(number),
  Name: number % 7 === 0 ? null : `${number % 3 === 0 ? 'Écran' : 'ecran'} ${number % 50}`,
  Day: day(number),
  Count: number % 11,
  IsOpen: number % 2 === 0,
  MakerId: id(number % 5 === 0 ? 102 : 101),
  StateId: (number % 3) + 1,
  Tags: number % 4 === 0 ? [id(201), id(203)] : [],
  Parts: number % 6 === 0 ? [{ Label: `Part ${number}`, TagId: id(202) }] : [],
});

async function filled(open: OpenStore): Promise<Store> {
  const store = await openFor(open);
  await insertOthers(store);
  // Unordered, so that the order of rows reveals nothing.
  const order = Array.from({ length: count }, (_, at) => ((at * 379) % count) + 1);
  await store.insertMany('item', order.map(itemOf));
  return store;
}

const sorts: readonly (readonly Sort[])[] = [
  [],
  [{ path: 'Name', direction: 'asc' }],
  [{ path: 'Day', direction: 'desc' }],
  [
    { path: 'Maker.Name', direction: 'desc' },
    { path: 'Name', direction: 'asc' },
  ],
  [{ path: 'State.Name', direction: 'asc' }],
];

const filters: readonly FilterTree[] = [
  compare('IsOpen', 'eq', true),
  compare('Name', 'contains', 'ecran 1'),
  compare('Maker.Name', 'eq', 'ford'),
  compare('Maker.Parent.Name', 'eq', 'Ford'),
  compare('Tags.Name', 'eq', 'Été'),
  compare('Parts.Label', 'startsWith', 'Part 1'),
  { kind: 'not', of: compare('Name', 'contains', 'é') },
  compare(
    'Id',
    'in',
    Array.from({ length: 600 }, (_, at) => id(at * 2)),
  ),
  compare('Name', 'eq', 'nobody'),
];

async function allPages(store: Store, query: StreamQuery): Promise<readonly DataRecord[]> {
  const pages: DataRecord[] = [];
  for (let number = 1; ; number++) {
    const { items } = await store.find({ ...query, page: { number, size: 250 } });
    pages.push(...items);
    if (items.length < 250) return pages;
  }
}

async function streamed(store: Store, query: StreamQuery): Promise<readonly DataRecord[]> {
  const all: DataRecord[] = [];
  for await (const piece of store.stream(query)) all.push(...piece);
  return all;
}

/** Does something once some of the list has been read. */
async function streamedWhile(store: Store, query: StreamQuery, work: () => Promise<unknown>) {
  const all: DataRecord[] = [];
  let isDone = false;
  for await (const piece of store.stream(query)) {
    all.push(...piece);
    if (isDone) continue;
    isDone = true;
    await work();
  }
  return all;
}

/** Whole lists, of any length. */
export function describeStream(open: OpenStore): void {
  describe('a whole list', () => {
    it('equals its pages put together, for any order and filter', async () => {
      const store = await filled(open);
      const asked = [
        ...sorts.map((sort) => ({ sort })),
        ...filters.map((filter, at) => ({ filter, sort: sorts[at % sorts.length] ?? [] })),
      ];
      for (const each of asked) {
        const query = { entity: 'item', ...each };
        expect(await streamed(store, query), JSON.stringify(query)).toEqual(await allPages(store, query));
      }
      const [filter, mostly] = [compare('IsOpen', 'eq', true), compare('Maker.Name', 'eq', 'Ford')];
      const narrow = { entity: 'item', filter, mostly, sort: sorts[1] ?? [], only: ['Name', 'MakerId'] };
      const found = await streamed(store, narrow);
      const names = (records: readonly DataRecord[]) => records.map(({ Name, Maker }) => ({ Name, Maker }));
      expect(names(found)).toEqual(names(await allPages(store, narrow)));
      expect(found.length).toBe(280);
    });

    it('gives each record at most once, and none that is removed or no longer matches', async () => {
      const store = await filled(open);
      const last = numbers(
        (await store.find({ entity: 'item', sort: [{ path: 'Name', direction: 'desc' }], page: one })).items,
      )[0] as number;
      const query = {
        entity: 'item',
        filter: compare('Count', 'ge', 1),
        sort: [{ path: 'Name', direction: 'asc' }] as const,
      };
      const before = numbers(await allPages(store, query));
      const [moved, gone, changed] = [before[3], before.at(-9), before.at(-12)].map(Number);
      const found = await streamedWhile(store, query, async () => {
        // Already read, and moved to where it would be read again.
        await store.update('item', id(moved as number), { Name: 'zzz' });
        await store.remove('item', id(gone as number));
        await store.update('item', id(changed as number), { Count: 0 });
        await store.insertMany('item', [{ ...itemOf(5000), Name: 'zzzz' }]);
      });
      const given = numbers(found);
      expect(new Set(given).size).toBe(given.length);
      expect(given.filter((number) => number !== 5000)).toEqual(
        before.filter((number) => number !== gone && number !== changed),
      );
      expect(last).toBeGreaterThan(0);
    });

    it('gives no other record in place of a removed one', async () => {
      const store = await filled(open);
      const query = { entity: 'item', filter: compare('Maker.Name', 'eq', 'Ford') };
      const { items } = await store.scan({ entity: 'item', size: count });
      const newest = items.at(-1) as DataRecord;
      const found = await streamedWhile(store, query, async () => {
        await store.remove('item', String(newest.Id));
        await store.insert('item', { ...itemOf(6000), MakerId: id(102) });
      });
      expect(numbers(found)).not.toContain(6000);
      expect(found.map(({ Id }) => Id)).not.toContain(newest.Id);
    });

    it('ends when nobody reads on, and does not block writes', async () => {
      const store = await filled(open);
      for await (const piece of store.stream({ entity: 'item' })) {
        await store.update('item', String(piece[0]?.Id), { Count: 99 });
        break;
      }
      expect(await store.count('item', compare('Count', 'eq', 99))).toBe(1);
      const both = await Promise.all([
        streamed(store, { entity: 'item' }),
        streamed(store, { entity: 'item' }),
      ]);
      expect(both.map(({ length }) => length)).toEqual([count, count]);
    });
  });
}

const one = { number: 1, size: 1 };
