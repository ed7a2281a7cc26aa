/** Conditions and groups that people build over a list: on every entity, in every store the tests run on. */
import { beforeAll, describe, expect, it } from 'vitest';
import {
  type GroupValue,
  groupFields,
  groupPeriods,
  groupWhere,
  kinds,
  type Model,
  relativeDays,
} from '#engine';
import { type Ask, appStores, model, startApp } from './support/startApp.ts';

type Item = Record<string, unknown>;

const plainLists = model.routes.filter(
  ({ operation, method, path, lengths, any, flag, bind, requests, fields }) =>
    operation === 'find' &&
    method === 'GET' &&
    !flag &&
    !any &&
    !path.includes('{') &&
    Object.keys(lengths).length + Object.keys(bind).length === 0 &&
    !requests &&
    !fields,
);

const asked = (where: unknown) => `$where=${encodeURIComponent(JSON.stringify(where))}`;
const fieldsOf = (entity: string) =>
  ((model as Model).entities.get(entity)?.fields ?? []).filter(
    ({ stored, records, kind }) => stored && !records && kinds[kind].filter.shown.length > 0,
  );

describe.each(appStores)('conditions on lists (%s)', (kind) => {
  let admin: Ask;
  beforeAll(async () => {
    admin = await (await startApp({ store: kind })).as('admin');
  });
  /** Undefined when the person may not see the field. */
  const total = async (path: string, query: string) => {
    const { status, body } = await admin('GET', `${path}?pageSize=1&$total=exact&${query}`);
    if (status === 403 && query !== '') return undefined;
    expect([status, path, query, status === 200 ? '' : body.Message]).toEqual([200, path, query, '']);
    return Number(body.TotalItems);
  };

  it('every list splits exactly by empty and filled of each of its fields', async () => {
    expect(plainLists.length).toBeGreaterThan(10);
    for (const { path, entity } of plainLists) {
      const all = await total(path, '');
      for (const field of fieldsOf(entity).slice(0, 3)) {
        const empty = { path: field.path, operator: 'eq' };
        const filled = { path: field.path, operator: 'ne' };
        const [one, other] = [
          await total(path, asked({ all: [empty] })),
          await total(path, asked({ all: [filled] })),
        ];
        if (one === undefined || other === undefined) continue;
        expect([path, field.path, one + other]).toEqual([path, field.path, all]);
        expect(await total(path, asked({ any: [empty, filled] }))).toBe(all);
        expect(await total(path, asked({ all: [empty, { any: [filled] }] }))).toBe(0);
      }
    }
  });

  it('every list counts its groups to its total, and a condition finds the records of each', async () => {
    for (const { path, entity: id } of plainLists) {
      const entity = (model as Model).entities.get(id);
      if (!entity) continue;
      for (const field of groupFields(entity, model as Model)) {
        const per = kinds[field.kind].day ? groupPeriods[field.name.length % groupPeriods.length] : undefined;
        const query = new URLSearchParams({ $groups: field.path, ...(per && { $per: per }) });
        const { status, body } = await admin('GET', `${path}?${query}`);
        if (status === 403) continue;
        const about = [id, field.path, per];
        expect([...about, status, body.Message]).toEqual([...about, 200, undefined]);
        const groups = body.Groups as { Value: GroupValue; Count: number }[];
        if (body.IsGroupsCapped) continue;
        const counted = groups.reduce((sum, { Count }) => sum + Count, 0);
        expect([...about, counted]).toEqual([...about, await total(path, '')]);
        for (const { Value, Count } of groups.slice(0, 3)) {
          const found = await total(path, asked(groupWhere(field.path, per, Value)));
          expect([...about, Value, found]).toEqual([...about, Value, Count]);
        }
      }
    }
  });

  it('names the records that a reference groups by, and adds up numbers', async () => {
    const { body } = await admin('GET', '/product?$groups=BrandId&$totals=MaxMarkup');
    const { body: all } = await admin('GET', '/product?pageSize=0');
    const items = all.Items as { BrandId: string; Brand: { Name: string }; MaxMarkup: number | null }[];
    for (const { Value, Title, Totals } of body.Groups as Item[]) {
      const own = items.filter(({ BrandId }) => BrandId === Value);
      expect(Title).toBe(own[0]?.Brand.Name);
      const sum = own.reduce((so, { MaxMarkup }) => so + (MaxMarkup ?? 0), 0);
      expect((Totals as unknown[])[0] ?? 0).toBeCloseTo(sum, 4);
    }
  });

  it('periods relative to today hold the days that they name', async () => {
    const { body } = await admin('GET', '/product?pageSize=0');
    const days = (body.Items as Item[]).map(({ LaunchDate }) => String(LaunchDate ?? ''));
    let kept = 0;
    for (const period of ['past', 'future', 'last-5-years', 'next-30-days', 'this-year']) {
      const span = relativeDays(period, '2026-11-20');
      const within = days.filter((day) => day !== '' && day >= (span?.from ?? '') && day < (span?.to ?? '9'));
      const found = await admin(
        'GET',
        `/product?pageSize=1&${asked({ all: [{ path: 'LaunchDate', operator: 'within', value: period }] })}`,
      );
      expect(found.status).toBe(200);
      expect([period, found.body.TotalItems]).toEqual([period, within.length]);
      kept += within.length;
    }
    expect(kept).toBeGreaterThan(0);
  });

  it('refuses what it does not understand, naming the parameter', async () => {
    const deep = { all: [{ all: [{ all: [{ all: [{ path: 'Name', operator: 'eq' }] }] }] }] };
    const many = { all: Array.from({ length: 51 }, () => ({ path: 'Name', operator: 'eq' })) };
    const wrong: readonly unknown[] = [
      deep,
      many,
      [],
      { all: 'x' },
      { all: [{ path: 'Name' }] },
      { none: [] },
      { all: [{ path: { a: 1 }, operator: 'eq' }] },
      'x',
      null,
    ];
    for (const where of wrong) {
      const { status, body } = await admin('GET', `/product?${asked(where)}`);
      expect([JSON.stringify(where), status, body.Parameter]).toEqual([JSON.stringify(where), 400, '$where']);
    }
    const unfit = [
      { path: 'Nowhere', operator: 'eq', value: 'x' },
      { path: 'Name', operator: 'within', value: 'today' },
      { path: 'LaunchDate', operator: 'within', value: 'soon' },
      { path: 'LaunchDate', operator: 'within', value: 'next-99999-days' },
      { path: 'LaunchDate', operator: 'contains', value: '2' },
      { path: 'LaunchDate', operator: 'eq', value: 'abc' },
    ];
    for (const one of unfit)
      expect([one, (await admin('GET', `/product?${asked({ all: [one] })}`)).status]).toEqual([one, 400]);
    for (const query of [
      '$groups=Nowhere',
      '$groups=DeductibleGroups',
      '$groups=IsReadOnly',
      '$groups=BrandId&$totals=Name',
      '$groups=BrandId&$per=month',
    ])
      expect([query, (await admin('GET', `/product?${query}`)).status]).toEqual([query, 400]);
  });
});
