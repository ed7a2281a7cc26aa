/** Texts of shipped records in the reader's language, without a change of what is stored. */
import { beforeAll, describe, expect, it } from 'vitest';
import { compileQuery, type DataRecord, shippedTexts, textKey } from '#engine';
import { createWebPorts } from '#server/app';
import { getAddresses, liveEndpoints } from './support/getAddresses.ts';
import { type Ask, appStores, model, type Running, startApp } from './support/startApp.ts';

const portfolio = 'f06e1b18-cdaa-540d-bc5c-7ffa208a0547';
const dashboard = '804e16b7-a661-52e7-ae9e-2d1b865b2922';
const french = { 'accept-language': 'fr-CA' };

/** Every list and field of an entity whose records are shipped with French texts. */
const shippedFields = model.routes.flatMap((route) => {
  const { operation, method, flag, path } = route;
  const entity = operation === 'find' && method === 'GET' && !flag && model.entities.get(route.entity);
  return (entity ? entity.fields : []).flatMap((field) => {
    const shipped = shippedTexts(model, field, 'fr-CA');
    return shipped && shipped.ids.size > 0 ? [{ path, entity: route.entity, name: field.name, shipped }] : [];
  });
});
/** Every declared query with a column of such a field. */
const shippedColumns = [...model.queries.values()].flatMap(({ id, columns, filters }) =>
  columns.flatMap(({ name, place, aggregate }, at) => {
    const shipped = place && !aggregate ? shippedTexts(model, place.field, 'fr-CA') : undefined;
    return shipped && !filters.some(({ isRequired }) => isRequired) ? [{ id, name, at, shipped }] : [];
  }),
);
const sortedTexts = (texts: readonly string[]): readonly string[] =>
  texts.toSorted((one, other) =>
    textKey(one) < textKey(other) ? -1 : textKey(one) > textKey(other) ? 1 : 0,
  );

