/** An entity with a field of every kind, in a list, on a form and in a spreadsheet. */
import { type FieldKind, fieldKinds, kinds } from '#engine';
import { kindSamples, sampleLookups } from '../../support/kindSamples.ts';
import { withDeclarations } from './startApp.ts';

const nothing = {
  makers: ['', ''],
  person: { Id: '', DisplayName: '' },
  paper: '',
  photo: '',
  papers: ['', ''],
} as const;
export const declaredOnly = kindSamples(nothing);
export const nameOf = (kind: FieldKind) => {
  const isOne = kinds[kind].refersTo && !kinds[kind].elements;
  return `${kind[0]?.toUpperCase()}${kind.slice(1)}${isOne ? 'Id' : 'Field'}`;
};
export const has = (place: Place) => (kind: FieldKind) => kinds[kind].absent?.[place] === undefined;
export type Place = keyof NonNullable<(typeof kinds)['text']['absent']>;
export const names = (place: Place) => fieldKinds.filter(has(place)).map(nameOf);

const file = (entity: string, name: string, json: object) => ({
  file: `schemas/test/${entity}/${name}.json`,
  json,
});
const screen = (id: string, json: object) => ({
  file: `screens/test/${id}.json`,
  json: { id, access: 'login', title: 'entity.sample.plural', ...json },
});

export const added = withDeclarations([
  ...sampleLookups.map((lookup) => ({ file: `schemas/lookups/${lookup.$id}.json`, json: lookup })),
  file('maker', 'entity', {
    ...{ $id: 'maker', title: 'Maker', type: 'object', required: ['Name'] },
    properties: { Name: { type: 'string', maxLength: 40, title: 'Name' } },
  }),
  file('maker', 'behaviour', { for: 'maker', policy: { view: 'login', write: 'login' } }),
  file('maker', 'api', {
    for: 'maker',
    routes: [
      { route: 'GET /maker', operation: 'find' },
      { route: 'POST /maker', operation: 'create' },
    ],
  }),
  file('sample', 'entity', {
    ...{ $id: 'sample', title: 'Sample', type: 'object', required: ['Name'], 'x-history': true },
    properties: {
      Name: { type: 'string', maxLength: 40, title: 'Name' },
      ...Object.fromEntries(
        fieldKinds.map((kind) => [nameOf(kind), { title: nameOf(kind), ...declaredOnly[kind].declared }]),
      ),
    },
  }),
  file('sample', 'behaviour', { for: 'sample', policy: { view: 'login', write: 'login', import: 'login' } }),
  file('sample', 'api', {
    for: 'sample',
    sheets: {
      samples: {
        file: "'samples.xlsx'",
        key: 'Name',
        columns: ['Name', ...fieldKinds.filter((kind) => kinds[kind].sheet).map(nameOf)],
      },
    },
    routes: [
      { route: 'GET /sample', operation: 'find', sort: ['Name'] },
      { route: 'GET /sample/{id}', operation: 'get' },
      { route: 'POST /sample', operation: 'create' },
      { route: 'PUT /sample', operation: 'update' },
      { route: 'POST /sample/upload', operation: 'upload', sheet: 'samples' },
    ],
  }),
  screen('samples', {
    route: '/samples',
    blocks: [
      {
        ...{ kind: 'grid', id: 'list', entity: 'sample', find: '/sample', sort: ['Name'] },
        columns: ['Name', ...names('grid')],
        filters: fieldKinds.flatMap((kind) =>
          kinds[kind].filter.shown.map((operator) => ({ path: nameOf(kind), operator })),
        ),
      },
    ],
  }),
  screen('sample-create', {
    route: '/samples/new',
    blocks: [
      {
        ...{ kind: 'form', id: 'form', entity: 'sample' },
        sections: [{ id: 'all', items: ['Name', ...names('form')] }],
        save: { label: 'ui.save', route: 'POST /sample', then: '/samples' },
        cancel: { label: 'ui.cancel', to: '/samples' },
      },
    ],
  }),
]);
