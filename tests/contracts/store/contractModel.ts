/** The declarations the contract suite runs on: a small catalogue with every kind of field. */
import { compileModel, type Model } from '#engine';

type Entity = { readonly $id: string; readonly properties: Readonly<Record<string, object>> } & Readonly<
  Record<string, unknown>
>;

/** The model of the suite, or one with other entities in place of those with the same `$id`. */
export function contractModel(changed: readonly Entity[] = []): Model {
  const entities = [
    ...contractEntities.filter(({ $id }) => !changed.some((each) => each.$id === $id)),
    ...changed,
  ];
  const files = [
    { file: 'schemas/defaults.json', json: { settings: {}, systemFields } },
    { file: 'schemas/lookups/state.json', json: states },
    ...entities.map((entity) => ({
      file: `schemas/shop/${entity.$id}/entity.json`,
      json: { title: entity.$id, type: 'object', ...entity },
    })),
  ];
  const { model, findings } = compileModel({ files }, { parse: () => ({ problems: [] }), review: false });
  const [wrong] = findings.filter((finding) => finding.severity === 'error');
  if (wrong) throw new Error(`${wrong.file}${wrong.path}: ${wrong.message}`);
  return model;
}

/** An entity of the suite, to be declared differently. */
export function contractEntity(id: string): Entity {
  const found = contractEntities.find(({ $id }) => $id === id);
  if (!found) throw new Error(`There is no entity ${id} in the suite.`);
  return found;
}

const systemFields = {
  Id: { type: 'string', format: 'uuid', readOnly: true },
  Revision: { type: 'integer', readOnly: true },
};

const states = {
  $id: 'state',
  items: [
    { Id: 1, Name: 'InDesign', title: 'In Design' },
    { Id: 2, Name: 'InPricing', title: 'In Pricing' },
    { Id: 3, Name: 'Active', title: 'Active' },
  ],
};

const contractEntities: readonly Entity[] = [
  {
    $id: 'maker',
    properties: {
      Name: { type: 'string' },
      ParentId: { 'x-ref': 'maker', 'x-expand': { as: 'Parent', fields: ['Id', 'Name'] } },
    },
  },
  { $id: 'tag', properties: { Name: { type: 'string' } } },
  {
    $id: 'item',
    properties: {
      Name: { type: 'string' },
      Code: { type: 'string' },
      Version: { type: 'integer' },
      Notes: { type: 'string', format: 'multiline' },
      Count: { type: 'integer' },
      Ratio: { type: 'number' },
      Price: { type: 'number', 'x-money': { scale: 2 } },
      IsOpen: { type: 'boolean' },
      Day: { type: 'string', format: 'date' },
      At: { type: 'string', format: 'date-time' },
      MakerId: { 'x-ref': 'maker', 'x-expand': { as: 'Maker', fields: ['Id', 'Name', 'Parent'] } },
      StateId: { 'x-lookup': 'state', 'x-expand': { as: 'State', fields: ['Id', 'Name'] }, default: 1 },
      Tags: { type: 'array', items: { 'x-ref': 'tag' }, 'x-expand': { fields: ['Id', 'Name'] } },
      Parts: { type: 'array', items: { $ref: '#/$defs/Part' } },
      Size: { type: 'object', properties: { Width: { type: 'number' }, Label: { type: 'string' } } },
      Extra: {},
      IsDerived: { type: 'boolean', 'x-stored': false },
    },
    $defs: {
      Part: {
        type: 'object',
        properties: {
          Label: { type: 'string' },
          Cost: { type: 'number', 'x-money': { scale: 2 } },
          IsFree: { type: 'boolean' },
          TagId: { 'x-ref': 'tag', 'x-expand': { as: 'Tag', fields: ['Id', 'Name'] } },
          TagIds: { type: 'array', items: { 'x-ref': 'tag' }, 'x-expand': { fields: ['Id', 'Name'] } },
          StateId: { 'x-lookup': 'state', 'x-expand': { as: 'State', fields: ['Id', 'Name'] } },
        },
      },
    },
    'x-unique': [
      {
        id: 'item.code',
        fields: ['Code', 'Version'],
        within: ['MakerId'],
        collation: 'nocase',
        message: 'item.code',
        at: 'Code',
      },
      { id: 'item.notes', fields: ['Notes'], collation: 'exact', message: 'item.notes', at: 'Notes' },
    ],
    'x-index': ['Name', 'Day', 'Price'],
  },
  {
    $id: 'pair',
    properties: { Of: { type: 'string' }, One: { type: 'string' }, Other: { type: 'string' } },
    'x-unique': [
      {
        id: 'pair.any-order',
        fields: ['One', 'Other'],
        anyOrder: true,
        within: ['Of'],
        message: 'item.code',
      },
    ],
  },
  {
    $id: 'piece',
    properties: {
      ItemId: {
        'x-ref': 'item',
        'x-owner': true,
        'x-expand': { as: 'Item', fields: ['Id', 'Name', 'Tags'] },
      },
      Name: { type: 'string' },
      SortOrder: { type: 'integer' },
    },
    'x-order': { field: 'SortOrder', within: ['ItemId'] },
  },
  { $id: 'sliver', properties: { PieceId: { 'x-ref': 'piece', 'x-owner': true }, Name: { type: 'string' } } },
];
