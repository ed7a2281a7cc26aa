/** Effective contract start date rules of a product: which contracts take effect on which date. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { DataRecord } from '#engine';
import { type Ask, appStores, type Running, startApp } from './support/startApp.ts';
import { first, type Stored, where } from './support/startParameters.ts';

for (const kind of appStores) {
  describe(`effective contract start date rules, ${kind} store`, () => {
    let app: Running;
    let [admin, manager, viewer, profiles] = [] as unknown as [Ask, Ask, Ask, Ask];
    const found = async (filter: string) =>
      (await admin('GET', `/product?${filter}`)).body.Items[0] as Stored;
    const state = (name: string) => where('ProductStateType.Name', name);
    const rulesOf = async ({ Id }: Stored) =>
      (await viewer('GET', `/product/${Id}/effectiveContractStartDateRule?pageSize=0`)).body
        .Items as readonly DataRecord[];
    const add = (of: Stored, rule: object, ask = manager) =>
      ask('POST', `/product/${of.Id}/effectiveContractStartDateRule`, {
        ...{ NewUsedType: 'New', CPOType: 'CPO', EffectiveContractStartDateType: 'ContractDate' },
        ...rule,
      });
    /** A product in design with its own plans and no rule yet: one that is loan protection, or of a type. */
    const empty = async (type: string) =>
      (await found(`${state('InDesign')}&${where('ProductType.Name', type)}&pageSize=1`)) as Stored;
    beforeAll(async () => {
      app = await startApp({ store: kind });
      [admin, manager, viewer, profiles] = (await Promise.all(
        ['admin', 'manager', 'viewer', 'profiles'].map((role) => app.as(role)),
      )) as [Ask, Ask, Ask, Ask];
      return () => app.store.close();
    });

    it('R-006 R-122 R-123 R-365 R-366 R-367 a rule is created with its plan, changed to all plans and deleted', async () => {
      const of = await empty('GAP');
      const [plan] = (await admin('GET', `/product/plan?${where('ProductId', of.Id)}`)).body.Items;
      const made = await add(of, { PlanId: plan.Id });
      expect(made.status, JSON.stringify(made.body)).toBe(201);
      const path = `/product/${of.Id}/effectiveContractStartDateRule/${made.body.Id}`;
      expect(await rulesOf(of)).toEqual([
        expect.objectContaining({
          Id: made.body.Id,
          ProductId: of.Id,
          PlanId: plan.Id,
          Plan: expect.objectContaining({ Name: plan.Name }),
          NewUsedType: 'New',
          CPOType: 'CPO',
          EffectiveContractStartDateType: 'ContractDate',
        }),
      ]);
      const inUse = await manager('DELETE', `/product/plan/${plan.Id}`);
      expect([inUse.status, inUse.body.Code]).toEqual([409, 'in-use']);
      const changed = await manager('PUT', path, { PlanId: null, NewUsedType: 'Used' });
      expect(changed.status, JSON.stringify(changed.body)).toBe(200);
      expect([changed.body.PlanId ?? null, changed.body.NewUsedType]).toEqual([null, 'Used']);
      expect((await manager('DELETE', path)).status).toBe(204);
      expect((await manager('DELETE', path)).status).toBe(404);
      expect((await manager('PUT', path, { NewUsedType: 'New' })).status).toBe(404);
      expect(await rulesOf(of)).toEqual([]);
    });

    it('R-124 R-125 R-126 R-127 a value outside the choices is refused at its field; the contract date is the default', async () => {
      const of = await empty('GAP');
      for (const [field, value] of [
        ['NewUsedType', 'Old'],
        ['CPOType', 'Maybe'],
        ['EffectiveContractStartDateType', 'Tomorrow'],
      ] as const) {
        const { status, body } = await add(of, { [field]: value });
        expect([status, body.ValidationErrors?.[0]?.Path], field).toEqual([422, `/${field}`]);
      }
      const made = await add(of, { EffectiveContractStartDateType: undefined });
      expect(made.body).toMatchObject({ EffectiveContractStartDateType: 'ContractDate' });
      await manager('DELETE', `/product/${of.Id}/effectiveContractStartDateRule/${made.body.Id}`);
    });

    it('R-173 of the same rule sent twice at once one is refused', async () => {
      const of = await empty('GAP');
      const answers = await Promise.all([add(of, {}), add(of, {})]);
      expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 422]);
      expect(await rulesOf(of)).toHaveLength(1);
      const refused = await add(of, { NewUsedType: 'NotApplicable' });
      expect(refused.body.ValidationErrors[0]).toMatchObject({ Path: '/NewUsedType' });
    });

    it('R-128 R-484 only MBP products of the listed brand keep a certification, and only they offer the CPO expiry', async () => {
      const of = (brand: string) =>
        found(
          `${state('InDesign')}&${where('ProductType.Name', 'MBP')}&${where('Brand.Code', brand)}&pageSize=1`,
        );
      const [listed, other] = [await of('NLM'), await of('SMT')];
      const plain = { NewUsedType: 'Used', CPOType: 'CPO', CPOCertificationType: 'Plus' };
      expect((await add(other, plain)).body.CPOCertificationType ?? null).toBe(null);
      const seeded = (await rulesOf(listed)).map(({ CPOCertificationType }) => CPOCertificationType ?? null);
      expect(seeded).toEqual(expect.arrayContaining(['Standard', 'Plus', null]));
      const gap = await add(await empty('GAP'), {
        ...{ NewUsedType: 'Used', CPOType: 'NonCPO' },
        EffectiveContractStartDateType: 'CPOExpiryDate',
      });
      expect([gap.status, gap.body.ValidationErrors[0].Path]).toEqual([
        422,
        '/EffectiveContractStartDateType',
      ]);
    });

    it('R-297 R-298 needs the feature and a product that is not read only; the plan must be one of the product', async () => {
      const [open, active] = [await empty('GAP'), await found(`${state('Active')}&pageSize=1`)];
      expect((await add(open, {}, viewer)).status).toBe(403);
      expect((await add(open, {}, profiles)).status).toBe(403);
      const nobody = await app.as();
      expect((await add(open, {}, nobody)).status).toBe(401);
      expect(first(await add(active, {}, admin))).toBe(
        '422 You need permission to edit the product, and these rules can be changed only while it is in design or in pricing.',
      );
      const [foreign] = (await admin('GET', `/product/plan?${where('ProductId', active.Id)}`)).body.Items;
      expect(first(await add(open, { PlanId: foreign.Id, NewUsedType: 'Used' }))).toBe(
        `422 '${foreign.Name}' is a plan of another product. Choose a plan of this product.`,
      );
    });

    it('a copy of the product has the rules, of its own plans', async () => {
      const of = await found(`${where('Code', 'NLM-MBP-40')}&pageSize=1`);
      const { BrandId, UnderwriterId, ProductTypeId, LaunchDate, QuoteExpiryInDays } = of;
      const copy = await manager('POST', '/product/copy', {
        ...{ Id: of.Id, BrandId, UnderwriterId, ProductTypeId, LaunchDate, QuoteExpiryInDays },
        ...{ Name: 'Copied', Code: 'COPIED', Version: '1', Description: 'A copy.' },
      });
      expect(copy.status, JSON.stringify(copy.body)).toBe(201);
      const [before, after] = [await rulesOf(of), await rulesOf(copy.body)];
      const words = (rules: readonly DataRecord[]) =>
        rules.map((rule) => [
          (rule.Plan as DataRecord | null | undefined)?.Name,
          rule.NewUsedType,
          rule.EffectiveContractStartDateType,
        ]);
      expect(words(after)).toEqual(words(before));
      const plans = (rules: readonly DataRecord[]) => rules.flatMap(({ PlanId }) => PlanId ?? []);
      expect(plans(after)).not.toEqual(plans(before));
    });
  });
}
