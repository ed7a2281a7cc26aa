import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { keyVersion } from '#engine';
import { Sqlite } from '../../../server/store/sqlite/driver.ts';
import { openSqliteStore } from '../../../server/store/sqlite/openSqliteStore.ts';
import type { Store } from '../../../server/store/types.ts';
import { contractEntity, contractModel } from './contractModel.ts';
import { compare, id, insertAll, insertOthers, numbers } from './fixture.ts';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'formwright-migration-'));
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));
let count = 0;

const newFile = () => path.join(folder, `${++count}.db`);

function open(file = newFile()): Store {
  const store = openSqliteStore({ file, durability: 'normal' });
  onTestFinished(() => store.close());
  return store;
}

/** The suite's model with other fields of an entity; `undefined` removes one. */
function modelWith(entity: string, changes: Record<string, object | undefined>, more: object = {}) {
  const declared = contractEntity(entity);
  const merged = { ...declared.properties, ...changes };
  const properties = Object.fromEntries(
    Object.entries(merged).filter(([, field]) => field !== undefined),
  ) as Record<string, object>;
  return contractModel([{ ...declared, ...more, properties }]);
}

/** The model with these entities only. */
function modelOf(model: ReturnType<typeof contractModel>, names: readonly string[]) {
  return { ...model, entities: new Map([...model.entities].filter(([name]) => names.includes(name))) };
}

const kinds = (steps: readonly { kind: string; field?: string }[]) =>
  steps.map(({ kind, field }) => `${kind} ${field ?? ''}`.trim());
const text = { type: 'string' };

