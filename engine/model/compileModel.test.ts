import { describe, expect, it } from 'vitest';
import { parseExpression } from '../expression/parseExpression.ts';
import { compileBundle, createBundle } from './bundle.ts';
import { compileModel } from './compileModel.ts';
import { declarationSet, findingsOf, modelOfFiles } from './testDeclarations.ts';
import { usagesOf } from './whereUsed.ts';

const thing = {
  $id: 'thing',
  title: 'Thing',
  'x-plural': 'Things',
  type: 'object',
  required: ['Name'],
  properties: {
    Name: { type: 'string', maxLength: 20, title: 'Name' },
    Price: { type: 'number', 'x-money': { scale: 2 } },
    KindId: { 'x-lookup': 'kind', 'x-expand': { as: 'Kind', fields: ['Id', 'Name'] } },
    ParentId: { 'x-ref': 'thing', 'x-expand': { as: 'Parent', fields: ['Id', 'Name'] } },
    Parts: { type: 'array', maxItems: 5, items: { $ref: '#/$defs/Part' } },
    Friends: { type: 'array', items: { 'x-ref': 'thing' } },
    Total: { type: 'number', 'x-stored': false },
  },
  $defs: {
    Part: {
      type: 'object',
      required: ['Size'],
      properties: { Size: { type: 'integer' }, Note: { type: 'string' } },
    },
  },
};
const kind = {
  $id: 'kind',
  items: [
    { Id: 1, Name: 'Small', title: 'Small' },
    { Id: 2, Name: 'Large', title: 'Large' },
  ],
};
const files = {
  'schemas/shop/thing/entity.json': thing,
  'schemas/lookups/kind.json': kind,
};
const withRules = (rules: readonly object[], rest: object = {}) => ({
  ...files,
  'schemas/shop/thing/behaviour.json': { for: 'thing', rules, ...rest },
});
const messagesOf = (given: Record<string, unknown>) => findingsOf(given).map((finding) => finding.message);

it('a list of rows must declare its maximum length', () => {
  const { maxItems: _limit, ...unbounded } = thing.properties.Parts;
  const properties = { ...thing.properties, Parts: unbounded };
  const given = { ...files, 'schemas/shop/thing/entity.json': { ...thing, properties } };
  expect(messagesOf(given)).toContainEqual(
    expect.stringContaining('Parts is a list of rows without maxItems'),
  );
  expect(messagesOf(files).join()).not.toContain('maxItems');
});

describe('fields', () => {
  const entity = modelOfFiles(files).entities.get('thing')!;
  const kinds = Object.fromEntries(
    [...entity.fieldByPath].map(([path, field]) => [path, `${field.kind}/${field.storage}`]),
  );

  it('have a kind and a storage from their schema, nested ones too', () => {
    expect(kinds).toMatchObject({
      Id: 'id/text',
      Name: 'text/text',
      Price: 'money/decimal',
      KindId: 'choice/integer',
      ParentId: 'reference/text',
      Parts: 'rows/json',
      'Parts.Size': 'integer/integer',
      Friends: 'references/json',
    });
  });

  it('have a self-contained schema, with lookup ids and scale', () => {
    expect(entity.fieldByPath.get('KindId')?.schema).toEqual({ type: ['integer', 'string'], enum: [1, 2] });
    expect(entity.fieldByPath.get('Price')?.schema).toEqual({ type: 'number', multipleOf: 0.01 });
    expect(entity.fieldByPath.get('Parts')?.schema).toEqual({ type: 'array', maxItems: 5 });
  });

  it('know what is required, derived and expanded', () => {
    expect(entity.fieldByPath.get('Parts.Size')?.required).toBe(true);
    expect(entity.fieldByPath.get('Total')).toMatchObject({ stored: false, readOnly: true });
    expect(entity.fieldByPath.get('Friends')?.expand).toEqual({ as: 'Friends', fields: ['Id', 'Name'] });
  });
});

