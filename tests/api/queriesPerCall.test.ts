/**
 * How many statements a call sends to PostgreSQL: at most 2 for a record, 3 for a list, 6 for a change with its
 * rules. The beginning and end of a transaction, and savepoints, are counted apart; so is what is sent while
 * nobody waits. Run with `COUNTS=1` to print them all.
 */
import pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import type { DataRecord, RouteModel } from '#engine';
import { planEntities } from '../../server/operations/EntityPlan.ts';
import { type Ask, model, type Running, startApp } from './support/startApp.ts';

const most = { get: 2, find: 3, update: 6 };

/** A commit carries the counts of what was written in the same round trip. */
const isControl = (text: string): boolean =>
  /^(begin|savepoint|release|rollback)\b/.test(text) || text.endsWith('; commit');
/** A new total is kept, and other processes are told, after the answer. */
const isLater = (text: string): boolean =>
  /^(update _formwright_revision set records|select pg_notify)/.test(text);

const plans = planEntities(model);
const sent: string[] = [];
let app: Running;
let admin: Ask;
const records = new Map<string, readonly DataRecord[]>();

const isPlain = ({ any, through, flag, requests }: RouteModel): boolean =>
  !any && !through && !flag && !requests;
const routes = model.routes.filter(isPlain);
const parametersOf = ({ path }: RouteModel): number => path.split('{').length - 1;
const pathFor = ({ path }: RouteModel, { Id }: DataRecord): string => path.replace(/\{\w+\}/, String(Id));

/**
 * One more where something is known only from the record: the owner that values are computed from, rows of a
 * record it refers to, or what a report shows, which its reader must be allowed to see.
 */
function dependent(entity: string): number {
  const plan = plans.get(entity);
  const children = plan?.held.map(({ records: of }) => of?.entity ?? '') ?? [];
  const readsOwner = [entity, ...children].some((each) => plans.get(each)?.readsOwner);
  return readsOwner || plan?.heldBeside.length !== 0 || entity === 'report' ? 1 : 0;
}

/** The statements of a call that has been made before. */
async function counted(method: string, path: string, body?: unknown) {
  sent.length = 0;
  const { status } = await admin(method, path, body);
  const texts = sent.filter((text) => !isLater(text));
  const control = texts.filter(isControl).length;
  const count = texts.length - control;
  if (process.env.COUNTS) console.log(`${count} (+${control}) ${method} ${path} ${status}`);
  return { status, count, texts };
}

/** Other work of the process may send something meanwhile, but not each time: what is too much is counted again. */
async function fewest<T extends { readonly count: number }>(
  limit: number,
  call: () => Promise<T>,
): Promise<T> {
  let found = await call();
  for (let again = 0; again < 2 && found.count > limit; again += 1) {
    const next = await call();
    if (next.count < found.count) found = next;
  }
  return found;
}

describe.runIf(process.env.STORES === 'postgres')('statements per call', () => {
  beforeAll(async () => {
    app = await startApp({ store: 'postgres' });
    admin = await app.as('admin');
    // The first write of all makes a secret.
    await admin('POST', '/product', {});
    for (const entity of model.entities.keys())
      records.set(entity, (await app.store.find({ entity, page: { number: 1, size: 4 } })).items);
    const unwatch = watch();
    return async () => {
      unwatch();
      await app.store.close();
    };
  });

  it('at most two for a record, with its lists and references', async () => {
    const asked = routes.filter(
      (route) => route.method === 'GET' && route.operation === 'get' && parametersOf(route) === 1,
    );
    const [wrong, seen]: [string[], Set<string>] = [[], new Set()];
    for (const route of asked) {
      const [record] = records.get(route.entity) ?? [];
      if (!record) continue;
      const path = pathFor(route, record);
      await admin('GET', path);
      const limit = most.get + dependent(route.entity);
      const { status, count } = await fewest(limit, () => counted('GET', path));
      if (status === 200) seen.add(route.entity);
      if (count > limit) wrong.push(`${count} for GET ${path}`);
    }
    expect(wrong).toEqual([]);
    expect(seen.size).toBeGreaterThan(30);
  });

  it('at most three for a page of a list, with its total', async () => {
    const asked = routes.filter(
      (route) => route.method === 'GET' && route.operation === 'find' && parametersOf(route) === 0,
    );
    const [wrong, seen]: [string[], Set<string>] = [[], new Set()];
    for (const route of asked) {
      const path = `${route.path}?page=1&pageSize=10`;
      await admin('GET', path);
      const limit = most.find + dependent(route.entity);
      const { status, count } = await fewest(limit, () => counted('GET', path));
      if (status === 200) seen.add(route.entity);
      if (count > limit) wrong.push(`${count} for GET ${path}`);
    }
    expect(wrong).toEqual([]);
    expect(seen.size).toBeGreaterThan(40);
  });

  it('at most six for a change, with its rules and history', async () => {
    const asked = routes.filter(
      (route) => route.method === 'PUT' && route.operation === 'update' && parametersOf(route) === 0,
    );
    const [wrong, seen]: [string[], Set<string>] = [[], new Set()];
    for (const route of asked)
      for (const record of records.get(route.entity) ?? []) {
        const { status, count, texts } = await fewest(most.update, async () =>
          counted('PUT', route.path, await changeOf(route, record)),
        );
        if (status !== 200 || !texts.some((text) => text.startsWith('update '))) continue;
        seen.add(route.entity);
        if (count > most.update)
          wrong.push(`${count} for PUT ${route.path}: ${texts.map((text) => text.slice(0, 50)).join(' | ')}`);
      }
    expect(wrong).toEqual([]);
    expect(seen.size).toBeGreaterThan(12);
  });
});

/** A record with another text in one of its fields; asking for it also renews what is cached about the login. */
async function changeOf({ entity }: RouteModel, { Id }: DataRecord): Promise<DataRecord> {
  const get = routes.find((one) => one.operation === 'get' && one.entity === entity && one.idParameter);
  const read = get ? (await admin('GET', pathFor(get, { Id }))).body : undefined;
  const record: DataRecord = read?.Id ? read : ((await app.store.get(entity, String(Id))) ?? {});
  await admin('GET', '/product?page=1&pageSize=1');
  const field = model.entities.get(entity)?.fields.find(({ kind, name, readOnly, stored }) => {
    const isOwn = kind === 'text' && stored && !readOnly && !/^(Created|Modified)By$/.test(name);
    return isOwn && typeof record[name] === 'string';
  });
  return field ? { ...record, [field.name]: `${record[field.name]} 2` } : record;
}

function watch(): () => void {
  const { prototype } = pg.Client;
  const query = prototype.query as (...args: unknown[]) => unknown;
  prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const [first] = args as [string | { readonly text: string }];
    sent.push(typeof first === 'string' ? first : first.text);
    return query.apply(this, args);
  } as never;
  return () => {
    prototype.query = query as never;
  };
}
