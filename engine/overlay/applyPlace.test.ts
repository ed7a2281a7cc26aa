import { expect, it } from 'vitest';
import { declarationSet } from '../model/testDeclarations.ts';
import { applyOverlay } from './applyOverlay.ts';
import { placeName } from './changeNames.ts';
import type { Change, PlaceChange, SectionChange } from './types.ts';

const screen = {
  id: 'things',
  blocks: [
    { kind: 'grid', id: 'list', entity: 'thing', columns: ['Name', { path: 'Code', width: 90 }] },
    {
      kind: 'form',
      id: 'form',
      entity: 'thing',
      sections: [
        { id: 'one', items: ['Name', { field: 'Code', span: 2 }] },
        { id: 'two', items: ['Weight'] },
      ],
      save: { label: 'ui.save', route: 'PUT /thing' },
    },
    { kind: 'form', id: 'other', entity: 'thing', sections: 'things#form', save: { route: 'POST /thing' } },
  ],
};
const date = { type: 'string', format: 'date' };
const set = declarationSet({
  'screens/test/things.json': screen,
  'schemas/test/thing/entity.json': {
    $id: 'thing',
    properties: { Name: { type: 'string' }, Sold: date, Cost: date, Kept: date, Secret: date },
  },
  'schemas/test/thing/api.json': {
    for: 'thing',
    routes: [
      { route: 'PUT /thing', operation: 'update', as: 'form', fields: ['Name'] },
      { route: 'POST /thing', operation: 'create' },
      { route: 'PUT /thing/{id}/sold', operation: 'update', as: 'sold', fields: ['Sold'], access: 'Edit' },
      { route: 'PUT /thing/{id}/cost', operation: 'update', as: 'cost', fields: ['Cost'], access: 'Pricing' },
    ],
  },
  'schemas/test/thing/behaviour.json': {
    for: 'thing',
    policy: { write: 'Edit', fields: { Secret: { write: 'nobody' } } },
  },
});

function place(change: Omit<PlaceChange, 'kind' | 'name' | 'screen'> & { screen?: string }): PlaceChange {
  const named = { screen: 'things', ...change };
  return { kind: 'place', name: placeName(named), ...named };
}

type Block = { columns: object[]; sections: { id: string; items: unknown[] }[]; filters: object[] };

function blocksWith(...changes: readonly Change[]): readonly Block[] {
  return fileWith<{ blocks: Block[] }>('screens/test/things.json', changes).blocks;
}

function fileWith<Json>(file: string, changes: readonly Change[]): Json {
  return applyOverlay(set, changes).set.files.find((entry) => entry.file === file)!.json as Json;
}

const codesOf = (...changes: readonly Change[]) =>
  applyOverlay(set, changes).findings.map(({ code, level }) => `${level} ${code}`);

it('moves an item to another section and keeps its options', () => {
  const [, form] = blocksWith(place({ block: 'form', as: 'item', field: 'Code', section: 'two', after: '' }));
  expect(form?.sections).toEqual([
    { id: 'one', items: ['Name'] },
    { id: 'two', items: [{ field: 'Code', span: 2 }, 'Weight'] },
  ]);
});

it('keeps a section that becomes empty, for other fields to be placed in', () => {
  const away = place({ block: 'form', as: 'item', field: 'Weight', section: 'one' });
  const [, form] = blocksWith(
    away,
    place({ block: 'form', as: 'item', field: 'Name', section: 'two' }),
    place({ block: 'form', as: 'item', field: 'Zeal', section: 'two' }),
  );
  expect(codesOf(away)).toEqual([]);
  expect(form?.sections).toEqual([
    { id: 'one', items: [{ field: 'Code', span: 2 }, { field: 'Weight' }] },
    { id: 'two', items: [{ field: 'Name' }, { field: 'Zeal' }] },
  ]);
});

it('gives an item a width, a condition beside the shipped one, and locks it', () => {
  const [, form] = blocksWith(
    place({
      block: 'form',
      as: 'item',
      field: 'Code',
      twelfths: 4,
      readOnly: true,
      visible: "Name = 'x'",
      after: '',
    }),
  );
  expect(form?.sections[0]?.items[0]).toEqual({
    field: 'Code',
    span: 2,
    twelfths: 4,
    readOnly: true,
    visible: "Name = 'x'",
  });
});

