import { expect, it } from 'vitest';
import type { Change, SectionModel } from '#engine';
import type { Layout } from './layout.ts';
import { addFieldStep, addSectionStep, removeStep, type State, wordsStep } from './steps.ts';

const texts = { 'en-CA': 'More', 'fr-CA': 'Plus' };
const section = (id: string, ...fields: readonly string[]): SectionModel => ({
  id,
  columns: 2,
  items: fields.map((field) => ({ field, span: 1, options: {} })),
});
const layout: Layout = { sections: [section('one', 'A', 'B', 'C')], columns: [], filters: [] };
const state: State = { screen: 's', block: 'b', layout, changes: [] };
const shape = ({ sections }: Layout) =>
  sections.map(({ id, items }) => [id, ...items.map(({ field }) => field)]);
const words = (changes: readonly Change[]) =>
  changes.map((change) =>
    'field' in change
      ? [change.field, 'section' in change && change.section, 'after' in change && change.after]
      : change.name,
  );

it('a divider takes the fields below the selected one into a section of their own', () => {
  const step = addSectionStep(state, 'divider', texts, { kind: 'item', id: 'A' });
  expect(shape(step.next)).toEqual([
    ['one', 'A'],
    ['own-1', 'B', 'C'],
  ]);
  expect(words(step.put)).toEqual(['s.b.own-1', ['B', 'own-1', ''], ['C', 'own-1', 'B']]);
  expect(step.put[0]).toEqual({ kind: 'section', name: 's.b.own-1', after: 'one' });
});

it.each([
  ['section', 'title'],
  ['tab', 'tab'],
  ['help', 'help'],
] as const)('a new %s is a section with its text, under a free name', (kind, word) => {
  const taken: Change = { kind: 'section', name: 's.b.own-1' };
  const step = addSectionStep({ ...state, changes: [taken] }, kind, texts, undefined);
  expect(step.put).toEqual([{ kind: 'section', name: 's.b.own-2', [word]: texts, after: 'one' }]);
});

it('an own section leaves its fields to its neighbour, a shipped one is hidden with them', () => {
  const { next, put } = addSectionStep(state, 'divider', texts, { kind: 'item', id: 'B' });
  const own = removeStep({ ...state, layout: next, changes: put }, { kind: 'section', id: 'own-1' });
  expect(shape(own.next)).toEqual([['one', 'A', 'B', 'C']]);
  expect(words(own.put)).toEqual([['C', 'one', 'B']]);
  expect(own.gone).toEqual([put[0]]);
  const shipped = removeStep(state, { kind: 'section', id: 'one' });
  expect(shape(shipped.next)).toEqual([['one']]);
  expect(shipped.put.map((change) => 'remove' in change && change.remove)).toEqual([true, true, true]);
});

it('a field is added after the selected one, and words of an item keep its place', () => {
  const added = addFieldStep(state, 'D', { kind: 'item', id: 'A' });
  expect(added && shape(added.next)).toEqual([['one', 'A', 'D', 'B', 'C']]);
  const { next, put } = wordsStep(state, 'B', { twelfths: 8, visible: "A = 'x'" });
  expect(next.sections[0]?.items[1]).toEqual({ field: 'B', span: 1, options: {}, twelfths: 8 });
  expect(put).toMatchObject([{ field: 'B', section: 'one', after: 'A', twelfths: 8, visible: "A = 'x'" }]);
});
