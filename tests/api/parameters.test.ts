/** Parameters, their values and global templates: the calls as the specification lists them. */
import { beforeAll, describe, expect, it } from 'vitest';
import { type Answer, type Ask, type Running, type StoreKind, startApp } from './support/startApp.ts';

type Stored = { readonly Id: string; readonly Name: string } & Record<string, unknown>;

/** Ids of the value types. */
const types = { text: 1, integer: 2, decimal: 3, boolean: 4, moment: 5, guid: 6 };

for (const kind of ['memory', 'sqlite'] satisfies StoreKind[]) {
  describe(`parameters, ${kind} store`, () => {
    let app: Running;
    let [admin, manager, viewer, profiles] = [] as unknown as [Ask, Ask, Ask, Ask];
    let product: Stored;
    let count = 0;

    beforeAll(async () => {
      app = await startApp({ store: kind });
      [admin, manager, viewer, profiles] = await Promise.all([
        app.as('admin'),
        app.as('manager'),
        app.as('viewer'),
        app.as('profiles'),
      ]);
      product = await newProduct();
    });

    /** A product of the tests' own: In Design, with nothing in it. */
    const newProduct = async (): Promise<Stored> => {
      const { body } = await admin('GET', '/product?pageSize=1');
      const { BrandId, UnderwriterId, ProductTypeId } = body.Items[0];
      count += 1;
      const made = await admin('POST', '/product', {
        ...{ BrandId, UnderwriterId, ProductTypeId, QuoteExpiryInDays: 30, Version: '1' },
        ...{
          Name: `Parameters ${count}`,
          Code: `PAR-${count}`,
          Description: 'For tests.',
          LaunchDate: '2027-01-01',
        },
      });
      return (await admin('GET', `/product/${made.body.Id}`)).body;
    };
    const create = (parameter: object, { of = product, by = manager } = {}): Promise<Answer> =>
      by('POST', `/product/${of.Id}/parameter`, parameter);
    const update = (id: string, parameter: object, { of = product, by = manager } = {}): Promise<Answer> =>
      by('PUT', `/product/${of.Id}/parameter/${id}`, parameter);
    const get = async (id: string): Promise<Stored> =>
      (await manager('GET', `/product/parameter/${id}`)).body;
    const where = (path: string, value: string) =>
      `FilterProperty=${path}&FilterOperator=eq&FilterValue=${value}`;

    let names = 0;
    const called = (name: string) => {
      names += 1;
      return { Name: `${name} ${names}`, SourceName: `Policy.${name}${names}` };
    };
    const months = (...list: readonly number[]) =>
      list.map((IntValue) => ({ Name: `${IntValue} months`, IntValue }));
    const terms = (more: object = {}) => ({
      ...called('Term'),
      ParameterValueTypeId: types.integer,
      IsMapped: true,
      ParameterValues: months(12, 24, 36),
      ...more,
    });
    const odometer = async () =>
      (await create({ ...called('Odometer'), ParameterValueTypeId: types.integer })).body as Stored;
    const rangeOver = (base: Stored, ranges: readonly object[]) => {
      const { Name } = called('Range');
      return {
        Name,
        SourceName: `${Name.replace(' ', '')}.${base.SourceName}`,
        ParameterValueTypeId: types.integer,
        GroupedParameterId: base.Id,
        ParameterValues: ranges.map((Range) => ({ Range })),
      };
    };
    const range = (low: number | null, high: number | null) => ({
      ...{ LowEndpoint: low, OpeningIntervalType: low === null ? 0 : 1 },
      ...{ HighEndpoint: high, ClosingIntervalType: 0 },
    });
    const first = ({ status, body }: Answer) => `${status} ${body.Message}`;

    it('R-324 R-105 R-108 R-110 R-114 a parameter is made with its values, each a record of its own', async () => {
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
        ...{ StringValue: null, BoolValue: null, DecimalValue: null, DateTimeValue: null, GuidValue: null },
        GroupedParameterValues: [],
      });
      const value = await manager('GET', `/parametervalue/${made.body.ParameterValues[1].Id}`);
      expect(value.body).toMatchObject({ ParameterId: made.body.Id, Name: '24 months', IntValue: 24 });
    });

    it('R-325 an update keeps the ids of the values that stay, adds, moves and takes away', async () => {
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

    it('a client that has read an older list of values is told so', async () => {
      const { body } = await create(terms());
      await update(body.Id, { ...body, ParameterValues: body.ParameterValues.slice(1) });
      const late = await update(body.Id, body);
      expect(late.status).toBe(409);
      expect(late.body.Current.ParameterValues).toHaveLength(2);
    });

    it('R-326 R-435 a parameter is deleted with its values; not under another product', async () => {
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

    it('R-229 R-230 name and source name are unique within the product, whatever their case', async () => {
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

    it('a base is of the same product, stands on no other, and is mapped or a number', async () => {
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

    it('R-115 R-117 R-240 R-241 a range is called by its ends, open ones without bound', async () => {
      const base = await odometer();
      const made = await create(rangeOver(base, [range(null, 0), range(0, 60000), range(60000, null)]));
      expect(made.body.ParameterValues.map(({ Name }: Stored) => Name)).toEqual([
        '(-INF,0)',
        '[0,60000)',
        '[60000,+INF)',
      ]);
      expect(made.body.ParameterValues[1].Range).toEqual(range(0, 60000));
    });

    it.each([
      ['R-233 R-234', [range(10, 10)], 'The parameter "To" should be greater than parameter "From".'],
      ['R-233 R-234', [range(10, 5)], 'The parameter "To" should be greater than parameter "From".'],
      ['R-242', [{ LowEndpoint: 10 }], 'For a range parameter please supply both values.'],
      [
        'R-242',
        [{ HighEndpoint: 10, ClosingIntervalType: 0 }],
        'For a range parameter please supply both values.',
      ],
      ['R-242', [{}], 'For a range parameter please supply both values.'],
      [
        'R-236',
        [range(0, null), range(10, 20)],
        'The "To" value of the latest saved parameter is overlapping with the new "From" value.',
      ],
      [
        'R-237 R-235',
        [range(0, 10), range(5, 20)],
        'The "To" value of the latest saved parameter is overlapping with the new "From" value.',
      ],
      [
        'R-238 R-235',
        [range(0, 10), range(11, 20)],
        'A gap between the new "From" value and the latest saved "To" value is not allowed.',
      ],
      [
        'R-239',
        [{ ...range(0, 10), ClosingIntervalType: 1 }, range(10, 20)],
        'Between the latest saved "To" value and the new "From" value only one value should be included in the range',
      ],
      [
        'R-239',
        [range(0, 10), { ...range(10, 20), OpeningIntervalType: 0 }],
        'Between the latest saved "To" value and the new "From" value only one value should be included in the range',
      ],
    ])('%s ranges %j are refused', async (_, ranges, message) => {
      const made = await create(rangeOver(await odometer(), ranges));
      expect(first(made)).toBe(`422 ${message}`);
    });

    it('R-235 a new range starts where the last saved one ends; a gap left by a removed one may stay', async () => {
      const base = await odometer();
      const { body } = await create(rangeOver(base, [range(0, 10), range(10, 20), range(20, 30)]));
      const [low, , high] = body.ParameterValues;
      const gap = await update(body.Id, { ...body, ParameterValues: [low, high] });
      expect(gap.status).toBe(200);
      const far = { Range: range(31, 40) };
      const refused = await update(body.Id, {
        ...gap.body,
        ParameterValues: [...gap.body.ParameterValues, far],
      });
      expect(first(refused)).toBe(
        '422 A gap between the new "From" value and the latest saved "To" value is not allowed.',
      );
      const next = { Range: range(30, null) };
      const grown = await update(body.Id, {
        ...gap.body,
        ParameterValues: [...gap.body.ParameterValues, next],
      });
      expect(grown.status).toBe(200);
    });

    it.each([
      [
        'R-243',
        [
          { Name: 'A', IntValue: 1 },
          { Name: ' a', IntValue: 2 },
        ],
        'The parameter value  a already exists.',
      ],
      [
        'R-243',
        [
          { Name: 'A', IntValue: 1 },
          { Name: 'B', IntValue: 1 },
        ],
        'The parameter value 1 already exists.',
      ],
      ['R-244', [{ Name: 'A' }], 'Enter a parameter value first.'],
      ['R-244', [{ Name: 'A', StringValue: 'a' }], 'Enter a parameter value first.'],
      ['R-245', [{ IntValue: 1 }], 'Parameter value name invalid.'],
      ['R-245', [{ Name: '  ', IntValue: 1 }], 'Parameter value name invalid.'],
      ['R-245', [{ Name: 'x'.repeat(257), IntValue: 1 }], 'Parameter value name invalid.'],
    ])('%s values %j are refused', async (_, ParameterValues, message) => {
      expect(first(await create(terms({ ParameterValues })))).toBe(`422 ${message}`);
    });

    it.each([
      ['R-246', (a: string) => [{ Name: '', GroupedParameterValues: [a] }], 'New Value Group Name invalid.'],
      [
        'R-246',
        (a: string, b: string) => [
          { Name: 'X', GroupedParameterValues: [a] },
          { Name: 'x', GroupedParameterValues: [b] },
        ],
        'New Value Group Name invalid.',
      ],
      ['R-247', () => [{ Name: 'Empty' }], 'Please select grouped values'],
      [
        'R-248',
        (a: string) => [
          { Name: 'X', GroupedParameterValues: [a] },
          { Name: 'Y', GroupedParameterValues: [a] },
        ],
        'Parameter value 12 months already in use.',
      ],
    ])('%s groups are refused', async (_, groups, message) => {
      const base = (await create(terms())).body;
      const made = await create({
        ...{
          Name: `Groups ${base.Name}`,
          SourceName: `Group.${base.SourceName}`,
          GroupedParameterId: base.Id,
        },
        ...{ ParameterValueTypeId: types.text, IsMapped: true, IsGrouped: true },
        ParameterValues: groups(base.ParameterValues[0].Id, base.ParameterValues[1].Id),
      });
      expect(first(made)).toBe(`422 ${message}`);
    });

    it('R-251 R-332 a base value in a group is kept by the group, through both doors', async () => {
      const base = (await create(terms())).body;
      const [used, free] = base.ParameterValues;
      const grouping = await create({
        ...{
          Name: `Groups ${base.Name}`,
          SourceName: `Group.${base.SourceName}`,
          GroupedParameterId: base.Id,
        },
        ParameterValueTypeId: types.text,
        ParameterValues: [{ Name: 'X', GroupedParameterValues: [used.Id] }],
      });
      const message = `409 12 months is in use by grouped parameter "${grouping.body.Name}" which must be deleted first.`;
      expect(first(await manager('DELETE', `/parametervalue/${used.Id}`))).toBe(message);
      expect(first(await update(base.Id, { ...base, ParameterValues: base.ParameterValues.slice(1) }))).toBe(
        message,
      );
      expect((await get(base.Id)).ParameterValues).toHaveLength(3);
      expect((await manager('DELETE', `/parametervalue/${free.Id}`)).status).toBeLessThan(300);
      expect((await get(base.Id)).ParameterValues).toMatchObject([{ SortOrder: 0 }, { SortOrder: 1 }]);
      expect(first(await manager('DELETE', `/product/${product.Id}/parameter/${base.Id}`))).toBe(
        `409 ${base.Name} is in use by grouped parameter "${grouping.body.Name}" which must be deleted first.`,
      );
    });

    it('R-170 R-327 R-328 R-107 a parameter made global has a template, which is its parent', async () => {
      const { body } = await create(terms());
      const made = await manager('POST', `/product/${product.Id}/parameter/${body.Id}/makeglobal`);
      expect(first(made)).toBe('200 undefined');
      const templates = await manager('GET', `/product/parameter/templates?pageSize=0`);
      const template = templates.body.Items.find(({ Id }: Stored) => Id === made.body.ParentParameterId);
      expect(template).toMatchObject({ Name: body.Name, SourceName: body.SourceName, ProductId: null });
      expect((await get(template.Id)).ParameterValues).toMatchObject([
        { IntValue: 12 },
        { IntValue: 24 },
        { IntValue: 36 },
      ]);
      expect((await get(body.Id)).ParameterValues).toHaveLength(3);
    });

    it('R-253 R-254 a global parameter of that name or source name stands in the way', async () => {
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

    it('R-255 R-256 a grouping goes global only after its base, over the global values', async () => {
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
      expect(template).toMatchObject({ GroupedParameterId: globalBase.Id, ProductId: null });
      expect(template.ParameterValues).toMatchObject([
        { Name: 'X', GroupedParameterValues: [{ Id: (globalBase.ParameterValues as Stored[])[0]?.Id }] },
      ]);
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

    it('R-333 R-334 R-335 R-336 R-490 the fixed lists are parameters whose values anybody may read', async () => {
      const fixed = await admin('GET', `/product/parameter?pageSize=0&${where('TemplateKind', 'Fixed')}`);
      const [language, region] = ['Language', 'Region'].map((name) =>
        fixed.body.Items.find(({ Name }: Stored) => Name === name),
      );
      const query = `page=1&pageSize=50&sortFields=StringValue&sortDirections=1&${where('ParameterId', language.Id)}`;
      const languages = await profiles('GET', `/parametervalue?${query}`);
      expect(languages.body.Items.map(({ StringValue }: Stored) => StringValue)).toEqual(['en-CA', 'fr-CA']);
      const regions = await profiles('GET', `/parametervalue/valueswithgroups/${region.Id}`);
      expect(regions.body.TotalItems).toBe(13);
      const quebec = regions.body.Items.find(({ StringValue }: Stored) => StringValue === 'QC');
      expect(quebec.Groups).toMatchObject([{ Name: 'Quebec', ParameterName: 'Region group' }]);
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

    it('R-296 parameters are locked from In Pricing on, through every door', async () => {
      const of = await newProduct();
      const { body } = await create(terms(), { of });
      await manager('PUT', `/product/${of.Id}/state`, { Name: 'InPricing' });
      expect((await get(body.Id)).IsReadOnly).toBe(true);
      const path = `/product/${of.Id}/parameter`;
      const doors = [
        () => create(terms(), { of }),
        () => update(body.Id, { ...body, Name: 'Another' }, { of }),
        () => update(body.Id, { ...body, ParameterValues: [] }, { of }),
        () => manager('DELETE', `${path}/${body.Id}`),
        () => manager('POST', `${path}/${body.Id}/makeglobal`),
        () => manager('DELETE', `/parametervalue/${body.ParameterValues[0].Id}`),
      ];
      for (const door of doors) expect((await door()).status).toBe(422);
      await manager('PUT', `/product/${of.Id}/state`, { Name: 'InDesign' });
      expect((await update(body.Id, { ...body, Name: 'Another' }, { of })).status).toBe(200);
    });

    it('a version of a product has parameters of its own, whose references lead among themselves', async () => {
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

    it('two thousand values go in, and come out in their order', async () => {
      const ParameterValues = Array.from({ length: 2000 }, (_, at) => ({
        Name: `V${at}`,
        StringValue: `V${at}`,
      }));
      const made = await create({
        ...called('Many'),
        ParameterValueTypeId: types.text,
        IsMapped: true,
        ParameterValues,
      });
      expect(made.status).toBe(201);
      expect(made.body.ParameterValues.map(({ Name }: Stored) => Name)).toEqual(
        ParameterValues.map(({ Name }) => Name),
      );
    });
  });
}
