/** Writes and queries generated from a seed: the same for every store. */
import {
  compileQuery,
  type DataRecord,
  type FilterTree,
  type QueryModel,
  queryFilterTree,
  type Sort,
} from '#engine';
import type { TableQuery } from '../../../server/store/tableQuery.ts';
import type { RecordQuery, Store } from '../../../server/store/types.ts';
import { contractModel } from './contractModel.ts';
import { compare, id } from './fixture.ts';

/** An operation on a store, and the answer to compare. */
type Work = { readonly says: string; readonly run: (store: Store) => Promise<unknown> };

export const model = contractModel();

/** Random numbers from a seed, from 0 to below 1. */
function numbersFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

const texts = [
  ...['a', 'A', 'à', 'É', 'e\u0301', 'ß', 'SS', 'İ', 'ı', 'Σ', 'ς', 'œ', '%', '_', '\\', "'", '"', '', ' '],
  ...[
    'ab',
    'Ab c',
    'Gap Plus',
    'gap  plus',
    'L’été',
    "l'ete",
    '10',
    '9',
    '\u0001',
    '\ufffd',
    '\u{1f600}',
    '\uffee',
  ],
  ...['été-hiver', 'naïve', 'Ærø', 'x'.repeat(400), `${'é'.repeat(350)}z`],
];
const moments = [
  '2026-01-31T10:00:00Z',
  '2026-03-08T06:59:59.999Z',
  '2026-11-01T05:30:00-04:00',
  '1970-01-01T00:00:00Z',
];
const days = ['2026-01-01', '2026-01-31', '2026-02-28', '2026-12-31'];
const [makers, tags, items] = [6, 5, 120];

/** Everything the generator draws from one seed. */
export function generateWork(seed: number) {
  const next = numbersFrom(seed);
  const below = (count: number) => Math.floor(next() * count);
  const one = <T>(of: readonly T[]): T => of[below(of.length)] as T;
  const maybe = <T>(value: () => T, often = 0.7): T | null => (next() < often ? value() : null);
  const some = <T>(most: number, value: () => T): T[] => Array.from({ length: below(most + 1) }, value);
  const money = () => (below(200_000) - 100_000) / 100;
  const number = () => one([0, 1, -1, 2, 3, 0.5, -0.25, 12.34, 1e-7, 123456789, below(20)]);
  const itemId = () => id(1 + below(items));
  const part = (): DataRecord => ({
    ...{ Label: maybe(() => one(texts)), Cost: maybe(money), IsFree: maybe(() => next() < 0.5) },
    ...{ TagId: maybe(() => id(201 + below(tags))), TagIds: some(2, () => id(201 + below(tags))) },
    StateId: maybe(() => 1 + below(3)),
  });
  const makerId = () => id(101 + below(makers));
  const item = (): DataRecord => ({
    ...{ Name: maybe(() => one(texts)), Code: maybe(() => one(texts), 0.3), Version: maybe(() => below(3)) },
    ...{ Notes: maybe(() => `${one(texts)}${below(1000)}`, 0.2), Count: maybe(() => below(9) - 3) },
    ...{
      Ratio: maybe(number),
      Price: maybe(money),
      IsOpen: maybe(() => next() < 0.5),
      Day: maybe(() => one(days)),
    },
    ...{ At: maybe(() => one(moments)), MakerId: maybe(makerId), StateId: maybe(() => 1 + below(3)) },
    ...{ Tags: some(3, () => id(201 + below(tags))), Parts: some(2, part) },
    Size: maybe(() => ({ Width: maybe(number), Label: maybe(() => one(texts)) }), 0.3),
    Extra: maybe(() => ({ z: 1, a: [one(texts)] }), 0.2),
  });
  const leaf = (): FilterTree => {
    const [path, operators, value] = one<readonly [string, readonly string[], () => unknown]>([
      ...[
        'Name',
        'Notes',
        'Maker.Name',
        'Maker.Parent.Name',
        'Parts.Label',
        'Size.Label',
        'Tags.Name',
        'Code',
      ].map((path) => [path, [...orders, 'contains', 'startsWith', 'words'], () => one(texts)] as const),
      ...['Count', 'Ratio', 'Price', 'Parts.Cost', 'StateId', 'Size.Width', 'Version'].map(
        (path) => [path, orders, number] as const,
      ),
      ...['IsOpen', 'Parts.IsFree'].map((path) => [path, ['eq', 'ne'], () => next() < 0.5] as const),
      ['Day', [...orders, 'startsWith', 'contains'], () => one([...days, '2026-01', '2026'])],
      ['At', orders, () => one([...moments, '2026-01-31'])],
      ['State.Name', [...orders, 'contains'], () => one(['Active', 'indesign', 'In', 'x'])],
      ...['MakerId', 'Tags', 'Parts.TagId', 'Parts.TagIds', 'Id'].map(
        (path) => [path, ['eq', 'ne'], () => one([itemId(), makerId(), id(201 + below(tags))])] as const,
      ),
    ]);
    const kind = next();
    if (kind < 0.1) return compare(path, one(['eq', 'ne']), null);
    if (kind < 0.25) return compare(path, 'in', [...some(4, value), ...(next() < 0.2 ? [null] : [])]);
    return compare(path, one(operators), value());
  };
  const filter = (depth = 2): FilterTree => {
    const kind = next();
    if (depth === 0 || kind < 0.5) return leaf();
    if (kind < 0.65) return { kind: 'not', of: filter(depth - 1) };
    return { kind: one(['and', 'or'] as const), of: some(3, () => filter(depth - 1)) };
  };
  const sort = (): Sort[] =>
    some(3, () => ({ path: one(sortPaths), direction: one(['asc', 'desc'] as const) }));
  const query = (): RecordQuery => ({
    entity: 'item',
    ...(next() < 0.8 && { filter: filter() }),
    ...(next() < 0.2 && { mostly: filter(1) }),
    ...(next() < 0.2 && { limits: new Map([['maker', compare('Name', 'contains', one(['a', 'o', '1']))]]) }),
    sort: sort(),
    ...(next() < 0.7 && { page: { number: 1 + below(4), size: 1 + below(20) } }),
    total: next() < 0.6,
    ...(next() < 0.2 && { only: ['Id', 'Name', 'MakerId', 'Tags'] }),
  });
  return { below, one, next, item, itemId, makerId, filter, query, leaf, some };
}

