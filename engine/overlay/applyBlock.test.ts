import { expect, it } from 'vitest';
import { declarationSet } from '../model/testDeclarations.ts';
import { applyOverlay } from './applyOverlay.ts';
import type { BlockChange, Change } from './types.ts';

const texts = (text: string) => ({ 'en-CA': text, 'fr-CA': text });
const set = declarationSet({
  'schemas/test/thing/entity.json': { $id: 'thing', properties: { Name: { type: 'string' } } },
  'schemas/test/part/entity.json': { $id: 'part', properties: { ThingId: { 'x-ref': 'thing' } } },
  'schemas/test/part/behaviour.json': { for: 'part', policy: { view: 'Part.View' } },
  'widgets/blocks/gauge.json': { description: 'A gauge.', canvas: { narrow: 'only' } },
  'widgets/blocks/total.json': { description: 'A total.', canvas: {} },
  'widgets/blocks/closed.json': { description: 'For declarations only.' },
  'screens/test/thing.json': {
    id: 'thing',
    route: '/thing/:thingId',
    groups: [
      { id: 'one', title: 'one', blocks: ['form'] },
      { id: 'two', title: 'two', blocks: ['sum'] },
    ],
    blocks: [
      { kind: 'form', id: 'form', entity: 'thing', record: 'record', sections: [], save: {} },
      { kind: 'summary', id: 'sum', items: [] },
    ],
  },
});
const gauge = (words: Partial<BlockChange> = {}, name = 'thing.gauge'): Change => ({
  ...{ kind: 'block', name, widget: 'gauge', title: texts('Gauge'), settings: { entity: 'part' } },
  ...words,
});
type Screen = {
  blocks: readonly Record<string, unknown>[];
  groups: readonly { blocks: readonly string[] }[];
};
function applied(...changes: readonly Change[]) {
  const { set: next, findings } = applyOverlay(set, changes);
  const screen = next.files.find(({ file }) => file === 'screens/test/thing.json')?.json as Screen;
  return {
    screen,
    codes: findings.map(({ code }) => code),
    groups: screen.groups.map(({ blocks }) => blocks),
  };
}

it('is open to those who may view its records, and limited to the record of the page', () => {
  const { screen, codes } = applied(gauge({ by: 'ThingId' }));
  expect(codes).toEqual([]);
  expect(screen.blocks.at(-1)).toMatchObject({
    ...{ kind: 'widget', id: 'gauge', widget: 'gauge', access: 'Part.View' },
    options: { entity: 'part', only: { ThingId: '{data.record.Id}' } },
  });
});

it.each([
  [{ after: 'form' }, [['form', 'gauge'], ['sum']]],
  [{ after: '' }, [['form'], ['sum']]],
  [{}, [['form'], ['sum'], ['gauge']]],
] as const)(
  'comes into the group of the block before it, above all, or into its own: %o',
  (words, groups) => {
    expect(applied(gauge(words)).groups).toEqual(groups);
  },
);

it('follows another one whatever their names are, and comes last without its neighbour', () => {
  const two = applied(gauge({ after: 'z-gauge' }), gauge({ after: 'form' }, 'thing.z-gauge'));
  expect([two.codes, two.groups[0]]).toEqual([[], ['form', 'z-gauge', 'gauge']]);
  expect(applied(gauge({ after: 'gone' }))).toMatchObject({
    ...{ codes: ['no-neighbour'], groups: [['form'], ['sum'], ['gauge']] },
  });
});

it('is refused where no declaration offers it, or it cannot be limited', () => {
  expect(applied(gauge({ widget: 'closed' })).codes).toEqual(['block-not-offered']);
  expect(applied(gauge({ widget: 'total' })).codes).toEqual([]);
  expect(applied(gauge({ widget: 'total', by: 'ThingId' })).codes).toEqual(['block-not-narrowed']);
  expect(applied(gauge({ by: 'Name' })).codes).toEqual(['related-apart']);
});
