import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type FilterTree, matches, type Sort, sortRecords } from '#engine';
import { cases, items } from './filterCases.ts';
import type { OpenStore } from './fixture.ts';
import { compare, id, insertAll, insertOthers, numbers, openFor } from './fixture.ts';

/** One table of cases: the store and the predicate over its answers must find the same. */
export function describeFilters(open: OpenStore): void {
  const opened = async () => {
    const store = await openFor(open);
    await insertOthers(store);
    await insertAll(store, 'item', items);
    return store;
  };

  describe('filters', () => {
    it.each(cases)('%s %s %j finds %j', async (path, operator, value, found) => {
      const store = await opened();
      const filter = compare(path, operator, value);
      const not: FilterTree = { kind: 'not', of: filter };
      const all = (await store.find({ entity: 'item' })).items;
      expect(numbers((await store.find({ entity: 'item', filter })).items)).toEqual(found);
      expect(await store.count('item', filter)).toBe(found.length);
      const page = { number: 1, size: 10 };
      const mostly = await store.find({ entity: 'item', mostly: filter, page, total: true });
      expect([mostly.total, numbers(mostly.items)]).toEqual([found.length, found]);
      const both = await store.find({ entity: 'item', filter: not, mostly: filter });
      expect(both.items).toEqual([]);
      expect(numbers((await store.find({ entity: 'item', filter: not })).items)).toEqual(
        [1, 2, 3, 4, 5, 6, 7].filter((number) => !found.includes(number)),
      );
      // A predicate without a model compares moments as text, and reads into JSON.
      if (!['At', 'Extra', 'Size'].includes(path))
        expect(numbers(all.filter((item) => matches(filter, item)))).toEqual(found);
    });

    it('begin with texts longer than what an index holds', async () => {
      const store = await opened();
      const long = 'y'.repeat(400);
      await insertAll(store, 'item', [
        { Id: id(8), Name: `${long}a` },
        { Id: id(9), Name: `${long}b`, Parts: [{ Label: `${long}b` }] },
        { Id: id(10), Name: `${long}c`, Parts: [{ Label: `${long}c` }] },
      ]);
      for (const path of ['Name', 'Parts.Label']) {
        const filter = compare(path, 'startsWith', `${long}B`);
        expect(numbers((await store.find({ entity: 'item', filter })).items)).toEqual([9]);
      }
    });

    it('are combined by and, or, not and constants', async () => {
      const store = await opened();
      const [yes, no] = [
        { kind: 'constant', value: true },
        { kind: 'constant', value: false },
      ] as const;
      const find = async (filter: FilterTree) =>
        numbers((await store.find({ entity: 'item', filter })).items);
      const open = compare('IsOpen', 'eq', true);
      const late = compare('Day', 'ge', '2026-02-01');
      expect(await find({ kind: 'or', of: [open, late] })).toEqual([1, 2]);
      expect(await find({ kind: 'and', of: [open, late] })).toEqual([]);
      expect(
        await find({
          kind: 'and',
          of: [{ kind: 'not', of: { kind: 'or', of: [open, late] } }, compare('Price', 'gt', 0)],
        }),
      ).toEqual([7]);
      expect(await find({ kind: 'and', of: [yes, open] })).toEqual([1]);
      expect(await find({ kind: 'or', of: [no, { kind: 'and', of: [] }] })).toHaveLength(7);
      expect(await find({ kind: 'or', of: [] })).toEqual([]);
    });

    it('may be many', async () => {
      const store = await opened();
      const of = Array.from({ length: 1500 }, (_, index) => compare('Count', 'ne', index + 100));
      expect(await store.count('item', { kind: 'and', of })).toBe(3);
      const names = ['ECRAN', ...Array.from({ length: 500 }, (_, index) => `"${index}`)];
      expect(await store.count('item', compare('Name', 'in', names))).toBe(1);
      const makers = Array.from({ length: 500 }, (_, index) => id(102 + index));
      expect(await store.count('item', compare('MakerId', 'in', makers))).toBe(2);
    });
  });

  describe('sorts and pages', () => {
    const order = async (sort: readonly Sort[]) => {
      const store = await opened();
      const { items: found } = await store.find({ entity: 'item', sort });
      return numbers(found).join('');
    };

    it.each<[string, Sort['direction'], string]>([
      ['Name', 'asc', '5432167'],
      ['Name', 'desc', '7612345'],
      ['Price', 'asc', '3564217'],
      ['Count', 'desc', '2147653'],
      ['IsOpen', 'asc', '3456721'],
      ['Maker.Name', 'asc', '3457126'],
      ['Maker.Parent.Name', 'desc', '6275431'],
      ['State.Name', 'asc', '4567213'],
      ['State.DisplayName', 'desc', '3127654'],
      ['Notes', 'asc', '1245763'],
      ['Size.Width', 'desc', '4765321'],
      ['Id', 'desc', '7654321'],
    ])('by %s %s', async (path, direction, expected) => {
      expect(await order([{ path, direction }])).toBe(expected);
    });

    it('by several fields, with Id as the tie-breaker', async () => {
      expect(
        await order([
          { path: 'Maker.Name', direction: 'desc' },
          { path: 'Name', direction: 'asc' },
        ]),
      ).toBe('2615437');
      expect(await order([])).toBe('1234567');
    });

    it('are paged and counted', async () => {
      const store = await opened();
      const page = (number: number, size: number, filter?: FilterTree) =>
        store.find({
          entity: 'item',
          sort: [{ path: 'Id', direction: 'asc' }],
          page: { number, size },
          total: true,
          filter,
        });
      expect(numbers((await page(2, 3)).items)).toEqual([4, 5, 6]);
      expect(await page(4, 3)).toEqual({ items: [], total: 7 });
      expect((await page(3, 3)).total).toBe(7);
      expect((await page(1, 1, compare('Price', 'gt', 0))).total).toBe(3);
      await store.remove('item', id(7));
      expect((await page(1, 1, compare('Price', 'gt', 0))).total).toBe(2);
      await store.update('maker', id(101), { Name: 'Renamed' });
      expect((await page(1, 1, compare('Maker.Name', 'eq', 'Ford'))).total).toBe(0);
    });
  });

  it('finds the same as the predicate, sorted like records, for any records and filter', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(itemOf, { minLength: 1, maxLength: 8 }),
        fc.array(fc.tuple(filterOf, sortOf), { minLength: 5, maxLength: 5 }),
        async (records, queries) => {
          const store = await open();
          try {
            const { contractModel } = await import('./contractModel.ts');
            await store.migrate(contractModel());
            await insertOthers(store);
            await insertAll(
              store,
              'item',
              records.map((record, index) => ({ ...record, Id: id(index + 1) })),
            );
            const all = (await store.find({ entity: 'item' })).items;
            for (const [filter, sort] of queries) {
              const { items: found } = await store.find({ entity: 'item', filter, sort });
              const expected = sortRecords(
                all.filter((record) => matches(filter, record)),
                sort,
              );
              expect({ filter, sort, found: numbers(found) }).toEqual({
                filter,
                sort,
                found: numbers(expected),
              });
            }
          } finally {
            await store.close();
          }
        },
      ),
      { numRuns: 60 },
    );
  });
}

