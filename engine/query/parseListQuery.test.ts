import { describe, expect, it } from 'vitest';
import { parseListQuery } from './parseListQuery.ts';
import { exampleModel } from './testExample.ts';

const { model, entity } = exampleModel();
const parse = (text: string, zone = 'UTC') =>
  parseListQuery(new URLSearchParams(text), entity, { model, zone });
const filter = (property: string, operator: string, value: string) =>
  parse(
    new URLSearchParams({
      FilterProperty: property,
      FilterOperator: operator,
      FilterValue: value,
    }).toString(),
  );
const compare = (path: string, operator: string, value: unknown) => ({
  kind: 'compare',
  path,
  operator,
  value,
});
const id = '0190a3b4-0000-7000-8000-00000000000A';

describe('parseListQuery', () => {
  it('returns the first page of the default size without parameters', () => {
    expect(parse('')).toEqual({ query: { sort: [], page: { number: 1, size: 10 } } });
  });

  it('ignores the case of parameter and field names, and unknown parameters', () => {
    expect(parse('PAGE=2&PageSize=25&sortfields=brand.NAME&SORTDIRECTIONS=0&lang=fr')).toEqual({
      query: { sort: [{ path: 'Brand.Name', direction: 'desc' }], page: { number: 2, size: 25 } },
    });
  });

  it('combines repeated filters with and, matching parameters by position', () => {
    const text =
      'FilterProperty=name&FilterOperator=Contains&FilterValue=gap&FilterProperty=Count&FilterOperator=GE&FilterValue=3';
    expect(parse(text).query?.filter).toEqual({
      kind: 'and',
      of: [compare('Name', 'contains', 'gap'), compare('Count', 'ge', 3)],
    });
  });

  it('returns all rows for page size 0', () => {
    expect(parse('pageSize=0').query?.page).toBeUndefined();
  });

  it.each([
    ['Count', 'eq', '7', 7],
    ['Price', 'gt', '-12.50', -12.5],
    ['IsOpen', 'eq', 'True', true],
    ['Day', 'le', '2028-02-29', '2028-02-29'],
    ['At', 'ge', '2026-01-05T12:00:00-05:00', '2026-01-05T17:00:00.000Z'],
    ['BrandId', 'eq', id, id.toLowerCase()],
    ['Brand.Parent.Name', 'eq', 'Éclair', 'Éclair'],
    ['State.Name', 'in', 'Active,InDesign', ['Active', 'InDesign']],
    ['StateId', 'in', '1, 2', [1, 2]],
    ['Name', 'in', 'a\\,b,c', ['a,b', 'c']],
    ['Parts.Label', 'contains', "x' OR 1=1 --", "x' OR 1=1 --"],
    ['Name', 'words', 'gap boreal', 'gap boreal'],
    ['Name', 'eq', '', null],
    ['Parts', 'ne', '', null],
  ])('parses %s %s %s to the type of the field', (path, operator, text, value) => {
    expect(filter(path, operator, text).query?.filter).toEqual(compare(path, operator, value));
  });

  it('includes empty values when all but one value is requested', () => {
    expect(filter('Name', 'ne', 'x').query?.filter).toEqual({ kind: 'not', of: compare('Name', 'eq', 'x') });
  });

  it('compares a moment with a whole day', () => {
    const [from, to] = ['2026-01-31T00:00:00.000Z', '2026-02-01T00:00:00.000Z'];
    const within = { kind: 'and', of: [compare('At', 'ge', from), compare('At', 'lt', to)] };
    expect(filter('At', 'eq', '2026-01-31').query?.filter).toEqual(within);
    expect(filter('At', 'ne', '2026-01-31').query?.filter).toEqual({ kind: 'not', of: within });
    expect(filter('At', 'le', '2026-01-31').query?.filter).toEqual(compare('At', 'lt', to));
    expect(filter('At', 'gt', '2026-01-31').query?.filter).toEqual(compare('At', 'ge', to));
    expect(filter('At', 'lt', '2026-01-31').query?.filter).toEqual(compare('At', 'lt', from));
  });

  it.each([
    [
      'FilterProperty=Nmae&FilterOperator=eq&FilterValue=x',
      'query.field.unknown-suggest',
      { field: 'Nmae', suggestion: 'Name' },
    ],
    ['sortFields=Brand.Nam', 'query.field.unknown-suggest', { field: 'Brand.Nam', suggestion: 'Brand.Name' }],
    ['sortFields=Zebra', 'query.field.unknown', { field: 'Zebra' }],
    ['sortFields=__proto__', 'query.field.unknown', { field: '__proto__' }],
    ['sortFields=Brand.Parent.Parent.Parent.Parent.Name', 'query.field.unknown', {}],
    ['sortFields=Computed', 'query.field.not-stored', { field: 'Computed' }],
    ['sortFields=Parts.Label', 'query.sort.field', { field: 'Parts.Label' }],
    ['sortFields=Parts', 'query.sort.field', { field: 'Parts' }],
    ['sortFields=Name&sortDirections=2', 'query.sort.direction', { value: '2' }],
    ['sortFields=Name&sortDirections=1&sortDirections=0', 'query.sort.count', { fields: 1, directions: 2 }],
    ['page=0', 'query.page', { value: '0' }],
    ['page=1e3', 'query.page', { value: '1e3' }],
    ['page=99999999999', 'query.page', { value: '99999999999' }],
    ['pageSize=1001', 'query.page-size', { value: '1001', limit: 1000 }],
    ['pageSize=-1', 'query.page-size', { value: '-1', limit: 1000 }],
    [
      'FilterProperty=Name&FilterOperator=eq',
      'query.filter.count',
      { properties: 1, operators: 1, values: 0 },
    ],
    [
      'FilterProperty=Name&FilterOperator=contain&FilterValue=x',
      'query.operator.unknown',
      { suggestion: 'contains' },
    ],
    [
      'FilterProperty=Count&FilterOperator=contains&FilterValue=1',
      'query.operator.unfit',
      { operator: 'contains', field: 'Count' },
    ],
    [
      'FilterProperty=Count&FilterOperator=eq&FilterValue=1.5',
      'query.value.integer',
      { field: 'Count', value: '1.5' },
    ],
    [
      'FilterProperty=Count&FilterOperator=gt&FilterValue=',
      'query.value.empty',
      { field: 'Count', operator: 'gt' },
    ],
    [
      'FilterProperty=Price&FilterOperator=eq&FilterValue=Infinity',
      'query.value.number',
      { field: 'Price', value: 'Infinity' },
    ],
    ['FilterProperty=IsOpen&FilterOperator=eq&FilterValue=yes', 'query.value.boolean', { field: 'IsOpen' }],
    [
      'FilterProperty=Day&FilterOperator=eq&FilterValue=2026-02-29',
      'query.value.date',
      { value: '2026-02-29' },
    ],
    ['FilterProperty=At&FilterOperator=eq&FilterValue=2026-02-29T00:00:00Z', 'query.value.datetime', {}],
    ['FilterProperty=At&FilterOperator=in&FilterValue=2026-02-28', 'query.value.datetime', {}],
    [
      'FilterProperty=BrandId&FilterOperator=eq&FilterValue=7',
      'query.value.id',
      { field: 'BrandId', value: '7' },
    ],
    [
      'FilterProperty=StateId&FilterOperator=eq&FilterValue=Active',
      'query.value.choice',
      { field: 'StateId' },
    ],
    ['FilterProperty=Parts&FilterOperator=eq&FilterValue=x', 'query.value.presence', { field: 'Parts' }],
  ])('refuses %s', (text, message, params) => {
    const { problem } = parse(text);
    expect(problem?.message).toBe(message);
    expect(problem?.params).toMatchObject(params);
  });
});
