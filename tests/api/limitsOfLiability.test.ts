/** The calls of limits of liability, as the specification lists them. */
import { beforeAll, describe, expect, it } from 'vitest';
import { type Clients, createClients, filter } from './support/createClients.ts';
import { appStores } from './support/startApp.ts';

type Stored = { readonly Id: string; readonly Name: string } & Record<string, unknown>;

for (const kind of appStores) {
  describe(`limits of liability, ${kind} store`, () => {
    let clients: Clients;
    let product: Stored;

    beforeAll(async () => {
      clients = await createClients(kind);
      product = await clients.productInDesign();
    });

    const limitsOf = async (id: string): Promise<readonly Stored[]> =>
      (await clients.admin('GET', `/products/limitofliability?pageSize=0&${filter('ProductId', id)}`)).body
        .Items;
    const make = (body: object) =>
      clients.manager('POST', '/products/limitofliability', { ProductId: product.Id, ...body });

    it('R-354 R-355 R-356 R-357 a limit is created, read, changed and deleted', async () => {
      const made = await make({ Name: 'Towing' });
      expect(made.status).toBe(201);
      expect(made.body).toMatchObject({ ParticipationTypeId: 1, InclusionTypeId: 0, PlanName: 'All' });
      const path = `/products/limitofliability/${made.body.Id}`;
      const changed = await clients.manager('PUT', path, {
        MaxDollarPerEvent: 150.5,
        MaxLabourHoursPerEvent: 1.5,
      });
      expect(changed.body).toMatchObject({ MaxDollarPerEvent: 150.5, MaxLabourHoursPerEvent: 1.5 });
      const again = await clients.manager('PUT', '/products/limitofliability', {
        Id: made.body.Id,
        MaxDollarPerEvent: 200,
      });
      expect(again.body.MaxDollarPerEvent).toBe(200);
      expect((await clients.viewer('GET', path)).body.Name).toBe('Towing');
      expect((await clients.manager('DELETE', path)).status).toBe(204);
      expect((await clients.viewer('GET', path)).status).toBe(404);
    });

    it('C-334 a refused change tells the caller why, and changes nothing', async () => {
      const [first, second] = (await limitsOf(product.Id)) as [Stored, Stored];
      const refused = await clients.manager('PUT', `/products/limitofliability/${first.Id}`, {
        Name: second.Name.toUpperCase(),
      });
      expect(refused.status).toBe(422);
      expect(refused.body.ValidationErrors[0]).toMatchObject({
        Path: '/Name',
        Rule: 'limit-of-liability.name.unique',
      });
      expect((await limitsOf(product.Id)).map(({ Name }) => Name)).toContain(first.Name);
    });

    it('R-182 R-183 a limit applies to a coverage item or a group, never to both', async () => {
      const first = async (list: string) =>
        (await clients.admin('GET', `/product/${list}?${filter('ProductId', product.Id)}`)).body.Items[0].Id;
      const [CoverageItemId, CoverageGroupId] = [await first('coverageitem'), await first('coveragegroup')];
      const { status, body } = await make({ Name: 'Both', CoverageItemId, CoverageGroupId });
      expect(status).toBe(422);
      expect(body.ValidationErrors[0].Rule).toBe('limit-of-liability.item-or-group');
    });

    it('R-187 a limit may be for any coverage item of its product, whatever the item', async () => {
      const { body } = await clients.admin(
        'GET',
        `/product/coverageitem?pageSize=0&${filter('ProductId', product.Id)}`,
      );
      expect(body.Items.length).toBeGreaterThan(3);
      for (const { Id, Name } of body.Items as Stored[]) {
        const { status, body: made } = await make({ Name: `Any ${Name}`, CoverageItemId: Id });
        expect([status, made.CoverageItemId], Name).toEqual([201, Id]);
        expect((await clients.manager('DELETE', `/products/limitofliability/${made.Id}`)).status).toBe(204);
      }
    });

    it('R-316 C-059 reading limits needs their feature', async () => {
      const profiles = await clients.app.as('profiles');
      expect((await profiles('GET', '/products/limitofliability')).status).toBe(403);
      expect((await clients.viewer('GET', '/products/limitofliability')).status).toBe(200);
      expect((await clients.viewer('POST', '/products/limitofliability', { Name: 'x' })).status).toBe(403);
    });

    it('R-005 a product answers with its limits of liability', async () => {
      const { body } = await clients.admin('GET', `/product/${product.Id}`);
      const names = (await limitsOf(product.Id)).map(({ Name }) => Name);
      expect(body.LimitsOfLiability.map(({ Name }: Stored) => Name).toSorted()).toEqual(names.toSorted());
    });

    it('a name is unique in the product, whatever plan a limit is for', async () => {
      const [one, other] = await clients.plansOf(product.Id);
      expect((await make({ Name: 'Per plan', PlanId: one.Id })).status).toBe(201);
      for (const PlanId of [other.Id, null]) {
        const { status, body } = await make({ Name: 'per PLAN', PlanId });
        expect([status, body.ValidationErrors?.[0]?.Rule]).toEqual([422, 'limit-of-liability.name.unique']);
      }
    });

    it('what a limit is for cannot be deleted', async () => {
      const [plan] = await clients.plansOf(product.Id);
      const parameters = await clients.admin(
        'GET',
        `/product/${product.Id}/eligibilityparameters?pageSize=0`,
      );
      const parameter = parameters.body.Items.find(
        ({ SourceName }: Stored) => SourceName === 'Policy.LimitPerRepair',
      );
      const groups = await clients.admin('GET', `/product/coveragegroup?${filter('ProductId', product.Id)}`);
      const item = await clients.manager('POST', '/product/coverageitem', {
        ProductId: product.Id,
        Name: 'Only limited',
      });
      const value = parameter.ParameterValues.at(-1);
      await make({
        Name: 'Uses',
        CoverageItemId: item.body.Id,
        ParameterId: parameter.Id,
        ParameterValueId: value.Id,
      });
      await make({ Name: 'Uses a plan', PlanId: plan.Id });
      const own = await clients.manager('POST', '/product/coveragegroup', {
        ProductId: product.Id,
        Name: 'Own',
      });
      await make({ Name: 'Uses a group', CoverageGroupId: own.body.Id });
      expect(groups.status).toBe(200);
      const texts: string[] = [];
      for (const path of [
        `/product/coverageitem/${item.body.Id}`,
        `/product/coveragegroup/${own.body.Id}`,
        `/product/plan/${plan.Id}`,
        `/parametervalue/${value.Id}`,
      ]) {
        const { status, body } = await clients.manager('DELETE', path);
        expect(status).toBe(409);
        texts.push(body.Message);
      }
      expect(texts).toEqual([
        'The coverage item cannot be deleted as it is used in the following: Uses',
        'The coverage group cannot be deleted as it is used in the following: Uses a group',
        'Error occurred removing plan',
        `${value.Name} is in use by limit of liability "Uses" which must be deleted first.`,
      ]);
    });

    it('a version copies the limits, which refer to its own coverage and parameters', async () => {
      const designed = (
        await clients.admin('GET', `/product?pageSize=0&${filter('ProductStateType.Name', 'InDesign')}`)
      ).body.Items as readonly Stored[];
      const source = designed.find(
        (one) => !one.EligibilityRuleText && !one.PricingFormula && one.Id !== product.Id,
      ) as Stored;
      const { Id, BrandId, UnderwriterId, ProductTypeId, ProductGroupId, Code, Description, Name } = source;
      const made = await clients.admin('POST', '/product/version', {
        ...{ Id, BrandId, UnderwriterId, ProductTypeId, ProductGroupId, Code, Description, Name },
        ...{
          Version: '9.7',
          LaunchDate: '2026-12-01',
          QuoteExpiryInDays: 30,
          IsPromotion: false,
          IsStackable: true,
        },
      });
      expect(made.status, JSON.stringify(made.body)).toBe(201);
      const [before, after] = [await limitsOf(source.Id), await limitsOf(made.body.Id)];
      expect(after.map((one) => one.Name)).toEqual(before.map((one) => one.Name));
      const ids = ['PlanId', 'CoverageItemId', 'CoverageGroupId', 'ParameterId', 'ParameterValueId'];
      for (const [index, limit] of after.entries())
        for (const name of ids) {
          expect(limit[name] === undefined).toBe(before[index]?.[name] === undefined);
          if (limit[name] !== undefined) expect(limit[name]).not.toBe(before[index]?.[name]);
        }
      expect(after.some(({ CoverageItemId }) => CoverageItemId)).toBe(true);
      expect(after.some(({ ParameterValueId }) => ParameterValueId)).toBe(true);
    });

    it('R-358 all limits of a product are deleted at once, and none of another', async () => {
      const [other] = (
        await clients.admin('GET', `/product?pageSize=0&${filter('ProductStateType.Name', 'InDesign')}`)
      ).body.Items.slice(1);
      const others = await limitsOf(other.Id);
      expect(others.length).toBeGreaterThan(0);
      const path = `/products/${product.Id}/alllimitsofliability/`;
      expect((await clients.viewer('DELETE', path)).status).toBe(403);
      expect((await clients.manager('DELETE', path)).status).toBe(204);
      expect(await limitsOf(product.Id)).toEqual([]);
      expect(await limitsOf(other.Id)).toEqual(others);
      const unknown = '/products/01900f99-0000-7000-8000-000000000001/alllimitsofliability/';
      expect((await clients.manager('DELETE', unknown)).status).toBe(404);
    });

    it('R-301 C-213 deleting all limits of an active product needs the after-launch feature', async () => {
      const active = (
        await clients.admin('GET', `/product?pageSize=0&${filter('ProductStateType.Name', 'Active')}`)
      ).body.Items as readonly Stored[];
      const all = (await clients.admin('GET', '/products/limitofliability?pageSize=0')).body
        .Items as Stored[];
      const sold = active.find(({ Id }) => all.some(({ ProductId }) => ProductId === Id)) ?? active[0];
      const id = (sold as Stored).Id;
      await clients.admin('POST', '/products/limitofliability', { ProductId: id, Name: 'Made after launch' });
      const path = `/products/${id}/alllimitsofliability`;
      expect((await clients.manager('DELETE', path)).status).toBe(422);
      expect((await limitsOf(id)).map(({ Name }) => Name)).toContain('Made after launch');
      expect((await clients.admin('DELETE', path)).status).toBe(204);
      expect(await limitsOf(id)).toEqual([]);
    });
  });
}
