import { expect, it } from 'vitest';
import { allows, missingFeatures } from './allows.ts';

const feature = { kind: 'feature', anyOf: ['Product.Edit', 'Product.View'] } as const;

it('any one of the features will do', () => {
  expect(allows(feature, ['Product.View'])).toBe(true);
  expect(allows(feature, ['Plan.View'])).toBe(false);
  expect(missingFeatures(feature)).toEqual(['Product.Edit', 'Product.View']);
});

it('without a login only what is public is open', () => {
  expect(allows({ kind: 'login' }, undefined)).toBe(false);
  expect(allows({ kind: 'login' }, [])).toBe(true);
  expect(allows({ kind: 'public' }, undefined)).toBe(true);
  expect(allows(feature, undefined)).toBe(false);
});

it('nobody means nobody', () => {
  expect(allows({ kind: 'feature', anyOf: [] }, ['Product.Edit'])).toBe(false);
});
