/** Test form with small declarations that use every kind of rule. */
import { entityOf, testModel } from '../model/testModel.ts';
import type { RuleContext } from '../rules/types.ts';
import type { DataRecord } from '../types/modelTypes.ts';
import { compileValidators } from '../validation/compileValidators.ts';
import { createForm } from './createForm.ts';
import type { FormOptions, FormState } from './types.ts';

export const model = testModel({
  brand: { entity: { properties: { Name: { type: 'string' } } } },
  group: {
    entity: {
      properties: {
        Name: { type: 'string' },
        BrandId: { 'x-ref': 'brand', 'x-expand': { as: 'Brand', fields: ['Id', 'Name'] } },
      },
    },
  },
  item: { entity: { properties: { Name: { type: 'string' } } } },
  order: {
    entity: {
      required: ['Name', 'Lines'],
      properties: {
        Name: { type: 'string', minLength: 2, maxLength: 8 },
        Kind: { type: 'string' },
        Detail: { type: 'string', maxLength: 4 },
        Memo: { type: 'string' },
        Hidden: { type: 'string', maxLength: 4 },
        Start: { type: 'string', format: 'date' },
        End: { type: 'string', format: 'date' },
        Code: { type: 'string' },
        BrandId: { 'x-ref': 'brand', 'x-expand': { as: 'Brand', fields: ['Id', 'Name'] } },
        GroupId: { 'x-ref': 'group', 'x-expand': { as: 'Group', fields: ['Id', 'Name', 'BrandId'] } },
        Total: { type: 'number', 'x-stored': false },
        Guess: { type: 'number' },
        Locked: { type: 'boolean' },
        Secret: { type: 'string' },
        GroupIds: {
          type: 'array',
          items: { 'x-ref': 'group' },
          'x-expand': { fields: ['Id', 'Name', 'BrandId'] },
        },
        Lines: { type: 'array', maxItems: 4, items: { $ref: '#/$defs/Line' } },
      },
      $defs: {
        Line: {
          type: 'object',
          required: ['ItemId'],
          properties: {
            ItemId: { 'x-ref': 'item', 'x-expand': { as: 'Item', fields: ['Id', 'Name'] } },
            Count: { type: 'integer', minimum: 0, default: 1 },
            Price: { type: 'number' },
            Sum: { type: 'number', 'x-stored': false },
            IsOptional: { type: 'boolean', default: true },
            IsMain: { type: 'boolean' },
            Excluded: { type: 'array', items: { 'x-ref': 'item' }, 'x-expand': { fields: ['Id', 'Name'] } },
          },
        },
      },
      'x-unique': [{ id: 'order.code.unique', fields: ['Code'], message: 'order.code.unique', at: 'Code' }],
    },
    behaviour: {
      rules: [
        { id: 'detail', field: 'Detail', relevant: "Kind = 'other'" },
        { id: 'detail-needed', field: 'Detail', required: "Kind = 'other'" },
        { id: 'memo', field: 'Memo', relevant: "Kind = 'other'", retain: 'stash' },
        { id: 'hidden', field: 'Hidden', relevant: "Kind = 'other'", retain: 'keep' },
        { id: 'end-later', check: '$after(End, Start)', at: ['End'], message: 'order.end-later' },
        { id: 'dear', check: 'Total < 100', level: 'confirm', message: 'order.dear' },
        { id: 'wordy', check: '$length(Memo) < 5', at: ['Memo'], level: 'warning', message: 'order.wordy' },
        { id: 'sum', each: 'Lines', field: 'Sum', value: 'Count * Price' },
        { id: 'total', field: 'Total', value: '$sum(Lines.Sum)' },
        { id: 'guess', field: 'Guess', value: 'Total * 2', override: true },
        {
          id: 'locked',
          field: ['Name', 'Lines'],
          editable: 'Locked != true or $not($has(Locked))',
          message: 'order.locked',
        },
        {
          id: 'one-main',
          each: 'Lines',
          onUserChange: 'IsMain',
          when: 'IsMain',
          others: { IsMain: 'false' },
        },
        { id: 'price-needed', each: 'Lines', field: 'Price', required: "$record.Kind = 'priced'" },
        {
          id: 'once',
          each: 'Lines',
          check: '$count($record.Lines[ItemId = $row.ItemId]) = 1',
          when: '$has(ItemId)',
          at: ['ItemId'],
          message: 'order.once',
        },
        { id: 'first', each: 'Lines', check: '$index > 0 or Count < 9', message: 'order.first' },
        { id: 'excluded', each: 'Lines', field: 'Excluded', relevant: 'IsOptional = true', retain: 'stash' },
        { id: 'both-ways', each: 'Lines', field: 'Excluded', mirror: 'ItemId' },
        {
          id: 'groups',
          field: 'GroupId',
          options: {
            from: 'group',
            where: '$not($has($record.BrandId)) or BrandId = $record.BrandId',
            sort: ['Name'],
          },
          onInvalid: 'clear',
        },
        {
          id: 'many-groups',
          field: 'GroupIds',
          options: { from: 'group', where: '$not($has($record.BrandId)) or BrandId = $record.BrandId' },
          onInvalid: 'clear',
        },
        {
          id: 'picks-brand',
          onUserChange: 'GroupId',
          when: '$has($option)',
          set: { BrandId: '$option.BrandId' },
        },
      ],
      policy: { view: 'login', write: 'login', fields: { Secret: { view: 'Order.Secret' } } },
    },
  },
});

export const validators = compileValidators(model);
export const order = entityOf(model, 'order');

export const context: Omit<RuleContext, 'action' | 'previous'> = {
  model,
  user: { Id: 'u', UserName: 'u', DisplayName: 'U', Roles: [], Features: [] },
  today: '2026-05-01',
  now: '2026-05-01T12:00:00Z',
  locale: 'en-CA',
};

/** A readable UUID for a number. */
export const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

export const line = (item: number, more: DataRecord = {}): DataRecord => ({
  ItemId: id(item),
  Item: { Id: id(item), Name: `Item ${item}` },
  Count: 1,
  Price: 10,
  Sum: 10,
  IsOptional: true,
  Excluded: [],
  ...more,
});

/** An order as the server would answer it. */
export const storedOrder: DataRecord = {
  Id: id(1),
  Revision: 3,
  Name: 'Order',
  Kind: 'plain',
  Total: 20,
  Guess: 40,
  Lines: [line(1), line(2)],
};

/** A form over an order. */
export function orderForm(record: DataRecord = storedOrder, more: Partial<FormOptions> = {}): FormState {
  return createForm({ entity: order, record, isNew: false, context, validators, ...more });
}
