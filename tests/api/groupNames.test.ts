/** Groups by a reference name its records only for those who may read the name. */
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
