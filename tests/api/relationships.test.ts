/** The calls of product relationships, as the specification lists them. */
import { beforeAll, describe, expect, it } from 'vitest';
import { type Clients, createClients, filter } from './support/createClients.ts';
import { appStores } from './support/startApp.ts';

type Stored = { readonly Id: string; readonly Name: string } & Record<string, unknown>;

for (const kind of appStores) {
  describe(`product relationships, ${kind} store`, () => {
    let clients: Clients;
    let all: readonly Stored[];
    const named = (part: string) => all.find(({ Name }) => Name.includes(part)) as Stored;

    beforeAll(async () => {
      clients = await createClients(kind);
      all = (await clients.viewer('GET', '/productrelationship?pageSize=0')).body.Items;
    });

    it('R-393 R-394 R-138 R-139 the list and a single one have both items, their plans and items', async () => {
      expect(all.length).toBeGreaterThan(2);
      const { body } = await clients.viewer('GET', `/productrelationship/${named('with GAP').Id}`);
      expect(body).toMatchObject({
        RelationshipType: { Name: 'SoldWith' },
        EffectiveDateFrom: '2026-03-01',
        ItemA: {
          Brand: { Name: 'Boréal Automobiles' },
          ProductType: { DisplayName: 'Mechanical Breakdown Protection' },
          Product: { Name: 'Boréal Automobiles Extended Care' },
          ProductRelationshipPlans: [
            { Plan: { Name: 'Powertrain' }, CoverageItemInclusion: { Name: 'All' } },
            { Plan: { Name: 'Essential' }, PlanCoverageItems: [{ Name: 'Engine' }, {}, {}] },
          ],
        },
        ItemB: { Product: { Name: 'Lakeshore Drive GAP Protection' } },
      });
    });

    it('the diagram has both products, their plans, and the items of the relationship', () => {
      const { Nodes, Links } = named('never sold').Picture as { Nodes: Stored[]; Links: Stored[] };
      expect(Links).toMatchObject([
        { From: 'A', To: 'B', Title: { Message: 'lookup.relationship-type.Excludes' } },
      ]);
      const [plan] = [Nodes[1]?.Parts].flat() as [{ Title: string; Parts: { Title: string }[] }];
      expect(plan.Title).toBe('Guardian');
      // The plan has four items of its own and three in a group; one of its own is left out.
      const items = named('never sold').ItemB as {
        ProductRelationshipPlans: { PlanCoverageItems: Stored[] }[];
      };
      const left = items.ProductRelationshipPlans[0]?.PlanCoverageItems[0]?.Name;
      expect(plan.Parts.length).toBeGreaterThan(3);
      expect(plan.Parts.map(({ Title }) => Title)).not.toContain(left);
    });

    it('R-393 those of one product are listed, as either item', async () => {
      const { ProductId } = named('with GAP').ItemA as { ProductId: string };
      const { body } = await clients.viewer('GET', `/product/${ProductId}/productrelationship`);
      expect(body.Items.map(({ Name }: Stored) => Name).sort()).toEqual([
        'Extended care with GAP, Boréal',
        'Road hazard needs extended care',
      ]);
    });

    it('R-395 R-398 R-399 R-400 R-401 the choices of its form', async () => {
      const { BrandId, ProductTypeId, ProductId } = named('with GAP').ItemA as Record<string, string>;
      const get = async (path: string) => (await clients.manager('GET', path)).body;
      expect((await get('/productrelationship/types')).Items.map(({ Name }: Stored) => Name)).toEqual([
        'SoldWith',
        'Excludes',
        'Requires',
        'Replaces',
      ]);
      expect((await get('/product/operationalbrands')).Items.length).toBeGreaterThan(0);
      const products = await get(`/product?pageSize=0&${filter('BrandId', `${BrandId}`)}`);
      const types = await get(`/productrelationship/producttype/brand/${BrandId}?pageSize=0`);
      expect(new Set(types.Items.map(({ Id }: Stored) => Id))).toEqual(
        new Set(products.Items.map((product: Stored) => product.ProductTypeId)),
      );
      const both = `${filter('BrandId', `${BrandId}`)}&${filter('ProductTypeId', `${ProductTypeId}`)}`;
      const chosen = await get(`/product?pageSize=0&${both}`);
      expect(chosen.Items).toHaveLength(chosen.TotalItems);
      expect(chosen.Items.map(({ Id }: Stored) => Id)).toContain(ProductId);
      const plans = await get(`/product/plan?productId=${ProductId}&pageSize=0`);
      expect(plans.Items.length).toBeGreaterThan(1);
      expect(plans.Items.every((plan: Stored) => plan.ProductId === ProductId)).toBe(true);
    });

    it('R-396 R-397 C-047 R-318 one is created, changed and ended, never deleted', async () => {
      const { Id, Revision, Picture, ...from } = named('needs extended');
      const made = await clients.manager('POST', '/productrelationship', { ...from, Name: 'Another' });
      expect(made.status).toBe(201);
      const ended = await clients.manager('PUT', '/productrelationship', {
        Id: made.body.Id,
        EffectiveDateTo: '2027-12-31',
      });
      expect(ended.body).toMatchObject({ Name: 'Another', EffectiveDateTo: '2027-12-31' });
      const path = `/productrelationship/${made.body.Id}`;
      expect((await clients.manager('DELETE', path)).status).toBe(405);
      expect((await clients.viewer('GET', path)).body.Name).toBe('Another');
      expect((await clients.viewer('POST', '/productrelationship', { ...from, Name: 'No' })).status).toBe(
        403,
      );
      expect((await clients.nobody('GET', path)).status).toBe(401);
    });

    it('a plan of a relationship cannot be removed', async () => {
      const { ProductId, ProductRelationshipPlans } = named('never sold').ItemB as {
        ProductId: string;
        ProductRelationshipPlans: { PlanId: string }[];
      };
      // Someone else's product may be open for editing: the reference alone must protect the plan.
      const [copy] = (await clients.plansOf((await clients.productInDesign()).Id)) as [Stored];
      const product = (await clients.admin('GET', `/product/${copy.ProductId}?include=`)).body;
      expect(product.Id).not.toBe(ProductId);
      const { Id, Revision, Picture, ...from } = named('needs extended');
      const item = { BrandId: product.BrandId, ProductTypeId: product.ProductTypeId, ProductId: product.Id };
      const made = await clients.manager('POST', '/productrelationship', {
        ...from,
        Name: 'Holds a plan',
        ItemB: {
          ...item,
          ProductRelationshipPlans: [
            {
              ...ProductRelationshipPlans[0],
              PlanId: copy.Id,
              CoverageItemInclusionId: 1,
              PlanCoverageItems: [],
            },
          ],
        },
      });
      expect(made.status, JSON.stringify(made.body)).toBe(201);
      const refused = await clients.manager('DELETE', `/product/plan/${copy.Id}`);
      expect(refused.status).toBe(409);
      expect(refused.body.Message).toBe('Error occurred removing plan');
    });
  });
}
