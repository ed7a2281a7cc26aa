/** Parameters of a product: their calls, types, bases, locks and copies. */
import { beforeAll, describe, expect, it } from 'vitest';
import { appStores } from './support/startApp.ts';
import {
  called,
  first,
  groupsOver,
  type Parameters,
  range,
  rangeOver,
  type Stored,
  startParameters,
  terms,
  types,
  where,
} from './support/startParameters.ts';

for (const kind of appStores) {
  describe(`parameters, ${kind} store`, () => {
    let { manager, viewer, profiles, product, newProduct, create, update, get, odometer } = {} as Parameters;
    beforeAll(async () => {
      ({ manager, viewer, profiles, product, newProduct, create, update, get, odometer } =
        await startParameters(kind));
    });

    it('R-324 R-105 R-108 R-110 R-114 a parameter is created with its values, each a separate record', async () => {
      const sent = terms();
      const made = await create(sent);
      expect(made.status).toBe(201);
      expect(made.body).toMatchObject({
        ...{ ProductId: product.Id, Name: sent.Name, SourceName: sent.SourceName },
        ...{ ParameterValueType: { Id: 2, Name: 'Integer' }, ParameterValueTypeName: 'Integer' },
        ...{ IsMapped: true, IsRange: false, IsGrouped: false, IsGrouping: false },
        ParameterType: { Name: 'PreDefinedValue', Level: 'Base' },
      });
      expect(made.body.ParameterValues).toHaveLength(3);
      expect(made.body.ParameterValues[1]).toMatchObject({
        ...{ Name: '24 months', SortOrder: 1, IntValue: 24, ParameterValueTypeId: types.integer },
        GroupedParameterValues: [],
      });
      const value = await manager('GET', `/parametervalue/${made.body.ParameterValues[1].Id}`);
      expect(value.body).toMatchObject({ ParameterId: made.body.Id, Name: '24 months', IntValue: 24 });
    });

    it('R-325 an update keeps the ids of remaining values, and adds, moves and removes others', async () => {
      const { body } = await create(terms());
      const [twelve, , thirtySix] = body.ParameterValues;
      const changed = await update(body.Id, {
        ...body,
        ParameterValues: [thirtySix, { ...twelve, Name: 'One year' }, { Name: '48 months', IntValue: 48 }],
      });
      expect(changed.status).toBe(200);
      expect(changed.body.Revision).toBe(body.Revision + 1);
      const rows = changed.body.ParameterValues;
      expect(rows.map(({ Name }: Stored) => Name)).toEqual(['36 months', 'One year', '48 months']);
      expect(rows.map(({ SortOrder }: Stored) => SortOrder)).toEqual([0, 1, 2]);
      expect([rows[0].Id, rows[1].Id]).toEqual([thirtySix.Id, twelve.Id]);
      const unchanged = await update(body.Id, changed.body);
      expect(unchanged.body.Revision).toBe(changed.body.Revision);
    });

    it('a client with an outdated list of values is told so', async () => {
      const { body } = await create(terms());
      await update(body.Id, { ...body, ParameterValues: body.ParameterValues.slice(1) });
      const late = await update(body.Id, body);
      expect(late.status).toBe(409);
      expect(late.body.Current.ParameterValues).toHaveLength(2);
    });

    it('R-326 R-435 a parameter is deleted with its values, but not under another product', async () => {
      const { body } = await create(terms());
      const other = await newProduct();
      expect((await manager('DELETE', `/product/${other.Id}/parameter/${body.Id}`)).status).toBe(404);
      expect((await manager('DELETE', `/product/${product.Id}/parameter/${body.Id}`)).status).toBeLessThan(
        300,
      );
      expect((await manager('GET', `/product/parameter/${body.Id}`)).status).toBe(404);
      const left = await manager('GET', `/parametervalue?pageSize=0&${where('ParameterId', body.Id)}`);
      expect(left.body.TotalItems).toBe(0);
    });

    it('R-109 a captured parameter is not mapped and keeps no values', async () => {
      const made = await create({ ...terms(), IsMapped: false });
      expect(made.body).toMatchObject({
        IsMapped: false,
        ParameterType: { Name: 'Captured', Level: 'Base' },
      });
      expect(made.body.ParameterValues).toEqual([]);
    });

    it('R-002 a product has parameters of each of the five types, with their values', async () => {
      const of = await newProduct();
      const links = await manager('GET', '/product/parameters/datalinks?pageSize=0');
      const link = links.body.Items.find(({ TargetEntity }: Stored) => TargetEntity === 'plan');
      const make = async (parameter: object) => (await create(parameter, { of })).body;
      const captured = await make({ ...called('Odometer'), ParameterValueTypeId: types.integer });
      const defined = await make(terms());
      await make({
        ...called('Plan'),
        ...{ ParameterValueTypeId: types.text, IsMapped: true, ParameterDataLinkId: link.Id },
        ParameterValues: [{ Name: 'Gold', StringValue: 'Gold' }],
      });
      await make(rangeOver(captured, [range(0, 60000), range(60000, null)]));
      const [low] = defined.ParameterValues;
      await make(groupsOver(defined, [{ Name: 'Short', GroupedParameterValues: [low.Id] }]));
      const { body } = await manager('GET', `/product/${of.Id}/parameter?pageSize=0&sortFields=CreatedDate`);
      const kinds = body.Items.map(({ ParameterType }: Stored) => (ParameterType as Stored).Name);
      expect(kinds.sort()).toEqual(['Captured', 'Grouping', 'LinkedData', 'PreDefinedValue', 'Range']);
      const counts = [];
      for (const { Id } of body.Items)
        counts.push(((await get(Id)).ParameterValues as readonly unknown[]).length);
      expect(counts.sort()).toEqual([0, 1, 1, 2, 3]);
    });

    it('R-231 the unique name is not checked for a disabled field', async () => {
      const of = await newProduct();
      const first = (await create(terms(), { of })).body;
      const second = (await create(terms(), { of })).body;
      const taken = { ...second, Name: first.Name, SourceName: first.SourceName };
      const rulesOf = async () =>
        (await update(second.Id, taken, { of })).body.ValidationErrors.map(
          ({ Rule }: { Rule: string }) => Rule,
        );
      expect(await rulesOf()).toEqual(['parameter.name.unique', 'parameter.source-name.unique']);
      await manager('PUT', `/product/${of.Id}/state`, { Name: 'InPricing' });
      expect(new Set(await rulesOf())).toEqual(new Set(['parameter.product-locked']));
    });

    it('R-229 R-230 name and source name are unique within the product, ignoring case', async () => {
      const { body } = await create(terms());
      const sameName = await create(terms({ Name: ` ${body.Name.toUpperCase()} ` }));
      expect(sameName.status).toBe(422);
      expect(sameName.body.ValidationErrors[0]).toMatchObject({ Key: 'Name', Rule: 'parameter.name.unique' });
      const sameSource = await create(terms({ SourceName: body.SourceName.toLowerCase() }));
      expect(sameSource.body.ValidationErrors[0]).toMatchObject({ Rule: 'parameter.source-name.unique' });
      const other = await newProduct();
      expect(
        (await create({ ...terms(), Name: body.Name, SourceName: body.SourceName }, { of: other })).status,
      ).toBe(201);
    });

    it('R-106 R-113 R-116 R-168 R-232 a mapped base makes a grouping of its values', async () => {
      const base = (await create(terms())).body;
      const [a, b, c] = base.ParameterValues;
      const made = await create({
        ...{
          Name: 'PPM interval',
          SourceName: `PPMInterval.${base.SourceName}`,
          ParameterValueTypeId: types.text,
        },
        ...{ GroupedParameterId: base.Id, IsRange: true },
        ParameterValues: [
          { Name: 'Short', GroupedParameterValues: [{ Id: a.Id }, { Id: b.Id }] },
          { Name: 'Long', GroupedParameterValues: [c.Id] },
        ],
      });
      expect(first(made)).toBe('201 undefined');
      expect(made.body).toMatchObject({ IsMapped: true, IsGrouped: true, IsRange: false });
      expect(made.body.ParameterType).toMatchObject({ Name: 'Grouping', Level: 'Grouping' });
      expect(made.body.ParameterValues[0].GroupedParameterValues).toMatchObject([
        { Id: a.Id, Name: a.Name },
        { Id: b.Id, Name: b.Name },
      ]);
    });

    it('R-112 R-169 an integer or decimal base makes a range', async () => {
      const base = await odometer();
      const made = await create(rangeOver(base, [range(0, 60000)]));
      expect(made.body).toMatchObject({ IsMapped: false, IsGrouped: true, IsRange: true });
      expect(made.body.ParameterType).toMatchObject({ Name: 'Range', Level: 'Grouping' });
    });

    it('R-111 R-329 R-330 a linked parameter takes its values from the records of its link', async () => {
      const links = await manager('GET', '/product/parameters/datalinks?pageSize=0');
      const link = links.body.Items.find(({ TargetEntity }: Stored) => TargetEntity === 'plan');
      const source = (await manager('GET', `/product/plan?pageSize=1`)).body.Items[0];
      const plans = await manager('GET', `/product/plan?pageSize=0&${where('ProductId', source.ProductId)}`);
      const values = await manager(
        'GET',
        `/product/parameters/datalinks/${link.Id}/values/${source.ProductId}`,
      );
      expect(values.status).toBe(200);
      expect(values.body.Items.map(({ Name }: Stored) => Name).sort()).toEqual(
        plans.body.Items.map(({ Name }: Stored) => Name).sort(),
      );
      const linked = { ...called('Plan'), ParameterValueTypeId: types.text, IsMapped: true, IsLinked: true };
      expect((await create(linked)).body.ValidationErrors[0]).toMatchObject({ Key: 'ParameterDataLinkId' });
      const made = await create({
        ...linked,
        ParameterDataLinkId: link.Id,
        ParameterValues: values.body.Items,
      });
      expect(made.body).toMatchObject({ IsMapped: true, ParameterType: { Name: 'LinkedData' } });
    });

    it('R-232 a base with a new source name renames its groupings', async () => {
      const base = (await create(terms())).body;
      const grouping = (await create(groupsOver(base, []))).body;
      const renamed = await update(base.Id, { ...base, SourceName: `${base.SourceName}.Renamed` });
      expect(renamed.status).toBe(200);
      expect(await get(grouping.Id)).toMatchObject({ SourceName: `Group.${base.SourceName}.Renamed` });
    });

    it('R-252 a grouping or range without base says so', async () => {
      const made = await create({ ...called('Range'), ParameterValueTypeId: types.integer, IsRange: true });
      expect(first(made)).toBe('422 The Base Parameter is missed');
      const grouping = await create({
        ...called('Group'),
        ParameterValueTypeId: types.text,
        IsMapped: true,
        IsGrouped: true,
      });
      expect(first(grouping)).toBe('422 The Base Parameter is missed');
    });

    it('R-232 the source name of a grouping is a prefix, a dot, and that of its base', async () => {
      const base = await odometer();
      const made = await create({ ...rangeOver(base, []), SourceName: 'OdometerRange' });
      expect(made.body.ValidationErrors[0]).toMatchObject({
        Key: 'SourceName',
        Rule: 'parameter.grouping-source-name',
      });
    });

    it('a base is in the same product, has no base itself, and is mapped or a number', async () => {
      const text = (await create({ ...called('Text'), ParameterValueTypeId: types.text })).body;
      expect((await create(rangeOver(text, []))).body.ValidationErrors[0]).toMatchObject({
        Rule: 'parameter.base-unfit',
      });
      const elsewhere = await newProduct();
      const foreign = (await create(terms(), { of: elsewhere })).body;
      expect((await create(rangeOver(foreign, []))).body.ValidationErrors[0]).toMatchObject({
        Rule: 'parameter.base-of-product',
      });
      const onRange = (await create(rangeOver(await odometer(), []))).body;
      expect((await create(rangeOver(onRange, []))).body.ValidationErrors[0]).toMatchObject({
        Rule: 'parameter.base-unfit',
      });
    });

    it('R-295 R-309 C-027 parameters need their features', async () => {
      const { body } = await create(terms());
      const of = `/product/${product.Id}/parameter`;
      expect((await profiles('GET', of)).status).toBe(403);
      expect((await viewer('GET', of)).status).toBe(200);
      expect((await create(terms(), { by: viewer })).status).toBe(403);
      expect((await update(body.Id, body, { by: viewer })).status).toBe(403);
      expect((await viewer('DELETE', `${of}/${body.Id}`)).status).toBe(403);
      expect((await viewer('POST', `${of}/${body.Id}/makeglobal`)).status).toBe(403);
      expect((await viewer('DELETE', `/parametervalue/${body.ParameterValues[0].Id}`)).status).toBe(403);
    });

    it('R-296 parameters are locked from In Pricing on, on every path', async () => {
      const of = await newProduct();
      const { body } = await create(terms(), { of });
      await manager('PUT', `/product/${of.Id}/state`, { Name: 'InPricing' });
      expect((await get(body.Id)).IsReadOnly).toBe(true);
      const path = `/product/${of.Id}/parameter`;
      const ways = [
        () => create(terms(), { of }),
        () => update(body.Id, { ...body, Name: 'Another' }, { of }),
        () => update(body.Id, { ...body, ParameterValues: [] }, { of }),
        () => manager('DELETE', `${path}/${body.Id}`),
        () => manager('POST', `${path}/${body.Id}/makeglobal`),
        () => manager('DELETE', `/parametervalue/${body.ParameterValues[0].Id}`),
      ];
      for (const way of ways) expect((await way()).status).toBe(422);
      await manager('PUT', `/product/${of.Id}/state`, { Name: 'InDesign' });
      expect((await update(body.Id, { ...body, Name: 'Another' }, { of })).status).toBe(200);
    });

    it('a version of a product has its own parameters, which refer to each other', async () => {
      const of = await newProduct();
      const base = (await create(terms(), { of })).body;
      await create(
        {
          ...{ Name: 'Groups', SourceName: `G.${base.SourceName}`, GroupedParameterId: base.Id },
          ParameterValueTypeId: types.text,
          ParameterValues: [{ Name: 'X', GroupedParameterValues: [base.ParameterValues[1].Id] }],
        },
        { of },
      );
      const copy = await manager('POST', '/product/version', { ...of, Version: '2' });
      expect(copy.status).toBe(201);
      const { body } = await manager('GET', `/product/${copy.body.Id}/eligibilityparameters?pageSize=0`);
      const [grouping, term] = body.Items;
      expect(body.TotalItems).toBe(2);
      expect(term.SourceName).toBe(base.SourceName);
      expect(term.Id).not.toBe(base.Id);
      expect(grouping.GroupedParameterId).toBe(term.Id);
      expect(grouping.ParameterValues[0].GroupedParameterValues).toMatchObject([
        { Id: term.ParameterValues[1].Id },
      ]);
      const ids = base.ParameterValues.map(({ Id }: Stored) => Id);
      for (const { Id } of term.ParameterValues) expect(ids).not.toContain(Id);
    });
  });
}
