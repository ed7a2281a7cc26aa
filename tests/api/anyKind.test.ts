/** Calls that serve several kinds of records find out the kind before any schema holds the body. */
import { beforeAll, describe, expect, it } from 'vitest';
import { type Ask, appStores, model, type Running, startApp } from './support/startApp.ts';

const hostile: readonly unknown[] = [
  ...[{ toString: 1 }, { valueOf: null, toString: null }, [{ toString: 1 }], [[]], {}, [], true, null],
  ...['', '\0', '\ud800', '..', '__proto__', 'constructor', -1, 1e308, 2 ** 53, 'x'.repeat(5000)],
];
const routes = model.routes.filter(({ any, method }) => any && method !== 'GET' && method !== 'DELETE');

describe.each([...appStores, 'memory'] as const)('calls over several kinds (%s)', (store) => {
  let app: Running;
  let admin: Ask;
  beforeAll(async () => {
    app = await startApp({ store });
    admin = await app.as('admin');
    return () => app.store.close();
  });

  it.each(routes.map((route) => [`${route.method} ${route.path}`, route] as const))(
    '%s refuses every value that names no kind',
    async (_, { method, path, any }) => {
      const address = path.replaceAll(/\{[^}]+\}/g, crypto.randomUUID());
      for (const name of ['Id', any?.by ?? ''])
        for (const value of hostile) {
          const { status } = await admin(method, address, { [name]: value });
          expect([400, 404, 422], `${name}: ${JSON.stringify(value).slice(0, 80)}`).toContain(status);
        }
      expect(app.errors).toEqual([]);
    },
  );
});
