/**
 * Row access at every hop. A person's own records lead to hidden ones by every reference of the model; the
 * content of the hidden ones is changed, and no answer may change with it: no filter, sort, group, column,
 * count or export, by any path, of any limited person. What an answer shows of a hidden record by its
 * declared expansion is public.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import type { DataRecord, FilterTree, Sort, UserContext } from '#engine';
import type { Runtime } from '../../server/operations/OperationCall.ts';
import { runtimeFor } from '../../server/operations/rowAccess.ts';
import type { Store } from '../../server/store/types.ts';
import {
  isShown,
  type Planted,
  type PlantedPath,
  pathsToHidden,
  plantPaths,
  type Variant,
  vary,
} from './support/plantedPaths.ts';
import { type Ask, type Running, startApp } from './support/startApp.ts';
import { withRoles } from './support/withRoles.ts';

const ownDealer = '2b1ca49b-997d-5fc0-a607-edbbb5b188d9';
const added = withRoles({
  'all but dealers': { features: ['*'], except: ['AllDealers.View'] },
  'only reports': { features: ['ReportManagementAdminFeature', 'Profile.View', 'Dealer.*.View'] },
});

let app: Running;
let planted: Planted;
let paths: readonly PlantedPath[];
/** The store as each limited person reads it. */
let persons: readonly { readonly name: string; readonly store: Store; readonly ask: Ask }[];

beforeAll(async () => {
  app = await startApp({ store: 'sqlite', added });
  const model = app.models.current();
  const { items } = await app.store.find({ entity: 'employee' });
  const employee = items.find(({ UserName }) => UserName === 'pshah');
  planted = await plantPaths(app.store, model, { dealer: ownDealer, employee: String(employee?.Id) });
  paths = chosen(pathsToHidden(model, planted));
  const { items: users } = await app.store.find({ entity: 'user' });
  const like = users.find(({ UserName }) => UserName === 'viewer');
  const insider = { ...like, Id: '0fe00000-0000-7000-8000-000000000001', UserName: 'pshah' };
  await app.store.transaction((session) =>
    session.insert('user', { ...insider, Roles: ['all but dealers'] }),
  );
  const names = ['pshah', 'dealer-principal', 'finance-manager', 'area-manager'];
  persons = await Promise.all(
    names.map(async (name) => {
      const own = items.find(({ UserName }) => UserName === name) as DataRecord;
      const user = { Id: name, UserName: name, Employee: own } as unknown as UserContext;
      const runtime = { model, store: app.store, latest: () => runtime } as unknown as Runtime;
      const { store } = runtimeFor(runtime, { user, features: new Set() });
      return { name, store, ask: await app.as(name) };
    }),
  );
  return () => app.store.close();
});

/** The answers of each call while hidden records hold one content, and while they hold another. */
async function underBoth<Said>(say: (variant: Variant) => Promise<ReadonlyMap<string, Said>>) {
  const model = app.models.current();
  await vary(app.store, model, planted, 0);
  const one = await say(0);
  await vary(app.store, model, planted, 1);
  const other = await say(1);
  return [...one]
    .filter(([key, said]) => JSON.stringify(said) !== JSON.stringify(other.get(key)))
    .map(([key]) => key);
}

const asked: Readonly<Record<string, readonly (readonly [operator: string, value: unknown])[]>> = {
  text: [
    ['startsWith', 'aard'],
    ['contains', 'ard'],
    ['in', ['Aardvark']],
    ['ne', 'Aardvark'],
    ['gt', 'M'],
  ],
  number: [
    ['eq', 1],
    ['gt', 5],
  ],
  boolean: [['eq', true]],
  date: [['lt', '2026-01-01']],
  datetime: [['lt', '2026-01-01T00:00:00.000Z']],
};

const questionsOf = ({ field: { kind } }: PlantedPath) =>
  asked[kind === 'multiline' ? 'text' : asked[kind] ? kind : 'number'] ?? [];

/**
 * Which leading records pass a test, in the order of the path where it has one; tests rotate over the paths.
 */