describe('migration', () => {
  it('creates the tables, reports its steps, and has nothing to do the second time', async () => {
    const store = open();
    const planned = await store.planMigration(contractModel());
    expect(planned.filter(({ kind }) => kind === 'create-table').map(({ entity }) => entity)).toEqual([
      'maker',
      'tag',
      'item',
      'pair',
      'piece',
      'sliver',
    ]);
    expect(planned.every(({ says }) => says.endsWith('.'))).toBe(true);
    expect(await store.planMigration(contractModel())).toEqual(planned);
    expect(await store.migrate(contractModel())).toEqual(planned);
    expect(await store.planMigration(contractModel())).toEqual([]);
  });

  it('opens an older file with newer declarations: columns are added with their defaults', async () => {
    const file = newFile();
    const older = openSqliteStore({ file });
    await older.migrate(contractModel());
    await insertAll(older, 'tag', [
      { Id: id(1), Name: 'a' },
      { Id: id(2), Name: 'b' },
    ]);
    await older.close();
    const store = open(file);
    const model = modelWith('tag', {
      Colour: { ...text, default: "Rouge d'été" },
      Price: { type: 'number', 'x-money': { scale: 2 }, default: 1.5 },
      IsNew: { type: 'boolean', default: true },
      List: { type: 'array', items: { 'x-ref': 'maker' } },
    });
    expect(kinds(await store.migrate(model))).toEqual([
      'add-column Colour',
      'add-column Price',
      'add-column IsNew',
      'add-column List',
    ]);
    const expected = { Revision: 1, Colour: "Rouge d'été", Price: 1.5, IsNew: true, List: [] };
    expect((await store.find({ entity: 'tag' })).items).toEqual([
      { Id: id(1), Name: 'a', ...expected },
      { Id: id(2), Name: 'b', ...expected },
    ]);
    expect(await store.count('tag', compare('Colour', 'startsWith', 'ROUGE D'))).toBe(2);
    expect(await store.count('tag', compare('Price', 'gt', 1.25))).toBe(2);
  });

  it('follows a field by its id when it is renamed, and swaps two names', async () => {
    const store = open();
    const [first, second] = [
      { ...text, 'x-id': 'tag.first' },
      { ...text, 'x-id': 'tag.second' },
    ];
    await store.migrate(
      modelWith('tag', { Name: undefined, First: first, Second: second }, { 'x-index': ['First'] }),
    );
    await store.insert('tag', { Id: id(1), First: 'Un', Second: 'Deux' });
    const renamed = await store.migrate(
      modelWith('tag', { Name: undefined, Uno: first, Second: second }, { 'x-index': ['Uno'] }),
    );
    expect(kinds(renamed)).toEqual(['drop-index', 'rename-column Uno', 'create-index']);
    expect(await store.get('tag', id(1))).toMatchObject({ Uno: 'Un', Second: 'Deux' });
    await store.migrate(
      modelWith('tag', { Name: undefined, Uno: second, Second: first }, { 'x-index': ['Uno'] }),
    );
    expect(await store.get('tag', id(1))).toMatchObject({ Uno: 'Deux', Second: 'Un' });
    expect(await store.count('tag', compare('Uno', 'eq', 'DEUX'))).toBe(1);
    await store.insert('tag', { Id: id(2), Uno: 'x' });
    expect(
      numbers((await store.find({ entity: 'tag', sort: [{ path: 'Uno', direction: 'asc' }] })).items),
    ).toEqual([1, 2]);
  });

  it('keeps the data of a removed field, and restores it when it returns', async () => {
    const store = open();
    await store.migrate(contractModel());
    await store.insert('tag', { Id: id(1), Name: 'Été' });
    expect(kinds(await store.migrate(modelWith('tag', { Name: undefined })))).toEqual(['keep-column Name']);
    expect(await store.get('tag', id(1))).toEqual({ Id: id(1), Revision: 1 });
    await store.insert('tag', { Id: id(2) });
    expect(await store.planMigration(modelWith('tag', { Name: undefined }))).toEqual([]);
    await store.migrate(contractModel());
    expect(await store.get('tag', id(1))).toEqual({ Id: id(1), Revision: 1, Name: 'Été' });
    expect(await store.get('tag', id(2))).toEqual({ Id: id(2), Revision: 1 });
    expect(await store.count('tag', compare('Name', 'eq', 'ÉTÉ'))).toBe(1);
  });

  it('keeps it beside a new field of the same name', async () => {
    const store = open();
    await store.migrate(contractModel());
    await store.insert('tag', { Id: id(1), Name: 'old' });
    await store.migrate(modelWith('tag', { Name: { type: 'integer', 'x-id': 'tag.number' } }));
    expect(await store.get('tag', id(1))).toEqual({ Id: id(1), Revision: 1 });
    await store.update('tag', id(1), { Name: 7 });
    await store.migrate(modelWith('tag', { Number: { type: 'integer', 'x-id': 'tag.number' } }));
    expect(await store.get('tag', id(1))).toEqual({ Id: id(1), Revision: 2, Name: 'old', Number: 7 });
  });

  it.each<[string, object, unknown, object, unknown]>([
    ['text to a whole number', text, '42', { type: 'integer' }, 42],
    ['whole number to text', { type: 'integer' }, 42, text, '42'],
    ['number to money', { type: 'number' }, 0.5, { type: 'number', 'x-money': { scale: 2 } }, 0.5],
    [
      'money to more digits',
      { type: 'number', 'x-money': { scale: 2 } },
      1.25,
      { type: 'number', 'x-money': { scale: 4 } },
      1.25,
    ],
    [
      'day to moment',
      { ...text, format: 'date' },
      '2026-01-31',
      { ...text, format: 'date-time' },
      '2026-01-31T00:00:00.000Z',
    ],
    ['long text to text', { ...text, format: 'multiline' }, 'Été', text, 'Été'],
    ['boolean to text', { type: 'boolean' }, false, text, 'false'],
    [
      'one reference to many',
      { 'x-ref': 'maker' },
      id(101),
      { type: 'array', items: { 'x-ref': 'maker' } },
      [{ Id: id(101), Name: 'Ford' }],
    ],
    [
      'one of many to one',
      { type: 'array', items: { 'x-ref': 'maker' } },
      [id(101)],
      { 'x-ref': 'maker' },
      id(101),
    ],
  ])('converts %s', async (...[, before, value, after, expected]) => {
    const store = open();
    await store.migrate(modelWith('tag', { It: before }));
    await insertOthers(store);
    await store.insert('tag', { Id: id(1), It: value });
    await store.migrate(modelWith('tag', { It: after }));
    expect((await store.get('tag', id(1)))?.It).toEqual(expected);
    expect(await store.planMigration(modelWith('tag', { It: after }))).toEqual([]);
  });

  it('keeps the old values where one cannot be converted, with their indexes', async () => {
    const file = newFile();
    const store = open(file);
    const indexed = {
      'x-index': ['It'],
      'x-unique': [{ id: 'tag.it', fields: ['It'], collation: 'nocase', message: 'm' }],
    };
    await store.migrate(modelWith('tag', { It: text }, indexed));
    await insertAll(store, 'tag', [
      { Id: id(1), It: '42' },
      { Id: id(2), It: 'many' },
    ]);
    await store.migrate(modelWith('tag', { It: { type: 'integer' } }, indexed));
    expect((await store.find({ entity: 'tag' })).items).toMatchObject([{ It: 42 }, { Id: id(2) }]);
    await expect(store.insert('tag', { Id: id(3), It: 42 })).rejects.toMatchObject({ constraint: 'tag.it' });
    const db = new Sqlite(file, { readonly: true });
    expect(db.prepare('select "It~kept1" from tag order by "Id"').pluck().all()).toEqual(['42', 'many']);
    db.close();
  });

  it('does not let an undeclared reference block a removal', async () => {
    const store = open();
    await store.migrate(contractModel());
    await insertOthers(store);
    await store.insert('item', { Id: id(1), MakerId: id(102) });
    const without = modelWith('item', { MakerId: undefined }, { 'x-unique': [] });
    await store.migrate(without);
    expect(await store.remove('maker', id(102))).toBe(true);
    await store.insert('item', { Id: id(2) });
    await store.migrate(contractModel());
    expect(await store.get('item', id(1))).not.toHaveProperty('MakerId');
    await store.update('item', id(2), { MakerId: id(101) });
    await expect(store.remove('maker', id(101))).rejects.toMatchObject({ kind: 'reference' });
  });

  it('lets an undeclared entity block no removal, and keeps its valid references', async () => {
    const file = newFile();
    const store = open(file);
    const whole = contractModel();
    await store.migrate(whole);
    await insertOthers(store);
    await store.insert('item', { Id: id(1), MakerId: id(101) });
    await store.insert('item', { Id: id(2), MakerId: id(102) });
    const without = modelOf(whole, ['maker', 'tag']);
    // A partial model says nothing of the rest: a start reads the releases before it knows the others.
    expect(await store.migratePart(modelOf(whole, ['tag']))).toEqual([]);
    await store.migrate(without);
    expect(await store.planMigration(without)).toEqual([]);
    expect(await store.remove('maker', id(102))).toBe(true);
    await store.migrate(whole);
    expect(await store.get('item', id(1))).toMatchObject({ MakerId: id(101) });
    expect(await store.get('item', id(2))).not.toHaveProperty('MakerId');
    await expect(store.remove('maker', id(101))).rejects.toMatchObject({ kind: 'reference' });
    expect(await store.planMigration(whole)).toEqual([]);
  });

  it('turns references into ownership: owned records are removed with their owner from then on', async () => {
    const store = open();
    const reference = { 'x-ref': 'maker' };
    await store.migrate(modelWith('tag', { MakerId: reference }));
    await store.insert('maker', { Id: id(101) });
    await store.insert('tag', { Id: id(1), MakerId: id(101) });
    await store.migrate(modelWith('tag', { MakerId: { ...reference, 'x-owner': true } }));
    await store.remove('maker', id(101));
    expect(await store.count('tag')).toBe(0);
  });

  it('adds a unique to stored records, or refuses it on duplicates, changing nothing', async () => {
    const store = open();
    await store.migrate(contractModel());
    await insertAll(store, 'tag', [
      { Id: id(1), Name: 'Été' },
      { Id: id(2), Name: ' ÉTÉ ' },
    ]);
    const unique = { 'x-unique': [{ id: 'tag.name', fields: ['Name'], collation: 'nocase', message: 'm' }] };
    await expect(store.migrate(modelWith('tag', { More: text }, unique))).rejects.toThrow(
      /repeat each other/,
    );
    expect(kinds(await store.planMigration(modelWith('tag', { More: text })))).toEqual(['add-column More']);
    expect(await store.count('tag')).toBe(2);
    await store.remove('tag', id(2));
    await store.migrate(modelWith('tag', {}, unique));
    await expect(store.insert('tag', { Id: id(3), Name: 'été' })).rejects.toMatchObject({
      constraint: 'tag.name',
    });
  });

  it('adopts a table created outside the store', async () => {
    const file = newFile();
    const db = new Sqlite(file);
    db.exec(
      `create table tag ("Id" text primary key not null, "Revision" integer, name text); insert into tag values ('${id(1)}', 4, 'Été')`,
    );
    db.close();
    const store = open(file);
    await store.migrate(contractModel());
    expect(await store.get('tag', id(1))).toEqual({ Id: id(1), Revision: 4, Name: 'Été' });
    expect(await store.count('tag', compare('Name', 'eq', 'ÉTÉ'))).toBe(1);
  });

  it('recomputes the keys of an older file, and keeps records that are now duplicates', async () => {
    const file = newFile();
    const older = openSqliteStore({ file });
    const unique = { 'x-unique': [{ id: 'tag.name', fields: ['Name'], collation: 'nocase', message: 'm' }] };
    const model = modelWith('tag', {}, unique);
    await older.migrate(model);
    const names = ['Boréal', 'L’Été', "L'\u200bÉté", 'Plain', 'A  B'];
    await insertAll(
      older,
      'tag',
      names.map((Name, index) => ({ Id: id(index + 1), Name: index === 2 ? `${index}` : Name })),
    );
    await older.close();
    // Like the first version of the keys, which ignore only case.
    const db = new Sqlite(file);
    const keys = names.map((name) => name.toLowerCase());
    for (const [index, name] of names.entries())
      db.prepare('update tag set Name = ?, "Name~key" = ?, "Name~unique" = ? where Id = ?').run(
        ...[name, keys[index], keys[index], id(index + 1)],
      );
    db.exec(`update _formwright_schema set content = replace(content, '"keys":${keyVersion}', '"keys":1')`);
    db.close();
    const store = open(file);
    const steps = await store.migrate(model);
    expect(kinds(steps)).toContain('change-column Name');
    expect(await store.planMigration(model)).toEqual([]);
    const found = async (operator: string, value: string) =>
      numbers((await store.find({ entity: 'tag', filter: compare('Name', operator, value) })).items);
    expect(await found('contains', 'boreal')).toEqual([1]);
    expect(await found('startsWith', "L'ete")).toEqual([2, 3]);
    expect(await found('eq', 'a b')).toEqual([5]);
    expect(await found('eq', 'PLAIN')).toEqual([4]);
    const twin = { Id: id(9), Name: "L'Été" };
    expect(await store.transaction((session) => session.conflicting('tag', twin))).toMatchObject([
      { id: 'tag.name' },
    ]);
  });

  it('leaves a file that any tool can read and write', async () => {
    const file = newFile();
    const store = openSqliteStore({ file });
    await store.migrate(contractModel());
    await insertOthers(store);
    await store.insert('item', { Id: id(1), Name: 'Été', Code: 'A', MakerId: id(101), Price: 12.5 });
    await store.close();
    const db = new Sqlite(file);
    expect(db.pragma('integrity_check', { simple: true })).toBe('ok');
    expect(db.prepare('select "Name", "Price" from item where "Name~key" >= ? ').get('e')).toEqual({
      Name: 'Été',
      Price: '12.50',
    });
    db.exec(`update item set "Price" = '99.00'; delete from tag`);
    db.close();
    const reopened = open(file);
    expect(await reopened.migrate(contractModel())).toEqual([]);
    expect(await reopened.get('item', id(1))).toMatchObject({ Price: 99 });
  });
});

