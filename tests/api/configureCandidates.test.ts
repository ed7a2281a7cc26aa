/** A draft is compiled once for all applications of a process. */
import { expect, it } from 'vitest';
import type { Change } from '#engine';
import { createCandidates } from '../../server/configure/createCandidates.ts';
import { extensions } from '../support/extensions.ts';
import { declarations, compilation as shipped } from './support/startApp.ts';

const texts = (text: string) => ({ 'en-CA': text, 'fr-CA': text });
const adding = (name: string): readonly Change[] => [
  { kind: 'field', name: `product.${name}`, type: 'text', title: texts(name) },
];

it('shares one compilation of a draft among all applications over the same declarations, and keeps the last few', async () => {
  const own = { files: [...declarations.files] };
  const inForce = { set: own, compilation: shipped, release: 0, changes: [] };
  const over = (set: typeof own) =>
    createCandidates({ shipped: () => set, inForce: () => inForce, extensions }, 1);
  const [one, other] = [over(own), over(own)];
  const nickname = await one.of(adding('Nickname'));
  expect(nickname.compilation.model.entities.get('product')?.fieldByPath.has('Nickname')).toBe(true);
  expect(await other.of(adding('Nickname'))).toBe(nickname);
  const motto = await other.of(adding('Motto'));
  expect(motto.compilation.model.entities.get('product')?.fieldByPath.has('Nickname')).toBe(false);
  expect(await one.of(adding('Nickname'))).not.toBe(nickname);
  // Equal text in different declarations is not the same.
  expect(await over({ files: [...own.files] }).of(adding('Nickname'))).not.toBe(nickname);
});
