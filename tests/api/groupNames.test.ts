/** Groups of lists: named only for those who may read the name, and exact where texts compare as equal. */
import { expect, it } from 'vitest';
import { appStores } from './support/startApp.ts';
import { startSmallApp } from './support/startSmallApp.ts';

const right = 'Product.Markup.Edit';
const stamp = { CreatedDate: '2026-01-01T00:00:00.000Z', ModifiedDate: '2026-01-01T00:00:00.000Z' };
const id = (number: number) => `00000000-0000-4000-8000-00000000000${number}`;
const files = {
  'schemas/test/claim/entity.json': {
    ...{ $id: 'claim', title: 'Claim', type: 'object', required: ['Name'], 'x-label': 'Name' },
    properties: { Name: { type: 'string', maxLength: 40, title: 'Name' } },
  },
  'schemas/test/claim/behaviour.json': {
    for: 'claim',
    policy: { view: 'login', write: 'login', fields: { Name: { view: right } } },
  },
  'schemas/test/part/entity.json': {
    ...{ $id: 'part', title: 'Part', type: 'object', required: ['Name'], 'x-label': 'Name' },
    properties: {
      Name: { type: 'string', maxLength: 40, title: 'Name' },
      Cost: { type: 'number', 'x-money': { scale: 2 }, title: 'Cost' },
      ClaimId: { 'x-ref': 'claim', 'x-expand': { as: 'Claim', fields: ['Name'] }, title: 'Claim' },
    },
  },
  'schemas/test/part/behaviour.json': { for: 'part', policy: { view: 'login', write: 'login' } },
  'schemas/test/part/api.json': {
    for: 'part',
    routes: [{ route: 'GET /part', operation: 'find', sort: ['Name'] }],
  },
};

it.each([...appStores, 'memory'] as const)('and the list agrees (%s)', async (store) => {
  const records = {
    claim: [{ Id: id(1), Name: 'hush', ...stamp }],
    part: [{ Id: id(2), Name: 'Wheel', ClaimId: id(1), ...stamp }],
  };
  const app = await startSmallApp(files, { store, records });
  const told = async (role: string) => {
    const ask = await app.as(role);
    const list = (await ask('GET', '/part')).body;
    const groups = (await ask('GET', '/part?$groups=ClaimId')).body;
    expect(groups.Groups, JSON.stringify(groups)).toMatchObject([{ Value: id(1), Count: 1 }]);
    return [list, groups].map((body) => JSON.stringify(body).includes('hush'));
  };
  expect(await told('admin')).toEqual([true, true]);
  expect(await told('viewer')).toEqual([false, false]);
  await app.store.close();
});

it.each([...appStores, 'memory'] as const)('of equal texts are added up exactly (%s)', async (store) => {
  const part = (number: number, Name: string, Cost: number) => ({
    ...{ Id: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`, Name, Cost, ...stamp },
  });
  const names = Array.from({ length: 199 }, (_, at) => `A ${String(at).padStart(3, '0')}`);
  const costs = [
    ...names.map((name, at) => part(at, name, 1)),
    part(900, 'zinc', 0.1),
    part(901, 'Zinc', 0.2),
  ];
  const app = await startSmallApp(files, { store, records: { part: costs } });
  const ask = await app.as('admin');
  const { body } = await ask(
    'GET',
    '/part?$groups=Name&$totals=Cost&FilterProperty=Name&FilterOperator=startsWith&FilterValue=z',
  );
  expect(body.Groups).toMatchObject([{ Count: 2, Totals: [0.3] }]);
  // 201 different texts: a group whose rows were not all read is left out rather than told with a wrong total.
  const { body: all } = await ask('GET', '/part?$groups=Name&$totals=Cost');
  expect([all.Groups.length, all.IsGroupsCapped]).toEqual([199, true]);
  expect(new Set(all.Groups.map(({ Count }: { Count: number }) => Count))).toEqual(new Set([1]));
  await app.store.close();
});
