import { expect, it } from 'vitest';
import { declarationSet } from '../model/testDeclarations.ts';
import { applyOverlay } from './applyOverlay.ts';
import type { Change } from './types.ts';

const texts = (text: string) => ({ 'en-CA': text, 'fr-CA': text });
const field = (name: string, words: object) =>
  ({ kind: 'field', name: `part.${name}`, title: texts(name), ...words }) as unknown as Change;

it('the list of an own entity changes its entered fields in many records at once', () => {
  const { set, findings } = applyOverlay(declarationSet({}), [
    { kind: 'entity', name: 'part', title: texts('Part'), plural: texts('Parts') } as unknown as Change,
    field('Colour', { type: 'text' }),
    field('Code', { type: 'sequence', sequence: 'P-{number:3}' }),
    field('Key', { type: 'text', unique: true }),
    field('Price', { type: 'money' }),
    field('Double', { type: 'money', computed: { value: 'Price * 2' } }),
    field('Lines', { type: 'rows', fields: [{ name: 'Item', type: 'text', title: texts('Item') }] }),
  ]);
  expect(findings).toEqual([]);
  const list = set.files.find(({ file }) => file === 'screens/custom/part-list.json')?.json;
  expect(list).toMatchObject({
    blocks: [{ bulk: { save: 'PUT /custom/part/{id}', fields: ['Colour', 'Price'] } }],
  });
});