type Generator = ReturnType<typeof generateWork>;

const orders = ['eq', 'ne', 'gt', 'ge', 'lt', 'le'];
const sortPaths = [
  'Name',
  'Count',
  'Price',
  'IsOpen',
  'Day',
  'At',
  'Maker.Name',
  'State.Name',
  'Ratio',
  'Size.Width',
  'Size.Label',
  'Notes',
];

/** The initial content of both stores. */
export async function begin(store: Store): Promise<void> {
  await store.migrate(model);
  const names = ['Ford', 'Lincoln', 'Éclair', 'zoo', 'œuvre', 'Ford 10'];
  await store.insertMany(
    'maker',
    names.map((Name, at) => ({ Id: id(101 + at), Name, ParentId: at > 0 && at % 2 ? id(100 + at) : null })),
  );
  await store.insertMany(
    'tag',
    ['Été', 'Winter', 'ete', 'ÉTÉ', 'a_b'].map((Name, at) => ({ Id: id(201 + at), Name })),
  );
}

let pieces = 5000;

/** The next operation: mostly queries, sometimes a write. */
export function nextWork(from: Generator): Work {
  const kind = from.next();
  if (kind < 0.12) return written(from);
  if (kind < 0.62) return found(from);
  if (kind < 0.8) return rowsOf(from);
  const [filter, path] = [from.filter(), from.one(['MakerId', 'Tags', 'Parts.TagId', 'Parts.TagIds'])];
  const record = { Id: id(999), ...from.item() };
  const of = from.one([from.makerId(), id(201)]);
  return from.one<() => Work>([
    () => ({ says: `count ${JSON.stringify(filter)}`, run: (store) => store.count('item', filter) }),
    () => ({
      says: `referring ${path} ${of}`,
      run: async (store) => (await store.referring('item', path, of)).map(({ Id }) => Id),
    }),
    () => ({
      says: `conflicting ${JSON.stringify(record)}`,
      run: async (store) => (await store.conflicting('item', record)).map((unique) => unique.id),
    }),
    () => ({
      says: `stream ${JSON.stringify(filter)}`,
      run: async (store) => {
        const all: unknown[] = [];
        for await (const piece of store.stream({ entity: 'item', filter })) all.push(...piece);
        return all;
      },
    }),
  ])();
}

function found(from: Generator): Work {
  const query = from.query();
  const limits = query.limits && [...query.limits];
  return { says: `find ${JSON.stringify({ ...query, limits })}`, run: (store) => store.find(query) };
}