describe('a file', () => {
  it('keeps everything when it is closed and opened again', async () => {
    const file = newFile();
    const first = openSqliteStore({ file });
    await first.migrate(contractModel());
    await insertOthers(first);
    await first.close();
    await first.close();
    const store = open(file);
    await store.migrate(contractModel());
    expect(await store.get('maker', id(102))).toMatchObject({ Name: 'Lincoln', Parent: { Name: 'Ford' } });
  });

  it('lets others read while a transaction is open', async () => {
    const store = open();
    await store.migrate(contractModel());
    await store.insert('tag', { Id: id(1) });
    await store.transaction(async (session) => {
      await session.insert('tag', { Id: id(2) });
      expect(await store.count('tag')).toBe(1);
      expect(await session.count('tag')).toBe(2);
    });
    expect(await store.count('tag')).toBe(2);
  });

  it('shows records and totals written by another process', async () => {
    const file = newFile();
    const store = open(file);
    await store.migrate(contractModel());
    const page = () => store.find({ entity: 'tag', page: { number: 1, size: 1 }, total: true });
    await insertAll(store, 'tag', [{ Id: id(1) }, { Id: id(2) }]);
    expect((await page()).total).toBe(2);
    const other = new Sqlite(file);
    other.exec(`insert into tag ("Id", "Revision") values ('${id(3)}', 1)`);
    other.close();
    expect((await page()).total).toBe(3);
  });

  it('shows writes of another process within the requested age, and its own at once', async () => {
    const file = newFile();
    const store = open(file);
    await store.migrate(contractModel());
    const before = store.stateOf();
    const other = new Sqlite(file);
    other.exec(`insert into tag ("Id", "Revision") values ('${id(1)}', 1)`);
    other.close();
    expect(store.stateOf(undefined, 60_000)).toBe(before);
    expect(store.stateOf()).not.toBe(before);
    const seen = store.stateOf(undefined, 60_000);
    expect(seen).toBe(store.stateOf());
    await store.insert('tag', { Id: id(2) });
    expect(store.stateOf(undefined, 60_000)).not.toBe(seen);
  });
});
