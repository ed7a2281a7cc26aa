import { expect, it } from 'vitest';
import { declarationSet } from '../model/testDeclarations.ts';
import { applyOverlay } from './applyOverlay.ts';
import { rememberBase } from './rememberBase.ts';
import type { Change, RelatedChange } from './types.ts';

const texts = (text: string) => ({ 'en-CA': text, 'fr-CA': text });
const set = declarationSet({
  'schemas/access/features.json': { features: [{ id: 'Thing.View', title: 'View' }] },
  'schemas/access/roles.json': { roles: [{ id: 'reader', title: 'Reader', features: ['*.View'] }] },
  'schemas/test/thing/entity.json': { $id: 'thing', properties: { Name: { type: 'string' } } },
  'screens/test/thing.json': {
    id: 'thing',
    route: '/thing/:thingId',
    data: { record: { entity: 'thing', id: '$route.thingId' } },
    blocks: [
      { kind: 'form', id: 'form', entity: 'thing', record: 'record', sections: [], save: {} },
      { kind: 'summary', id: 'sum', items: [] },
    ],
  },
  'screens/test/things.json': { id: 'things', route: '/thing', blocks: [{ kind: 'summary', id: 'sum' }] },
});
const own = [
  { kind: 'entity', name: 'part', title: texts('Part'), plural: texts('Parts'), rights: 'apart' },
  { kind: 'field', name: 'part.ThingId', type: 'reference', reference: 'thing', title: texts('Thing') },
] as unknown as readonly Change[];
const related = (words: Partial<RelatedChange> = {}): RelatedChange => ({
  ...{ kind: 'related', name: 'thing.parts', of: 'part', by: 'ThingId', ...words },
});

type Screen = { readonly blocks: readonly Record<string, unknown>[] };
const applied = (...changes: readonly Change[]) => applyOverlay(set, [...own, ...changes]);
const screenOf = (file: string, { set: { files } }: ReturnType<typeof applied>): Screen =>
  files.find((one) => one.file === file)?.json as Screen;
const codes = (...changes: readonly Change[]) => applied(...changes).findings.map(({ code }) => code);

it('lists the records that refer to the one of the page, as people may see them', () => {
  const found = applied(related({ after: 'form', fields: ['Name'] }));
  expect(found.findings).toEqual([]);
  const { blocks } = screenOf('screens/test/thing.json', found);
  expect(blocks.map(({ id }) => id)).toEqual(['form', 'parts', 'sum']);
  expect(blocks[1]).toMatchObject({
    ...{ kind: 'grid', entity: 'part', find: '/custom/part', title: 'entity.part.plural' },
    ...{ access: 'Custom.Part.View', open: '/custom/part/{Id}', columns: ['Name'] },
    where: [{ path: 'ThingId', operator: 'eq', value: '$data.record.Id' }],
    actions: [{ id: 'create', to: '/custom/part/new?ThingId={route.thingId}', access: 'Custom.Part.Create' }],
  });
});

it('fills the reference in on the form of a new record', () => {
  const form = screenOf('screens/custom/part-create.json', applied(related())).blocks[0];
  expect(form?.initial).toEqual({ ThingId: '$has($query.ThingId) ? $query.ThingId : null' });
});

it('refuses pages without a record, fields that refer elsewhere, and names in use', () => {
  expect(codes(related({ name: 'things.parts' }))).toEqual(['related-no-record']);
  expect(codes(related({ name: 'nowhere.parts' }))).toEqual(['no-screen']);
  expect(codes(related({ by: 'Name' }))).toEqual(['related-apart']);
  expect(codes(related({ name: 'thing.sum' }))).toEqual(['related-exists']);
});

it('does not take a right of a new entity for one that a pattern of the role grants already', () => {
  const grant = (add: string) => ({ kind: 'role', name: 'reader', add: [add] }) as unknown as Change;
  expect(rememberBase(set, grant('Custom.Part.View'))).not.toHaveProperty('was.add');
  expect(rememberBase(set, grant('Thing.View'))).toHaveProperty('was.add', ['Thing.View']);
});
