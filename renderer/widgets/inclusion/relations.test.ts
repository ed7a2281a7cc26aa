import { describe, expect, it } from 'vitest';
import type { InclusionOptions } from './inclusionOptions.ts';
import { candidatesOf, itemRows, newRow, partnersOf, relationChanges, ruledOut } from './relations.ts';

const options = {
  label: 'Name',
  itemId: 'CoverageItemId',
  item: 'CoverageItem',
  optional: 'IsOptional',
  excluded: 'ExcludedCoverageItems',
  included: 'IncludedCoverageItems',
  groups: 'PlanCoverageGroups',
  groupId: 'CoverageGroupId',
  group: 'CoverageGroup',
  groupItems: 'CoverageItems',
} as InclusionOptions;

const item = (id: string) => ({ Id: id, Name: id.toUpperCase() });
const row = (id: string, isOptional = true, lists: object = {}) => ({
  CoverageItemId: id,
  CoverageItem: item(id),
  IsOptional: isOptional,
  ExcludedCoverageItems: [],
  IncludedCoverageItems: [],
  ...lists,
});

describe('relationChanges', () => {
  it('writes both sides of a relation, and removes what it replaces', () => {
    const rows = itemRows(
      [
        row('a', true, { IncludedCoverageItems: [item('b')] }),
        row('b', true, { IncludedCoverageItems: [item('a')] }),
      ],
      options,
    );
    const changes = relationChanges(rows[0]!, new Map([['b', 'excluded']]), rows, options);
    expect(changes).toEqual([
      { index: 0, field: 'ExcludedCoverageItems', value: [item('b')] },
      { index: 0, field: 'IncludedCoverageItems', value: [] },
      { index: 1, field: 'ExcludedCoverageItems', value: [item('a')] },
      { index: 1, field: 'IncludedCoverageItems', value: [] },
    ]);
  });

  it('changes nothing without a new choice', () => {
    const rows = itemRows([row('a'), row('b')], options);
    expect(relationChanges(rows[0]!, new Map([['b', 'none']]), rows, options)).toEqual([]);
  });

  it('has only optional items as partners', () => {
    const rows = itemRows([row('a'), row('b', false), row('c')], options);
    expect(partnersOf(rows[0]!, rows).map(({ id }) => id)).toEqual(['c']);
  });
});

describe('candidatesOf', () => {
  const found = { items: ['a', 'b', 'c'].map(item), groups: [{ ...item('g'), CoverageItems: [item('b')] }] };

  it('offers no item contained in a group of the plan, and no group with an item of the plan', () => {
    const withGroup = { items: [], groups: [{ CoverageGroupId: 'g', CoverageGroup: found.groups[0] }] };
    expect(candidatesOf(found, withGroup, options).map(({ key }) => key)).toEqual(['item:a', 'item:c']);
    const withItem = { items: [row('b')], groups: [] };
    expect(candidatesOf(found, withItem, options).map(({ key }) => key)).toEqual(['item:a', 'item:c']);
  });

  it('excludes candidates that would add an item twice', () => {
    const all = candidatesOf(found, { items: [], groups: [] }, options);
    expect([...ruledOut(all, new Set(['group:g']))]).toEqual(['item:b']);
    expect([...ruledOut(all, new Set(['item:b']))]).toEqual(['group:g']);
  });

  it('makes groups always optional', () => {
    const [group] = candidatesOf(found, { items: [], groups: [] }, options);
    expect(newRow(group!, false, options)).toMatchObject({ CoverageGroupId: 'g', IsOptional: true });
  });
});
