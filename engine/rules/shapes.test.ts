/** Input, payload, defaults and confirmations of a record. */
import { describe, expect, it } from 'vitest';
import { entityOf, testModel } from '../model/testModel.ts';
import type { DataRecord } from '../types/modelTypes.ts';
import { compileValidators } from '../validation/compileValidators.ts';
import { confirmationText } from './confirmationText.ts';
import { evaluateRecord } from './evaluateRecord.ts';
import { newRecord } from './newRecord.ts';
import { normaliseInput } from './normaliseInput.ts';
import { redact } from './redact.ts';
import { savePayload } from './savePayload.ts';
import type { RuleContext } from './types.ts';

const model = testModel({
  brand: { entity: { properties: { Name: { type: 'string' } } } },
  thing: {
    entity: {
      properties: {
        Name: { type: 'string' },
        BrandId: { 'x-ref': 'brand', 'x-expand': { as: 'Brand', fields: ['Id', 'Name'] } },
        OtherId: { 'x-ref': 'brand', 'x-expand': { as: 'Other', fields: ['Id', 'Name'] } },
        Brands: { type: 'array', items: { 'x-ref': 'brand' } },
        State: { type: 'string', readOnly: true, default: 'Open' },
        Start: { type: 'string', format: 'date' },
        Guess: { type: 'integer' },
        Memo: { type: 'string' },
        Sum: { type: 'integer', 'x-stored': false },
        Price: { type: 'number' },
        Secret: { type: 'string' },
        Rows: {
          type: 'array',
          items: {
            type: 'object',
            properties: {
              BrandId: { 'x-ref': 'brand', 'x-expand': { as: 'Brand', fields: ['Id', 'Name'] } },
              Count: { type: 'integer', default: 1 },
            },
          },
        },
        Place: { type: 'object', properties: { City: { type: 'string' } } },
      },
    },
    behaviour: {
      defaults: { Start: '$today', Guess: '1 + 1' },
      rules: [
        { id: 'sum', field: 'Sum', value: 'Price' },
        { id: 'guess', field: 'Guess', value: 'Price * 2', override: true },
        { id: 'memo', field: 'Memo', relevant: "Name = 'x'", retain: 'stash' },
        { id: 'dear', check: 'Price < 100', level: 'confirm', message: 'thing.dear' },
        {
          id: 'brands',
          field: 'OtherId',
          options: { from: 'brand', where: 'Name = $record.Name' },
          onInvalid: 'error',
        },
      ],
      policy: {
        write: 'login',
        fields: {
          Secret: { view: 'Thing.Secret' },
          BrandId: { view: 'Thing.Brand' },
          Memo: { view: 'Thing.Memo' },
        },
      },
    },
  },
});
const thing = entityOf(model, 'thing');
const context: RuleContext = {
  model,
  user: { Id: 'u', UserName: 'u', DisplayName: 'U', Roles: [], Features: [] },
  today: '2026-05-01',
  now: '2026-05-01T12:00:00Z',
  locale: 'en-CA',
  action: 'create',
};

describe('normaliseInput', () => {
  it('ignores the case of names, the declared spelling first', () => {
    expect(normaliseInput(thing, { name: 'a', NAME: 'b', brandid: '1', ROWS: [{ count: 2 }] })).toEqual({
      record: { Name: 'a', BrandId: '1', Rows: [{ Count: 2 }] },
      unknown: [],
    });
    expect(normaliseInput(thing, { name: 'a', Name: 'b' }).record).toEqual({ Name: 'b' });
  });

  it('accepts an object for an id that is not sent', () => {
    expect(
      normaliseInput(thing, {
        Brand: { Id: '1', Name: 'B' },
        Rows: [{ Brand: { Id: '2' } }],
        Brands: ['3', { Id: '4' }],
      }).record,
    ).toEqual({
      BrandId: '1',
      Rows: [{ BrandId: '2' }],
      Brands: ['3', '4'],
    });
    expect(normaliseInput(thing, { BrandId: '1', Brand: { Id: '2' } }).record).toEqual({ BrandId: '1' });
    expect(normaliseInput(thing, { Brand: null }).record).toEqual({ BrandId: null });
  });

  it('names unknown members, also in rows and objects', () => {
    const body = JSON.parse(
      '{"Nmae":1,"Rows":[{"Cuont":1},{"Cuont":2}],"Place":{"Town":1},"__proto__":{"a":1},"$where":1}',
    );
    expect(normaliseInput(thing, body).unknown).toEqual([
      'Nmae',
      'Rows.Cuont',
      'Place.Town',
      '__proto__',
      '$where',
    ]);
  });

  it('turns an empty text into null and leaves wrong types for the schema to refuse', () => {
    expect(
      normaliseInput(thing, { Name: '', Rows: 'x', Place: 7, Brands: { a: 1 }, Price: '12' }).record,
    ).toEqual({
      Name: null,
      Rows: 'x',
      Place: 7,
      Brands: { a: 1 },
      Price: '12',
    });
  });

  it('keeps only stashed and overridden values that the rules allow', () => {
    const { record, unknown } = normaliseInput(thing, {
      $stash: { '/Memo': 'm', '/Nope': 1 },
      $overrides: ['/Guess', '/Sum', 7],
    });
    expect(record).toEqual({ $stash: { '/Memo': 'm' }, $overrides: ['/Guess'] });
    expect(unknown).toEqual([]);
    expect(normaliseInput(thing, { $stash: 5, $overrides: 'all' }).record).toEqual({});
  });

  it('never throws for values that are not rows', () => {
    const { record } = normaliseInput(thing, { Rows: [1, null, [2]] });
    const validators = compileValidators(model);
    const { issues } = evaluateRecord(thing, record, context, validators);
    expect(issues.map(({ path, message }) => `${path} ${message}`)).toEqual([
      '/Rows/0 validation.type.object',
      '/Rows/1 validation.type.object',
      '/Rows/2 validation.type.object',
    ]);
  });
});

