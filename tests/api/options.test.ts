/** Options of a product, a plan and a coverage item: their calls, their owners, and what they depend on. */
import { beforeAll, describe, expect, it } from 'vitest';
import { type Ask, appStores } from './support/startApp.ts';
import { first, type Parameters, type Stored, startParameters, terms } from './support/startParameters.ts';

type Owner = { readonly kind: string; readonly path: string; readonly owner: Record<string, string> };

const other = '01900f99-0000-7000-8000-000000000001';
const inUse = (name: unknown) => `409 ${name} is in use by a rule which must be deleted first.`;

for (const kind of appStores) {
  describe(`options, ${kind} store`, () => {
    let setup: Parameters;
    let manager: Ask;

    beforeAll(async () => {
      setup = await startParameters(kind);
      manager = setup.manager;
    });

    /** A product with a plan, a coverage item and three parameters of its own. */
    async function start() {
      const product = await setup.newProduct();
      const make = async (path: string, body: object): Promise<Stored> =>
        (await setup.admin('POST', path, body)).body;
      const plan = await make('/product/plan', { ProductId: product.Id, Name: 'Gold' });
      const item = await make('/product/coverageitem', { ProductId: product.Id, Name: 'Engine' });
      const parameters: Stored[] = [];
      for (let index = 0; index < 3; index += 1)
        parameters.push((await setup.create(terms(), { of: product })).body);
      const at = `/product/${product.Id}`;
      const owners: readonly Owner[] = [
        { kind: 'product', path: `${at}/option`, owner: { ProductId: product.Id } },
        { kind: 'plan', path: `${at}/plan/${plan.Id}/option`, owner: { PlanId: plan.Id } },
        { kind: 'item', path: `${at}/coverageitem/${item.Id}/option`, owner: { CoverageItemId: item.Id } },
      ];
      const [term, distance, spare] = parameters as [Stored, Stored, Stored];
      const remove = ({ Id }: Stored) => manager('DELETE', `/product/${product.Id}/parameter/${Id}`);
      return { product, plan, item, owners, term, distance, spare, remove };
    }

    const cellOf = ({ ParameterValues }: Stored, index: number): string =>
      (ParameterValues as readonly Stored[])[index]?.Id ?? '';
    const ruleOf = ({ body }: { body: Record<string, unknown> }) =>
      (body.ValidationErrors as readonly { Rule: string }[])?.[0]?.Rule;

    it('R-118 R-345 R-346 R-347 R-348 R-349 R-350 R-351 R-352 R-353 an option of a product, a plan and a coverage item is created, read, changed and deleted', async () => {
      const { owners, term, distance, spare } = await start();
      for (const { path, owner } of owners) {
        const made = await manager('POST', path, { ...owner, Parameter1Id: term.Id });
        expect(made.status).toBe(201);
        expect(made.body).toMatchObject({ ...owner, Parameter1Id: term.Id });
        expect(made.body.Parameter2Id ?? null).toBeNull();
        const one = `${path}/${made.body.Id}`;
        const changed = await manager('PUT', one, {
          Parameter1Id: distance.Id,
          Parameter2Id: spare.Id,
          OptionRuleText: `${term.SourceName} > 12`,
        });
        expect(changed.status).toBe(200);
        const stored = (await setup.viewer('GET', one)).body;
        expect(stored).toMatchObject({
          ...owner,
          Parameter1Id: distance.Id,
          Parameter2Id: spare.Id,
          OptionRuleText: `${term.SourceName} > 12`,
          Name: `${distance.Name} × ${spare.Name}`,
        });
        expect((await setup.viewer('GET', path)).body.Items.map(({ Id }: Stored) => Id)).toEqual([stored.Id]);
        expect((await manager('DELETE', one)).status).toBe(204);
        expect((await manager('GET', one)).status).toBe(404);
      }
    });

    it('R-345 a caller may choose the id of a new option, once', async () => {
      const { owners, term, distance } = await start();
      for (const [index, { path }] of owners.entries()) {
        const id = `01900f99-1111-7000-8000-00000000${kind === 'memory' ? 1 : 2}00${index}`;
        const made = await manager('POST', `${path}/${id}`, { Parameter1Id: term.Id });
        expect([made.status, made.body.Id]).toEqual([201, id]);
        const again = await manager('POST', `${path}/${id}`, { Parameter1Id: distance.Id });
        expect(again.status).toBe(409);
        expect((await manager('GET', `${path}/${id}`)).body.Parameter1Id).toBe(term.Id);
      }
      expect((await manager('POST', `${owners[0]?.path}/new`, { Parameter1Id: term.Id })).status).toBe(400);
    });

    it('R-118 an option belongs to exactly one of them, and is found only there', async () => {
      const { owners, plan, item, term } = await start();
      const made: string[] = [];
      for (const { path } of owners)
        made.push((await manager('POST', path, { Parameter1Id: term.Id })).body.Id);
      for (const [index, { path }] of owners.entries()) {
        expect((await manager('GET', path)).body.Items.map(({ Id }: Stored) => Id)).toEqual([made[index]]);
        for (const [whose, id] of made.entries())
          expect((await manager('GET', `${path}/${id}`)).status).toBe(whose === index ? 200 : 404);
      }
      const [, ofPlan] = owners;
      const both = await manager('POST', ofPlan?.path ?? '', {
        PlanId: plan.Id,
        CoverageItemId: item.Id,
        Parameter1Id: term.Id,
      });
      expect([both.status, ruleOf(both)]).toEqual([422, 'option.one-owner']);
      const moved = await manager('PUT', `${ofPlan?.path}/${made[1]}`, { CoverageItemId: item.Id });
      expect(moved.status).toBe(422);
    });

    it('a plan or a coverage item that is of another product, or unknown, has no option here', async () => {
      const [{ product, term }, others] = [await start(), await start()];
      for (const path of [`plan/${others.plan.Id}`, `coverageitem/${others.item.Id}`, `plan/${other}`])
        expect(
          (await manager('POST', `/product/${product.Id}/${path}/option`, { Parameter1Id: term.Id })).status,
        ).toBe(422);
    });

    it('R-004 an option has a value for each pair of the values of its parameters, and a rule', async () => {
      const { owners, term, distance, spare } = await start();
      const path = owners[0]?.path ?? '';
      const cell = { ParameterValue1Id: cellOf(term, 0), ParameterValue2Id: cellOf(distance, 1) };
      const body = { Parameter1Id: term.Id, Parameter2Id: distance.Id, DisplayFormat: 'Percentage' };
      const made = await manager('POST', path, {
        ...body,
        OptionRuleText: `${spare.SourceName} = 24`,
        OptionValues: [{ ...cell, DecimalValue: 12.25 }],
      });
      expect(made.status).toBe(201);
      expect(made.body.OptionValues).toMatchObject([{ ...cell, DecimalValue: 12.25 }]);
      const refused = [
        ['option.value-of-first', { ...cell, ParameterValue1Id: cellOf(spare, 0) }],
        ['option.value-of-second', { ...cell, ParameterValue2Id: cellOf(term, 0) }],
        ['option.value-second-needed', { ParameterValue1Id: cellOf(term, 0) }],
      ] as const;
      for (const [rule, wrong] of refused) {
        const put = await manager('PUT', `${path}/${made.body.Id}`, {
          OptionValues: [{ ...wrong, DecimalValue: 1 }],
        });
        expect([put.status, ruleOf(put)]).toEqual([422, rule]);
      }
      const twice = await manager('PUT', `${path}/${made.body.Id}`, {
        OptionValues: [1, 2].map((DecimalValue) => ({ ...cell, DecimalValue })),
      });
      expect([twice.status, ruleOf(twice)]).toEqual([422, 'option.pair-once']);
      const below = await manager('PUT', `${path}/${made.body.Id}`, {
        OptionValues: [{ ...cell, DecimalValue: -1 }],
      });
      expect(below.status).toBe(422);
    });

    it('a pair of parameters is one option, in either order; another owner has its own', async () => {
      const { owners, term, distance, spare } = await start();
      const pair = { Parameter1Id: term.Id, Parameter2Id: distance.Id };
      const turned = { Parameter1Id: distance.Id, Parameter2Id: term.Id };
      for (const { path } of owners) {
        const made = await manager('POST', path, pair);
        expect(made.status).toBe(201);
        for (const same of [pair, turned]) {
          const again = await manager('POST', path, same);
          expect([again.status, ruleOf(again)]).toEqual([422, 'option.parameters.unique']);
        }
        expect((await manager('POST', path, { Parameter1Id: term.Id })).status).toBe(201);
        expect((await manager('POST', path, { Parameter1Id: term.Id })).status).toBe(422);
        const second = await manager('POST', path, { ...pair, Parameter1Id: spare.Id });
        expect((await manager('PUT', `${path}/${second.body.Id}`, turned)).status).toBe(422);
        expect((await manager('PUT', `${path}/${made.body.Id}`, turned)).status).toBe(200);
      }
    });

    it.each([
      ['without a first parameter', () => ({}), 'validation.required'],
      [
        'of one parameter twice',
        (id: string) => ({ Parameter1Id: id, Parameter2Id: id }),
        'option.parameters-differ',
      ],
      ['of a parameter there is none of', () => ({ Parameter1Id: other }), undefined],
      [
        'with a rule that says nothing',
        (id: string) => ({ Parameter1Id: id, OptionRuleText: 'Nothing.Here = 1' }),
        'validation.rule',
      ],
    ])('an option %s is refused', async (_, body, rule) => {
      const { owners, term } = await start();
      for (const { path } of owners) {
        const made = await manager('POST', path, body(term.Id));
        expect(made.status).toBe(422);
        if (rule) expect(ruleOf(made)).toBe(rule);
      }
    });

    it('parameters of another product are refused', async () => {
      const [{ owners, term }, others] = [await start(), await start()];
      const made = await manager('POST', owners[0]?.path ?? '', {
        Parameter1Id: term.Id,
        Parameter2Id: others.term.Id,
      });
      expect(made.status).toBe(422);
    });

    it('R-313 R-314 C-056 C-057 options are read with their view feature and written with their edit feature', async () => {
      const { owners, term } = await start();
      for (const { path } of owners) {
        const one = `${path}/${(await manager('POST', path, { Parameter1Id: term.Id })).body.Id}`;
        for (const address of [path, one]) {
          expect((await setup.viewer('GET', address)).status).toBe(200);
          expect((await setup.profiles('GET', address)).status).toBe(403);
        }
        const { body } = await setup.viewer('POST', path, {});
        expect(body.Message).toContain('Product.Options.Edit');
        expect((await setup.viewer('PUT', one, {})).status).toBe(403);
        expect((await setup.viewer('DELETE', one)).status).toBe(403);
        expect((await setup.profiles('GET', one)).body.Message).toContain('Product.Options.View');
      }
    });

    it('options of a read-only product stay unchanged', async () => {
      const { Items } = (await setup.admin('GET', '/product/option?pageSize=0')).body;
      let seen = 0;
      for (const option of Items) {
        const product = (await setup.admin('GET', `/product/${option.ProductId}?include=`)).body;
        if (!product.IsReadOnly) continue;
        seen += 1;
        const inner = option.PlanId
          ? `plan/${option.PlanId}/`
          : option.CoverageItemId
            ? `coverageitem/${option.CoverageItemId}/`
            : '';
        const path = `/product/${option.ProductId}/${inner}option/${option.Id}`;
        expect((await manager('PUT', path, { OptionRuleText: 'true' })).status).toBe(422);
        expect((await manager('DELETE', path)).status).toBe(422);
        expect((await setup.viewer('GET', path)).body.Revision).toBe(option.Revision);
      }
      expect(seen).toBe(3);
    });

    it('C-182 R-261 a parameter of an option, or of its rule, stays until the option is deleted', async () => {
      const { owners, term, distance, spare, remove } = await start();
      for (const { path } of owners) {
        const made = await manager('POST', path, {
          Parameter1Id: term.Id,
          Parameter2Id: distance.Id,
          OptionRuleText: `${spare.SourceName} > 12`,
          OptionValues: [
            { ParameterValue1Id: cellOf(term, 1), ParameterValue2Id: cellOf(distance, 1), DecimalValue: 1 },
          ],
        });
        expect(made.status).toBe(201);
        for (const used of [term, distance, spare]) expect(first(await remove(used))).toBe(inUse(used.Name));
        expect(first(await manager('DELETE', `/parametervalue/${cellOf(term, 1)}`))).toBe(inUse('24 months'));
        expect((await manager('DELETE', `${path}/${made.body.Id}`)).status).toBe(204);
      }
      for (const free of [term, distance, spare]) expect((await remove(free)).status).toBe(204);
    });

    it('a new source name reaches the rules of options, wherever they are', async () => {
      const { product, owners, term, spare } = await start();
      const made: string[] = [];
      for (const { path } of owners) {
        const { body } = await manager('POST', path, {
          Parameter1Id: term.Id,
          OptionRuleText: `${spare.SourceName} >= 24`,
        });
        made.push(`${path}/${body.Id}`);
      }
      const SourceName = `${spare.SourceName}Renamed`;
      expect((await setup.update(spare.Id, { ...spare, SourceName }, { of: product })).status).toBe(200);
      for (const path of made)
        expect((await manager('GET', path)).body.OptionRuleText).toBe(`${SourceName} >= 24`);
    });

    it('options are deleted with their plan, their coverage item and their product', async () => {
      const { owners, plan, item, term } = await start();
      const made: string[] = [];
      for (const { path } of owners)
        made.push((await manager('POST', path, { Parameter1Id: term.Id })).body.Id);
      const there = async () =>
        Promise.all(made.map(async (id) => (await manager('GET', `/product/option/${id}`)).status));
      expect((await setup.admin('DELETE', `/product/plan/${plan.Id}`)).status).toBe(204);
      expect(await there()).toEqual([200, 404, 200]);
      expect((await setup.admin('DELETE', `/product/coverageitem/${item.Id}`)).status).toBe(204);
      expect(await there()).toEqual([200, 404, 404]);
    });

    it('a copy has the options, of its own plans and coverage items, over its own parameters', async () => {
      const { product, owners, term, distance } = await start();
      for (const { path } of owners)
        await manager('POST', path, {
          Parameter1Id: term.Id,
          Parameter2Id: distance.Id,
          OptionRuleText: `${term.SourceName} > 12`,
          OptionValues: [
            { ParameterValue1Id: cellOf(term, 0), ParameterValue2Id: cellOf(distance, 2), DecimalValue: 7 },
          ],
        });
      const { body: source } = await setup.admin('GET', `/product/${product.Id}?include=`);
      const copy = await setup.admin('POST', '/product/copy', {
        ...source,
        Name: `${source.Name} copy`,
        Code: `${source.Code}-O`,
      });
      expect(copy.status).toBe(201);
      const list = async (path: string) => (await setup.admin('GET', path)).body.Items as readonly Stored[];
      const of = (id: string) => `FilterProperty=ProductId&FilterOperator=eq&FilterValue=${id}&pageSize=0`;
      const parameters = await list(`/product/${copy.body.Id}/parameter?pageSize=0`);
      const options = await list(`/product/option?${of(copy.body.Id)}`);
      expect(options).toHaveLength(3);
      const ids = new Set(parameters.map(({ Id }) => Id));
      for (const option of options) {
        expect([ids.has(option.Parameter1Id as string), ids.has(option.Parameter2Id as string)]).toEqual([
          true,
          true,
        ]);
        const [value] = option.OptionValues as readonly Record<string, Stored>[];
        expect(value).toMatchObject({
          DecimalValue: 7,
          ParameterValue1: { ParameterId: option.Parameter1Id },
          ParameterValue2: { ParameterId: option.Parameter2Id },
        });
      }
      const [plan] = await list(`/product/plan?${of(copy.body.Id)}`);
      const [item] = await list(`/product/coverageitem?${of(copy.body.Id)}`);
      expect(await list(`/product/${copy.body.Id}/plan/${plan?.Id}/option`)).toHaveLength(1);
      expect(await list(`/product/${copy.body.Id}/coverageitem/${item?.Id}/option`)).toHaveLength(1);
      expect(await list(`/product/${copy.body.Id}/option`)).toHaveLength(1);
      const turned = { Parameter1Id: options[0]?.Parameter2Id, Parameter2Id: options[0]?.Parameter1Id };
      expect((await manager('POST', `/product/${copy.body.Id}/option`, turned)).status).toBe(422);
    });
  });
}