it('adds sections, in chains of neighbours, that fields are placed in', () => {
  const own = (id: string, words: object) =>
    ({ kind: 'section', name: `things.form.${id}`, ...words }) as SectionChange;
  const tab = { 'en-CA': 'More', 'fr-CA': 'Plus' };
  const sections = [
    own('a', { after: 'b' }),
    own('b', { after: 'one', tab, tabVisible: 'Weight > 1', visible: "Name = 'x'" }),
    own('z', {}),
  ];
  const changes = [...sections, place({ block: 'form', as: 'item', field: 'Code', section: 'a' })];
  const [, form] = blocksWith(...changes);
  expect(form?.sections).toEqual([
    { id: 'one', items: ['Name'] },
    { id: 'b', items: [], tab: 'things.form.b.tab', tabVisible: 'Weight > 1', visible: "Name = 'x'" },
    { id: 'a', items: [{ field: 'Code', span: 2 }] },
    { id: 'two', items: ['Weight'] },
    { id: 'z', items: [] },
  ]);
  expect(codesOf(...sections)).toEqual([]);
  expect(codesOf(own('one', {}))).toEqual(['error section-exists']);
  expect(codesOf({ ...own('x', {}), name: 'things.other.x' })).toEqual(['error sections-of']);
});

it('adjusts texts, tab and condition of a shipped section', () => {
  const help = { 'en-CA': 'Help', 'fr-CA': 'Aide' };
  const change = {
    kind: 'adjust',
    name: 'section.things.form.two',
    help,
    tab: help,
    visible: 'true',
  } as const;
  const [, form] = blocksWith(change);
  expect(form?.sections[1]).toEqual({
    id: 'two',
    items: ['Weight'],
    help: `${change.name}.help`,
    tab: `${change.name}.tab`,
    visible: 'true',
  });
});

it('places columns after their neighbours, several of one by name, also in chains', () => {
  const column = (field: string, after: string) => place({ block: 'list', as: 'column', field, after });
  const [grid] = blocksWith(column('B', 'Name'), column('A', 'Name'), column('C', 'B'), column('D', ''));
  expect(grid?.columns.map((one) => (one as { path?: string }).path ?? one)).toEqual([
    'D',
    'Name',
    'A',
    'B',
    'C',
    'Code',
  ]);
});

it('a filter uses the operator of its field type', () => {
  const filter = (field: string) => place({ block: 'list', as: 'filter', field });
  const [grid] = blocksWith(filter('Sold'), filter('Name'));
  expect(grid?.filters).toEqual([
    { path: 'Name', operator: 'contains' },
    { path: 'Sold', operator: 'ge' },
  ]);
});

it('a form writes the fields placed on it, and so do forms that use its sections', () => {
  const change = place({ block: 'form', as: 'item', field: 'Sold', section: 'one' });
  const api = fileWith<{ routes: { fields?: string[] }[] }>('schemas/test/thing/api.json', [change]);
  expect(api.routes.slice(0, 2).map(({ fields }) => fields)).toEqual([['Name', 'Sold'], undefined]);
});

it.each(['Cost', 'Kept', 'Secret'])(
  'a form opens no shipped field to who could not write it: %s',
  (field) => {
    const change = place({ block: 'form', as: 'item', field, section: 'one' });
    const api = fileWith<{ routes: { fields?: string[] }[] }>('schemas/test/thing/api.json', [change]);
    expect(api.routes[0]?.fields).toEqual(['Name']);
    // A field that no call writes is only shown; for others a finding says that the form would lose them.
    expect(codesOf(change)).toEqual(field === 'Secret' ? [] : ['error not-written-here']);
  },
);

it('reports what cannot be placed', () => {
  expect(codesOf(place({ screen: 'nothings', block: 'list', as: 'column', field: 'Name' }))).toEqual([
    'error no-screen',
  ]);
  expect(codesOf(place({ block: 'gone', as: 'column', field: 'Name' }))).toEqual(['error no-block']);
  expect(codesOf(place({ block: 'other', as: 'item', field: 'Name' }))).toEqual(['error sections-of']);
  expect(codesOf(place({ block: 'list', as: 'item', field: 'Name' }))).toEqual(['error no-form']);
  expect(codesOf(place({ block: 'form', as: 'filter', field: 'Name' }))).toEqual(['error no-list']);
  expect(codesOf(place({ block: 'form', as: 'item', field: 'Name', section: 'x' }))).toEqual([
    'error no-section',
  ]);
  expect(codesOf(place({ block: 'list', as: 'column', field: 'Name', after: 'x' }))).toEqual([
    'warning no-neighbour',
  ]);
  expect(codesOf(place({ block: 'list', as: 'column', field: 'x', remove: true }))).toEqual([
    'warning not-placed',
  ]);
});

it('records where each change ended up', () => {
  const change = place({ block: 'list', as: 'column', field: 'Sold' });
  expect(applyOverlay(set, [change]).provenance).toEqual([
    {
      file: 'screens/test/things.json',
      path: '/blocks/0/columns/2',
      change: { kind: 'place', name: change.name },
      at: '',
    },
  ]);
});
