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

it('matches every word, ignoring case and accents', () => {
  expect(labels('CREER')).toEqual(['Créer un produit']);
  expect(labels('group prod')).toEqual(['Product groups and more', 'Product groups']);
  expect(labels('product  groups')[0]).toBe('Product groups');
  expect(labels('nothing of the kind')).toEqual([]);
});

it('lists labels that start with the text first, and everything while the text is empty', () => {
  expect(labels('s')[0]).toBe('Sign out');
  expect(labels('')).toHaveLength(5);
});
