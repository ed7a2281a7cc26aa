import { expect, it } from 'vitest';
import type { Change, Model } from '#engine';
import { addressOfChange } from './addressOfChange.ts';
import { isRefused } from './isRefused.ts';

const has = (...ids: string[]) => new Map(ids.map((id) => [id, {}]));
const model = {
  entities: has('product'),
  screens: has('products'),
  lookups: has('coverage-type'),
} as unknown as Model;
const address = (kind: Change['kind'], name: string) => addressOfChange(model, { kind, name });

it('links a finding to the page of its change', () => {
  expect(address('field', 'product.Fee')).toBe('/configure/entities/product/fields/Fee');
  expect(address('adjust', 'field.product.Name')).toBe('/configure/entities/product/fields/Name');
  expect(address('rule', 'product.fee-low')).toBe('/configure/entities/product/rules/product.fee-low');
  expect(address('place', 'products.list.column.Fee')).toBe('/configure/screens/products');
  expect(address('adjust', 'section.products.form.main')).toBe('/configure/screens/products');
  expect(address('lookup', 'coverage-type.Extra')).toBe('/configure/lookups/coverage-type');
  expect(address('role', 'viewer')).toBe('/configure/roles');
});

it('returns undefined for missing things and changes without a page', () => {
  expect(address('field', 'gone.Fee')).toBeUndefined();
  expect(address('place', 'gone.list.column.Fee')).toBeUndefined();
  expect(address('message', 'ui.save')).toBeUndefined();
});

it('only an error of the change itself keeps its page open', () => {
  const change = { kind: 'field', name: 'product.Fee' } as Change;
  const found = (Level: 'error' | 'warning', Name: string) => ({
    Findings: [{ Change: { Kind: 'field' as const, Name }, At: '', Level, Code: 'x', Message: 'x' }],
  });
  expect(isRefused(found('error', 'product.Fee'), [change])).toBe(true);
  expect(isRefused(found('warning', 'product.Fee'), [change])).toBe(false);
  expect(isRefused(found('error', 'product.Other'), [change])).toBe(false);
});
