import { describe, expect, it } from 'vitest';
import type { FilterTree, Model } from '#engine';
import { optionsQuery } from './findOptions.ts';

const model = { entities: new Map([['brand', { labelField: 'Title' }]]) } as unknown as Model;
const ask = (filter: FilterTree, search?: string) =>
  new URLSearchParams(optionsQuery(model, { entity: 'brand', filter, sort: [], search }));
const isBrand: FilterTree = { kind: 'compare', path: 'BrandId', operator: 'eq', value: 'b1' };
const constant = (value: boolean): FilterTree => ({ kind: 'constant', value });

describe('optionsQuery', () => {
  it('searches and sorts by the label of the entity', () => {
    const query = ask(constant(true), ' gap ');
    expect(query.get('sortFields')).toBe('Title');
    expect(query.getAll('FilterProperty')).toEqual(['Title']);
    expect(query.get('FilterValue')).toBe('gap');
  });

  it('sends conditions to the server, and drops constant ones', () => {
    expect(ask({ kind: 'or', of: [constant(false), isBrand] }).getAll('FilterProperty')).toEqual(['BrandId']);
    expect(ask({ kind: 'or', of: [constant(true), isBrand] }).getAll('FilterProperty')).toEqual([]);
    expect(ask({ kind: 'and', of: [isBrand, constant(true)] }).getAll('FilterOperator')).toEqual(['eq']);
  });

  it('loads more rows if part of the filter runs in the browser', () => {
    const open: FilterTree = { kind: 'or', of: [isBrand, { ...isBrand, path: 'Code' }] };
    expect(Number(ask(open).get('pageSize'))).toBeGreaterThan(Number(ask(isBrand).get('pageSize')));
    expect(ask(open).getAll('FilterProperty')).toEqual([]);
  });

  it('keeps a list out of the query string if an entry contains a comma', () => {
    const list: FilterTree = { kind: 'compare', path: 'Code', operator: 'in', value: ['a,b'] };
    expect(ask(list).getAll('FilterProperty')).toEqual([]);
  });
});
