import { describe, expect, it } from 'vitest';
import { matches } from './matches.ts';
import { sortRecords } from './sortRecords.ts';

const compare = (path: string, operator: string, value: unknown) =>
  ({ kind: 'compare', path, operator, value }) as never;
const record = {
  Id: 'a',
  Name: 'Écran Total',
  Blank: '',
  Count: 3,
  Price: 12.5,
  IsOpen: false,
  Brand: { Id: 'b', Name: 'Ford' },
  Items: [
    { Id: 'i1', Name: 'One' },
    { Id: 'i2', Name: 'Two' },
  ],
  Parts: [{ Label: 'x' }, { Label: null }],
};

describe('matches', () => {
  it.each([
    ['Name', 'eq', 'écran TOTAL', true],
    ['Name', 'contains', 'ecran', true],
    ['Name', 'startsWith', 'ÉCRAN', true],
    ['Count', 'eq', '3', false],
    ['Count', 'ge', 3, true],
    ['Price', 'lt', 12.5, false],
    ['IsOpen', 'eq', false, true],
    ['Brand.Name', 'in', ['Kia', 'FORD'], true],
    ['Items', 'eq', 'i2', true],
    ['Items', 'in', ['i3'], false],
    ['Items.Name', 'eq', 'two', true],
    ['Items.Name', 'ne', 'two', false],
    ['Parts.Label', 'ne', null, true],
    ['Missing', 'eq', null, true],
    ['Missing', 'ne', 'x', false],
    ['Name', 'ne', 'x', true],
    ['Blank', 'eq', null, true],
    ['Blank', 'ne', 'x', false],
    ['Blank', 'eq', '', true],
    ['Missing', 'lt', 5, false],
    ['Missing', 'in', ['x', null], true],
    ['Missing', 'contains', 'x', false],
    ['Count', 'lt', null, false],
    ['Missing.Deeper', 'eq', null, true],
  ])('%s %s %j: %s', (path, operator, value, expected) => {
    expect(matches(compare(path, operator, value), record)).toBe(expected);
    expect(matches({ kind: 'not', of: compare(path, operator, value) }, record)).toBe(!expected);
  });

  it('combines parts', () => {
    const [yes, no] = [
      { kind: 'constant', value: true },
      { kind: 'constant', value: false },
    ] as const;
    expect(matches({ kind: 'and', of: [yes, no] }, record)).toBe(false);
    expect(matches({ kind: 'or', of: [no, yes] }, record)).toBe(true);
    expect(matches({ kind: 'and', of: [] }, record)).toBe(true);
    expect(matches({ kind: 'or', of: [] }, record)).toBe(false);
  });
});

describe('sortRecords', () => {
  const rows = [
    { Id: '3', Name: 'b', Brand: { Name: 'Kia' } },
    { Id: '1', Name: 'É' },
    { Id: '2', Name: 'B', Brand: { Name: 'Audi' } },
    { Id: '4' },
  ];
  const ids = (sort: Parameters<typeof sortRecords>[1]) =>
    sortRecords(rows, sort)
      .map((row) => row.Id)
      .join('');

  it('sorts empty values first when ascending, with Id as tie-breaker in the last direction', () => {
    expect(ids([{ path: 'Name', direction: 'asc' }])).toBe('4231');
    expect(ids([{ path: 'Name', direction: 'desc' }])).toBe('1324');
    expect(ids([{ path: 'Brand.Name', direction: 'asc' }])).toBe('1423');
    expect(ids([])).toBe('1234');
  });
});
