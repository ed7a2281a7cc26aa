/** Values computed at every read are rounded to their scale, in a record and in a list. */
import { expect, it } from 'vitest';
import { startSmallApp } from './support/startSmallApp.ts';

const Id = '01a2156f-8561-7326-bf8c-b2b6565745d3';
const access = { view: 'login', create: 'login', update: 'login', delete: 'login' };
const files = {
  'schemas/shop/sum/entity.json': {
    $id: 'sum',
    title: 'Sum',
    type: 'object',
    properties: {
      Amount: { type: 'number', 'x-money': { scale: 2 } },
      Tax: { type: 'number', 'x-money': { scale: 2 }, 'x-stored': false },
      Free: { type: 'number', 'x-stored': false },
      Months: { type: 'integer', 'x-stored': false },
    },
  },
  'schemas/shop/sum/behaviour.json': {
    for: 'sum',
    rules: [
      { id: 'tax', field: 'Tax', value: 'Amount * 2.015' },
      { id: 'free', field: 'Free', value: 'Amount * 2.015' },
      { id: 'months', field: 'Months', value: 'Amount / 4' },
    ],
    policy: access,
  },
  'schemas/shop/sum/api.json': {
    for: 'sum',
    routes: [
      { route: 'GET /sum', operation: 'find' },
      { route: 'GET /sum/{id}', operation: 'get' },
    ],
  },
};

it('C6: a computed value is rounded to its scale, and has no binary noise without one', async () => {
  const app = await startSmallApp(files, { records: { sum: [{ Id, Amount: 10.05 }] } });
  const admin = await app.as('admin');
  const wanted = { Amount: 10.05, Tax: 20.25, Free: 20.25075, Months: 3 };
  expect((await admin('GET', `/sum/${Id}`)).body).toMatchObject(wanted);
  expect((await admin('GET', '/sum')).body.Items).toMatchObject([wanted]);
});
