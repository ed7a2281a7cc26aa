import { expect, it } from 'vitest';
import { type Command, matching, usedOnceMore } from './paletteCommands.ts';

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

it('puts the commands that are used most first, after those whose names fit better', () => {
  const uses = usedOnceMore(usedOnceMore({ 'Sign out': 1 }, 'Product groups'), 'Product groups');
  expect(uses).toEqual({ 'Sign out': 1, 'Product groups': 2 });
  expect(matching(commands, '', uses).map(({ id }) => id)[0]).toBe('Product groups');
  expect(matching(commands, 'products', { 'Product groups': 9 }).map(({ id }) => id)).toEqual(['Products']);
});

it('forgets the commands that are used least beyond a bound', () => {
  let uses = {};
  for (let at = 0; at < 100; at += 1) uses = usedOnceMore(usedOnceMore(uses, 'often'), `once ${at}`);
  expect(Object.keys(uses)).toHaveLength(60);
  expect(uses).toMatchObject({ often: 100, 'once 99': 1 });
});
