import { describe, expect, it } from 'vitest';
import type { FieldKind } from '../types/basicTypes.ts';
import type { FilterModel, GridBlock } from '../types/modelTypes.ts';
import { activeFilters, largestPage, listQuery } from './gridQuery.ts';

const filterOf = (kind: FieldKind, more: Partial<FilterModel> = {}): FilterModel => ({
  ...{ path: 'Field', operator: 'eq', title: 'Field', minimumLength: 0, kind },
  ...more,
});
const sent = (filter: FilterModel, value: unknown) =>
  activeFilters({ filters: [filter] } as unknown as GridBlock, { [`Field:${filter.operator}`]: value }).map(
    (each) => each.value,
  );

describe('the query of a list', () => {
  it('never requests everything: a list without pages uses the largest ones', () => {
    const asked = { page: 2, sort: [], filters: [] };
    expect(listQuery({ ...asked, pageSize: 0 })).toBe(`page=2&pageSize=${largestPage}`);
    expect(listQuery({ ...asked, pageSize: 25 })).toBe('page=2&pageSize=25');
  });

  it('contains the direction of each field', () => {
    const sort = [
      { path: 'Name', direction: 'asc' },
      { path: 'Code', direction: 'desc' },
    ] as const;
    expect(listQuery({ page: 1, pageSize: 10, filters: [], sort })).toBe(
      'page=1&pageSize=10&sortFields=Name&sortFields=Code&sortDirections=1&sortDirections=0',
    );
  });

  it('filters by a text only once it is long enough', () => {
    const filter = filterOf('text', { operator: 'contains', minimumLength: 3 });
    expect(['ab', 'ab ', 'abc', 'abcd'].map((text) => sent(filter, text))).toEqual([
      [],
      [],
      ['abc'],
      ['abcd'],
    ]);
    // Ids are chosen, not typed.
    expect(sent(filterOf('text', { minimumLength: 3, lookup: 'state' }), 'ab')).toEqual(['ab']);
  });

  it('never contains an invalid number, whatever was stored or in the address', () => {
    for (const kind of ['integer', 'decimal', 'money', 'percent', 'flags'] as const) {
      for (const text of ['abc', '1,5', '1e3', '--1', '12345678901234567', '0x10'])
        expect(sent(filterOf(kind), text), `${kind} ${text}`).toEqual([]);
      expect(sent(filterOf(kind), ' 12 ')).toEqual(['12']);
      expect(sent(filterOf(kind), 12)).toEqual([12]);
    }
    expect(sent(filterOf('integer'), '1.5')).toEqual([]);
    expect(sent(filterOf('money'), '-1.5')).toEqual(['-1.5']);
    // Ids chosen from a list are not typed numbers.
    expect(sent(filterOf('integer', { operator: 'in', lookup: 'state' }), ['1', '2'])).toEqual([['1', '2']]);
  });
});
