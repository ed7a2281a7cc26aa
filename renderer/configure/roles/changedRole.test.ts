import { expect, it } from 'vitest';
import { changedRole } from './changedRole.ts';

const wish = (feature: string, wanted: boolean) => ({ role: 'viewer', feature, wanted });

it('a checkbox checked and cleared again leaves no change', () => {
  const given = changedRole(undefined, wish('Product.Plan.Edit', true));
  expect(given).toEqual({ kind: 'role', name: 'viewer', add: ['Product.Plan.Edit'] });
  expect(changedRole(given, wish('Product.Plan.Edit', false))).toBeUndefined();
  const taken = changedRole(given, wish('Product.Menu', false));
  expect(taken).toMatchObject({ add: ['Product.Plan.Edit'], remove: ['Product.Menu'] });
  expect(changedRole(taken, wish('Product.Menu', true))).toEqual(given);
});
