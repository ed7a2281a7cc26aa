/** Computed values keep the decimals of their field: in the form, on the server and in new records. */
import { expect, it } from 'vitest';
import { entityOf, testModel } from '../model/testModel.ts';
import { evaluateRecord } from '../rules/evaluateRecord.ts';
import { newRecord } from '../rules/newRecord.ts';
import { compileValidators } from '../validation/compileValidators.ts';
import { createForm } from './createForm.ts';
import { context as orderContext } from './testForm.ts';

const model = testModel({
  quote: {
    entity: {
      properties: {
        Base: { type: 'number' },
        Fee: { type: 'number', 'x-money': { scale: 2 }, 'x-stored': false },
        Share: { type: 'number', 'x-percent': { scale: 3 } },
        Months: { type: 'integer' },
        Start: { type: 'number', 'x-money': { scale: 2 } },
        Free: { type: 'number' },
        Noisy: { type: 'number' },
      },
    },
    behaviour: {
      rules: [
        { id: 'fee', field: 'Fee', value: 'Base * 1.05' },
        { id: 'share', field: 'Share', value: 'Base / 3', override: true },
        { id: 'months', field: 'Months', value: 'Base / 10' },
        { id: 'free', field: 'Free', value: 'Base / 8' },
        // 0.1 + 0.2 in binary floating point.
        { id: 'noisy', field: 'Noisy', value: '0.1 + 0.2' },
      ],
    },
  },
});
const entity = entityOf(model, 'quote');
const validators = compileValidators(model);
const context = { ...orderContext, model, action: 'create' };
const expected = { Fee: 215.78, Share: 68.5, Months: 21, Free: 25.6875, Noisy: 0.3 };

it('the server rounds halves away from zero and finds no issue', () => {
  const { record, issues } = evaluateRecord(entity, { Base: 205.5 }, context, validators);
  expect(record).toMatchObject(expected);
  expect(issues).toEqual([]);
  const below = evaluateRecord(entity, { Base: -205.5 }, context, validators);
  expect(below.record).toMatchObject({ Fee: -215.78, Months: -21 });
});

it('the form rounds like the server', () => {
  const form = createForm({ entity, record: {}, isNew: true, context, validators });
  form.change('/Base', 205.5);
  for (const [name, value] of Object.entries(expected)) expect(form.view(`/${name}`).value).toBe(value);
});

it('so does a computed default', () => {
  const Start = entity.fieldByPath.get('Start');
  const value = { text: '1.005', evaluate: () => 1.005, reads: [], calls: [] };
  const starting = { ...entity, defaults: [{ field: 'Start', value }] } as unknown as typeof entity;
  expect(Start).toBeDefined();
  expect(newRecord(starting, context).Start).toBe(1.01);
});
