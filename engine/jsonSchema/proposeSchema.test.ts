import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { proposeSchema } from './proposeSchema.ts';
import { rootsOf } from './rootsOf.ts';

const propose = (properties: object, more: object = {}) =>
  proposeSchema({ type: 'object', properties, ...more });
const fieldsOf = (properties: object, more: object = {}) => {
  const [entity] = propose(properties, more).entities;
  return Object.fromEntries((entity?.fields ?? []).map((field) => [field.name, field]));
};
const misfitsOf = (properties: object, more: object = {}) =>
  propose(properties, more).misfits.map(({ at, code }) => `${at} ${code}`);

describe('fields from a JSON Schema', () => {
  it('translates types, formats and limits', () => {
    const fields = fieldsOf(
      {
        code: { type: 'string', maxLength: 12, minLength: 2, pattern: '^[A-Z]+$' },
        story: { type: 'string', maxLength: 5000, description: 'What happened.' },
        day: { type: 'string', format: 'date' },
        seen: { type: 'string', format: 'date-time' },
        mail: { type: 'string', format: 'email' },
        page: { type: 'string', format: 'uri' },
        spot: { type: 'string', format: 'place' },
        consent: { type: 'string', format: 'signature' },
        count: { type: 'integer', exclusiveMinimum: 0, maximum: 5, default: 3 },
        old: { type: 'number', minimum: 1, exclusiveMinimum: true },
        price: { type: 'number', multipleOf: 0.01 },
        done: { type: 'boolean' },
        state: { enum: ['new', 'in work', null], default: 'in work' },
        tags: { type: 'array', items: { enum: ['a', 'b'] } },
        scan: { type: 'string', contentEncoding: 'base64', contentMediaType: 'image/png' },
        maybe: { type: ['string', 'null'] },
      },
      { required: ['code', 'maybe', 'done'] },
    );
    expect(Object.entries(fields).map(([name, { type }]) => [name, type])).toEqual([
      ['Code', 'text'],
      ['Story', 'multiline'],
      ['Day', 'date'],
      ['Seen', 'datetime'],
      ['Mail', 'email'],
      ['Page', 'link'],
      ['Spot', 'place'],
      ['Consent', 'signature'],
      ['Count', 'integer'],
      ['Old', 'decimal'],
      ['Price', 'decimal'],
      ['Done', 'boolean'],
      ['State', 'choice'],
      ['Tags', 'choices'],
      ['Scan', 'file'],
      ['Maybe', 'text'],
    ]);
    expect(fields.Code?.facts).toEqual({ minLength: 2, maxLength: 12, pattern: '^[A-Z]+$', required: true });
    expect(fields.Story?.facts.help?.['en-CA']).toBe('What happened.');
    expect(fields.Count?.facts).toEqual({ minimum: 1, maximum: 5, default: 3 });
    expect(fields.Old?.facts).toEqual({ minimum: 1.0001, scale: 4 });
    expect(fields.Price?.facts).toEqual({ scale: 2 });
    expect(fields.State?.facts.default).toBe('InWork');
    expect(fields.Maybe?.facts.required).toBeUndefined();
  });

  it('merges references and allOf, and flattens nested objects', () => {
    const $defs = {
      address: { properties: { street: { type: 'string' }, zip: { type: 'string' } }, required: ['street'] },
      'a/b~c': { properties: { note: { type: 'string' } } },
    };
    const properties = { home: { $ref: '#/$defs/address', title: 'Home address' } };
    const allOf = [{ $ref: '#/$defs/a~1b~0c' }, { required: ['home'] }];
    const fields = fieldsOf(properties, { $defs, allOf });
    expect(Object.keys(fields)).toEqual(['HomeStreet', 'HomeZip', 'Note']);
    expect(fields.HomeStreet).toMatchObject({ title: 'Home address – Street', facts: { required: true } });
    expect(fields.HomeZip?.facts.required).toBeUndefined();
  });

  it('shows the members of an alternative for the values of the discriminator', () => {
    const oneOf = [
      {
        properties: { kind: { const: 'card' }, number: { type: 'string' }, until: {} },
        required: ['number'],
      },
      { properties: { kind: { const: 'bank' }, iban: { type: 'string' }, until: {} } },
    ];
    const fields = fieldsOf({}, { oneOf });
    expect(fields.Kind).toMatchObject({ type: 'choice', facts: { required: true } });
    expect(fields.Number?.facts).toMatchObject({ visible: "Kind = 'Card'", required: true });
    expect(fields.Iban?.facts.visible).toBe("Kind = 'Bank'");
    expect(fields.Until?.facts.visible).toBeUndefined();
    const mapped = {
      discriminator: { propertyName: 'pet', mapping: { meow: '#/$defs/Cat' } },
      oneOf: [{ $ref: '#/$defs/Cat' }, { $ref: '#/$defs/Dog' }],
      $defs: {
        Cat: { properties: { pet: { type: 'string' }, lives: { type: 'integer' } } },
        Dog: { properties: { pet: { type: 'string' }, bark: { type: 'boolean' } } },
      },
    };
    const [entity] = proposeSchema(mapped).entities;
    expect(entity?.fields.map(({ name, facts }) => [name, facts.visible])).toEqual([
      ['Pet', undefined],
      ['Lives', "Pet = 'Meow'"],
      ['Bark', "Pet = 'Dog'"],
    ]);
  });

  it('makes rows of lists of objects, and entities of those with lists of their own', () => {
    const line = { type: 'object', required: ['sku'], properties: { sku: { type: 'string' } } };
    const { entities } = propose({
      names: { type: 'array', items: { type: 'string' } },
      lines: { type: 'array', items: line, maxItems: 5 },
      parcels: {
        type: 'array',
        items: { properties: { weight: { type: 'number' }, lines: { items: line } } },
      },
    });
    const [order, parcel] = entities;
    expect(order?.fields.map(({ name, type }) => [name, type])).toEqual([
      ['Names', 'rows'],
      ['Lines', 'rows'],
    ]);
    expect(order?.fields[1]?.facts).toMatchObject({ maxItems: 5, fields: [{ name: 'Sku', required: true }] });
    expect(parcel).toMatchObject({ title: 'Parcels', owner: 0 });
    expect(parcel?.fields.map(({ name }) => name)).toEqual(['Weight', 'Lines']);
  });

  it('lists what does not fit, with its place', () => {
    const properties = {
      slow: { type: 'string', pattern: '(a+)+(?=b)' },
      far: { $ref: 'https://example.com/x.json' },
      gone: { $ref: '#/$defs/none' },
      self: { $ref: '#' },
      mixed: { type: ['string', 'integer'] },
      open: { type: 'object' },
      crossed: { type: 'integer', minimum: 5, maximum: 1 },
      start: { type: 'integer', default: 'x' },
      when: { type: 'string', format: 'week' },
      objects: { enum: [{ a: 1 }] },
    };
    expect(misfitsOf(properties, { not: {}, patternProperties: { x: {} } })).toEqual(
      expect.arrayContaining([
        '/not keyword',
        '/patternProperties keyword',
        '/properties/slow/pattern pattern',
        '/properties/far/$ref reference-remote',
        '/properties/gone/$ref reference-missing',
        '/properties/self/$ref recursive',
        '/properties/mixed type-mixed',
        '/properties/open open-object',
        '/properties/crossed/minimum limits',
        '/properties/start/default default',
        '/properties/when/format format',
        '/properties/objects/enum enum-values',
      ]),
    );
  });

  it('finds the schemas of an OpenAPI document', () => {
    const schemas = { Pet: { properties: { name: { type: 'string' } } }, Text: { type: 'string' } };
    const document = { openapi: '3.1.0', components: { schemas } };
    expect(rootsOf(document)).toEqual([{ at: '/components/schemas/Pet', title: 'Pet' }]);
    expect(proposeSchema(document).entities[0]?.fields[0]?.name).toBe('Name2');
  });

  it('is bounded for many properties and references that multiply or lead back', () => {
    const many = Object.fromEntries(
      Array.from({ length: 10_000 }, (_, at) => [`p${at}`, { type: 'string' }]),
    );
    const { entities, misfits, misfitCount } = propose(many);
    expect(entities[0]?.fields).toHaveLength(400);
    expect([misfits.length, misfitCount]).toEqual([500, 9600]);
    const $defs = Object.fromEntries(
      Array.from({ length: 40 }, (_, at) => {
        const next = { $ref: `#/$defs/d${at + 1}` };
        return [`d${at}`, { properties: { a: next, b: next }, allOf: [next, next] }];
      }),
    );
    expect(propose({ start: { $ref: '#/$defs/d0' } }, { $defs }).misfits.length).toBeGreaterThan(0);
    const lists = { properties: { list: { type: 'array', items: { $ref: '#' } } } };
    expect(proposeSchema(lists).misfits.map(({ code }) => code)).toContain('recursive');
  });

  it('reads any JSON without failing, with names of fields that are allowed', () => {
    const word = fc.constantFrom(
      ...['properties', 'items', 'type', 'enum', 'const', 'oneOf', 'anyOf', 'allOf', '$ref', 'required'],
      ...['default', 'minimum', 'maxLength', 'pattern', 'format', 'title', '__proto__', 'discriminator'],
    );
    const value = fc.constantFrom<unknown>(
      ...['#', 'object', 'array', 'string', 'date', '(', '', 0, -1, null],
    );
    const { node } = fc.letrec((tie) => ({
      node: fc.oneof(
        { maxDepth: 5, withCrossShrink: true },
        value,
        fc.array(tie('node'), { maxLength: 3 }),
        fc.dictionary(word, tie('node'), { maxKeys: 4 }),
      ),
    }));
    fc.assert(
      fc.property(node, (document) => {
        for (const { fields } of proposeSchema(document).entities)
          for (const { name, type } of fields) {
            expect(name).toMatch(/^[A-Z][A-Za-z0-9]{0,63}$/);
            expect(type).toMatch(/^[a-z]+$/);
          }
      }),
      { numRuns: 300 },
    );
  });

  it('reads values that have no text', () => {
    const odd = { toString: 1, valueOf: 1 };
    const a = { type: [odd, odd], required: [odd], enum: [odd], default: odd, format: odd, title: odd };
    expect(() => propose({ a, b: { type: odd, items: { type: odd } } }, { required: [odd] })).not.toThrow();
  });

  it('reads the JSON Schemas of the language itself', () => {
    for (const name of [
      'declaration/entity',
      'declaration/screen',
      'declaration/behaviour',
      'overlay/overlay',
    ]) {
      const document = JSON.parse(readFileSync(`engine/${name}.schema.json`, 'utf8'));
      expect(proposeSchema(document).entities[0]?.fields.length, name).toBeGreaterThan(3);
    }
  });
});