describe('findings have file, place and remedy', () => {
  it('for an unknown field in a rule', () => {
    const [finding] = findingsOf(withRules([{ id: 'a', field: 'Nmae', editable: 'true' }]));
    expect(finding).toMatchObject({ file: 'schemas/shop/thing/behaviour.json', path: '/rules/0' });
    expect(finding?.message).toContain('Nmae');
  });

  it('for an unknown name in an expression', () => {
    expect(messagesOf(withRules([{ id: 'a', field: 'Name', editable: 'Prise > 1' }])).join()).toContain(
      'Prise',
    );
  });

  it('for a condition that is not boolean', () => {
    expect(messagesOf(withRules([{ id: 'a', field: 'Name', editable: 'Price + 1' }])).join()).toMatch(
      /boolean/,
    );
  });

  it('for computed fields in a cycle, by name', () => {
    const rules = [
      { id: 'a', field: 'Price', value: 'Total + 1' },
      { id: 'b', field: 'Total', value: 'Price + 1' },
    ];
    expect(messagesOf(withRules(rules)).join()).toContain('Price → Total → Price');
  });

  it('for a message without a text in both languages', () => {
    const messages = messagesOf(withRules([{ id: 'a', check: 'Price > 1', message: 'price.low' }]));
    expect(messages.filter((message) => message.includes('price.low'))).toHaveLength(2);
  });

  it('for a feature that does not exist, and one without holders', () => {
    expect(messagesOf(withRules([], { policy: { view: 'Thing.Fly' } })).join()).toContain(
      'no feature Thing.Fly',
    );
    const roles = { roles: [{ id: 'viewer', title: 'Viewer', features: ['Thing.View'] }] };
    const lonely = {
      ...withRules([], { policy: { write: 'Thing.Edit' } }),
      'schemas/access/roles.json': roles,
    };
    expect(messagesOf(lonely).join()).toContain('No role holds the feature Thing.Edit');
  });

  it('for a word that is not in the language', () => {
    expect(messagesOf(withRules([{ id: 'a', field: 'Name', visable: 'true' }])).join()).toContain(
      '"visable"',
    );
  });

  it('for a missing reference, lookup or state', () => {
    const broken = {
      ...thing,
      properties: { ...thing.properties, X: { 'x-ref': 'nothing' }, Y: { 'x-lookup': 'none' } },
    };
    const workflow = {
      field: 'KindId',
      transitions: [{ id: 'grow', from: ['Tiny'], to: 'Large', access: 'Thing.Edit', label: 'grow' }],
    };
    const text = messagesOf({
      ...withRules([], { workflow }),
      'schemas/shop/thing/entity.json': broken,
    }).join();
    expect(text).toContain('no entity nothing');
    expect(text).toContain('no lookup none');
    expect(text).toContain('Tiny is no item of lookup kind');
  });

  it('for a screen that names something missing', () => {
    const screen = {
      id: 'things',
      route: '/things',
      access: 'login',
      title: 'things',
      blocks: [{ kind: 'grid', id: 'things', entity: 'thing', find: '/thing', columns: ['Name', 'Colour'] }],
    };
    const text = messagesOf({ ...files, 'screens/shop/things.json': screen }).join();
    expect(text).toContain('thing has no field Colour');
    expect(text).toContain('GET /thing is no path of the API');
  });

  it('for duplicate paths', () => {
    const routes = [
      { route: 'GET /thing/{id}', operation: 'get' },
      { route: 'GET /Thing/{other}', operation: 'get' },
    ];
    expect(
      messagesOf({ ...files, 'schemas/shop/thing/api.json': { for: 'thing', routes } }).join(),
    ).toContain('bound already');
  });
});

describe('the model', () => {
  it('is frozen', () => {
    const model = modelOfFiles(files);
    const entity = model.entities.get('thing')!;
    expect(Object.isFrozen(model)).toBe(true);
    expect(() => (entity.fields as unknown[]).push(1)).toThrow();
  });

  it('resolves role wildcards', () => {
    const { roles } = modelOfFiles(files);
    expect(roles.get('viewer')?.features).toEqual(['Thing.View']);
    expect(roles.get('admin')?.features).toEqual(['Thing.View', 'Thing.Edit']);
  });

  it('knows where a field is used: rules, expressions through references, screens', () => {
    const model = modelOfFiles(
      withRules([
        { id: 'a', field: 'Price', editable: "Parent.Name = 'x'" },
        { id: 'b', each: 'Parts', field: 'Note', relevant: 'Size > 1' },
      ]),
    );
    const paths = (of: string) => usagesOf(model, of).map((usage) => usage.path);
    expect(paths('field:thing.ParentId')).toEqual(['/rules/0/editable']);
    expect(paths('field:thing.Name')).toEqual(['/rules/0/editable']);
    expect(paths('field:thing.Parts')).toEqual(['/rules/1', '/rules/1/relevant']);
  });

  it('has a version that changes with the declarations and only then', () => {
    expect(modelOfFiles(files).version).toBe(modelOfFiles(files).version);
    expect(modelOfFiles(files).version).not.toBe(modelOfFiles(withRules([])).version);
  });

  it('is the same from a bundle, without a parser', () => {
    const set = declarationSet(withRules([{ id: 'a', field: 'Name', editable: 'Price > 1' }]));
    const compilation = compileModel(set, { parse: parseExpression });
    const bundle = JSON.parse(JSON.stringify(createBundle(set, compilation)));
    const rule = compileBundle(bundle).entities.get('thing')!.rules.state[0]!;
    expect(rule.expression.evaluate({ root: { Price: 2 }, vars: {} })).toBe(true);
    expect(rule.expression.evaluate({ root: { Price: 1 }, vars: {} })).toBe(false);
  });
});
