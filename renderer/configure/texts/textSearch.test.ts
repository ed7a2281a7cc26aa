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

it('texts are found in either language, but not what the thing itself is called', () => {
  expect(keys('')).toEqual(['product.count', 'ui.save']);
  expect(keys(' SAVE ')).toEqual(['ui.save']);
  expect(keys('produits')).toEqual(['product.count']);
});

it('what a text is filled with is named once', () => {
  expect(paramsOf({ one: '{count} product', other: '{count} products of {brand}' })).toEqual([
    'brand',
    'count',
  ]);
});
