import { describe, expect, it } from 'vitest';
import type { Access } from '../types/basicTypes.ts';
import type { FormBlock, GridBlock, ListDetailBlock, ScreenModel } from '../types/modelTypes.ts';
import { compileBundle, createBundle } from './bundle.ts';
import { modelOfFiles } from './testDeclarations.ts';

const feature = (...anyOf: string[]): Access => ({ kind: 'feature', anyOf });
const call = (id: string, more: object) => ({ id, kind: 'call', label: 'thing.call', ...more });
const sections = [{ id: 'all', items: ['Name'] }];
const form = (id: string, save: object) => ({
  kind: 'form',
  id,
  entity: 'thing',
  sections,
  save: { label: 'thing.save', ...save },
});

const files = {
  'schemas/shop/thing/entity.json': {
    $id: 'thing',
    title: 'Thing',
    type: 'object',
    properties: { Name: { type: 'string', title: 'Name' } },
  },
  'schemas/shop/thing/behaviour.json': {
    for: 'thing',
    policy: { write: 'Thing.Edit', create: 'Thing.View' },
  },
  'schemas/shop/thing/api.json': {
    for: 'thing',
    routes: [
      { route: 'GET /thing', operation: 'find' },
      { route: 'GET /thing/{id}', operation: 'get' },
      { route: 'PUT /thing/{id}', operation: 'update' },
      { route: 'PUT /thing', operation: 'update' },
      { route: 'POST /thing', operation: 'create' },
      { route: 'PUT /thing/{id}/open', operation: 'update', access: 'login' },
    ],
  },
  'screens/shop/thing.json': {
    id: 'thing',
    route: '/thing/:id',
    access: 'login',
    title: 'thing.title',
    actions: [
      call('own', { call: 'PUT /thing/{route.id}', access: 'login' }),
      call('silent', { call: 'PUT /Thing/{route.id}' }),
      call('elsewhere', { call: 'PUT /account' }),
      { id: 'link', kind: 'link', label: 'thing.link', to: '/thing' },
    ],
    blocks: [
      form('edit', { route: 'PUT /thing/{Id}' }),
      form('create', { route: 'POST /thing' }),
      form('shown', { route: 'PUT /thing/{Id}', access: 'nobody' }),
      form('open', { route: 'PUT /thing/{Id}/open' }),
      {
        kind: 'grid',
        id: 'grid',
        entity: 'thing',
        find: '/thing',
        columns: ['Name'],
        edit: {
          sections,
          save: 'PUT /thing/{Id}',
          add: { field: 'Name', label: 'thing.add', route: 'POST /thing' },
        },
        bulk: { save: 'PUT /thing', fields: ['Name'] },
      },
      {
        kind: 'list-detail',
        id: 'detail',
        entity: 'thing',
        param: 'id',
        path: '/thing',
        lists: [{ id: 'all', title: 'thing.all', find: '/thing' }],
        form: { sections, update: 'PUT /thing/{Id}', create: 'POST /thing' },
      },
    ],
  },
};

function whoMay({ actions, blocks }: ScreenModel) {
  const block = (id: string) => blocks.find((one) => one.id === id);
  const saved = (id: string) => (block(id) as FormBlock).save.access;
  const { edit, bulk } = block('grid') as GridBlock;
  const detail = block('detail') as ListDetailBlock;
  return {
    actions: Object.fromEntries(actions.map(({ id, access }) => [id, access])),
    forms: Object.fromEntries(['edit', 'create', 'shown', 'open'].map((id) => [id, saved(id)])),
    row: edit?.form.save.access,
    added: edit?.add?.access,
    bulk: bulk?.access,
    detail: [detail.edit.save.access, detail.create?.form.save.access],
  };
}

const expected = {
  actions: {
    own: { kind: 'login' },
    silent: feature('Thing.Edit'),
    elsewhere: { kind: 'login' },
    link: { kind: 'login' },
  },
  forms: {
    edit: feature('Thing.Edit'),
    create: feature('Thing.View'),
    shown: feature(),
    open: { kind: 'login' },
  },
  row: feature('Thing.Edit'),
  added: feature('Thing.View'),
  bulk: feature('Thing.Edit'),
  detail: [feature('Thing.Edit'), feature('Thing.View')],
};

describe('access to a call', () => {
  const screenOf = (model: { readonly screens: ReadonlyMap<string, ScreenModel> }) =>
    model.screens.get('thing') as ScreenModel;

  it('is that of its route, unless the screen declares it', () => {
    expect(whoMay(screenOf(modelOfFiles(files)))).toEqual(expected);
  });

  it('is the same in a browser, which compiles late', () => {
    const model = modelOfFiles(files);
    const set = { files: Object.entries(files).map(([file, json]) => ({ file, json })) };
    const late = compileBundle(createBundle(set, { model, trees: new Map() }));
    expect(whoMay(screenOf(late))).toEqual(expected);
  });
});
