import { expect, it } from 'vitest';
import { type Command, matching } from './paletteCommands.ts';

const commands = [
  'Products',
  'Product groups and more',
  'Product groups',
  'Créer un produit',
  'Sign out',
].map((label) => ({ id: label, section: 'actions', label }) as Command);
const labels = (text: string) => matching(commands, text).map(({ label }) => label);

it('finds by every word, whatever the case and the accents', () => {
  expect(labels('CREER')).toEqual(['Créer un produit']);
  expect(labels('group prod')).toEqual(['Product groups and more', 'Product groups']);
  expect(labels('product  groups')[0]).toBe('Product groups');
  expect(labels('nothing of the kind')).toEqual([]);
});

it('puts first what starts with the text, and shows everything while nothing is typed', () => {
  expect(labels('s')[0]).toBe('Sign out');
  expect(labels('')).toHaveLength(5);
});