function written(from: Generator): Work {
  const [record, target, revision] = [from.item(), from.itemId(), 1 + from.below(4)];
  pieces += 1;
  const piece = { Id: id(pieces), ItemId: target, Name: `p${pieces % 7}`, SortOrder: from.below(5) };
  const many = from.some(5, () => ({ Id: from.itemId(), ...from.item() }));
  const fields = Object.fromEntries(Object.entries(record).filter(() => from.next() < 0.3));
  const insert: Work = {
    says: `insert ${target} ${JSON.stringify(record)}`,
    run: (store) => store.insert('item', { Id: target, ...record }),
  };
  const update: Work = {
    says: `update ${target} ${JSON.stringify(fields)}`,
    run: (store) => store.update('item', target, fields),
  };
  return from.one<Work>([
    insert,
    insert,
    update,
    update,
    {
      says: `update ${target} at ${revision} ${JSON.stringify(fields)}`,
      run: (store) => store.update('item', target, fields, revision),
    },
    { says: `remove ${target}`, run: (store) => store.remove('item', target) },
    { says: `remove maker ${record.MakerId}`, run: (store) => store.remove('maker', String(record.MakerId)) },
    { says: `insertMany ${JSON.stringify(many)}`, run: (store) => store.insertMany('item', many) },
    { says: `piece ${JSON.stringify(piece)}`, run: (store) => store.insert('piece', piece) },
    {
      says: `insert and update ${target} in one transaction`,
      run: (store) =>
        store.transaction(async (session) => {
          const refused = await session
            .insert('item', { Id: target, ...record })
            .catch((error) => error.kind);
          return [refused ?? 'in', await session.update('item', target, fields), await session.count('item')];
        }),
    },
  ]);
}

const columns = [
  ...[
    'Name',
    'Maker.Name',
    'State.Name',
    'IsOpen',
    'Price',
    'Count',
    'Size.Width',
    'Size.Label',
    'Day',
    'Ratio',
  ].map((path) => ({ path })),
  ...(['year', 'quarter', 'month', 'day'] as const).flatMap((per) => [
    { path: 'Day', per, name: `D${per}` },
    { path: 'At', per, name: `A${per}` },
  ]),
];
const aggregates = [
  { aggregate: 'count', name: 'N' },
  ...(['sum', 'avg', 'min', 'max', 'count', 'distinct'] as const).flatMap((aggregate) =>
    ['Price', 'Count', 'Ratio'].map((path) => ({ path, aggregate, name: `${aggregate}${path}` })),
  ),
  ...(['min', 'max'] as const).map((aggregate) => ({ path: 'Day', aggregate, name: `${aggregate}Day` })),
] as const;

function rowsOf(from: Generator): Work {
  const picked = new Map(from.some(3, () => from.one(columns)).map((each) => [JSON.stringify(each), each]));
  const summed = new Map(
    from.some(3, () => from.one(aggregates)).map((each) => [JSON.stringify(each), each]),
  );
  const chosen = [...picked.values(), ...(from.next() < 0.6 ? summed.values() : [])];
  const joins = from.next() < 0.3 ? { joins: { Piece: { entity: 'piece', by: 'ItemId' } } } : {};
  const declared = {
    ...{ $id: 'asked', from: 'item', ...joins, columns: chosen.length > 0 ? chosen : [{ path: 'Name' }] },
  };
  const { query } = compileQuery(declared as Parameters<typeof compileQuery>[0], model);
  if (!query) return rowsOf(from);
  const filter = from.filter();
  const zone = from.one(['UTC', 'America/Toronto', 'America/St_Johns']);
  const asked: TableQuery = {
    ...query,
    zone,
    filters: [...filtersOf(query), { alias: query.tables[0]?.alias ?? '', filter }],
    sort: query.columns
      .filter(() => from.next() < 0.3)
      .map(({ name }) => ({
        column: name,
        direction: from.one(['asc', 'desc'] as const),
      })) as TableQuery['sort'],
    ...(from.next() < 0.3 && { take: from.below(10), skip: from.below(5) }),
  };
  return {
    says: `rows ${JSON.stringify({ declared, filter, sort: asked.sort, zone, take: asked.take, skip: asked.skip })}`,
    run: async (store) => {
      const rows: unknown[] = [];
      for await (const piece of store.rows(asked)) rows.push(...piece);
      return [rows, await store.countRows(asked)];
    },
  };
}

const filtersOf = ({ filters }: QueryModel): TableQuery['filters'] =>
  filters.map((filter) => ({
    alias: filter.place.alias,
    filter: queryFilterTree(filter, filter.value, { zone: 'UTC' }),
  }));
