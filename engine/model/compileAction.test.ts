import { describe, expect, it } from 'vitest';
import { findingsOf, modelOfFiles } from './testDeclarations.ts';

const thing = {
  $id: 'thing',
  title: 'Thing',
  'x-plural': 'Things',
  type: 'object',
  properties: { Name: { type: 'string', title: 'Name' }, Number: { type: 'integer', title: 'Number' } },
};
const copies = (copy: object) => ({
  for: 'thing',
  routes: [
    { route: 'GET /thing/{id}', operation: 'get' },
    { route: 'PUT /thing/{id}', operation: 'update', fields: ['Name'], as: 'rename' },
    { route: 'POST /thing/copy', operation: 'copy', copy },
  ],
});
const screen = (action: object, more: object = {}) => ({
  id: 'thing',
  route: '/thing/:id/:mode',
  access: 'login',
  title: { by: '$route.mode', messages: { copy: 'thing.copy', look: 'thing.look' } },
  data: { thing: { entity: 'thing', id: '$route.id' } },
  actions: [{ id: 'rename', kind: 'call', label: 'thing.rename', call: 'PUT /thing/{route.id}', ...action }],
  blocks: [{ kind: 'links', id: 'none', links: [] }],
  ...more,
});
const set = (action: object, more: object = {}, copy: object = {}) => ({
  'schemas/shop/thing/entity.json': thing,
  'schemas/shop/thing/api.json': copies(copy),
  'screens/shop/thing.json': screen(action, more),
});
const name = { name: 'Name', label: 'field.thing.Name', kind: 'text' };
const ask = (...fields: object[]) => ({ ask: { title: 'thing.rename', fields } });
/** The findings, except those about texts that a test omits. */
const problems = (...given: Parameters<typeof set>) =>
  findingsOf(set(...given))
    .map(({ message }) => message)
    .filter((message) => !message.startsWith('The message'));
const modelOf = (...given: Parameters<typeof set>) => modelOfFiles(set(...given));
const actionOf = (action: object) => modelOf(action).screens.get('thing')!.actions[0]!;
const scope = (vars: Record<string, unknown>) => ({ root: {}, vars });

describe('questions before an action', () => {
  it('are in $ask for the body, the checks and the confirmations', () => {
    const action = actionOf({
      ...ask({
        ...name,
        required: true,
        initial: '$data.thing.Name',
        check: "$ask.Name != 'x'",
        message: 'thing.x',
      }),
      body: "{ 'Name': $ask.Name }",
      confirm: { message: 'thing.sure', when: "$ask.Name = 'y'", params: { name: '$ask.Name' } },
    });
    const asked = scope({ ask: { Name: 'y' }, data: { thing: { Name: 'before' } } });
    expect(action.body?.evaluate(asked)).toEqual({ Name: 'y' });
    expect(action.ask?.fields[0]?.initial?.evaluate(asked)).toBe('before');
    expect(action.ask?.fields[0]?.check?.evaluate(scope({ ask: { Name: 'x' } }))).toBe(false);
    expect(action.confirm[0]?.when?.evaluate(asked)).toBe(true);
    expect(action.confirm[0]?.params.name?.evaluate(asked)).toBe('y');
  });

  it('are checked: an unknown answer, a choice without options, a check without a message', () => {
    expect(problems({ ...ask(name), body: '{ "Name": $ask.Nme }' })).toEqual([
      expect.stringContaining('Nme'),
    ]);
    expect(problems({ body: '$ask.Name' })).toEqual([expect.stringContaining('ask')]);
    expect(problems(ask({ ...name, kind: 'choice' }))).toEqual([
      expect.stringContaining('picked from nothing'),
    ]);
    expect(problems(ask({ ...name, kind: 'choice', lookup: 'kinds' }))).toEqual([
      expect.stringContaining('no lookup kinds'),
    ]);
    expect(problems(ask({ ...name, check: '$ask.Name != "x"' }))).toEqual([
      expect.stringContaining('no "message"'),
    ]);
  });
});

describe('confirmations', () => {
  it('may be none, one or several', () => {
    expect(actionOf({}).confirm).toEqual([]);
    expect(actionOf({ confirm: 'thing.sure' }).confirm).toEqual([{ message: 'thing.sure', params: {} }]);
    const both = actionOf({
      confirm: [{ message: 'thing.first', when: '$data.thing.Number = 1' }, 'thing.sure'],
    });
    expect(both.confirm.map(({ message }) => message)).toEqual(['thing.first', 'thing.sure']);
  });
});

describe('screens with modes', () => {
  it('choose their title and define valid addresses', () => {
    const requires = [
      { check: "$route.mode in ['copy', 'look']", message: 'thing.mode' },
      { access: 'Thing.Edit' },
    ];
    const found = modelOf({}, { requires }).screens.get('thing')!;
    expect('by' in found.title && found.title.messages).toEqual({ copy: 'thing.copy', look: 'thing.look' });
    expect(found.requires.map(({ check }) => check?.evaluate(scope({ route: { mode: 'other' } })))).toEqual([
      false,
      undefined,
    ]);
    expect(found.requires[1]?.access).toEqual({ kind: 'feature', anyOf: ['Thing.Edit'] });
    expect(
      problems({}, { requires: [{ check: '$has($route.mode)' }, { access: 'Thing.Nothing' }] }),
    ).toHaveLength(1);
  });
});

describe('copies', () => {
  const copy = { set: { Name: "$source.Name & '!'" }, next: { field: 'Number', within: ['Name'] } };

  it('declare their differences, and updates their action', () => {
    const [, update, made] = modelOf({}, {}, copy).routes;
    expect(update?.as).toBe('rename');
    expect(made?.copy?.set.Name?.evaluate(scope({ source: { Name: 'Rose' } }))).toBe('Rose!');
    expect([made?.copy?.next, made?.status]).toEqual([copy.next, 201]);
  });

  it('are checked: fields and what their expressions read', () => {
    expect(problems({}, {}, { set: { Nme: '1' } })).toEqual([expect.stringContaining('no field Nme')]);
    expect(problems({}, {}, { next: { field: 'Number', within: ['Kin'] } })).toEqual([
      expect.stringContaining('no field Kin'),
    ]);
    expect(problems({}, {}, { set: { Name: '$source.Nme' } })).toEqual([expect.stringContaining('Nme')]);
  });
});
