import { expect, it } from 'vitest';
import type { Change } from './types.ts';
import { withoutEntity } from './withoutEntity.ts';

const change = (kind: string, name: string, more: object = {}) =>
  ({ kind, name, ...more }) as unknown as Change;
const key = ({ kind, name }: Change) => `${kind}/${name}`;

const own = [
  change('entity', 'crate'),
  change('field', 'crate.Size', { type: 'choice' }),
  change('rule', 'crate.size-known'),
  change('adjust', 'field.crate.Name'),
  change('adjust', 'column.crate-list.crate-list.Name'),
  change('place', 'crate-create.form.item.Size', { screen: 'crate-create' }),
  change('place', 'crate-list.list.column.Size', { screen: 'crate-list' }),
  change('lookup', 'crate-size.Huge'),
  change('message', 'field.crate.Size'),
  change('role', 'viewer', { add: ['Custom.Crate.View'] }),
];
const others = [
  change('entity', 'crate-lid'),
  change('field', 'crate-lid.Size'),
  change('field', 'product.CrateId', { type: 'reference', reference: 'crate-lid' }),
  change('place', 'products.products.column.CrateId', { screen: 'products' }),
  change('message', 'field.crate-lid.Size'),
  change('role', 'admin', { add: ['Custom.Crate.Edit', 'Product.Menu'], was: {} }),
];

it('removes an entity with fields, rules, placements, lists, texts and permissions, and nothing else', () => {
  const { changes, gone, changed } = withoutEntity([...own, ...others], 'crate');
  expect(gone.map(key)).toEqual(own.slice(1).map(key));
  expect(changes.map(key)).toEqual(others.map(key));
  expect(changed).toEqual([{ kind: 'role', name: 'admin', add: ['Product.Menu'], was: {} }]);
});

it('removes fields that refer to it and changes about them; rows with other fields stay without it', () => {
  const reference = { type: 'reference', reference: 'crate' };
  const row = { name: 'Part', type: 'text' };
  const place = (field: string, block = 'products') =>
    change('place', `products.${block}.column.${field}`, { screen: 'products', block, as: 'column', field });
  const gone = [
    change('field', 'product.CrateId', reference),
    change('field', 'product.Crates', { type: 'references', reference: 'crate' }),
    change('field', 'product.Only', { type: 'rows', fields: [{ name: 'CrateId', ...reference }] }),
    place('CrateId'),
    place('Crate.Name'),
    place('Parts.Crate.Name'),
    change('adjust', 'column.products.products.Parts.CrateId'),
    change('adjust', 'field.product.CrateId'),
    change('message', 'field.product.Parts.CrateId'),
    change('rule', 'product.crate-known', { field: 'CrateId' }),
  ];
  const stays = [
    change('field', 'product.CrateIdent', { type: 'text' }),
    change('field', 'product.Broken', { type: 'rows', fields: {} }),
    place('CrateIdent'),
    place('CrateId', 'elsewhere'),
    place('Parts.Part'),
    change('rule', 'product.named', { field: 'Name' }),
  ];
  const parts = change('field', 'product.Parts', {
    type: 'rows',
    fields: [row, { name: 'CrateId', ...reference }],
  });
  const found = withoutEntity([change('entity', 'crate'), ...gone, ...stays, parts], 'crate', (_, block) =>
    block === 'products' ? 'product' : 'plan',
  );
  expect(found.gone.map(key)).toEqual(gone.map(key));
  expect(found.changes.map(key)).toEqual([...stays, parts].map(key));
  expect(found.changed).toEqual([{ ...parts, fields: [row] }]);
});

it('keeps a role that the overlay creates, even if it had nothing else', () => {
  const role = change('role', 'packer', { title: { 'en-CA': 'Packer' }, add: ['Custom.Crate.View'] });
  const { changes, gone } = withoutEntity([change('entity', 'crate'), role], 'crate');
  expect(changes).toEqual([{ kind: 'role', name: 'packer', title: { 'en-CA': 'Packer' } }]);
  expect(gone).toEqual([]);
});