async function probe(store: Store, one: PlantedPath, turn: number): Promise<unknown> {
  const tests = questionsOf(one);
  const [operator, value] = tests[turn % tests.length] ?? [];
  const test = { kind: 'compare', path: one.path, operator, value } as FilterTree;
  const asked: FilterTree = turn % 2 === 0 ? test : { kind: 'not', of: test };
  const within = { kind: 'compare', path: 'Id', operator: 'in', value: planted.leading.get(one.entity) };
  const filter = { kind: 'and', of: [within, asked] } as FilterTree;
  if (turn % 5 === 0) return store.count(one.entity, filter);
  const sort: readonly Sort[] = one.field.path.includes('.') ? [] : [{ path: one.path, direction: 'desc' }];
  const { items } = await store.find({ entity: one.entity, filter, sort, only: ['Id'] });
  return items.map(({ Id }) => String(Id));
}

/** All fields one reference away; one text and one number at the end of each longer path. */
function chosen(all: readonly PlantedPath[]): readonly PlantedPath[] {
  const seen = new Set<string>();
  return all.filter(({ entity, through, field }) => {
    if (through.length === 1) return true;
    const key = [entity, ...through.map(({ name }) => name), field.storage].join('.');
    return field.kind !== 'boolean' && !seen.has(key) && seen.add(key).size > 0;
  });
}

const probes = (store: Store) => async () => {
  const said = new Map<string, unknown>();
  for (const [turn, one] of paths.entries()) said.set(keyOf(one), await probe(store, one, turn));
  return said;
};

/** The changed content of hidden records, without what answers show. */
async function untold(store: Store, changed: readonly string[]): Promise<readonly string[]> {
  const found: string[] = [];
  for (const key of changed) {
    const one = paths.find((each) => keyOf(each) === key.split(' ')[0]) as PlantedPath;
    const starts = planted.leading.get(one.entity) ?? [];
    const shown = await Promise.all(starts.map((start) => isShown(store, one, start)));
    if (!shown.includes(true)) found.push(key);
  }
  return found;
}