for (const kind of appStores)
  describe(`texts of shipped records, ${kind} store`, () => {
    let app: Running;
    let admin: Ask;
    const read = async (path: string, headers = {}) => (await admin('GET', path, undefined, headers)).body;
    const named = async (path: string, id: string, headers = {}): Promise<DataRecord | undefined> =>
      (await read(`${path}?pageSize=100`, headers)).Items.find(({ Id }: DataRecord) => Id === id);

    beforeAll(async () => {
      app = await startApp({ store: kind });
      admin = await app.as('admin');
      return () => app.store.close();
    });

    it('lists, pages and printed reports show them in the language of the reader', async () => {
      expect((await named('/report', portfolio))?.ReportConfigurationName).toBe('Product portfolio');
      expect(await named('/report', portfolio, french)).toMatchObject({
        ReportConfigurationName: 'Portefeuille de produits',
        Description: 'Tous les produits, avec leur marque, leur type et leur état.',
      });
      expect((await named('/report/list', portfolio, french))?.Name).toBe('Portefeuille de produits');
      expect((await read(`/report/${portfolio}`, french)).Flavours[0].ReportConfigurationName).toBe(
        'Portefeuille de produits',
      );
      expect((await read(`/report/dashboards/${dashboard}`, french)).Name).toBe('Portefeuille');
      const panel = { DashboardId: dashboard, PanelId: '5ea3937d-6844-5577-b73e-64af776e07d3' };
      expect((await admin('POST', '/report/panel', panel, french)).body.Title).toBe('Lancements à venir');
      expect((await admin('POST', '/report/panel', panel)).body.Title).toBe('Launches due');
    });

    it('is found by what the reader reads, also through a reference, and not by other texts', async () => {
      const found = async (
        path: string,
        property: string,
        operator: string,
        value: string,
        headers = french,
      ) => {
        const query = new URLSearchParams({
          ...{ pageSize: '50', FilterProperty: property, FilterOperator: operator, FilterValue: value },
        });
        return (await read(`${path}?${query}`, headers)).Items as readonly DataRecord[];
      };
      const [portfolioOf] = await found('/report/dashboards', 'Name', 'eq', 'portefeuille');
      expect(portfolioOf?.Id).toBe(dashboard);
      expect(await found('/report/dashboards', 'Name', 'contains', 'PORTEFEU')).toHaveLength(1);
      expect(await found('/report/dashboards', 'Name', 'contains', 'portefeu', {} as typeof french)).toEqual(
        [],
      );
      const types = Object.entries(
        model.entities.get('component-type')?.seed.texts[0]?.['fr-CA']?.Name ?? {},
      ).filter(([english, text]) => english !== text);
      const [english = '', text = ''] = types[0] ?? [];
      const through = await found('/product/component', 'ComponentType.Name', 'eq', text);
      expect(through.length).toBeGreaterThan(0);
      expect(new Set(through.map(({ ComponentType }) => (ComponentType as DataRecord).Name))).toEqual(
        new Set([text]),
      );
      expect(
        await found('/product/component', 'ComponentType.Name', 'eq', text, {} as typeof french),
      ).toEqual([]);
      expect((await found('/product/component', 'ComponentType.Name', 'eq', english)).length).toBe(
        through.length,
      );
    });

    it('is counted in groups and listed as a whole as it is by page', async () => {
      const [, text = ''] =
        Object.entries(model.entities.get('component-type')?.seed.texts[0]?.['fr-CA']?.Name ?? {}).find(
          ([english, other]) => english !== other,
        ) ?? [];
      const query = new URLSearchParams({
        ...{ FilterProperty: 'ComponentType.Name', FilterOperator: 'eq', FilterValue: text },
      });
      const path = `/product/component?${query}`;
      const { TotalItems } = await read(`${path}&pageSize=1`, french);
      expect(TotalItems).toBeGreaterThan(0);
      const { Groups } = await read(`${path}&$groups=ComponentTypeId`, french);
      expect(Groups.map(({ Count }: DataRecord) => Count)).toEqual([TotalItems]);
      expect((await read(`${path}&pageSize=0`, french)).Items).toHaveLength(TotalItems);
    });

    it('every list is sorted and grouped by what the reader sees, up and down', async () => {
      const addresses = await getAddresses(app, liveEndpoints(app, createWebPorts()), {});
      let moved = 0;
      for (const { path, name } of shippedFields) {
        const at = addresses.find((one) => one.path === path)?.address;
        const list = `${at}?page=1&pageSize=500&sortFields=${name}&sortDirections=`;
        const seen = async (way: 0 | 1, headers = {}): Promise<readonly string[] | undefined> =>
          (await read(`${list}${way}`, headers)).Items?.map((item: DataRecord) => item[name]);
        const up = at && (await seen(1, french));
        // A list that does not answer this field, or needs more than an address.
        if (!up || up.length === 0 || up.some((text) => typeof text !== 'string')) continue;
        expect(up, `${path} ${name}`).toEqual(sortedTexts(up));
        expect(await seen(0, french), `${path} ${name}`).toEqual(sortedTexts(up).toReversed());
        const english = (await seen(1)) ?? [];
        if (english.join() !== up.join()) moved += 1;
        const { Groups } = await read(`${at}?$groups=${name}`, french);
        const values: readonly string[] = Groups.map(({ Value }: DataRecord) => Value);
        expect(values, `${path} ${name}`).toEqual(sortedTexts(values));
        for (const value of values.slice(0, 200)) expect(up).toContain(value);
      }
      expect(moved).toBeGreaterThan(5);
    });

    it('every declared query answers, groups and sorts by what the reader sees', async () => {
      expect(shippedColumns.length).toBeGreaterThan(0);
      let translated = 0;
      for (const { id, name, at, shipped } of shippedColumns) {
        const rowsIn = async (headers = {}): Promise<readonly string[]> => {
          const { status, body } = await admin(
            'POST',
            '/report/query',
            { Query: id, PageSize: 500 },
            headers,
          );
          expect(status, JSON.stringify(body)).toBe(200);
          return body.Rows.map((row: unknown[]) => row[at] ?? '');
        };
        const [english, inFrench] = [await rowsIn(), await rowsIn(french)];
        const expected = english.map((text) => shipped.texts.get(text) ?? text);
        expect(sortedTexts(inFrench), `${id} ${name}`).toEqual(sortedTexts(expected));
        if (expected.join() !== english.join()) translated += 1;
        const { sort, columns } = model.queries.get(id) ?? { sort: [], columns: [] };
        if (sort[0]?.column === columns[at]?.name && sort[0]?.direction === 'asc')
          expect(inFrench, `${id} ${name}`).toEqual(sortedTexts(inFrench));
      }
      expect(translated).toBeGreaterThan(0);
    });

    it('every entity is queried for what the reader sees, row by row, in groups, and as the least', async () => {
      const fields = new Map(shippedFields.map((one) => [`${one.entity} ${one.name}`, one]));
      expect(fields.size).toBeGreaterThan(15);
      for (const { entity, name, shipped } of fields.values()) {
        const rows = async (columns: readonly object[], language?: 'fr-CA') => {
          const asked = { $id: 'asked', from: entity, columns, sort: [name] };
          const { query } = compileQuery(asked as never, model);
          if (!query) throw new Error(`No query of ${entity}.`);
          const all: (readonly unknown[])[] = [];
          const { store } = app;
          for await (const piece of store.rows({ ...query, filters: [], language })) all.push(...piece);
          return all;
        };
        const seen = (id: unknown, text: unknown) =>
          (shipped.ids.has(String(id)) && shipped.texts.get(String(text))) || text;
        const pair = [{ path: name }, { path: 'Id', name: 'Id' }];
        const texts = async (language?: 'fr-CA') =>
          (await rows(pair, language)).map(([text, id]) => (language ? text : seen(id, text)) as string);
        const inFrench = await texts('fr-CA');
        expect(inFrench, `${entity} ${name}`).toEqual(sortedTexts(await texts()));
        const counted = [{ path: name }, { aggregate: 'count', name: 'Count' }];
        const groups = await rows(counted, 'fr-CA');
        expect(groups.map(([text]) => text)).toEqual(sortedTexts([...new Set(inFrench)]));
        expect(groups.reduce((sum, [, count]) => sum + Number(count), 0)).toBe(inFrench.length);
      }
    });

    it('a reference shows the French of the record it names', async () => {
      const [component] = (await read('/product/component?pageSize=1', french)).Items;
      const type = await app.store.get('component-type', component.ComponentTypeId);
      const { texts } = model.entities.get('component-type')?.seed ?? { texts: [] };
      expect(component.ComponentType.Name).toBe(texts[0]?.['fr-CA']?.Name?.[String(type?.Name)]);
      const [english] = (await read('/product/component?pageSize=1')).Items;
      expect(english.ComponentType.Name).toBe(type?.Name);
    });

    it('what is sent back as it was read changes nothing; a new name is shown in every language', async () => {
      const seen = await read(`/report/dashboards/${dashboard}`, french);
      const sent = { Id: seen.Id, Name: seen.Name, Revision: seen.Revision };
      const saved = await admin('PUT', '/report/dashboards', sent, french);
      expect([saved.status, saved.body.Name]).toEqual([200, 'Portefeuille']);
      expect((await app.store.get('dashboard', dashboard))?.Name).toBe('Portfolio');
      expect((await read(`/report/dashboards/${dashboard}`)).Name).toBe('Portfolio');

      const renamed = { ...sent, Name: 'Notre tableau', Revision: saved.body.Revision };
      expect((await admin('PUT', '/report/dashboards', renamed, french)).status).toBe(200);
      for (const headers of [{}, french])
        expect((await read(`/report/dashboards/${dashboard}`, headers)).Name).toBe('Notre tableau');
    });

    it('a record of the same name that was not shipped keeps its name', async () => {
      const own = (await admin('POST', '/report/dashboards', { Name: 'Portfolio', Panels: [] })).body;
      expect((await named('/report/dashboards', own.Id, french))?.Name).toBe('Portfolio');
      const { Groups } = await read('/report/dashboards?$groups=Name', french);
      expect(Groups.map(({ Value }: DataRecord) => Value)).toContain('Portfolio');
    });
  });
