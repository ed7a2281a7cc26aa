import { expect, it } from 'vitest';
import { findingsOf } from './testDeclarations.ts';

const refused = (route: object) =>
  findingsOf({
    'schemas/test/thing/entity.json': {
      ...{ $id: 'thing', title: 'Thing', 'x-plural': 'Things', type: 'object' },
      properties: { Name: { type: 'string', maxLength: 20, title: 'Name' } },
    },
    'schemas/test/thing/behaviour.json': {
      for: 'thing',
      policy: { view: 'Thing.View', write: 'Thing.Edit' },
      rules: [{ id: 'thing.never', check: 'false', at: ['Name'], message: 'thing.never' }],
    },
    'schemas/test/thing/api.json': { for: 'thing', routes: [{ route: 'POST /thing', ...route }] },
  }).some(({ code }) => code === 'forbids-creation');

it('a rule that refuses every new record is a finding where a call creates one, also by an action', () => {
  const action = { operation: 'action', action: 'thing.make', access: 'Thing.Edit' };
  expect(refused({ operation: 'create' })).toBe(true);
  expect(refused({ ...action, status: 201 })).toBe(true);
  expect(refused(action)).toBe(false);
});
