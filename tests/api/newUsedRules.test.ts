/** New/Used rules: a list to choose from, one at a time on a product, with the parameters it needs. */

import { beforeAll, describe, expect, it } from 'vitest';
import type { DataRecord } from '#engine';
import { agreeing } from './support/agreeing.ts';
import { appStores } from './support/startApp.ts';
import {
  called,
  first,
  groupsOver,
  type Parameters,
  type Stored,
  startParameters,
  terms,
} from './support/startParameters.ts';

const french = { 'accept-language': 'fr-CA' };

for (const kind of appStores) {
  describe(`New/Used rules, ${kind} store`, () => {
    let { app, admin, manager, viewer, profiles, newProduct, create } = {} as Parameters;
    let rules: readonly Stored[] = [];
    const rule = (name: string): Stored => rules.find(({ Name }) => Name === name) as Stored;
    beforeAll(async () => {
      ({ app, admin, manager, viewer, profiles, newProduct, create } = await startParameters(kind));
      rules = (await manager('GET', '/product/newusedrule')).body.Items;
      return () => app.store.close();
    });

    const add = (of: Stored, RuleId: unknown, ask = manager) =>
      ask('POST', `/product/${of.Id}/NewUsedRule`, { RuleId, ProductId: of.Id });
    const productOf = async ({ Id }: Stored) => (await admin('GET', `/product/${Id}`)).body;
    const sources = (items: readonly DataRecord[]) => items.map(({ SourceName }) => SourceName).toSorted();
    const parametersOf = async ({ Id }: Stored) =>
      (await admin('GET', `/product/${Id}/parameter?pageSize=0`)).body.Items as readonly DataRecord[];
    const made = async (RuleText: string) => {
      const { Name } = called('Rule');
      const answer = await manager('POST', '/product/newusedrule', { Name, RuleText });
      expect(answer.status, JSON.stringify(answer.body)).toBe(201);
      return answer.body as Stored;
    };
    const launched = async (of: Stored) =>
      expect((await agreeing(admin)('PUT', `/product/${of.Id}/launch`)).status).toBe(200);

    it('R-007 R-129 R-368 R-369 a rule of the list is added to a product', async () => {
      expect(rules.map(({ Name }) => Name)).toEqual([
        'As sold',
        'By odometer',
        'Certified with low odometer',
      ]);
      const of = await newProduct();
      const answer = await add(of, rule('By odometer').Id);
      expect(first(answer)).toBe('200 undefined');
      expect(await productOf(of)).toMatchObject({
        NewUsedRuleId: rule('By odometer').Id,
        NewUsedRule: { Name: 'By odometer' },
        NewUsedRuleText: 'Vehicle.Odometer <= 20000',
      });
    });

    it('R-130 R-445 the answer has the product and the cloned parameters; existing ones stay unchanged', async () => {
      const of = await newProduct();
      const own = (
        await create({ Name: 'Kilometres', SourceName: 'Vehicle.Odometer', ParameterValueTypeId: 2 }, { of })
      ).body;
      const { body } = await add(of, rule('Certified with low odometer').Id);
      expect(body.Product).toMatchObject({
        Id: of.Id,
        NewUsedRuleId: rule('Certified with low odometer').Id,
      });
      expect(sources(body.CreatedParameterItems)).toEqual(['Vehicle.CPO']);
      const [clone] = body.CreatedParameterItems;
      expect(clone).toMatchObject({ ProductId: of.Id, Name: 'Certified pre-owned' });
      expect(clone.ParameterValues.map(({ BoolValue }: DataRecord) => BoolValue)).toEqual([true, false]);
      expect(clone.ParentParameter).toMatchObject({ SourceName: 'Vehicle.CPO' });
      const after = await parametersOf(of);
      expect(sources(after)).toEqual(['Vehicle.CPO', 'Vehicle.Odometer']);
      expect(after.find(({ Id }) => Id === own.Id)).toMatchObject({ Name: 'Kilometres' });
    });

    it('R-445 nothing is cloned when all parameters exist', async () => {
      const of = await newProduct();
      await add(of, rule('By odometer').Id);
      expect((await add(of, rule('By odometer').Id)).body.CreatedParameterItems).toEqual([]);
      expect(await parametersOf(of)).toHaveLength(1);
    });

    it("R-445 a grouping is cloned with its base, and over the base's values", async () => {
      const of = await newProduct();
      const { Id } = await made('OdometerRange.Vehicle.Odometer = "[0,40000)"');
      const { body } = await add(of, Id);
      expect(body.CreatedParameterItems.map(({ SourceName }: DataRecord) => SourceName)).toEqual([
        'Vehicle.Odometer',
        'OdometerRange.Vehicle.Odometer',
      ]);
      const [base, range] = body.CreatedParameterItems;
      expect(range.GroupedParameterId).toBe(base.Id);
      expect(range.ParameterValues.length).toBeGreaterThan(3);
    });

    it('another rule replaces the active one; the parameters cloned for the first stay', async () => {
      const of = await newProduct();
      await add(of, rule('By odometer').Id);
      expect((await add(of, rule('As sold').Id)).status).toBe(200);
      expect(await productOf(of)).toMatchObject({
        NewUsedRule: { Name: 'As sold' },
        NewUsedRuleText: 'Policy.VehicleNewUsed = "New"',
      });
      expect(sources(await parametersOf(of))).toEqual(['Policy.VehicleNewUsed', 'Vehicle.Odometer']);
    });

    it('R-370 DELETE removes the rule and keeps the parameters; removing one the product does not have changes nothing', async () => {
      const of = await newProduct();
      await add(of, rule('By odometer').Id);
      const other = await manager('DELETE', `/product/${of.Id}/NewUsedRule/${rule('As sold').Id}`);
      expect(other.status).toBe(200);
      expect((await productOf(of)).NewUsedRule.Name).toBe('By odometer');
      const answer = await manager('DELETE', `/product/${of.Id}/NewUsedRule/${rule('By odometer').Id}`);
      expect(answer.status).toBe(200);
      const { NewUsedRuleId, NewUsedRuleText } = await productOf(of);
      expect([NewUsedRuleId ?? null, NewUsedRuleText ?? null]).toEqual([null, null]);
      expect(await parametersOf(of)).toHaveLength(1);
    });

    it('C-182 R-261 a parameter and its value stay while the New/Used rule of the product names them', async () => {
      const of = await newProduct();
      const term = (
        await create(
          {
            ...terms(),
            Name: 'Vehicle new or used',
            SourceName: 'Policy.VehicleNewUsed',
            ParameterValueTypeId: 1,
            ParameterValues: ['New', 'Used'].map((StringValue) => ({ Name: StringValue, StringValue })),
          },
          { of },
        )
      ).body;
      await add(of, rule('As sold').Id);
      const path = `/product/${of.Id}/parameter/${term.Id}`;
      const inUse = (name: unknown) => `409 ${name} is in use by a rule which must be deleted first.`;
      expect(first(await manager('DELETE', path))).toBe(inUse('Vehicle new or used'));
      expect(first(await manager('DELETE', `/parametervalue/${term.ParameterValues[0].Id}`))).toBe(
        inUse('New'),
      );
      expect((await admin('GET', `${path}/whereused`)).body.Items).toMatchObject([
        { Field: 'NewUsedRuleText', Id: of.Id },
      ]);
      expect((await manager('DELETE', `/product/${of.Id}/NewUsedRule/${rule('As sold').Id}`)).status).toBe(
        200,
      );
      expect((await manager('DELETE', path)).status).toBeLessThan(300);
    });

    it('a new source name reaches the rule of the product but not that of the list', async () => {
      const of = await newProduct();
      const { body } = await add(of, rule('By odometer').Id);
      const [odometer] = body.CreatedParameterItems;
      const path = `/product/${of.Id}/parameter/${odometer.Id}`;
      expect((await manager('PUT', path, { ...odometer, SourceName: 'Vehicle.Km' })).status).toBe(200);
      expect((await productOf(of)).NewUsedRuleText).toBe('Vehicle.Km <= 20000');
      const kept = await manager('GET', `/product/newusedrule/${rule('By odometer').Id}`);
      expect(kept.body.RuleText).toBe('Vehicle.Odometer <= 20000');
    });

    it('R-299 adding and removing need Product.General.Edit', async () => {
      const of = await newProduct();
      for (const ask of [viewer, profiles]) {
        expect((await add(of, rule('As sold').Id, ask)).status).toBe(403);
        expect((await ask('DELETE', `/product/${of.Id}/NewUsedRule/${rule('As sold').Id}`)).status).toBe(403);
      }
      expect(await parametersOf(of)).toEqual([]);
    });

    it('R-300 a read-only product keeps its rule, and gets no parameters', async () => {
      const of = await newProduct();
      await add(of, rule('By odometer').Id);
      await launched(of);
      const added = await add(of, rule('As sold').Id);
      expect([added.status, added.body.ValidationErrors[0].Rule]).toEqual([422, 'product.read-only']);
      const removed = await manager('DELETE', `/product/${of.Id}/NewUsedRule/${rule('By odometer').Id}`);
      expect([removed.status, removed.body.ValidationErrors[0].Rule]).toEqual([422, 'product.read-only']);
      expect((await productOf(of)).NewUsedRule.Name).toBe('By odometer');
      expect(await parametersOf(of)).toHaveLength(1);
    });

    it('in pricing a rule can be added only if it needs no new parameter, since these are locked', async () => {
      const of = await newProduct();
      await add(of, rule('By odometer').Id);
      await admin('PUT', `/product/${of.Id}/state`, { Name: 'InPricing' });
      const refused = await add(of, rule('As sold').Id);
      expect(refused.status).toBe(422);
      expect(refused.body.Message).toContain('Vehicle new or used');
      expect((await add(of, (await made('Vehicle.Odometer < 10')).Id)).status).toBe(200);
    });

    it('an unknown rule, or one of another product, is refused and clones nothing', async () => {
      const of = await newProduct();
      for (const RuleId of [undefined, 'nonsense', of.Id])
        expect((await add(of, RuleId)).body.ValidationErrors[0].Rule).toBe('new-used-rule.choose');
      for (const RuleId of [{ toString: 1 }, [rule('As sold').Id]])
        expect((await add(of, RuleId)).body.ValidationErrors[0]).toMatchObject({
          Rule: 'validation.type',
          Path: '/RuleId',
        });
      const crossed = await manager('POST', `/product/${of.Id}/NewUsedRule`, {
        RuleId: rule('As sold').Id,
        ProductId: (await newProduct()).Id,
      });
      expect(crossed.status).toBe(422);
      const nowhere = await manager('POST', `/product/${rule('As sold').Id}/NewUsedRule`, {
        RuleId: rule('As sold').Id,
      });
      expect(nowhere.status).toBe(404);
      expect(await parametersOf(of)).toEqual([]);
      const inFrench = await manager('POST', `/product/${of.Id}/NewUsedRule`, {}, french);
      expect(inFrench.body.Message).toContain('règles neuf ou d’occasion');
    });

    it('a rule that does not fit the parameters of the product is refused, and clones nothing', async () => {
      const of = await newProduct();
      await create({ Name: 'Odometer', SourceName: 'Vehicle.Odometer', ParameterValueTypeId: 1 }, { of });
      const answer = await add(of, rule('Certified with low odometer').Id);
      expect(answer.status).toBe(422);
      expect(answer.body.ValidationErrors[0]).toMatchObject({
        Rule: 'validation.rule',
        Path: '/NewUsedRuleText',
      });
      expect(sources(await parametersOf(of))).toEqual(['Vehicle.Odometer']);
    });

    it('no other call gives a product a New/Used rule', async () => {
      const of = await newProduct();
      const sent = { NewUsedRuleId: rule('As sold').Id, NewUsedRuleText: 'Policy.VehicleNewUsed = "New"' };
      await manager('PUT', '/product', { ...of, ...sent });
      expect((await productOf(of)).NewUsedRuleId ?? null).toBe(null);
      const { Id: _, ...fields } = of;
      const born = await manager('POST', '/product', { ...fields, ...sent, Code: `${kind}-BORN` });
      expect(born.status).toBe(422);
    });

    it('a rule of the list names only global parameters, and stays while a product has it', async () => {
      const of = await newProduct();
      const term = (await create(terms(), { of })).body;
      const own = await manager('POST', '/product/newusedrule', {
        Name: 'Own',
        RuleText: `${term.SourceName} = 24`,
      });
      expect([own.status, own.body.ValidationErrors[0].Path]).toEqual([422, '/RuleText']);
      const { Id } = await made('Vehicle.CPO');
      await add(of, Id);
      const refused = await manager('DELETE', `/product/newusedrule/${Id}`);
      expect(refused.status).toBe(409);
      await manager('DELETE', `/product/${of.Id}/NewUsedRule/${Id}`);
      expect((await manager('DELETE', `/product/newusedrule/${Id}`)).status).toBeLessThan(300);
    });

    it('a changed rule of the list leaves products unchanged', async () => {
      const of = await newProduct();
      const { Id, ...rest } = await made('Vehicle.CPO');
      await add(of, Id);
      const changed = await manager('PUT', '/product/newusedrule', {
        ...rest,
        Id,
        RuleText: '$not(Vehicle.CPO)',
      });
      expect(changed.status).toBe(200);
      expect((await productOf(of)).NewUsedRuleText).toBe('Vehicle.CPO');
    });

    it('a rule is tried on values: a vehicle is new if it holds', async () => {
      const judged = async (odometer: number) =>
        (
          await viewer('POST', `/product/newusedrule/${rule('By odometer').Id}/judge`, {
            salesContext: { 'Vehicle.Odometer': odometer },
          })
        ).body.IsEligible;
      expect([await judged(100), await judged(90000)]).toEqual([true, false]);
    });

    it('groups of a grouping in the product are used there', async () => {
      const of = await newProduct();
      const base = (await create({ ...terms(), SourceName: 'Policy.TermMonth' }, { of })).body;
      await create(
        groupsOver(
          base,
          [{ Name: '2 services', GroupedParameterValues: [base.ParameterValues[0].Id] }],
          'PPMInterval',
        ),
        { of },
      );
      const { body } = await add(of, (await made('PPMInterval.Policy.TermMonth = "2 services"')).Id);
      expect(body.CreatedParameterItems).toEqual([]);
    });
  });
}
