/** The calls of coverage items, coverage groups and components, as the specification lists them. */
import { beforeAll, describe, expect, it } from 'vitest';
import { type Ask, appStores, type Running, startApp } from './support/startApp.ts';

type Stored = { readonly Id: string; readonly Name: string; readonly SortOrder: number } & Record<
  string,
  unknown
>;

for (const kind of appStores) {
  describe(`coverage, ${kind} store`, () => {
    let app: Running;
    let [admin, manager, viewer, profiles] = [] as unknown as [Ask, Ask, Ask, Ask];

    beforeAll(async () => {
      app = await startApp({ store: kind });
      [admin, manager, viewer, profiles] = await Promise.all([
        app.as('admin'),
        app.as('manager'),
        app.as('viewer'),
        app.as('profiles'),
      ]);
    });

    const where = (path: string, value: string) =>
      `FilterProperty=${path}&FilterOperator=eq&FilterValue=${value}`;
    const productIn = async (state: string): Promise<Stored> =>
      (await admin('GET', `/product?pageSize=1&${where('ProductStateType.Name', state)}`)).body.Items[0];
    /** A product with components of every kind: its claims layout is both maintenance and repair. */
    const productOfBothKinds = async (): Promise<Stored> => {
      const product = await productIn('InDesign');
      const layout = { ClaimsLayoutTypeId: 3 };
      const { status, body } = await admin('PUT', `/product/${product.Id}/claimslayout`, layout);
      expect(status, JSON.stringify(body)).toBe(200);
      return product;
    };
    const itemsOf = async (productId: string): Promise<readonly Stored[]> =>
      (await admin('GET', `/product/coverageitem?page=1&pageSize=1000&${where('ProductId', productId)}`)).body
        .Items;
    const components = async (category: string): Promise<readonly Stored[]> =>
      (
        await admin(
          'GET',
          `/product/component?page=1&pageSize=1000&${where('ComponentType.Category', category)}&${where('IsActive', 'true')}`,
        )
      ).body.Items;

    it('C-247 C-117 components come a thousand a page, with the category of their type', async () => {
      const { status, body } = await admin('GET', '/product/component?page=1&pageSize=1000');
      expect(status).toBe(200);
      expect(body.Items).toHaveLength(body.TotalItems);
      for (const one of body.Items) expect(['Regular', 'Maintenance']).toContain(one.ComponentType.Category);
    });

    it('C-145 C-248 C-249 a new item is the last one of its product, with price 0 and flags false', async () => {
      const product = await productIn('InDesign');
      const before = await itemsOf(product.Id);
      const made = await admin('POST', '/product/coverageitem', { ProductId: product.Id, Name: 'Sunroof' });
      expect(made.status).toBe(201);
      expect(made.body).toMatchObject({
        Name: 'Sunroof',
        Price: 0,
        SortOrder: before.length,
        UniqueItem: false,
        IsPriority: false,
        IncludeInQuickQuote: false,
      });
      expect((await itemsOf(product.Id)).at(-1)?.Id).toBe(made.body.Id);
    });

    it('C-250 an item is changed by either path; C-168 not to the name of another, ignoring case', async () => {
      const product = await productIn('InDesign');
      const [first, second] = (await itemsOf(product.Id)) as [Stored, Stored];
      const one = await admin('PUT', '/product/coverageitem', { Id: first.Id, Price: 12.5 });
      expect(one.body).toMatchObject({ Price: 12.5, Name: first.Name });
      const other = await admin('PUT', `/product/coverageitem/${first.Id}`, { IsPriority: true });
      expect(other.body).toMatchObject({ Price: 12.5, IsPriority: true });
      const taken = await admin('PUT', '/product/coverageitem', {
        Id: first.Id,
        Name: second.Name.toUpperCase(),
      });
      expect(taken.status).toBe(422);
      expect(taken.body.ValidationErrors[0]).toMatchObject({ Path: '/Name' });
      expect(taken.body.ValidationErrors[0].Value).toContain('must be unique');
    });

    it('C-255 the order of the items is saved', async () => {
      const product = await productIn('InDesign');
      const before = await itemsOf(product.Id);
      const turned = [...before].reverse().map(({ Id }, SortOrder) => ({ Id, SortOrder }));
      expect((await admin('POST', `/product/${product.Id}/coverageitem/order`, turned)).status).toBe(200);
      expect((await itemsOf(product.Id)).map(({ Id }) => Id)).toEqual(turned.map(({ Id }) => Id));
    });

    it('C-262 the product of an item', async () => {
      const product = await productIn('InDesign');
      const [item] = await itemsOf(product.Id);
      const { body } = await admin('GET', `/product/coverageitem/${item?.Id}/product`);
      expect(body).toMatchObject({ Id: product.Id, Name: product.Name });
    });

    it('C-184 C-185 maintenance and regular components are never in one item', async () => {
      const product = await productOfBothKinds();
      const [[regular], [maintenance]] = await Promise.all([
        components('Regular'),
        components('Maintenance'),
      ]);
      const mixed = await admin('POST', '/product/coverageitem', {
        ProductId: product.Id,
        Name: 'Mixed',
        Components: [regular?.Id, maintenance?.Id],
      });
      expect(mixed.status).toBe(422);
      expect(mixed.body.ValidationErrors).toMatchObject([
        {
          Path: '/Components',
          Value: 'Maintenance and Regular components cannot be defined in the same coverage item',
        },
      ]);
    });

    it('C-187 C-188 the labour cost method depends on maintenance components and is cleared with them', async () => {
      const product = await productOfBothKinds();
      const [[regular], [maintenance]] = await Promise.all([
        components('Regular'),
        components('Maintenance'),
      ]);
      const made = await admin('POST', '/product/coverageitem', {
        ProductId: product.Id,
        Name: 'Oil service',
        Components: [maintenance?.Id],
        LabourRateTypeSubclassId: 2,
      });
      expect(made.body).toMatchObject({ LabourRateTypeSubclass: { Name: 'HourlyRetail' } });
      const changed = await admin('PUT', '/product/coverageitem', {
        Id: made.body.Id,
        Components: [regular?.Id],
      });
      expect(changed.status).toBe(200);
      expect(changed.body.LabourRateTypeSubclassId ?? null).toBe(null);
    });

    it('C-178 C-251 an item in a plan or group cannot be deleted, and the refusal names what uses it', async () => {
      const product = await productIn('InDesign');
      const [item] = await itemsOf(product.Id);
      const group = await admin('POST', '/product/coveragegroup', {
        ProductId: product.Id,
        Name: 'Held together',
        CoverageItems: [item?.Id],
      });
      expect(group.status).toBe(201);
      const refused = await admin('DELETE', `/product/coverageitem/${item?.Id}`);
      expect(refused.status).toBe(409);
      expect(refused.body.Message).toMatch(
        /^The coverage item cannot be deleted as it is used in the following: /,
      );
      const free = await admin('POST', '/product/coverageitem', { ProductId: product.Id, Name: 'Free' });
      expect((await admin('DELETE', `/product/coverageitem/${free.body.Id}`)).status).toBeLessThan(300);
    });

    it('C-252 C-253 C-254 C-169 groups are created, changed and deleted; names are unique in the product', async () => {
      const product = await productIn('InDesign');
      const made = await admin('POST', '/product/coveragegroup', { ProductId: product.Id, Name: 'Winter' });
      expect(made.status).toBe(201);
      const changed = await admin('PUT', `/product/coveragegroup/${made.body.Id}`, { Price: 5 });
      expect(changed.body).toMatchObject({ Name: 'Winter', Price: 5 });
      const twin = await admin('POST', '/product/coveragegroup', { ProductId: product.Id, Name: 'WINTER' });
      expect(twin.status).toBe(422);
      expect(twin.body.ValidationErrors[0]).toMatchObject({ Path: '/Name' });
      const gone = await admin('DELETE', `/product/coveragegroup/${made.body.Id}`);
      expect(gone.status).toBeLessThan(300);
    });

    it('C-180 C-181 a group used by plans cannot be deleted, and the message names them', async () => {
      const product = await productIn('InDesign');
      const made = await admin('POST', '/product/coveragegroup', { ProductId: product.Id, Name: 'In plans' });
      const plan = await admin('POST', '/product/plan', {
        ProductId: product.Id,
        Name: 'Platinum Max',
        PlanCoverageGroups: [{ CoverageGroupId: made.body.Id, IsOptional: true }],
      });
      expect(plan.status).toBe(201);
      const refused = await admin('DELETE', `/product/coveragegroup/${made.body.Id}`);
      expect(refused.status).toBe(409);
      expect(refused.body.Message).toBe(
        'The coverage group cannot be deleted as it is used in the following: Platinum Max',
      );
    });

    it('C-025 C-210 C-211 rights to see coverage, to change it in design, and to change it after launch', async () => {
      const [design, active, pricing] = await Promise.all(['InDesign', 'Active', 'InPricing'].map(productIn));
      const [inDesign] = await itemsOf(design?.Id ?? '');
      const [inActive] = await itemsOf(active?.Id ?? '');
      const [inPricing] = await itemsOf(pricing?.Id ?? '');
      const change = async (ask: Ask, item?: Stored) =>
        (await ask('PUT', '/product/coverageitem', { Id: item?.Id, Price: 77 })).status;
      expect((await profiles('GET', '/product/coverageitem')).status).toBe(403);
      expect((await viewer('GET', '/product/coverageitem')).status).toBe(200);
      expect(await change(viewer, inDesign)).toBe(403);
      expect(await change(manager, inDesign)).toBe(200);
      // The manager has no right after launch; the administrator does.
      expect(await change(manager, inActive)).toBe(422);
      expect(await change(admin, inActive)).toBe(200);
      expect(await change(admin, inPricing)).toBe(422);
    });
  });
}