describe('row access along paths', () => {
  it('without limits every path reveals hidden content', async () => {
    const told = new Set(await underBoth(probes(app.store)));
    const ways = (those: readonly PlantedPath[]) =>
      new Set(those.map(({ entity, through }) => [entity, ...through.map(({ name }) => name)].join('.')));
    const telling = paths.filter((one) => told.has(keyOf(one)));
    expect(telling.length).toBeGreaterThan(300);
    const ofThose = ways(telling);
    expect([...ways(paths)].filter((way) => !ofThose.has(way)).length).toBeLessThan(3);
  });

  it('no filter, sort or count depends on a hidden record, except for what answers show of it', async () => {
    const found: string[] = [];
    for (const { name, store } of persons.filter(
      ({ name: one }) => one === 'pshah' || one === 'area-manager',
    ))
      found.push(...(await untold(store, await underBoth(probes(store)))).map((key) => `${name}: ${key}`));
    expect(found).toEqual([]);
  });

  it('no way of reading gives a hidden record', async () => {
    const model = app.models.current();
    const found: string[] = [];
    for (const { name, store } of persons)
      for (const [entity, id] of planted.hidden) {
        const only: FilterTree = { kind: 'compare', path: 'Id', operator: 'eq', value: id } as FilterTree;
        const has = (items: readonly DataRecord[]) => items.some(({ Id }) => Id === id);
        const doors: Readonly<Record<string, () => Promise<boolean>>> = {
          find: async () => has((await store.find({ entity, filter: only })).items),
          count: async () => (await store.count(entity, only)) > 0,
          get: async () => (await store.get(entity, id)) !== undefined,
          getMany: async () => has(await store.getMany(entity, [id])),
          scan: async () => has((await store.scan({ entity, size: 1000 })).items),
          scanAs: async () => has((await store.scanAs(model, { entity, size: 1000 })).items),
          stream: async () => {
            for await (const piece of store.stream({ entity, filter: only })) if (has(piece)) return true;
            return false;
          },
          'find in a transaction': () =>
            store.transaction(async (session) => has((await session.find({ entity, filter: only })).items)),
          'get in a transaction': () =>
            store.transaction(async (session) => (await session.get(entity, id)) !== undefined),
          'count in a transaction': () =>
            store.transaction(async (session) => (await session.count(entity, only)) > 0),
          remove: () => store.transaction((session) => session.remove(entity, id)),
          update: () => store.transaction((session) => session.update(entity, id, {})),
        };
        for (const [door, open] of Object.entries(doors))
          if (await open()) found.push(`${name} ${door} ${entity}`);
        for (const field of model.entities.get(entity)?.fields ?? []) {
          const target = field.ref?.entity && planted.hidden.get(field.ref.entity);
          if (!target || field.kind !== 'reference') continue;
          if (has(await store.referring(entity, field.name, target)))
            found.push(`${name} referring ${entity}`);
        }
      }
    expect(found).toEqual([]);
  });

  /** Calls use one field at the end of each path: the stores are tested with all fields. */
  const some = () => {
    const seen = new Set<string>();
    return paths.filter(({ entity, through, field }) => {
      const key = [entity, ...through.map(({ name }) => name)].join('.');
      const isShownOften = ['TradingName', 'Name', 'DisplayName', 'AccountFriendlyId'].includes(field.name);
      return field.kind === 'text' && !isShownOften && !seen.has(key) && seen.add(key).size > 0;
    });
  };

  it('no list that is filtered, sorted or exported by a path reveals more', async () => {
    const { routes } = app.models.current();
    const lists = routes.filter(
      ({ operation, method, path, flag, any }) =>
        operation === 'find' && method === 'GET' && !path.includes('{') && !flag && !any,
    );
    const found: string[] = [];
    for (const { name, ask, store } of persons.slice(0, 2)) {
      const say = async () => {
        const said = new Map<string, unknown>();
        for (const one of some())
          for (const { path } of lists.filter(({ entity }) => entity === one.entity).slice(0, 1)) {
            const [[operator, value] = []] = questionsOf(one);
            const filter = `FilterProperty=${one.path}&FilterOperator=${operator}&FilterValue=${value}`;
            for (const query of [`${filter}&pageSize=5`, `sortFields=${one.path}&pageSize=500&$fields=Id`]) {
              const { status, body } = await ask('GET', `${path}?${query}`);
              const answer = [status, body.TotalItems, body.Items?.map(({ Id }: DataRecord) => Id)];
              said.set(`${keyOf(one)} ${path}?${query}`, answer);
            }
            const { body } = await ask('GET', `${path}?${filter}&$export=csv&exportColumns=${one.path}`);
            said.set(`${keyOf(one)} ${path} export`, body);
          }
        return said;
      };
      found.push(...(await untold(store, await underBoth(say))).map((key) => `${name}: ${key}`));
    }
    expect(found).toEqual([]);
  });

  it('no report or dashboard panel shows, groups or filters by more', async () => {
    const ask = persons[0]?.ask as Ask;
    const say = async () => {
      const said = new Map<string, unknown>();
      for (const { entity, path, ...one } of some()) {
        const key = keyOf({ entity, path, ...one });
        const [[operator, value] = []] = questionsOf({ entity, path, ...one });
        const built = [
          { from: entity, columns: [{ path: 'Id' }, { path }] },
          { from: entity, columns: [{ path }, { aggregate: 'count', name: 'Count' }] },
          { from: entity, columns: [{ aggregate: 'max', path, name: 'Most' }] },
          {
            ...{ from: entity, columns: [{ aggregate: 'count', name: 'Count' }] },
            filters: [{ path, operator: operator === 'startsWith' ? 'contains' : operator, value }],
          },
        ];
        for (const [at, Definition] of built.entries()) {
          const { body } = await ask('POST', '/report/query', {
            Definition: { title: 'built', ...Definition },
            PageSize: 1000,
          });
          said.set(`${key} ${at}`, [body.Rows, body.TotalItems, body.Errors]);
        }
        const Panel = { Kind: 'bar', Entity: entity, Column: path };
        said.set(`${key} panel`, (await ask('POST', '/report/panel', { Panel })).body.Rows);
      }
      return said;
    };
    expect(await underBoth(say)).toEqual([]);
  });
});

const keyOf = ({ entity, path }: PlantedPath): string => `${entity}.${path}`;
