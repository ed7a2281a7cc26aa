/** A small model with every kind of field, for the tests of this folder. */
import { compileModel } from '../model/compileModel.ts';
import type { EntityModel, Model } from '../types/modelTypes.ts';

/** Compiled on each call; the declarations have no expressions. */
export function exampleModel(): { model: Model; entity: EntityModel } {
  const files = [
    { file: 'schemas/defaults.json', json: defaults },
    { file: 'schemas/lookups/state.json', json: states },
    { file: 'schemas/shop/brand/entity.json', json: brand },
    { file: 'schemas/shop/item/entity.json', json: item },
  ];
  const { model } = compileModel({ files }, { parse: () => ({ problems: [] }), review: false });
  const entity = model.entities.get('item');
  if (!entity) throw new Error('The example does not compile.');
  return { model, entity };
}

const defaults = {
  settings: { pageSize: 10, maximumPageSize: 1000 },
  systemFields: { Id: { type: 'string', format: 'uuid', readOnly: true } },
};

const states = {
  $id: 'state',
  items: [
    { Id: 1, Name: 'InDesign', title: 'In Design' },
    { Id: 2, Name: 'Active', title: 'Active' },
  ],
};

const brand = {
  $id: 'brand',
  title: 'Brand',
  type: 'object',
  properties: {
    Name: { type: 'string' },
    ParentId: { 'x-ref': 'brand', 'x-expand': { as: 'Parent', fields: ['Id', 'Name'] } },
  },
};

const item = {
  $id: 'item',
  title: 'Item',
  type: 'object',
  properties: {
    Name: { type: 'string' },
    Count: { type: 'integer' },
    Price: { type: 'number', 'x-money': { scale: 2 } },
    IsOpen: { type: 'boolean' },
    Day: { type: 'string', format: 'date' },
    At: { type: 'string', format: 'date-time' },
    BrandId: { 'x-ref': 'brand', 'x-expand': { as: 'Brand', fields: ['Id', 'Name'] } },
    StateId: { 'x-lookup': 'state', 'x-expand': { as: 'State', fields: ['Id', 'Name'] } },
    Parts: { type: 'array', items: { $ref: '#/$defs/Part' } },
    Computed: { type: 'boolean', 'x-stored': false },
  },
  $defs: { Part: { type: 'object', properties: { Label: { type: 'string' } } } },
};