describe('newRecord', () => {
  it('has the declared defaults, constant and computed', () => {
    expect(newRecord(thing, context)).toEqual({
      State: 'Open',
      Start: '2026-05-01',
      Guess: 2,
      Brands: [],
      Rows: [],
    });
  });

  it('gives every record its own list', () => {
    expect(newRecord(thing, context).Rows).not.toBe(newRecord(thing, context).Rows);
  });
});

describe('savePayload', () => {
  it('omits read-only, computed, expanded and unknown members', () => {
    const record: DataRecord = {
      Id: '1',
      Revision: 2,
      Name: '',
      State: 'Open',
      Sum: 3,
      Guess: 4,
      Brand: { Id: '1' },
      BrandId: '1',
      Brands: [{ Id: '3', Name: 'C' }],
      Rows: [{ BrandId: '2', Brand: { Id: '2' } }],
      Plans: [],
      $stash: { '/Memo': 'm' },
      $overrides: ['/Guess'],
    };
    expect(savePayload(thing, record)).toEqual({
      Id: '1',
      Revision: 2,
      Name: null,
      Guess: 4,
      BrandId: '1',
      Brands: ['3'],
      Rows: [{ BrandId: '2', Count: null }],
      $stash: { '/Memo': 'm' },
      $overrides: ['/Guess'],
    });
  });

  it('round-trips to the same record', () => {
    const sent = savePayload(thing, {
      Name: 'a',
      BrandId: '1',
      Rows: [{ BrandId: '2', Count: 3 }],
      Brands: [{ Id: '3' }],
    });
    expect(normaliseInput(thing, sent)).toEqual({ record: sent, unknown: [] });
  });
});

describe('redact', () => {
  it('drops what the person may not see, also in expansions and memory', () => {
    const record = { Name: 'a', Secret: 's', BrandId: '1', Brand: { Id: '1' }, $stash: { '/Memo': 'm' } };
    expect(redact(new Map(), thing, record, { Features: [] })).toEqual({ Name: 'a', $stash: {} });
    expect(
      redact(new Map(), thing, record, { Features: ['Thing.Secret', 'Thing.Brand', 'Thing.Memo'] }),
    ).toBe(record);
  });
});

describe('confirmationText', () => {
  const issue = { rule: 'dear', path: '', level: 'confirm', message: 'thing.dear', params: {} } as const;

  it('is valid only while what the rule reads is unchanged', () => {
    const text = confirmationText(thing, { Name: 'a', Price: 200 }, issue);
    expect(confirmationText(thing, { Price: 200, Name: 'b', Memo: null }, issue)).toBe(text);
    expect(confirmationText(thing, { Name: 'a', Price: 201 }, issue)).not.toBe(text);
    expect(confirmationText(thing, { Name: 'a', Price: 200 }, { ...issue, path: '/Price' })).not.toBe(text);
  });
});

describe('a choice that must be offered', () => {
  it('is checked where the expanded record suffices', () => {
    const validators = compileValidators(model);
    const other = (name: string) => ({
      Name: 'N',
      OtherId: '00000000-0000-4000-8000-000000000007',
      Other: { Id: '00000000-0000-4000-8000-000000000007', Name: name },
    });
    expect(evaluateRecord(thing, other('N'), context, validators).issues).toEqual([]);
    expect(evaluateRecord(thing, other('M'), context, validators).issues.map(({ rule }) => rule)).toEqual([
      'brands',
    ]);
  });
});
