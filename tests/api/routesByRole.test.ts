/**
 * Every declared call by every role, compared with the files: callers without permission are refused before
 * anything else is checked, for any input.
 */
import { beforeAll, expect, it } from 'vitest';
import { declarations, type Running, startApp } from './support/startApp.ts';

type Access = string | readonly string[] | undefined;
type Policy = Readonly<Record<string, Access>>;
type Route = { readonly route: string; readonly operation: string; readonly access?: Access };
type Role = {
  readonly id: string;
  readonly features: readonly string[];
  readonly except?: readonly string[];
};

const filesNamed = (name: RegExp) => declarations.files.filter(({ file }) => name.test(file));
const policies = new Map(
  filesNamed(/behaviour\.json$/).map(({ json }) => {
    const { for: of, policy } = json as { for: string; policy?: Policy };
    return [of, policy ?? {}] as const;
  }),
);
const roles = filesNamed(/access\/roles\.json$/).flatMap(
  ({ json }) => (json as { roles: readonly Role[] }).roles,
);

/** The permission of the declared operation; undefined where its workflow or its action decides. */
function neededFor(entity: string, { operation, access }: Route): readonly string[] | undefined {
  if (access !== undefined) return [access].flat();
  const policy = policies.get(entity) ?? {};
  const byOperation: Readonly<Record<string, Access>> = {
    find: policy.view,
    get: policy.view,
    create: policy.create ?? policy.write,
    update: policy.update ?? policy.write,
    order: policy.update ?? policy.write,
    remove: policy.remove ?? policy.write,
  };
  const needed = byOperation[operation];
  return needed === undefined ? undefined : [needed].flat();
}

const calls = filesNamed(/api\.json$/).flatMap(({ json }) => {
  const { for: entity, routes } = json as { for: string; routes: readonly Route[] };
  return routes.flatMap((route) => {
    const needed = neededFor(entity, route);
    const [method = '', path = ''] = route.route.split(' ');
    return needed && !needed.includes('public') ? [{ method, path, needed }] : [];
  });
});

const fits = (pattern: string, feature: string) =>
  new RegExp(`^${pattern.replaceAll('.', '\\.').replaceAll('*', '.*')}$`).test(feature);
const holds = ({ features, except = [] }: Role, feature: string) =>
  feature === 'login' ||
  (feature !== 'nobody' &&
    features.some((pattern) => fits(pattern, feature)) &&
    !except.some((pattern) => fits(pattern, feature)));

let app: Running;
let ids: Readonly<Record<string, string>>;

beforeAll(async () => {
  app = await startApp({ store: 'memory' });
  const admin = await app.as('admin');
  const { body } = await admin('GET', '/product?pageSize=1');
  ids = { product: body.Items[0].Id };
  return () => app.store.close();
});

it('covers most calls with a permission', () => {
  expect(calls.length).toBeGreaterThan(150);
  expect(roles.length).toBeGreaterThan(5);
});

it.each(roles.map(({ id }) => id))('%s may call only what the files allow', async (id) => {
  const role = roles.find((one) => one.id === id) as Role;
  const ask = await app.as(id);
  const wrong: string[] = [];
  let refused = 0;
  for (const { method, path, needed } of calls) {
    const address = path.replace(/\/\{[^}]+\?\}/, '').replace(/\{[^}]+\}/g, String(ids.product));
    const isHeld = needed.some((feature) => holds(role, feature));
    // Allowed callers send nothing that could change or remove what the next call needs.
    if (isHeld && method !== 'GET') continue;
    const { status } = await ask(method, address, method === 'GET' ? undefined : {});
    if (!isHeld) refused++;
    if (isHeld ? status === 401 : status !== 403) wrong.push(`${method} ${path}: ${status}`);
  }
  expect(wrong).toEqual([]);
  expect(refused, 'calls that are refused').toBeGreaterThan(id === 'admin' ? -1 : 0);
  expect(app.errors).toEqual([]);
});
