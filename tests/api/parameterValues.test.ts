/** Values of parameters: names, values, groups, ranges, and their uses. */
import { beforeAll, describe, expect, it } from 'vitest';
import { appStores } from './support/startApp.ts';
import {
  called,
  first,
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
  describe(`parameter values, ${kind} store`, () => {
    let { admin, manager, profiles, product, create, update, get, odometer } = {} as Parameters;
    beforeAll(async () => {
      ({ admin, manager, profiles, product, create, update, get, odometer } = await startParameters(kind));
    });

    it('R-115 R-117 R-240 R-241 a range is named by its ends, open ones without a bound', async () => {
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

    it('R-235 a new range starts where the last saved one ends; the gap of a removed one may stay', async () => {
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
        'The parameter value a already exists.',
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

    it('R-251 R-332 a base value in a group cannot be removed, on both paths', async () => {
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

    it('R-333 R-334 R-335 R-336 R-490 the fixed lists are parameters whose values anyone may read', async () => {
      const fixed = await admin('GET', `/product/parameter?pageSize=0&${where('TemplateKind', 'Fixed')}`);
      const [language, region] = ['Language', 'Region'].map((name) =>
        fixed.body.Items.find(({ Name }: Stored) => Name === name),
      );
      const query = `page=1&pageSize=50&sortFields=StringValue&sortDirections=1&${where('ParameterId', language.Id)}`;
      const languages = await profiles('GET', `/parametervalue?${query}`);
      expect(languages.body.Items.map(({ StringValue }: Stored) => StringValue)).toEqual(['en-CA', 'fr-CA']);
      // by the fixed id, fifty at a time by default, ordered by their texts.
      expect(language.Id).toBe('772a11d8-a727-53eb-983e-68f362c5378d');
      const said = (more: string) =>
        profiles('GET', `/parametervalue?${where('ParameterId', language.Id)}&sortFields=StringValue${more}`);
      const backwards = await said('&sortDirections=0');
      expect(backwards.body.Items.map(({ StringValue }: Stored) => StringValue)).toEqual(['fr-CA', 'en-CA']);
      const regions = await profiles('GET', `/parametervalue/valueswithgroups/${region.Id}`);
      expect(regions.body.TotalItems).toBe(13);
      const quebec = regions.body.Items.find(({ StringValue }: Stored) => StringValue === 'QC');
      expect(quebec.Groups).toMatchObject([{ Name: 'Quebec', ParameterName: 'Region group' }]);
    });

    it('two thousand values are saved and read in their order', async () => {
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

    it('C-359 a look-up of values is answered fifty at a time', async () => {
      const ParameterValues = Array.from({ length: 60 }, (_, at) => ({
        Name: `W${at}`,
        StringValue: `W${at}`,
      }));
      const made = await create({
        ...{ ...called('Terms'), ParameterValueTypeId: types.text, IsMapped: true },
        ParameterValues,
      });
      const values = async (more = '') =>
        (await profiles('GET', `/parametervalue?${where('ParameterId', made.body.Id)}${more}`)).body;
      const usual = await values();
      expect([usual.Items.length, usual.TotalItems]).toEqual([50, 60]);
      expect((await values('&page=2')).Items.length).toBe(10);
      expect((await values('&pageSize=20')).Items.length).toBe(20);
    });
  });
}
