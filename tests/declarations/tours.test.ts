/** Tours of new accounts: every role has one, and can take its steps. */
import { expect, it } from 'vitest';
import { tourOf } from '../../renderer/data/tour.ts';
import { realModel } from './realModel.ts';

const model = realModel();
const roles = [...model.roles.values()];
const declared = [...model.screens.values()]
  .flatMap(({ blocks }) => blocks)
  .flatMap((block) => (block.kind === 'widget' && block.widget === 'tour' ? [block.options] : []))
  .flatMap(({ tours }) => tours as readonly { readonly id: string; readonly access?: string }[]);

it('every role has a tour of three to five steps that it may take', () => {
  const steps = roles.map(({ id, features }) => {
    const tour = tourOf(model, { Features: [...features] });
    return { id, count: tour?.steps.length ?? 0 };
  });
  expect(steps.length).toBeGreaterThan(5);
  expect(steps.filter(({ count }) => count < 3 || count > 5)).toEqual([]);
});

it('roles with other work have other tours, and every tour has a role', () => {
  const taken = new Set(roles.map(({ features }) => tourOf(model, { Features: [...features] })?.id));
  expect(declared.map(({ id }) => id).filter((id) => !taken.has(id))).toEqual([]);
});

it('every tour asks for a right of the application', () => {
  const rights = new Set(model.features.keys());
  expect(declared.filter(({ access }) => access !== undefined && !rights.has(access))).toEqual([]);
});
