import { expect, it } from 'vitest';
import type { FieldModel } from '#engine';
import { adjustChange, adjustingOf } from './adjusting.ts';

const field = {
  entity: 'product',
  path: 'Name',
  label: 'field.product.Name',
  required: true,
  limits: { maxLength: 256 },
} as unknown as FieldModel;
const start = adjustingOf(field, (_, locale) => (locale === 'en-CA' ? 'Name' : 'Nom'));
const title = { 'en-CA': 'Product name', 'fr-CA': 'Nom du produit' };

it('stores only differences', () => {
  expect(adjustChange({ field, before: undefined, start, form: start })).toBeUndefined();
  const form = { ...start, title, limits: { maxLength: 100 } };
  expect(adjustChange({ field, before: undefined, start, form })).toEqual({
    kind: 'adjust',
    name: 'field.product.Name',
    title,
    maxLength: 100,
  });
});

it('a second adjustment keeps what the first one replaced', () => {
  const was = { title: { 'en-CA': 'Name', 'fr-CA': 'Nom' } };
  const before = { kind: 'adjust', name: 'field.product.Name', title, was } as const;
  const again = adjustChange({
    field,
    before,
    start: { ...start, title },
    form: { ...start, title: { ...title, 'en-CA': 'Product title' } },
  });
  expect(again).toMatchObject({
    title: { 'en-CA': 'Product title' },
    was: { title: { 'en-CA': 'Name', 'fr-CA': 'Nom' } },
  });
});
