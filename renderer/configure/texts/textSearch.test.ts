import { expect, it } from 'vitest';
import type { Model } from '#engine';
import { findTexts, paramsOf } from './textSearch.ts';

const messages = {
  'en-CA': new Map<string, string | { one: string; other: string }>([
    ['ui.save', 'Save'],
    ['product.count', { one: '{count} product', other: '{count} products of {brand}' }],
    ['field.product.Name', 'Name to save'],
  ]),
  'fr-CA': new Map<string, string | { one: string; other: string }>([
    ['product.count', { one: '{count} produit', other: '{count} produits de {brand}' }],
    ['ui.save', 'Enregistrer'],
    ['field.product.Name', 'Nom'],
  ]),
} as Model['messages'];
const keys = (search: string) => findTexts({ messages }, search).map(({ key }) => key);

it('finds texts in either language, but no titles that are edited elsewhere', () => {
  expect(keys('')).toEqual(['product.count', 'ui.save']);
  expect(keys(' SAVE ')).toEqual(['ui.save']);
  expect(keys('produits')).toEqual(['product.count']);
});

it('lists each parameter of a text once', () => {
  expect(paramsOf({ one: '{count} product', other: '{count} products of {brand}' })).toEqual([
    'brand',
    'count',
  ]);
});
