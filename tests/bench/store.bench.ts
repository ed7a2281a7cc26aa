import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { compileModel, type DataRecord, type DeclarationFile, type Model, parseExpression } from '#engine';
import { Sqlite } from '../../server/store/sqlite/driver.ts';
import { openSqliteStore } from '../../server/store/sqlite/openSqliteStore.ts';
import type { Store } from '../../server/store/types.ts';
import { type BenchRow, turnByTurn } from './harness.ts';

const rows = 100_000;
const declared = import.meta.glob<DeclarationFile['json']>(
  [
    '../../base/schemas/**/*.json',
    '../../schemas/**/*.json',
    '!../../schemas/**/seed.json',
    '!../../schemas/**/cases.json',
  ],
  { eager: true, import: 'default' },
);

/** The SQLite store against better-sqlite3 by hand: 100,000 products, lists of 10 and single records. */
export async function bench(): Promise<BenchRow[]> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'formwright-bench-'));
  const model = modelOf();
  const fieldNames = (model.entities.get('product')?.fields ?? [])
    .filter((field) => field.stored)
    .map((field) => field.name);
  const store = await filledStore(path.join(folder, 'ours.db'), model);
  const hand = byHand(path.join(folder, 'hand.db'), fieldNames);
  try {
    check(await list(store, 'gap 42'), hand.list('gap 42'));
    return [
      await row(
        'list of 10, text filter, newest first',
        10,
        (n) => list(store, word(n)),
        (n) => hand.list(word(n)),
      ),
      await row(
        'list of 10, two filters, by name',
        100,
        (n) => narrow(store, n),
        (n) => hand.narrow(n % 20),
      ),
      await row(
        'list of 10, no filter, newest first',
        500,
        () => list(store),
        () => hand.list(),
      ),
      await row(
        'one record by id',
        3000,
        (n) => store.get('product', id(n % rows)),
        (n) => hand.get(id(n % rows)),
      ),
      await addField(store),
    ];
  } finally {
    await store.close();
    hand.close();
    fs.rmSync(folder, { recursive: true });
  }
}

type Ask = (index: number) => unknown;

async function row(name: string, times: number, ours: Ask, baseline: Ask): Promise<BenchRow> {
  const rate = async (ask: Ask) => {
    const start = performance.now();
    for (let index = 0; index < times; index++) await ask(index);
    return (times / (performance.now() - start)) * 1000;
  };
  await rate(ours);
  await rate(baseline);
  const figures = await turnByTurn({ rounds: 5, ours: () => rate(ours), baseline: () => rate(baseline) });
  return { name: `store: ${name}`, unit: 'a second', ...figures, target: { atLeast: 0.8 } };
}

function check(
  ours: { items: readonly DataRecord[]; total: number },
  theirs: { items: unknown[]; total: number },
): void {
  const ids = (items: readonly unknown[]) => items.map((item) => (item as DataRecord).Id).join();
  if (ours.total === 0 || ours.total !== theirs.total || ids(ours.items) !== ids(theirs.items))
    throw new Error('The store and the hand-written queries do not find the same.');
}

const newest = [
  { path: 'LaunchDate', direction: 'desc' },
  { path: 'Id', direction: 'desc' },
] as const;

function list(store: Store, text?: string) {
  const filter = text
    ? ({ kind: 'compare', path: 'Name', operator: 'contains', value: text } as const)
    : undefined;
  return store.find({ entity: 'product', filter, sort: newest, page: { number: 1, size: 10 }, total: true });
}

function narrow(store: Store, index: number) {
  const filter = {
    kind: 'and',
    of: [
      { kind: 'compare', path: 'BrandId', operator: 'in', value: [id(index % 20), id((index % 20) + 1)] },
      { kind: 'compare', path: 'ProductStateTypeId', operator: 'in', value: [1, 2] },
    ],
  } as const;
  const sort = [{ path: 'Name', direction: 'asc' }] as const;
  return store.find({ entity: 'product', filter, sort, page: { number: 1, size: 10 }, total: true });
}

