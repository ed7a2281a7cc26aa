import { describe, expect, it } from 'vitest';
import { matches } from '../query/matches.ts';
import { parseListQuery } from '../query/parseListQuery.ts';
import { evaluateRecord } from '../rules/evaluateRecord.ts';
import { compileValidators } from '../validation/compileValidators.ts';
import { findingsOf } from './testDeclarations.ts';
import { entityOf, testModel } from './testModel.ts';

const layouts = [
  { Id: 1, Name: 'Repair', title: 'Repair' },
  { Id: 2, Name: 'Maintenance', title: 'Maintenance' },
  { Id: 8, Name: 'Appearance', title: 'Appearance' },
];
const entity = {
  properties: {
    Layout: { type: 'integer', 'x-lookup': 'layout', 'x-flags': true },
    HasMaintenance: { type: 'boolean', 'x-stored': false },
    HasBoth: { type: 'boolean', 'x-stored': false },
    KeepsAll: { type: 'boolean', 'x-stored': false },
  },
};
const rules = [
  { id: 'one', field: 'HasMaintenance', value: "$flag(Layout, 'Maintenance')" },
  { id: 'both', field: 'HasBoth', value: '$flag(Layout, 3)' },
  { id: 'all', field: 'KeepsAll', value: '$flag(Layout, $previous.Layout)' },
];
const model = testModel({ thing: { entity, behaviour: { rules } } }, { layout: layouts });
const thing = entityOf(model, 'thing');
const user = { Id: 'u', UserName: 'u', DisplayName: 'U', Roles: [], Features: [] };
const context = { model, user, today: '2026-11-21', now: '2026-11-21T12:00:00Z', locale: 'en-CA' } as const;

const judged = (Layout: unknown, previous?: object) =>
  evaluateRecord(
    thing,
    { Layout },
    { ...context, action: 'update', previous: previous as never },
    compileValidators(model),
  );

describe('flags', () => {
  it('are one integer of their lookup', () => {
    expect(thing.fieldByPath.get('Layout')).toMatchObject({
      kind: 'flags',
      storage: 'integer',
      lookup: 'layout',
    });
    for (const value of [0, 1, 2, 3, 8, 11]) expect(judged(value).issues, String(value)).toEqual([]);
  });

  it('accept no unknown bits, negative numbers or fractions', () => {
    for (const value of [4, 7, 16, -1, 1.5, '2'])
      expect(
        judged(value).issues.map(({ path }) => path),
        String(value),
      ).toContain('/Layout');
  });

  it('are tested by name, by bits and by other flags', () => {
    expect(judged(10, { Layout: 2 }).record).toMatchObject({
      HasMaintenance: true,
      HasBoth: false,
      KeepsAll: true,
    });
    expect(judged(3, { Layout: 10 }).record).toMatchObject({
      HasMaintenance: true,
      HasBoth: true,
      KeepsAll: false,
    });
    expect(judged(null).record).toMatchObject({ HasMaintenance: false, HasBoth: false, KeepsAll: true });
  });

  it('are filtered by all requested flags, as numbers or as a list', () => {
    const filter = (operator: string, value: string) => {
      const asked = { FilterProperty: 'Layout', FilterOperator: operator, FilterValue: value };
      const { query, problem } = parseListQuery(new URLSearchParams(asked), thing, { model, zone: 'UTC' });
      if (problem) throw new Error(problem.message);
      return [0, 1, 2, 3, 11].filter((Layout) => query.filter && matches(query.filter, { Layout }));
    };
    expect(filter('all', '2')).toEqual([2, 3, 11]);
    expect(filter('all', '1,2')).toEqual([3, 11]);
    expect(filter('all', '3')).toEqual([3, 11]);
    expect(filter('eq', '2')).toEqual([2]);
    expect(() => filter('contains', '2')).toThrow();
    expect(() => filter('all', 'Maintenance')).toThrow();
  });

  it('are checked: an unknown name, an item that is not a bit, one name for two bits', () => {
    const files = (more: object, items: readonly object[] = layouts) => ({
      'schemas/test/thing/entity.json': { $id: 'thing', title: 'Thing', type: 'object', ...entity },
      'schemas/test/thing/behaviour.json': { for: 'thing', rules: [], ...more },
      'schemas/lookups/layout.json': { $id: 'layout', items },
    });
    const said = (...given: Parameters<typeof files>) =>
      findingsOf(files(...given))
        .map(({ message }) => message)
        .join('\n');
    expect(said({ rules })).not.toMatch(/flags/);
    expect(said({ rules: [{ id: 'x', field: 'HasBoth', value: "$flag(Layout, 'Repairs')" }] })).toContain(
      'No lookup of flags has an item Repairs. Known: Repair, Maintenance, Appearance.',
    );
    expect(said({}, [...layouts, { Id: 3, Name: 'Both', title: 'Both' }])).toContain('must be 1, 2, 4, 8');
  });
});

describe('groups of fields', () => {
  const grouped = {
    properties: {
      Name: { type: 'string' },
      Fee: { type: 'integer', 'x-group': 'money' },
      Tax: { type: 'integer', 'x-group': 'money' },
    },
  };

  it('represent their fields in rules and exceptions', () => {
    const locks = [
      { id: 'money', field: '@money', editable: 'false' },
      { id: 'others', field: '*', except: ['@money'], editable: 'true' },
    ];
    const { rules: compiled } = entityOf(
      testModel({ bill: { entity: grouped, behaviour: { rules: locks } } }),
      'bill',
    );
    expect(compiled.state.map(({ fields }) => fields)).toEqual([['Fee', 'Tax'], ['Name']]);
  });

  it('are checked', () => {
    const files = {
      'schemas/test/bill/entity.json': { $id: 'bill', title: 'Bill', type: 'object', ...grouped },
      'schemas/test/bill/behaviour.json': {
        for: 'bill',
        rules: [{ id: 'x', field: '@monye', editable: 'false' }],
      },
    };
    expect(findingsOf(files).map(({ message }) => message)).toContain(
      'No field of bill has the x-group monye.',
    );
  });
});
