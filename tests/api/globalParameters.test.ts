/** Global templates: parameters made global, and cloned into products. */
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
  types,
} from './support/startParameters.ts';

for (const kind of appStores) {
  describe(`global parameters, ${kind} store`, () => {
    let { app, manager, product, newProduct, create, get } = {} as Parameters;
    beforeAll(async () => {
      ({ app, manager, product, newProduct, create, get } = await startParameters(kind));
    });

    it('R-170 R-327 R-328 R-107 a parameter made global has a template, which is its parent', async () => {
      const { body } = await create(terms());
      const made = await manager('POST', `/product/${product.Id}/parameter/${body.Id}/makeglobal`);
      expect(first(made)).toBe('200 undefined');
      const templates = await manager('GET', `/product/parameter/templates?pageSize=0`);
      const template = templates.body.Items.find(({ Id }: Stored) => Id === made.body.ParentParameterId);
      expect(template).toMatchObject({
        Name: body.Name,
        SourceName: body.SourceName,
        TemplateKind: 'Global',
      });
      expect((await get(template.Id)).ParameterValues).toMatchObject([
        { IntValue: 12 },
        { IntValue: 24 },
        { IntValue: 36 },
      ]);
      expect((await get(body.Id)).ParameterValues).toHaveLength(3);
    });

    it('R-253 R-254 a global parameter with that name or source name prevents it', async () => {
      const { body } = await create(terms());
      await manager('POST', `/product/${product.Id}/parameter/${body.Id}/makeglobal`);
      const other = await newProduct();
      const sameName = (await create({ ...terms(), Name: body.Name }, { of: other })).body;
      expect(first(await manager('POST', `/product/${other.Id}/parameter/${sameName.Id}/makeglobal`))).toBe(
        `422 A Global Parameter Item with the name ${body.Name} already exists. Please rename to something unique.`,
      );
      const sameSource = (await create({ ...terms(), SourceName: body.SourceName }, { of: other })).body;
      expect(first(await manager('POST', `/product/${other.Id}/parameter/${sameSource.Id}/makeglobal`))).toBe(
        `422 A Global Parameter Item with the name ${body.SourceName} already exists. Please rename to something unique.`,
      );
    });

    it('R-255 R-256 a grouping becomes global only after its base, over the global values', async () => {
      const base = (await create(terms())).body;
      const grouping = (
        await create({
          ...{ Name: `G ${base.Name}`, SourceName: `G.${base.SourceName}`, GroupedParameterId: base.Id },
          ParameterValueTypeId: types.text,
          ParameterValues: [{ Name: 'X', GroupedParameterValues: [base.ParameterValues[0].Id] }],
        })
      ).body;
      const go = () => manager('POST', `/product/${product.Id}/parameter/${grouping.Id}/makeglobal`);
      expect(first(await go())).toBe(
        `422 The grouped parameter ${grouping.SourceName} must have a global instance of ${base.SourceName} in order to make this grouping parameter global.`,
      );
      await manager('POST', `/product/${product.Id}/parameter/${base.Id}/makeglobal`);
      const made = await go();
      const template = await get(made.body.ParentParameterId);
      const globalBase = await get((await get(base.Id)).ParentParameterId as string);
      expect(template).toMatchObject({ GroupedParameterId: globalBase.Id, TemplateKind: 'Global' });
      expect(template.ParameterValues).toMatchObject([
        { Name: 'X', GroupedParameterValues: [{ Id: (globalBase.ParameterValues as Stored[])[0]?.Id }] },
      ]);
    });

    it('R-255 R-256 a range becomes global only after its base', async () => {
      const { SourceName, Name } = terms();
      const base = (await create({ Name, SourceName, ParameterValueTypeId: types.integer })).body;
      const ranges = (await create(rangeOver(base, [range(0, 10)]))).body;
      const go = () => manager('POST', `/product/${product.Id}/parameter/${ranges.Id}/makeglobal`);
      expect(first(await go())).toBe(
        `422 The grouped parameter ${ranges.SourceName} must have a global instance of ${base.SourceName} in order to make this grouping parameter global.`,
      );
      await manager('POST', `/product/${product.Id}/parameter/${base.Id}/makeglobal`);
      expect((await go()).status).toBeLessThan(300);
    });

    it('a range of decimals cannot become global over a global base of whole numbers', async () => {
      const { SourceName, Name } = terms();
      const global = (await create({ Name, SourceName, ParameterValueTypeId: types.integer })).body;
      await manager('POST', `/product/${product.Id}/parameter/${global.Id}/makeglobal`);
      const other = await newProduct();
      const decimal = { Name, SourceName, ParameterValueTypeId: types.decimal };
      const base = (await create(decimal, { of: other })).body;
      const decimals = { ...rangeOver(base, [range(0, 10)]), ParameterValueTypeId: types.decimal };
      const ranges = await create(decimals, { of: other });
      expect(ranges.status, JSON.stringify(ranges.body)).toBe(201);
      const answer = await manager('POST', `/product/${other.Id}/parameter/${ranges.body.Id}/makeglobal`);
      const source = ranges.body.SourceName;
      expect(first(answer)).toBe(
        `422 The global parameter ${SourceName} has another value type than the base of ${source} here, so ${source} cannot be made global. Give both the same value type.`,
      );
      expect((await get(ranges.body.Id)).ParentParameterId ?? null).toBeNull();
    });

    it('R-257 a grouping that has lost its base cannot become global, and says what is missing', async () => {
      const base = (await create(terms())).body;
      const grouping = (await create(groupsOver(base, []))).body;
      await app.store.transaction((session) =>
        session.update('parameter', grouping.Id, { GroupedParameterId: null }),
      );
      const answer = await manager('POST', `/product/${product.Id}/parameter/${grouping.Id}/makeglobal`);
      expect(first(answer)).toBe(`422 ${grouping.SourceName} does not have Base Parameter`);
    });

    it('R-258 R-259 R-166 a grouping template is cloned over the clone of its base, or refused', async () => {
      const base = (await create(terms())).body;
      const grouping = (
        await create({
          ...{ Name: `H ${base.Name}`, SourceName: `H.${base.SourceName}`, GroupedParameterId: base.Id },
          ParameterValueTypeId: types.text,
          ParameterValues: [{ Name: 'X', GroupedParameterValues: [base.ParameterValues[0].Id] }],
        })
      ).body;
      const globalOf = async (id: string) =>
        (await manager('POST', `/product/${product.Id}/parameter/${id}/makeglobal`)).body.ParentParameterId;
      const [baseTemplate, template] = [await globalOf(base.Id), await globalOf(grouping.Id)];
      const other = await newProduct();
      const draft = (id: string) => manager('GET', `/product/${other.Id}/parameter/${id}/draft`);
      const refusal = `422 This grouping parameter ${grouping.Name} relies on base parameter ${base.Name} which does not exist for this product ${other.Name}`;
      expect(first(await draft(template))).toBe(refusal);
      const { Id: _, ...whole } = await get(template);
      expect(first(await create({ ...whole, ParentParameterId: template }, { of: other }))).toBe(refusal);
      const baseDraft = (await draft(baseTemplate)).body;
      expect(baseDraft.Id).toBeUndefined();
      expect(baseDraft).toMatchObject({ ParentParameterId: baseTemplate, ProductId: other.Id });
      const clonedBase = (await create(baseDraft, { of: other })).body;
      const cloned = (await create((await draft(template)).body, { of: other })).body;
      expect(cloned).toMatchObject({ ParentParameterId: template, GroupedParameterId: clonedBase.Id });
      expect(cloned.ParameterValues[0].GroupedParameterValues[0].Id).toBe(clonedBase.ParameterValues[0].Id);
    });
  });
}