async function addField(store: Store): Promise<BenchRow> {
  const model = modelOf({ BenchField: { type: 'string', default: 'é', title: 'Field' } });
  const start = performance.now();
  await store.migrate(model);
  return {
    name: 'store: add a field to 100,000 rows',
    unit: 'ms',
    ours: performance.now() - start,
    target: { atMost: 200 },
  };
}

function modelOf(more: object = {}) {
  const files = Object.entries(declared).map(([file, json]) => {
    const isProduct = file.endsWith('/product/entity.json');
    const properties = isProduct ? { ...(json as { properties: object }).properties, ...more } : undefined;
    return {
      file: file.replace('../../', ''),
      json: properties ? { ...(json as object), properties } : json,
    };
  });
  return compileModel({ files }, { parse: parseExpression, review: false }).model;
}

async function filledStore(file: string, model: Model): Promise<Store> {
  const store = openSqliteStore({ file });
  await store.migrate(model);
  await store.transaction(async (session) => {
    for (const entity of ['brand', 'underwriter', 'product-type', 'product-group'])
      for (let index = 0; index <= 20; index++) await session.insert(entity, other(index));
    for (let index = 0; index < rows; index++) await session.insert('product', product(index));
  });
  return store;
}

function other(index: number): DataRecord {
  return {
    Id: id(index),
    Name: `Name ${index}`,
    Code: `C${index}`,
    DisplayName: `Display ${index}`,
    BrandId: id(index),
  };
}

function product(index: number): DataRecord {
  return {
    Id: id(index),
    Name: word(chance(index, 7)),
    Code: `P-${index}`,
    Version: '1',
    Subversion: index % 5,
    Description: `Covers what the maker's warranty no longer covers, ${index} months long.`,
    BrandId: id(chance(index, 1) % 20),
    UnderwriterId: id(chance(index, 2) % 7),
    ProductTypeId: id(chance(index, 3) % 11),
    ProductGroupId: id(chance(index, 4) % 13),
    ProductStateTypeId: (chance(index, 5) % 5) + 1,
    LaunchDate: new Date(Date.UTC(2015, 0, 1 + (chance(index, 6) % 4000))).toISOString().slice(0, 10),
    QuoteExpiryInDays: 30,
    IsPromotion: index % 3 === 0,
    IsStackable: true,
    CancellationFee: (index % 10_000) / 100,
    CreatedDate: '2026-01-01T00:00:00.000Z',
    ModifiedDate: '2026-01-01T00:00:00.000Z',
  };
}

function word(index: number): string {
  return `${['Gap', 'Tire and Rim', 'Appearance', 'Loan Protection'][index % 4]} ${index % 997}`;
}

/** Spreads values without order between them, the same in every run. */
function chance(index: number, salt: number): number {
  const mixed = Math.imul(index + salt * 7919, 2654435761) ^ (salt * 40503);
  return (Math.imul(mixed ^ (mixed >>> 15), 2246822519) >>> 8) & 0xfffff;
}

function id(index: number): string {
  return `0190a3b4-0000-7000-8000-${String(index).padStart(12, '0')}`;
}

