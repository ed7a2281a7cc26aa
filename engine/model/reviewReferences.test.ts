import { expect, it } from 'vitest';
import { findingsOf } from './testDeclarations.ts';

const thing = (field: object) => ({
  $id: 'thing',
  title: 'Thing',
  'x-plural': 'Things',
  type: 'object',
  properties: { Name: { type: 'string', maxLength: 20, title: 'Name' }, ...field },
});
const said = (files: object) =>
  findingsOf(files as Record<string, unknown>).map(({ path, message }) => `${path} ${message}`);
const entity = 'schemas/area/thing/entity.json';

it.each([
  ['string', 1],
  ['integer', 'one'],
])('a field of type %s cannot store items of a lookup whose Ids are %j', (type, Id) => {
  const files = {
    [entity]: thing({ Kind: { type, 'x-lookup': 'kind', title: 'Kind' } }),
    'schemas/lookups/kind.json': { $id: 'kind', items: [{ Id, Name: 'One', title: 'One' }] },
  };
  const other = type === 'string' ? 'integer' : 'string';
  expect(said(files)).toContain(
    `/properties/Kind/type Kind is ${type}, the Ids of kind are ${other}. Make its type ${other}.`,
  );
});

it('a path binds only its own parameters', () => {
  const routes = [
    { route: 'GET /shelf/{shelfId}/thing', operation: 'find', access: 'login', bind: { shelf: 'Name' } },
  ];
  const files = { [entity]: thing({}), 'schemas/area/thing/api.json': { for: 'thing', routes } };
  expect(said(files)).toContain('/routes/0/bind The path has no {shelf}. It has {shelfId}.');
});
