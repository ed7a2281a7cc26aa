import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { testModel } from '../model/testModel.ts';
import { schemaIssue } from '../rules/fieldIssues.ts';
import type { Validators } from '../rules/types.ts';
import type { FieldModel } from '../types/modelTypes.ts';
import { checkedSchema } from './checkedSchema.ts';
import { compileValidators, createValidatorCompiler } from './compileValidators.ts';
import { interpretSchema } from './interpretSchema.ts';
import { loadValidatorRuntime } from './runtime.ts';
import { validatorModuleSource } from './validatorModuleSource.ts';

const model = testModel(
  {
    brand: { entity: { properties: { Name: { type: 'string', title: 'Other words', maxLength: 5 } } } },
    thing: {
      entity: {
        properties: {
          Name: { type: 'string', minLength: 2, maxLength: 5, title: 'Name', description: 'Help.' },
          Twin: { type: 'string', minLength: 2, maxLength: 5 },
          Free: {},
          Long: { type: 'string', format: 'multiline' },
          Code: { type: 'string', pattern: '^[A-Z]+\\d?$' },
          Day: { type: 'string', format: 'date' },
          Moment: { type: 'string', format: 'date-time' },
          Mail: { type: 'string', format: 'email' },
          Page: { type: 'string', format: 'uri' },
          Count: { type: 'integer', minimum: 0, maximum: 10 },
          Ratio: { type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 1 },
          Step: { type: 'number', multipleOf: 0.5 },
          Price: { type: 'number', 'x-money': { scale: 2 } },
          Rate: { type: 'number', 'x-percent': { scale: 3 } },
          IsOpen: { type: 'boolean' },
          State: { 'x-lookup': 'state' },
          BrandId: { 'x-ref': 'brand' },
          Brands: { type: 'array', items: { 'x-ref': 'brand' }, uniqueItems: true, minItems: 1, maxItems: 3 },
          Rows: {
            type: 'array',
            maxItems: 2,
            uniqueItems: true,
            items: { type: 'object', required: ['A'], properties: { A: { type: 'string', maxLength: 2 } } },
          },
          Place: { type: 'object', properties: { City: { type: 'string', maxLength: 3 } } },
          Extra: { type: 'array', items: { type: 'integer' } },
        },
      },
    },
  },
  {
    state: [
      { Id: 1, Name: 'One', title: 'One' },
      { Id: 'two', Name: 'Two', title: 'Two' },
    ],
  },
);

/** Values that pass and fail the model's schemas. */
const json = fc.oneof(
  fc.constantFrom(
    '',
    'ab',
    'ABC1',
    '😀',
    '2026-02-28',
    '2026-02-30',
    '2026-01-31T09:30:00Z',
    'a@b.ca',
    'https://x.ca',
    'two',
  ),
  fc.constantFrom(0, 1, -1, 0.5, 0.25, 10, 11, 1.005, 99.99, 1e21),
  fc.constantFrom(
    '00000000-0000-4000-8000-000000000001',
    [
      { A: 1, B: [2] },
      { B: [2], A: 1 },
    ],
    ['a', 'b', 'a'],
  ),
  fc.jsonValue(),
);

const compiled = compileValidators(model);

async function emitted(): Promise<Validators> {
  const source = validatorModuleSource(model);
  const module = await import(`data:text/javascript,${encodeURIComponent(source)}`);
  return module.createValidators(await loadValidatorRuntime(module.needs));
}

const fieldOf = (path: string) => model.entities.get('thing')?.fieldByPath.get(path) as FieldModel;

const keywords = (path: string, value: unknown) =>
  compiled.thing?.[path]?.(value).map(({ keyword }) => keyword) ?? [];

