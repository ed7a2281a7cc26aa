/** Loan protect markup splits: who gets which share of a markup, by brand and product type. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { DataRecord } from '#engine';
import { type Ask, appStores, type Running, startApp } from './support/startApp.ts';
import { first } from './support/startParameters.ts';

for (const kind of appStores) {
  describe(`loan protect markup splits, ${kind} store`, () => {
    let app: Running;
    let [manager, viewer, pricing] = [] as unknown as [Ask, Ask, Ask];
    /** The path of the splits of Valcourt payment protection, and a brand that has none. */
    let [path, empty] = ['', ''];
    const named = async (list: string, name: string) =>
      ((await manager('GET', `${list}?pageSize=0`)).body.Items as readonly DataRecord[]).find(
        ({ Name }) => Name === name,
      )?.Id;
    beforeAll(async () => {
      app = await startApp({ store: kind });
      [manager, viewer, pricing] = (await Promise.all(
        ['manager', 'viewer', 'pricing'].map((role) => app.as(role)),
      )) as [Ask, Ask, Ask];
      const type = await named('/product/producttypes', 'LPP');
      const [brand, other] = await Promise.all(
        ['Valcourt', 'Kestrel'].map((name) => named('/product/operationalbrands', name)),
      );
      [path, empty] = [brand, other].map((id) => `/markup/${id}/${type}/loantypemarkupsplit`) as [
        string,
        string,
      ];
      return () => app.store.close();
    });
    const shares = (list: readonly DataRecord[]) =>
      list.map((split) => [split.DealerMarkup, split.ReserveMarkup, split.LgmMarkup, split.OemMarkup]);
    const split = {
      MarkupSplitType: 'Low',
      DealerMarkup: 50,
      ReserveMarkup: 20,
      LgmMarkup: 20,
      OemMarkup: 10,
    };

    it('R-009 R-132 R-133 R-380 the splits of a brand and product type come in two lists, in their order', async () => {
      const { status, body } = await viewer('GET', path);
      expect(status).toBe(200);
      expect(Object.keys(body)).toEqual(['LowMarkupSplits', 'HighMarkupSplits']);
      expect(shares(body.LowMarkupSplits)).toEqual([
        [60, 10, 20, 10],
        [55, 15, 20, 10],
      ]);
      expect(shares(body.HighMarkupSplits)).toEqual([[70, 10, 15, 5]]);
      expect(body.LowMarkupSplits[0]).toMatchObject({
        ...{ MarkupSplitType: 'Low', SortOrder: 0, IsInUse: true },
        OwningEntity: { Name: 'Valcourt' },
      });
      expect((await viewer('GET', empty)).body).toEqual({ LowMarkupSplits: [], HighMarkupSplits: [] });
    });

    it('R-381 R-382 R-383 a split is added at the end, changed, moved and deleted', async () => {
      const added = await pricing('POST', path, split);
      expect(added.status, JSON.stringify(added.body)).toBe(201);
      expect(added.body).toMatchObject({ SortOrder: 2, IsInUse: false });
      const of = `${path}/${added.body.Id}`;
      const changed = await pricing('PUT', of, { OemMarkup: 5, LgmMarkup: 25 });
      expect([changed.status, changed.body.OemMarkup, changed.body.LgmMarkup]).toEqual([200, 5, 25]);
      const { LowMarkupSplits: low } = (await pricing('GET', path)).body;
      const order = [2, 0, 1].map((at, SortOrder) => ({ Id: low[at].Id, SortOrder }));
      const moved = await pricing('POST', `${path}/order`, order);
      expect(moved.status, JSON.stringify(moved.body)).toBe(200);
      expect(shares((await pricing('GET', path)).body.LowMarkupSplits)[0]).toEqual([50, 20, 25, 5]);
      expect((await pricing('DELETE', of)).status).toBe(204);
      expect((await pricing('DELETE', of)).status).toBe(404);
      expect((await pricing('PUT', of, split)).status).toBe(404);
    });

    it('R-134 R-270 shares are percentages: other values and too large ones are refused at their field', async () => {
      for (const [wrong, at] of [
        [{ DealerMarkup: 100.01 }, '/DealerMarkup'],
        [{ DealerMarkup: 'half' }, '/DealerMarkup'],
        [{ OemMarkup: -1 }, '/OemMarkup'],
        [{ LgmMarkup: 30 }, '/DealerMarkup'],
        [{ MarkupSplitType: 'Middle' }, '/MarkupSplitType'],
      ] as const) {
        const { status, body } = await pricing('POST', empty, { ...split, ...wrong });
        expect([status, body.ValidationErrors[0].Path], JSON.stringify(wrong)).toEqual([422, at]);
      }
      const much = await pricing('POST', empty, { ...split, LgmMarkup: 30 });
      expect(first(much)).toBe('422 The shares add up to 110%. Lower them to 100% or less.');
      expect((await viewer('GET', empty)).body.LowMarkupSplits).toEqual([]);
    });

    it('R-381 a split belongs to the brand and product type of its address, and to no other', async () => {
      const { Id } = (await pricing('GET', path)).body.HighMarkupSplits[0];
      expect((await pricing('PUT', `${empty}/${Id}`, split)).status).toBe(404);
      expect((await pricing('DELETE', `${empty}/${Id}`)).status).toBe(404);
      const used = await pricing('DELETE', `${path}/${Id}`);
      expect([used.status, used.body.Message]).toEqual([422, 'This split is in use and cannot be deleted.']);
      const mbp = await named('/product/producttypes', 'MBP');
      const other = path.replace(/[^/]+\/loantypemarkupsplit/, `${mbp}/loantypemarkupsplit`);
      expect((await pricing('POST', other, split)).status).toBe(422);
      const nowhere = path.replace(/^\/markup\/[^/]+/, '/markup/01900000-0000-7000-8000-000000000001');
      expect((await pricing('POST', nowhere, split)).status).toBe(422);
    });

    it('splits need the feature of markups', async () => {
      expect((await viewer('POST', path, split)).status).toBe(403);
      expect((await (await app.as('profiles'))('GET', path)).status).toBe(403);
      expect((await (await app.as())('GET', path)).status).toBe(401);
    });
  });
}
