import { expect, it } from 'vitest';
import { applyOverlay } from './applyOverlay.ts';
import type { Change } from './types.ts';

const texts = (text: string) => ({ 'en-CA': text, 'fr-CA': text });
const states = { $id: 'product-state-type', items: [{ Id: 1, Name: 'InDesign', title: 'In design' }] };
const set = {
  files: [
    { file: 'schemas/lookups/product-state-type.json', json: states },
    {
      file: 'schemas/catalogue/product/entity.json',
      json: { $id: 'product', type: 'object', properties: {} },
    },
    { file: 'screens/catalogue/visits.json', json: { id: 'visit', route: '/visits', blocks: [] } },
  ],
};
const codesOf = (changes: readonly Change[]) => applyOverlay(set, changes).findings.map(({ code }) => code);
const entity = (name: string): Change => ({
  kind: 'entity',
  name,
  title: texts('Visit'),
  plural: texts('Visits'),
});

it('a field with its own choices does not replace an existing lookup', () => {
  const change: Change = {
    kind: 'field',
    name: 'product.StateType',
    type: 'choice',
    title: texts('State'),
    choices: [{ name: 'Other', title: texts('Other') }],
  };
  const { findings, set: applied } = applyOverlay(set, [change]);
  expect(findings).toMatchObject([
    { code: 'lookup-exists', at: '/choices', params: { lookup: 'product-state-type' } },
  ]);
  expect(applied.files.find(({ file }) => file.includes('lookups'))?.json).toEqual(states);
});

it('a new entity does not replace a screen, a shipped entity or another new one', () => {
  expect(codesOf([entity('visit')])).toEqual(['screen-exists']);
  expect(codesOf([entity('trip'), entity('trip-create')])).toEqual(['screen-exists']);
  expect(codesOf([entity('trip'), entity('trips')])).toEqual([]);
});