describe('validators', () => {
  it('name the failed keyword with its limit', () => {
    expect(compiled.thing?.Name?.('abcdef')).toEqual([
      { path: '', keyword: 'maxLength', params: { limit: 5 } },
    ]);
    expect(compiled.thing?.Name?.('abc')).toEqual([]);
  });

  it('count characters as people do', () => {
    expect(keywords('Name', '😀😀😀😀😀')).toEqual([]);
    expect(keywords('Name', '😀😀😀😀😀😀')).toEqual(['maxLength']);
  });

  it('know the calendar, moments, addresses', () => {
    expect(keywords('Day', '2024-02-29')).toEqual([]);
    for (const day of ['2026-02-29', '2026-13-01', '2026-1-1', '2026-04-31', ''])
      expect(keywords('Day', day)).toEqual(['format']);
    expect(keywords('Moment', '2026-01-31T09:30:00.5Z')).toEqual([]);
    for (const moment of ['2026-01-31T24:00:00Z', '2026-01-31T09:30:00', '2026-01-31'])
      expect(keywords('Moment', moment)).toEqual(['format']);
    expect(keywords('Mail', 'prénom.nom+x@exemple.québec')).toEqual([]);
    for (const mail of [
      'a@b',
      'a b@c.ca',
      '@c.ca',
      'a@@c.ca',
      'a@-c.ca',
      'te..st@c.ca',
      '.a@c.ca',
      'a.@c.ca',
    ])
      expect(keywords('Mail', mail)).toEqual(['format']);
    expect(keywords('Page', 'https://example.com/a?b=c')).toEqual([]);
    for (const page of ['example.com', 'javascript:alert(1)', 'https://a b', 'https://a/<>', 'https://a/"x"'])
      expect(keywords('Page', page)).toEqual(['format']);
  });

  it('count written decimals, whatever their binary form', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e14, max: 1e14 }), (cents) => {
        expect(keywords('Price', Number(`${cents}e-2`))).toEqual([]);
      }),
    );
    for (const price of [0.001, 1.005, 1234567.891]) expect(keywords('Price', price)).toEqual(['scale']);
    expect(keywords('Rate', 12.345)).toEqual([]);
  });

  it('accept lists of ids, and leave the fields of rows to their own checks', () => {
    expect(keywords('Brands', [])).toEqual(['minItems']);
    expect(keywords('Brands', ['a', 'a'])).toEqual(['uniqueItems']);
    expect(keywords('Brands', [{ Name: 'no id' }])).toEqual(['type']);
    expect(keywords('Rows', [{ A: 'too long' }, {}])).toEqual([]);
    expect(keywords('Rows.A', 'abc')).toEqual(['maxLength']);
    expect(keywords('Place.City', 'abcd')).toEqual(['maxLength']);
  });

  it('accept only items of a lookup', () => {
    expect(keywords('State', 1)).toEqual([]);
    expect(keywords('State', 'two')).toEqual([]);
    expect(keywords('State', 2)).toEqual(['enum']);
  });

  it('are shared by fields with equal schemas', () => {
    expect(compiled.thing?.Twin).toBe(compiled.thing?.Name);
  });
});

describe('the emitted module', () => {
  it('needs neither eval nor anything missing from the runtime', async () => {
    const source = validatorModuleSource(model);
    expect(source).not.toMatch(/new Function|\beval\(|\bimport\b/);
    const required = [...source.matchAll(/require\("([^"]+)"\)/g)].map((match) => match[1] as string);
    const { needs } = await import(`data:text/javascript,${encodeURIComponent(source)}`);
    const runtime = await loadValidatorRuntime(needs);
    for (const name of required) expect(runtime(name)).toBeDefined();
    expect(() => runtime('ajv')).toThrow("'ajv'");
    // Without patterns, the pattern engine is not loaded.
    expect(validatorModuleSource({ entities: new Map() })).toContain('export const needs = [];');
  });

  it('covers exactly the fields of the compiled validators', async () => {
    const validators = await emitted();
    const covered = (all: Validators) =>
      Object.entries(all).map(([entity, fields]) => [entity, Object.keys(fields).sort()]);
    expect(covered(validators)).toEqual(covered(compiled));
  });

  it('agrees with the compiled validators', async () => {
    const validators = await emitted();
    for (const [path, check] of Object.entries(compiled.thing ?? {})) {
      fc.assert(
        fc.property(json, (value) => {
          expect(validators.thing?.[path]?.(value)).toEqual(check(value));
        }),
        { numRuns: 60 },
      );
    }
  });
});

it('an interpreted schema agrees with the compiled one', () => {
  for (const [path, check] of Object.entries(compiled.thing ?? {})) {
    const own = interpretSchema(checkedSchema(fieldOf(path)) as Record<string, unknown>);
    if (!own) throw new Error(`The schema of ${path} is not read`);
    const issues = (failures: ReturnType<typeof check>) =>
      failures.map((failure) => schemaIssue(fieldOf(path), '', failure));
    fc.assert(
      fc.property(json, (value) => {
        expect(issues(own(value))).toEqual(issues(check(value)));
      }),
      { numRuns: 300 },
    );
  }
});

it('free JSON is not interpreted', () => {
  expect(interpretSchema({ type: 'object', properties: { A: { type: 'string' } } })).toBeUndefined();
  expect(interpretSchema({ type: 'array', items: { anyOf: [] } })).toBeUndefined();
});

it('reuses schemas of the previous model, and compiles new ones', () => {
  const of = (maxLength: number) =>
    testModel({
      thing: {
        entity: {
          properties: { Name: { type: 'string', maxLength }, Count: { type: 'integer', minimum: 0 } },
        },
      },
    });
  const compile = createValidatorCompiler();
  const [before, after] = [compile(of(5)), compile(of(3))];
  expect(after.thing?.Count).toBe(before.thing?.Count);
  expect(before.thing?.Name?.('four')).toEqual([]);
  expect(after.thing?.Name?.('four')).toMatchObject([{ keyword: 'maxLength' }]);
});
