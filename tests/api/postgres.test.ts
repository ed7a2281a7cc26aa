import { describe, expect, it } from 'vitest';
import type { DataRecord } from '#engine';
import { type Running, startApp } from './support/startApp.ts';

/** The same calls to the application with its sample data, on any store. */
async function answers(app: Running): Promise<readonly unknown[]> {
  const [admin, viewer] = [await app.as('admin'), await app.as('viewer')];
  const list = async (query: string) => {
    const { status, body } = await admin('GET', `/product?${query}`);
    return [status, body.TotalItems, body.Items.map(({ Name }: DataRecord) => Name)];
  };
  const { body: page } = await admin('GET', '/product?pageSize=1&sortFields=Name&sortDirections=1');
  const [product] = page.Items;
  const path = `/product/${product.Id}`;
  const read = (await admin('GET', path)).body;
  const put = (body: object) => admin('PUT', path, body);
  const Notes = { ...read, Description: 'Décrit à neuf' };
  const [first, stale] = [await put(Notes), await put(Notes)];
  const whole = await admin('GET', '/product?pageSize=0&sortFields=Name&sortDirections=1');
  return [
    await list('sortFields=Name&sortDirections=1&pageSize=20'),
    await list(
      'FilterProperty=Name&FilterOperator=contains&FilterValue=É&sortFields=LaunchDate&sortDirections=0',
    ),
    await list('FilterProperty=ProductStateType.Name&FilterOperator=eq&FilterValue=active&pageSize=5'),
    [first.status, first.body.Revision - read.Revision, stale.status, stale.body.Code],
    [whole.status, whole.body.TotalItems, whole.body.Items.map(({ Name }: DataRecord) => Name)],
    [(await admin('POST', '/product', {})).status, (await viewer('PUT', path, Notes)).status],
    (await admin('GET', '/product?FilterProperty=Nowhere&FilterOperator=eq&FilterValue=1')).status,
  ];
}

// Part of `STORES=postgres npm test -- api` until it is quick enough for every run.
describe.runIf(process.env.STORES === 'postgres')('the application on PostgreSQL', () => {
  it('answers as on SQLite, and after a restart', async () => {
    const postgres = await startApp({ store: 'postgres' });
    const sqlite = await startApp({ store: 'sqlite' });
    const [expected, found] = [await answers(sqlite), await answers(postgres)];
    expect(found).toEqual(expected);
    expect(postgres.errors).toEqual([]);
    const again = await (await postgres.restart().as('admin'))('GET', '/product?pageSize=1');
    expect([again.status, again.body.TotalItems]).toEqual([200, (expected[0] as unknown[])[1]]);
    for (const { store } of [postgres, sqlite]) await store.close();
  }, 900_000);
});