/** What someone would write who knows the tables: the same answers, without a model. */
function byHand(file: string, fieldNames: readonly string[]) {
  const db = new Sqlite(file);
  const blank = Object.fromEntries(fieldNames.map((name) => [name, null]));
  db.pragma('journal_mode = wal');
  db.pragma('cache_size = -65536');
  db.exec(
    `create table product (${fieldNames.map((name) => (name === 'Id' ? 'Id text primary key' : name)).join(', ')})`,
  );
  for (const table of ['brand', 'underwriter', 'productType', 'productGroup']) {
    db.exec(`create table ${table} (Id text primary key, Name, Code, DisplayName, BrandId)`);
    const insert = db.prepare(`insert into ${table} values (@Id, @Name, @Code, @DisplayName, @BrandId)`);
    for (let index = 0; index <= 20; index++) insert.run(other(index));
  }
  const insert = db.prepare(
    `insert into product values (${fieldNames.map((name) => `@${name}`).join(', ')})`,
  );
  db.transaction(() => {
    for (let index = 0; index < rows; index++) {
      const record = product(index);
      insert.run({ ...blank, ...record, IsPromotion: Number(record.IsPromotion), IsStackable: 1 });
    }
  })();
  for (const columns of ['LaunchDate, Id', 'Name collate nocase, Id', 'BrandId', 'ProductStateTypeId'])
    db.exec(`create index "by ${columns}" on product (${columns})`);
  db.exec('analyze');
  const select = `select p.*, b.Name as BrandName, b.Code as BrandCode, u.Name as UnderwriterName, t.Name as TypeName,
    t.DisplayName as TypeDisplayName, g.Name as GroupName, g.BrandId as GroupBrandId, gb.Name as GroupBrandName
    from product p left join brand b on b.Id = p.BrandId left join underwriter u on u.Id = p.UnderwriterId
    left join productType t on t.Id = p.ProductTypeId left join productGroup g on g.Id = p.ProductGroupId
    left join brand gb on gb.Id = g.BrandId`;
  const page = 'order by p.LaunchDate desc, p.Id desc limit 10';
  const [all, some] = [db.prepare(`${select} ${page}`), db.prepare(`${select} where p.Name like ? ${page}`)];
  const inBrands = 'p.BrandId in (?, ?) and p.ProductStateTypeId in (1, 2)';
  const few = db.prepare(`${select} where ${inBrands} order by p.Name collate nocase, p.Id limit 10`);
  const one = db.prepare(`${select} where p.Id = ?`);
  const counts = {
    all: db.prepare('select count(*) from product').pluck(),
    some: db.prepare('select count(*) from product where Name like ?').pluck(),
    few: db.prepare(`select count(*) from product p where ${inBrands}`).pluck(),
  };
  const totals = new Map<string, number>();
  const total = (key: string, ask: () => unknown) => {
    if (!totals.has(key)) totals.set(key, ask() as number);
    return totals.get(key) as number;
  };
  return {
    list: (text?: string) => {
      const like = `%${text}%`;
      const found = text ? some.all(like) : all.all();
      return {
        items: found.map(shape),
        total: total(`l${text}`, () => (text ? counts.some.get(like) : counts.all.get())),
      };
    },
    narrow: (index: number) => {
      const brands = [id(index), id(index + 1)];
      return {
        items: few.all(...brands).map(shape),
        total: total(`n${index}`, () => counts.few.get(...brands)),
      };
    },
    get: (key: string) => shape(one.get(key)),
    close: () => db.close(),
  };
}

const states = ['InDesign', 'InPricing', 'Active', 'Deactivated', 'Abandoned'];

function shape(found: unknown) {
  const {
    BrandName,
    BrandCode,
    UnderwriterName,
    TypeName,
    TypeDisplayName,
    GroupName,
    GroupBrandId,
    GroupBrandName,
    ...record
  } = found as Record<string, unknown>;
  const state = Number(record.ProductStateTypeId);
  return {
    ...record,
    IsPromotion: record.IsPromotion === 1,
    IsStackable: record.IsStackable === 1,
    Brand: { Id: record.BrandId, Name: BrandName, Code: BrandCode },
    Underwriter: { Id: record.UnderwriterId, Name: UnderwriterName },
    ProductType: { Id: record.ProductTypeId, Name: TypeName, DisplayName: TypeDisplayName },
    ProductGroup: {
      Id: record.ProductGroupId,
      Name: GroupName,
      BrandId: GroupBrandId,
      Brand: { Id: GroupBrandId, Name: GroupBrandName },
    },
    ProductStateType: { Id: state, Name: states[state - 1] },
  };
}
