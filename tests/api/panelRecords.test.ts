/**
 * The records behind the figures of dashboards: exactly those that were counted, of every group, for every
 * reader, in the time zone of the reader.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import type { DataRecord } from '#engine';
import { type Ask, appStores, type Running, startApp } from './support/startApp.ts';

type Data = {
  readonly [name: string]: unknown;
  readonly Rows: readonly (readonly unknown[])[];
  readonly Keys: readonly string[];
  readonly SplitKeys: readonly string[];
};

for (const kind of appStores)
  describe(`records behind figures, ${kind} store`, () => {
    let app: Running;
    let admin: Ask;
    const add = async (Panels: readonly DataRecord[], Filters: readonly DataRecord[] = []) => {
      const { status, body } = await admin('POST', '/report/dashboards', {
        ...{ Name: `Behind ${crypto.randomUUID()}`, Panels, Filters },
      });
      expect(status, body.Message).toBe(201);
      return (await admin('GET', `/report/dashboards/${body.Id}`)).body;
    };
    const read = async (ask: Ask, DashboardId: string, PanelId: string, more: DataRecord = {}) =>
      (await ask('POST', '/report/panel', { DashboardId, PanelId, ...more })).body;
    const behind = async (ask: Ask, DashboardId: string, PanelId: string, more: DataRecord = {}) =>
      (await ask('POST', '/report/panel/records', { DashboardId, PanelId, ...more })).body;
    const groupsOf = ({ Rows, Keys, SplitKeys, HasOthers }: Data) =>
      Rows.map((_, at) => {
        if (HasOthers && at === Rows.length - 1) return { IsOthers: true };
        return { Label: Keys[at], ...(SplitKeys.length > 0 ? { Split: SplitKeys[at] } : {}) };
      });

    const sameGroup = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

    /** Each group whose number of records is not the number that it shows. */
    async function wrongIn(ask: Ask, id: string, panel: DataRecord, more: DataRecord = {}) {
      const data = await read(ask, id, String(panel.Id), more);
      const wrong: string[] = [];
      if (data.Closed || data.Problem || !data.IsOpen) return { wrong, groups: 0 };
      const groups = data.Keys.length > 0 || data.HasOthers ? groupsOf(data) : [{}];
      for (const [at, Group] of groups.entries()) {
        const found = await behind(ask, id, String(panel.Id), { ...more, Group, PageSize: 1 });
        // A declared query may have more groups than its chart, which adds them up.
        const own = data.Rows.filter((_: unknown, other: number) => sameGroup(groups[other], groups[at]));
        const shown = own.reduce((sum: number, row: unknown[]) => sum + Number(row[data.Value]), 0);
        if (found.TotalItems !== shown)
          wrong.push(
            `${JSON.stringify(panel)} ${JSON.stringify(Group)}: ${shown} and ${JSON.stringify(found).slice(0, 300)}`,
          );
      }
      return { wrong, groups: groups.length };
    }

    beforeAll(async () => {
      app = await startApp({ store: kind });
      admin = await app.as('admin');
      return () => app.store.close();
    });

    it('are as many as each bar says, over every field that records are grouped by', async () => {
      const { entities } = app.models.current();
      const panels = ['product', 'dealer', 'user'].flatMap((Entity) =>
        (entities.get(Entity)?.fields ?? []).flatMap(({ name, stored, kind: of }) =>
          stored && name !== 'Id' ? [{ Kind: 'bar', Entity, Column: name, Most: 3, of }] : [],
        ),
      );
      const days = panels.filter(({ of }) => of === 'date' || of === 'datetime');
      const periods = days.flatMap((panel) =>
        ['year', 'quarter', 'month', 'day'].map((Per) => ({ ...panel, Per, Most: 500 })),
      );
      const all = [...panels, ...periods].map(({ of: _, ...panel }) => panel);
      const wrong: string[] = [];
      let groups = 0;
      for (let from = 0; from < all.length; from += 24) {
        const { Id, Panels } = await add(all.slice(from, from + 24));
        for (const panel of Panels) {
          const found = await wrongIn(admin, Id, panel);
          wrong.push(...found.wrong);
          groups += found.groups;
        }
      }
      expect(wrong).toEqual([]);
      expect(groups).toBeGreaterThan(200);
    });

    it('are those of the reader, on the home page of each role', async () => {
      const wrong: string[] = [];
      for (const user of ['manager', 'pricing', 'profiles', 'viewer', 'dealer-principal']) {
        const ask = await app.as(user);
        const { Id, Panels } = (await ask('GET', '/report/dashboards/home')).body;
        for (const panel of Panels)
          if (!panel.Query && !panel.Aggregate?.match(/avg/) && panel.Kind !== 'table')
            wrong.push(...(await wrongIn(ask, Id, panel)).wrong);
      }
      expect(wrong).toEqual([]);
    });

    it('of the others are all that no bar shows, and the bars add up to all records', async () => {
      const { Id, Panels } = await add([
        { Kind: 'bar', Entity: 'product', Column: 'BrandId', Most: 2 },
        { Kind: 'number', Entity: 'product' },
      ]);
      const [bars, number] = [await read(admin, Id, Panels[0].Id), await read(admin, Id, Panels[1].Id)];
      expect([bars.HasOthers, bars.Rows.length, bars.Rows[2][0]]).toEqual([true, 3, 'Other']);
      const sum = bars.Rows.reduce((all: number, row: number[]) => all + Number(row[1]), 0);
      expect(sum).toBe(number.Rows[0][0]);
      const rest = await behind(admin, Id, Panels[0].Id, { Group: { IsOthers: true }, PageSize: 100 });
      expect(rest.Group).toMatchObject([{ Title: 'Brand', Value: 'Other' }]);
      const named = rest.Rows.map(([brand]: string[]) => brand);
      for (const brand of bars.Keys) expect(named).not.toContain(brand);
    });

    it('have their filters, names and pages; a page that the reader may not open is none', async () => {
      const { Id, Panels, Filters } = await add(
        [{ Kind: 'bar', Entity: 'product', Column: 'ProductStateTypeId', SplitBy: 'BrandId' }],
        [{ Entity: 'product', Path: 'BrandId' }],
      );
      const PanelId = Panels[0].Id;
      const brand = Filters[0].Values[0];
      const Chosen = { [Filters[0].Id]: [brand.Value] };
      const data = await read(admin, Id, PanelId, { Chosen });
      const [Group] = groupsOf(data);
      const found = await behind(admin, Id, PanelId, { Chosen, Group });
      expect(found).toMatchObject({
        Dashboard: expect.stringContaining('Behind'),
        Filters: [{ Title: 'Brand', Values: [{ Label: brand.Label }] }],
        Group: [
          { Title: 'State', Value: data.Rows[0][0] },
          { Title: 'Brand', Value: data.Rows[0][1] },
        ],
      });
      expect(found.Columns.slice(0, 2).map(({ Title }: DataRecord) => Title)).toEqual(['State', 'Brand']);
      expect(found.Pages[0]).toMatch(/^\/products\/[0-9a-f-]+/);
      const second = await behind(admin, Id, PanelId, { Group: {}, Page: 2, PageSize: 2 });
      const first = await behind(admin, Id, PanelId, { Group: {}, PageSize: 2 });
      expect(second.Rows).toHaveLength(2);
      expect(second.Rows).not.toEqual(first.Rows);
    });

    it('of a period begin and end at midnight in the zone of the reader', async () => {
      const { Id, Panels } = await add([
        { Kind: 'bar', Entity: 'dashboard', Column: 'CreatedDate', Per: 'day' },
      ]);
      const zones = ['Pacific/Kiritimati', 'Pacific/Pago_Pago'];
      const days = [];
      for (const zone of zones) {
        const ask: Ask = (method, path, body, headers) =>
          admin(method, path, body, { ...headers, 'x-time-zone': zone });
        const data = await read(ask, Id, Panels[0].Id);
        days.push(data.Keys.at(-1));
        expect((await wrongIn(ask, Id, Panels[0])).wrong).toEqual([]);
      }
      // 25 hours lie between them, so that it is never the same day.
      expect(days[0]).not.toBe(days[1]);
    });

    it('of a declared query and of a report are its rows', async () => {
      const { Id, Panels } = await add([
        { Kind: 'bar', Query: 'products-by-state' },
        {
          ...{ Kind: 'bar', Column: 'BrandId' },
          ReportConfigurationId: '5e81a7fd-00f4-5c06-932f-50e6dcfdaf71',
        },
      ]);
      for (const panel of Panels) {
        const data = await read(admin, Id, panel.Id);
        const { wrong } = await wrongIn(admin, Id, panel);
        expect([data.Problem, wrong]).toEqual([undefined, []]);
      }
    });

    it('are refused where the panel is, and a group that there is not is explained', async () => {
      const { Id, Panels } = await add([
        { Kind: 'line', Entity: 'product', Column: 'LaunchDate', Per: 'month' },
        { Kind: 'number', Entity: 'user' },
      ]);
      const odd = await behind(admin, Id, Panels[0].Id, { Group: { Label: "2026-13' OR 1=1" } });
      expect(odd.Problem).toBe('There is no such group. Open the dashboard again.');
      const principal = await app.as('dealer-principal');
      const panel = await read(principal, Id, Panels[1].Id);
      const records = await behind(principal, Id, Panels[1].Id);
      expect([panel.Closed, records.Closed, records.Rows]).toEqual([true, true, undefined]);
      const none = { DashboardId: Id, PanelId: 'none' };
      expect((await admin('POST', '/report/panel/records', none)).status).toBe(404);
      const many = await behind(admin, Id, Panels[1].Id, { PageSize: 1e9, Page: -3 });
      expect(many.Rows.length).toBeLessThanOrEqual(100);
      expect((await behind(admin, Id, Panels[1].Id, { Page: 1e300 })).Rows).toEqual([]);
    });
  });
