/** The calls of product types, product groups and their settings, as the specification lists them. */
import { beforeAll, describe, expect, it } from 'vitest';
import { type Ask, appStores, type Running, startApp } from './support/startApp.ts';

const noId = '00000000-0000-4000-8000-000000000000';

for (const kind of appStores) {
  describe(`reference data, ${kind} store`, () => {
    let app: Running;
    let [admin, viewer, profiles] = [] as unknown as [Ask, Ask, Ask];

    beforeAll(async () => {
      app = await startApp({ store: kind });
      [admin, viewer, profiles] = await Promise.all([app.as('admin'), app.as('viewer'), app.as('profiles')]);
    });

    const brand = async () => (await admin('GET', '/product/operationalbrands')).body.Items[0];
    const newGroup = async (Name: string) =>
      admin('POST', '/product/productgroup', { Name, BrandId: (await brand()).Id });

    it('C-232 C-233 both lists of product types are the same, in their order', async () => {
      const [one, other] = await Promise.all(
        ['/product/producttype', '/product/producttypes'].map((path) => admin('GET', `${path}?pageSize=0`)),
      );
      expect(one?.body).toEqual(other?.body);
      const orders = one?.body.Items.map(({ SortOrder }: { SortOrder: number }) => SortOrder);
      expect(orders).toEqual([...orders].sort((a, b) => a - b));
      expect(one?.body.Items[0]).toMatchObject({ ProductTypeCategory: { Id: 1 }, RateCardRequired: true });
    });

    it('R-485 parameters have the sources that the configuration names', async () => {
      const sources = [
        ...['Policy.TermMonth', 'Policy.TermKm', 'Policy.VehicleClass', 'Policy.LimitPerRepair'],
        ...['Policy.VehicleNewUsed', 'Vehicle.CPO', 'Product.Plan', 'Product.PromoCode', 'Vehicle.VIN'],
      ];
      const found = await Promise.all(
        sources.map(async (source) => {
          const filter = `FilterProperty=SourceName&FilterOperator=eq&FilterValue=${source}`;
          return (await admin('GET', `/product/parameter?pageSize=1&${filter}`)).body.Items[0]?.SourceName;
        }),
      );
      expect(found).toEqual(sources);
    });

    it('C-234 the categories of product types', async () => {
      const { body } = await admin('GET', '/product/producttypecategory');
      const names = (body.Items ?? body).map(({ Name }: { Name: string }) => Name);
      expect(names).toEqual(expect.arrayContaining(['LoanProtection', 'ReplacementInsurance']));
    });

    it('C-235 C-236 a product type is created and changed', async () => {
      const sent = { Name: 'Windshield', DisplayName: 'Windshield Protection', ProductTypeCategoryId: 6 };
      const made = await admin('POST', '/product/producttype', sent);
      expect(made.status).toBe(201);
      const changed = await admin('PUT', '/product/producttype', { ...made.body, DisplayName: 'Glass' });
      expect(changed.status).toBe(200);
      expect((await admin('GET', `/product/producttype/${made.body.Id}`)).body).toMatchObject({
        ...sent,
        DisplayName: 'Glass',
        RateCardRequired: false,
      });
    });

    it('C-042 writing product types needs ProductType.View; there is no call that deletes one', async () => {
      const { body } = await admin('GET', '/product/producttypes');
      const [type] = body.Items;
      expect((await profiles('PUT', '/product/producttype', type)).status).toBe(403);
      expect((await admin('DELETE', `/product/producttype/${type.Id}`)).status).toBe(405);
    });

    it('C-237 C-360 product groups come ten a page from page 1, under Items', async () => {
      const { body } = await admin('GET', '/product/productgroup?page=1&pageSize=10');
      expect(body.Items).toHaveLength(10);
      expect(body.TotalItems).toBeGreaterThan(10);
      const names = body.Items.map(({ Name }: { Name: string }) => Name);
      expect(names).toEqual([...names].sort((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1)));
    });

    it('C-238 C-239 creating and changing a product group answers it under Items', async () => {
      const made = await newGroup('Harbour Retail');
      expect(made.status).toBe(201);
      expect(made.body).toMatchObject({ Items: [{ Name: 'Harbour Retail' }], TotalItems: 1 });
      const [group] = made.body.Items;
      const changed = await admin('PUT', '/product/productgroup', { ...group, Description: 'Sold at sea.' });
      expect(changed.body.Items).toMatchObject([{ Id: group.Id, Description: 'Sold at sea.', Revision: 2 }]);
    });

    it('C-171 groups are found by a part of their name, ignoring case, and by brand', async () => {
      const byName = await admin(
        'GET',
        '/product/productgroup?pageSize=0&FilterProperty=Name&FilterOperator=contains&FilterValue=ETAIL',
      );
      expect(byName.body.TotalItems).toBeGreaterThan(3);
      for (const { Name } of byName.body.Items) expect(Name.toLowerCase()).toContain('etail');
      const { Id } = await brand();
      const byBrand = await admin(
        'GET',
        `/product/productgroup?pageSize=0&FilterProperty=BrandId&FilterOperator=in&FilterValue=${Id}`,
      );
      expect(byBrand.body.TotalItems).toBeGreaterThan(0);
      for (const { BrandId } of byBrand.body.Items) expect(BrandId).toBe(Id);
    });

    it('C-240 an unused product group is deleted; one with products is not, and the message names them', async () => {
      const [made] = (await newGroup('Short Lived')).body.Items;
      expect((await admin('DELETE', `/product/productgroup/${made.Id}`)).status).toBeLessThan(300);
      expect((await admin('GET', `/product/productgroup/${made.Id}`)).status).toBe(404);
      expect((await admin('DELETE', `/product/productgroup/${noId}`)).status).toBe(404);
      const { body } = await admin('GET', '/product?pageSize=0');
      const used = body.Items.find(({ ProductGroupId }: { ProductGroupId?: string }) => ProductGroupId);
      const refused = await admin('DELETE', `/product/productgroup/${used.ProductGroupId}`);
      expect(refused.status).toBe(409);
      expect(refused.body.Message).toContain(used.Name);
    });

    it('C-212 without ProductGroup.Create groups cannot be created, changed or deleted', async () => {
      const { body } = await viewer('GET', '/product/productgroup');
      const [group] = body.Items;
      expect((await viewer('POST', '/product/productgroup', { ...group, Name: 'Mine' })).status).toBe(403);
      expect((await viewer('PUT', '/product/productgroup', { ...group, Name: 'Mine' })).status).toBe(403);
      expect((await viewer('DELETE', `/product/productgroup/${group.Id}`)).status).toBe(403);
    });

    it('R-131 R-302 R-438 the settings of a group’s products are ordered, changed and deleted', async () => {
      const all = await admin('GET', '/product/productgroup/productsetting?pageSize=0');
      const groupId = mostCommon(all.body.Items.map((one: Setting) => one.ProductGroupId));
      const path = `/product/productgroup/productsetting?pageSize=0&FilterProperty=ProductGroupId&FilterOperator=eq&FilterValue=${groupId}`;
      const settings = async (): Promise<readonly Setting[]> => (await admin('GET', path)).body.Items;
      const before = await settings();
      expect(before.map(({ SortOrder }) => SortOrder)).toEqual(before.map((_, index) => index));
      const turned = [...before].reverse().map(({ Id }, SortOrder) => ({ Id, SortOrder }));
      const order = `/product/productgroup/${groupId}/productsetting/order`;
      expect((await viewer('POST', order, turned)).status).toBe(403);
      expect((await admin('POST', order, turned)).status).toBe(200);
      const [first] = await settings();
      expect(first?.Id).toBe(before.at(-1)?.Id);
      const forced = { Id: first?.Id, IsForced: true, IsExclusiveExpand: true };
      const changed = await admin('PUT', '/product/productgroup/productsetting', forced);
      expect(changed.body).toMatchObject(forced);
      expect(
        (await admin('DELETE', `/product/productgroup/productsetting/${first?.Id}`)).status,
      ).toBeLessThan(300);
      expect((await settings()).map(({ SortOrder }) => SortOrder)).toEqual(
        before.slice(1).map((_, index) => index),
      );
    });
  });
}

type Setting = { readonly Id: string; readonly ProductGroupId: string; readonly SortOrder: number };

function mostCommon(ids: readonly string[]): string {
  const count = (id: string) => ids.filter((one) => one === id).length;
  return [...new Set(ids)].sort((one, other) => count(other) - count(one))[0] ?? '';
}
