/**
 * Parameters and values cannot be removed while rules of the product, its plans and coverage items use them.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { appStores } from './support/startApp.ts';
import {
  first,
  groupsOver,
  type Parameters,
  range,
  rangeOver,
  type Stored,
  startParameters,
  terms,
} from './support/startParameters.ts';

for (const kind of appStores) {
  describe(`parameters in rules, ${kind} store`, () => {
    let { admin, manager, newProduct, create, update, get, odometer } = {} as Parameters;
    beforeAll(async () => {
      ({ admin, manager, newProduct, create, update, get, odometer } = await startParameters(kind));
    });

    const ruleOf = async (path: string, EligibilityRule: string): Promise<void> => {
      const answer = await admin('PUT', `${path}/eligibilityrule`, { EligibilityRule });
      expect(first(answer)).toBe('200 undefined');
    };
    const inUse = (name: unknown) => `409 ${name} is in use by a rule which must be deleted first.`;

    it('R-249 R-250 R-261 C-183 a parameter and its value stay while the rule of the product names them', async () => {
      const of = await newProduct();
      const term = (await create(terms(), { of })).body;
      const [free, used] = term.ParameterValues as Stored[];
      await ruleOf(`/product/${of.Id}`, `${term.SourceName} = 24`);
      const path = `/product/${of.Id}/parameter/${term.Id}`;
      expect(first(await manager('DELETE', path))).toBe(inUse(term.Name));
      expect(first(await manager('DELETE', `/parametervalue/${used?.Id}`))).toBe(inUse('24 months'));
      const ParameterValues = term.ParameterValues.filter(({ Id }: Stored) => Id !== used?.Id);
      expect(first(await update(term.Id, { ...term, ParameterValues }, { of }))).toBe(inUse('24 months'));
      expect((await get(term.Id)).ParameterValues).toHaveLength(3);
      expect((await manager('DELETE', `/parametervalue/${free?.Id}`)).status).toBeLessThan(300);
      expect((await admin('DELETE', `/product/${of.Id}/eligibilityrule`)).status).toBeLessThan(300);
      expect((await manager('DELETE', path)).status).toBeLessThan(300);
    });

    it('R-261 rules of plans and coverage items count as well', async () => {
      const of = await newProduct();
      const term = (await create(terms(), { of })).body;
      const owners = [
        ['plan', await admin('POST', '/product/plan', { ProductId: of.Id, Name: 'Gold' })],
        ['coverageItem', await admin('POST', '/product/coverageitem', { ProductId: of.Id, Name: 'Engine' })],
      ] as const;
      for (const [owner, { body }] of owners) {
        const path = `/product/${of.Id}/${owner}/${body.Id}`;
        await ruleOf(path, `${term.SourceName} >= 24`);
        expect(first(await manager('DELETE', `/product/${of.Id}/parameter/${term.Id}`))).toBe(
          inUse(term.Name),
        );
        expect((await admin('DELETE', `${path}/eligibilityrule`)).status).toBeLessThan(300);
      }
      expect((await manager('DELETE', `/product/${of.Id}/parameter/${term.Id}`)).status).toBeLessThan(300);
    });

    it('R-249 a range and a group in a rule stay, too', async () => {
      const of = await newProduct();
      const base = (await create({ ...terms(), IsMapped: false }, { of })).body;
      const ranges = (await create(rangeOver(base, [range(0, 10), range(10, null)]), { of })).body;
      const mapped = (await create(terms(), { of })).body;
      const groups = (
        await create(
          groupsOver(mapped, [{ Name: 'Long', GroupedParameterValues: [mapped.ParameterValues[2].Id] }]),
          { of },
        )
      ).body;
      await ruleOf(`/product/${of.Id}`, `${ranges.SourceName} = "[0,10)" or ${groups.SourceName} = "Long"`);
      const remove = (value: Stored) => manager('DELETE', `/parametervalue/${value.Id}`);
      expect(first(await remove(ranges.ParameterValues[0]))).toBe(inUse('[0,10)'));
      expect(first(await remove(groups.ParameterValues[0]))).toBe(inUse('Long'));
      expect((await remove(ranges.ParameterValues[1])).status).toBeLessThan(300);
    });

    it('a new source name reaches the rules that use it, and those that use its groupings', async () => {
      const of = await newProduct();
      const base = (await create(terms(), { of })).body;
      const groups = (
        await create(
          groupsOver(base, [{ Name: 'Long', GroupedParameterValues: [base.ParameterValues[2].Id] }]),
          { of },
        )
      ).body;
      await ruleOf(`/product/${of.Id}`, `${base.SourceName} > 12 and ${groups.SourceName} = "Long"`);
      const SourceName = `${base.SourceName}Renamed`;
      expect((await update(base.Id, { ...base, SourceName }, { of })).status).toBe(200);
      expect((await admin('GET', `/product/${of.Id}`)).body.EligibilityRuleText).toBe(
        `${SourceName} > 12 and Group.${SourceName} = "Long"`,
      );
    });

    it('R-260 a new type of a parameter that a rule names needs confirmation, and is not refused', async () => {
      const of = await newProduct();
      const { ParameterValues: _, IsMapped: __, ...captured } = terms();
      const term = (await create(captured, { of })).body;
      await ruleOf(`/product/${of.Id}`, `${term.SourceName} = 24`);
      const path = `/product/${of.Id}/parameter/${term.Id}`;
      const renamed = await manager('PUT', path, { ...term, Name: `${term.Name} in months` });
      expect(renamed.status).toBe(200);
      const decimal = { ...renamed.body, ParameterValueTypeId: 3 };
      const asked = await manager('PUT', path, decimal);
      expect(asked.status).toBe(428);
      const [{ Message, Token }] = asked.body.Confirmations;
      expect(Message).toBe(
        `${renamed.body.Name} is in use by eligibility criteria, the New/Used rule or options: ${of.Name}. Are you sure you want to change its type?`,
      );
      const changed = await manager('PUT', path, decimal, { 'X-Confirm': Token });
      expect(changed.body).toMatchObject({ ParameterValueTypeId: 3 });
    });

    it('R-260 rules of plans, coverage items and options count too, and so do options over the parameter', async () => {
      const of = await newProduct();
      const { ParameterValues: _, IsMapped: __, ...captured } = terms();
      const term = (await create(captured, { of })).body;
      const spare = (await create(terms(), { of })).body;
      const at = `/product/${of.Id}`;
      const make = async (path: string, body: object) => (await admin('POST', path, body)).body;
      const plan = await make('/product/plan', { ProductId: of.Id, Name: 'Gold' });
      const item = await make('/product/coverageitem', { ProductId: of.Id, Name: 'Engine' });
      await ruleOf(`${at}/plan/${plan.Id}`, `${term.SourceName} > 1`);
      await ruleOf(`${at}/coverageItem/${item.Id}`, `${term.SourceName} > 2`);
      const OptionRuleText = `${term.SourceName} > 3`;
      const option = await make(`${at}/plan/${plan.Id}/option`, { Parameter1Id: spare.Id, OptionRuleText });
      const path = `${at}/parameter/${term.Id}`;
      const asked = await manager('PUT', path, { ...term, ParameterValueTypeId: 3 });
      expect(asked.status).toBe(428);
      for (const name of ['Gold', 'Engine', spare.Name])
        expect(asked.body.Confirmations[0].Message).toContain(name);
      const { body } = await manager('GET', `${path}/whereused`);
      const pages = new Map(body.Items.map((use: Stored) => [use.Name, use.Page]));
      expect(Object.fromEntries(pages)).toEqual({
        Gold: `/products/${of.Id}/plans/${plan.Id}/eligibility`,
        Engine: `/products/${of.Id}/coverage-items/${item.Id}/eligibility`,
        [spare.Name]: `/products/${of.Id}/plans/${plan.Id}/options/${option.Id}`,
      });
      const standing = await manager('PUT', `${at}/parameter/${spare.Id}`, {
        ...{ ...spare, ParameterValueTypeId: 3 },
        ParameterValues: [{ Name: '12', DecimalValue: 12 }],
      });
      expect([standing.status, standing.body.Confirmations?.[0].Message]).toEqual([
        428,
        expect.stringContaining(`options: ${spare.Name}.`),
      ]);
    });

    it('a refused save changes nothing', async () => {
      const base = await odometer();
      const ranges = (await create(rangeOver(base, [range(0, 10)]))).body;
      const refused = await update(ranges.Id, {
        ...ranges,
        Name: 'Another',
        ParameterValues: [...ranges.ParameterValues, { Range: range(20, 30) }],
      });
      expect(refused.status).toBe(422);
      expect(await get(ranges.Id)).toEqual(ranges);
    });
  });
}