const texts = fc.oneof(
  fc.constantFrom(
    'a',
    'A',
    'à',
    'É',
    'e\u0301',
    'ß',
    'SS',
    'İ',
    'ı',
    'Σ',
    'ς',
    'œ',
    '%',
    '_',
    '\\',
    "'",
    '"',
    '',
    ' ',
    'ab',
    'Ab c',
    '\u0001',
    '\ufffd',
    '\u{1f600}',
  ),
  fc.string({ unit: 'grapheme', maxLength: 4 }),
  fc.string({ unit: 'binary', maxLength: 3 }),
);
const numbersOf = fc.oneof(fc.integer({ min: -3, max: 3 }), fc.constantFrom(0.5, -0.25, 12.34));
const money = fc.integer({ min: -500, max: 500 }).map((cents) => cents / 100);
const maybe = <T>(of: fc.Arbitrary<T>) => fc.option(of, { nil: undefined });

const itemOf = fc.record({
  Name: maybe(texts),
  Notes: fc.constant(undefined),
  Count: maybe(fc.integer({ min: -3, max: 3 })),
  Ratio: maybe(numbersOf),
  Price: maybe(money),
  IsOpen: maybe(fc.boolean()),
  Day: maybe(fc.constantFrom('2026-01-01', '2026-01-02')),
  MakerId: maybe(fc.constantFrom(id(101), id(102))),
  StateId: maybe(fc.constantFrom(1, 2, 3)),
  Tags: maybe(fc.array(fc.constantFrom(id(201), id(202), id(203)), { maxLength: 2 })),
  Parts: maybe(
    fc.array(
      fc.record({ Label: maybe(texts), Cost: maybe(money), TagId: maybe(fc.constantFrom(id(201), id(202))) }),
      { maxLength: 2 },
    ),
  ),
});

const orderings = ['eq', 'ne', 'gt', 'ge', 'lt', 'le'] as const;
const wordings = [...orderings, 'contains', 'startsWith', 'words'] as const;
const comparing = (paths: readonly string[], operators: readonly string[], value: fc.Arbitrary<unknown>) =>
  fc.oneof(
    {
      weight: 3,
      arbitrary: fc
        .tuple(fc.constantFrom(...paths), fc.constantFrom(...operators), value)
        .map(([path, operator, each]) => compare(path, operator, each)),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(fc.constantFrom(...paths), fc.array(fc.oneof(value, fc.constant(null)), { maxLength: 3 }))
        .map(([path, each]) => compare(path, 'in', each)),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(fc.constantFrom(...paths), fc.constantFrom('eq', 'ne'))
        .map(([path, operator]) => compare(path, operator, null)),
    },
  );

const leafOf: fc.Arbitrary<FilterTree> = fc.oneof(
  comparing(['Name', 'Parts.Label', 'Maker.Name', 'Tags.Name', 'State.Name'], wordings, texts),
  comparing(['Count', 'Ratio', 'Price', 'Parts.Cost', 'StateId'], orderings, numbersOf),
  comparing(['IsOpen'], ['eq', 'ne'], fc.boolean()),
  comparing(['Day'], orderings, fc.constantFrom('2026-01-01', '2026-01-02', '2026-01-03')),
  comparing(['MakerId', 'Tags', 'Parts.TagId'], ['eq', 'ne'], fc.constantFrom(id(101), id(201), id(202))),
);

const { filterOf } = fc.letrec<{ filterOf: FilterTree }>((tie) => ({
  filterOf: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    leafOf,
    fc
      .tuple(fc.constantFrom('and' as const, 'or' as const), fc.array(tie('filterOf'), { maxLength: 3 }))
      .map(([kind, of]) => ({ kind, of })),
    tie('filterOf').map((of) => ({ kind: 'not' as const, of })),
  ),
}));

const sortOf = fc.uniqueArray(
  fc.record({
    path: fc.constantFrom('Name', 'Count', 'Price', 'IsOpen', 'Day', 'Maker.Name', 'StateId'),
    direction: fc.constantFrom('asc' as const, 'desc' as const),
  }),
  { maxLength: 3, selector: (sort) => sort.path },
);
