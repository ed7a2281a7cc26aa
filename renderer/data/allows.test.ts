import { expect, it } from 'vitest';
import { allows, missingFeatures } from './allows.ts';

const feature = { kind: 'feature', anyOf: ['Product.Edit', 'Product.View'] } as const;

it('one of the features is enough', () => {
  expect(allows(feature, ['Product.View'])).toBe(true);
  expect(allows(feature, ['Plan.View'])).toBe(false);
  expect(missingFeatures(feature)).toEqual(['Product.Edit', 'Product.View']);
});

it('without a login only public things are open', () => {
  expect(allows({ kind: 'login' }, undefined)).toBe(false);
  expect(allows({ kind: 'login' }, [])).toBe(true);
  expect(allows({ kind: 'public' }, undefined)).toBe(true);
  expect(allows(feature, undefined)).toBe(false);
});

it('access for nobody refuses everyone', () => {
  expect(allows({ kind: 'feature', anyOf: [] }, ['Product.Edit'])).toBe(false);
});
