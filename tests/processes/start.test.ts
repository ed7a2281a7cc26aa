import { afterAll, beforeAll, expect, it } from 'vitest';
import { ask } from '../support/postgres.ts';
import { startTwo, type Two } from './support/startTwo.ts';

let two: Two;
beforeAll(async () => {
  two = await startTwo();
});
afterAll(() => two.stop());

it('seeds an empty database once when two processes start at once, and both serve it', async () => {
  const filled = [two.one, two.other].filter(({ output }) => output().includes('sample and reference data'));
  expect(filled).toHaveLength(1);
  const { one, other } = await two.signIn();
  const types = '/product/producttype';
  const [here, there] = await Promise.all([one('GET', types), other('GET', types)]);
  expect(here.status).toBe(200);
  expect(here.body.TotalItems).toBeGreaterThan(0);
  expect(there.body).toEqual(here.body);
});

it('starts another process beside them', async () => {
  const count = () => ask(two.url, 'select count(*)::int as count from "user"');
  const before = await count();
  const third = await two.start();
  expect(third.output()).not.toContain('sample and reference data');
  expect(await count()).toEqual(before);
  const { token } = await two.signIn();
  expect((await third.as(token)('GET', '/product/producttype')).status).toBe(200);
  await third.stop();
});
