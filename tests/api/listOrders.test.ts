/**
 * Every list by every field it can be ordered by: three records of which two are tied, ascending and
 * descending, whole and in pages of one. Id breaks ties in the direction of the order, so that no page
 * repeats or loses a record.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DataRecord, EntityModel, FieldModel, RouteModel } from '#engine';
import { type Ask, model, type Running, type StoreKind, startApp } from './support/startApp.ts';

const samples: Partial<Record<FieldModel['kind'], readonly [unknown, unknown, unknown]>> = {
  text: ['Aster', 'birch', 'Birch and beech'],
  multiline: ['Aster', 'birch', 'Birch and beech'],
  integer: [2, 10, 11],
  decimal: [2, 10.5, 11],
  money: [2, 10.5, 11],
  percent: [2, 10.5, 11],
  boolean: [false, true, true],
  date: ['2026-01-09', '2026-01-10', '2026-02-01'],
  datetime: ['2026-01-09T10:00:00.000Z', '2026-01-10T09:00:00.000Z', '2026-02-01T09:00:00.000Z'],
};

const byServer = new Set([
  'Id',
  'Revision',
  'CreatedBy',
  'CreatedDate',
  'ModifiedBy',
  'ModifiedDate',
  'Release',
]);
const isOrdered = ({ stored, kind, lookup, ref, records, isPerson, name }: FieldModel) =>
  stored && samples[kind] !== undefined && !lookup && !ref && !records && !isPerson && !byServer.has(name);

/** Hidden fields give no order either. */
const isSeen = ({ policy }: EntityModel, { name }: FieldModel) => {
  const view = policy.fields[name]?.view;
  return view?.kind !== 'feature' || view.anyOf.length > 0;
};
const orderedFields = (entity: EntityModel) =>
  entity.fields.filter((field) => isOrdered(field) && isSeen(entity, field));

const idOf = (at: number, n: number) => `0f${String(at).padStart(6, '0')}-0000-7000-8000-00000000000${n}`;

type Listed = { readonly route: RouteModel; readonly entity: EntityModel; readonly ids: readonly string[] };

/** The first list of all records of each entity. */
const lists: readonly Listed[] = [...model.entities.values()].flatMap((entity, at) => {
  const route = model.routes.find(
    (one) =>
      one.entity === entity.id &&
      one.operation === 'find' &&
      one.method === 'GET' &&
      one.answer === 'page' &&
      !one.path.includes('{') &&
      !one.where &&
      !one.fields &&
      !one.any &&
      !one.through &&
      one.without.length === 0,
  );
  return route ? [{ route, entity, ids: [1, 2, 3].map((n) => idOf(at, n)) }] : [];
});

/** Unique fields have no ties: the third value follows the second. */
function sampleOf(entity: EntityModel, field: FieldModel, n: 0 | 1 | 2): unknown {
  const isUnique = entity.unique.some(({ fields }) => fields.includes(field.name));
  return samples[field.kind]?.[isUnique ? n : Math.min(n, 1)];
}

for (const kind of ['memory', 'sqlite'] satisfies StoreKind[])
  describe(`orders of lists, ${kind} store`, () => {
    let app: Running;
    let ask: Ask;

    beforeAll(async () => {
      app = await startApp({ store: kind });
      ask = await app.as('admin');
      const moment = '2026-11-01T00:00:00.000Z';
      const stamps = { CreatedDate: moment, CreatedBy: 'seed', ModifiedDate: moment, ModifiedBy: 'seed' };
      await app.store.transaction(async (session) => {
        for (const { entity, ids } of lists)
          for (const [n, Id] of ids.entries()) {
            const fields = entity.fields.filter(isOrdered);
            const own = fields.map((field) => [field.name, sampleOf(entity, field, n as 0 | 1 | 2)]);
            await session.insert(entity.id, { ...stamps, ...Object.fromEntries(own), Id, Revision: 1 });
          }
      });
    });
    afterAll(() => app.store.close());

    const found = async ({ route, ids }: Listed, query: string): Promise<readonly string[]> => {
      const only = `FilterProperty=Id&FilterOperator=in&FilterValue=${ids.join(',')}`;
      const { body } = await ask('GET', `${route.path}?${only}&$fields=Id&${query}`);
      return body.Items?.map(({ Id }: DataRecord) => String(Id).slice(-1)) ?? [body.Message];
    };

    it('by every field, ascending and descending', async () => {
      expect(lists.length).toBeGreaterThan(30);
      const wrong: string[] = [];
      let count = 0;
      for (const list of lists)
        for (const { name } of orderedFields(list.entity)) {
          count += 1;
          const said = [];
          for (const direction of [1, 0])
            said.push(
              (await found(list, `sortFields=${name}&sortDirections=${direction}&pageSize=10`)).join(''),
            );
          if (said.join() !== '123,321') wrong.push(`${list.route.path} by ${name}: ${said}`);
        }
      expect(count).toBeGreaterThan(100);
      expect(wrong).toEqual([]);
    });

    it('no record is in two pages, and none is missing', async () => {
      const wrong: string[] = [];
      for (const list of lists) {
        // All but one are tied by it.
        const { unique } = list.entity;
        const tied = orderedFields(list.entity).find(
          ({ name }) => !unique.some(({ fields }) => fields.includes(name)),
        );
        if (!tied) continue;
        for (const [direction, expected] of [
          [1, '123'],
          [0, '321'],
        ] as const) {
          const pages = [];
          for (const page of [1, 2, 3, 4])
            pages.push(
              ...(await found(
                list,
                `sortFields=${tied.name}&sortDirections=${direction}&pageSize=1&page=${page}`,
              )),
            );
          if (pages.join('') !== expected) wrong.push(`${list.route.path} by ${tied.name}: ${pages}`);
        }
      }
      expect(wrong).toEqual([]);
    });
  });
