import { describe, expect, it } from 'vitest';
import { featuresOfEntity } from './applyEntity.ts';
import { checkChange } from './checkChange.ts';
import { copyEntity } from './copyEntity.ts';
import type { Change } from './types.ts';

const texts = (text: string) => ({ 'en-CA': text, 'fr-CA': text });
const change = (kind: string, name: string, words: object = {}) =>
  ({ kind, name, ...words }) as unknown as Change;
const view = featuresOfEntity('crate').view;

const own = [
  change('entity', 'crate', { title: texts('Crate'), plural: texts('Crates'), retired: true, icon: 'tag' }),
  change('field', 'crate.Size', { type: 'integer', title: texts('Size') }),
  change('field', 'crate.InsideId', { type: 'reference', reference: 'crate', title: texts('Inside') }),
  change('rule', 'crate.size-known', { field: 'Size', required: 'Size > 1' }),
  change('workflow', 'crate', {
    field: 'State',
    states: [{ name: 'Open', title: texts('Open') }],
    transitions: [{ id: 'close', access: view, title: texts('Close'), to: 'Open' }],
  }),
  change('activity', 'crate', { comments: true }),
  change('section', 'crate-create.form.more', { title: texts('More') }),
  change('adjust', 'field.crate.Name', { title: texts('Label') }),
  change('adjust', 'column.crate-list.list.Name', { width: 90 }),
  change('place', 'crate-create.form.item.Size', {
    ...{ screen: 'crate-create', block: 'form', as: 'item', field: 'Size' },
  }),
  change('view', 'crate-list.list.big', { screen: 'crate-list', block: 'list', title: texts('Big') }),
  change('block', 'crate.inside', { widget: 'chart', by: 'InsideId', settings: { entity: 'crate' } }),
  change('lookup', 'crate-size.Huge', { title: texts('Huge') }),
  change('message', 'field.crate.Size', { text: texts('Extent') }),
];
const role = change('role', 'viewer', { add: [view, 'Custom.Crate.Step.Close', 'Product.Menu'] });
const others = [
  change('entity', 'crate-lid', { title: texts('Lid'), plural: texts('Lids') }),
  change('field', 'crate.Sum', {
    type: 'integer',
    rollUp: { of: 'crate-lid', by: 'CrateId', function: 'count' },
  }),
  change('field', 'crate-lid.CrateId', { type: 'reference', reference: 'crate', title: texts('Crate') }),
  change('place', 'products.products.column.Code', { screen: 'products', block: 'products', as: 'column' }),
  change('automation', 'crate.tell', {}),
  change('block', 'crate.lids', { widget: 'chart', by: 'CrateId', settings: { entity: 'crate-lid' } }),
  change('role', 'admin', { add: ['Product.Menu'] }),
];
const copied = copyEntity([...own, ...others, role], {
  ...{ from: 'crate', to: 'box', title: texts('Box'), plural: texts('Boxes') },
});

describe('copyEntity', () => {
  it('copies everything of the entity under new names, and nothing else', () => {
    expect(copied.map(({ kind, name }) => `${kind}/${name}`)).toEqual([
      ...own.map(({ kind, name }) => `${kind}/${name.replace('crate', 'box')}`),
      'role/viewer',
    ]);
  });

  it('gives the copy its own titles, references to itself and rights, in use', () => {
    expect(copied[0]).toEqual({
      kind: 'entity',
      name: 'box',
      title: texts('Box'),
      plural: texts('Boxes'),
      icon: 'tag',
    });
    expect(copied.find(({ name }) => name === 'box.InsideId')).toMatchObject({ reference: 'box' });
    expect(copied.find(({ kind }) => kind === 'block')).toMatchObject({ settings: { entity: 'box' } });
    expect(copied.find(({ kind }) => kind === 'workflow')).toMatchObject({
      transitions: [{ id: 'close', access: 'Custom.Box.View' }],
    });
    expect(copied.at(-1)).toMatchObject({
      add: [view, 'Custom.Crate.Step.Close', 'Product.Menu', 'Custom.Box.View', 'Custom.Box.Step.Close'],
    });
  });

  it('names placements as their content asks', () => {
    for (const one of copied.filter(({ kind }) => kind === 'place')) expect(checkChange(one)).toEqual([]);
  });
});
