import { expect, it } from 'vitest';
import { type StoreKind, startApp } from './support/startApp.ts';

const stores: readonly StoreKind[] = ['memory', 'sqlite'];

it.each(stores)(
  'a referenced record removed between check and commit causes a clear refusal, on %s',
  async (kind) => {
    const app = await startApp({ store: kind, seed: 'demo' });
    const ask = await app.as('admin');
    const product = (await ask('GET', '/product?pageSize=1')).body.Items[0];
    const gone = '00000000-0000-4000-8000-000000000000';
    // The check can no longer see this: the write carries an id that does not exist.
    const store = app.store as { transaction: typeof app.store.transaction };
    const { transaction } = store;
    store.transaction = ((work) =>
      transaction((session) =>
        work({
          ...session,
          update: (entity, id, fields, revision) =>
            session.update(
              entity,
              id,
              entity === 'product' ? { ...fields, BrandId: gone } : fields,
              revision,
            ),
        }),
      )) as typeof transaction;
    const answer = await ask('PUT', '/product', { Id: product.Id, Description: 'Changed' });
    expect(answer.status).toBe(422);
    expect(answer.body.Message).toContain('a record it refers to is missing');
    store.transaction = transaction;
    expect((await ask('GET', `/product/${product.Id}`)).body.BrandId).toBe(product.BrandId);
  },
);
