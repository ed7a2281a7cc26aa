/**
 * Every call that requires a feature, tested both ways: it accepts any one of its features alone, and without
 * them it is refused before anything else is checked. The same for fields and steps of workflows.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RouteModel } from '#engine';
import { mayOpen } from '../../renderer/data/mayOpen.ts';
import { createFeatureClients, distinct, type FeatureClients, neededFor } from './support/featureClients.ts';
import { addressOf } from './support/getAddresses.ts';
import { type Answer, type Ask, model as shipped } from './support/startApp.ts';

const nobody = '0f000000-0000-7000-8000-00000000dead';
const calls = shipped.routes.flatMap((route) => {
  const needed = neededFor(route);
  return needed ? [{ route, needed }] : [];
});
const screens = [...shipped.screens.values()].flatMap(({ route, access }) =>
  access?.kind === 'feature' ? [{ route, needed: access.anyOf }] : [],
);

/** Calls that require more than the one feature, each with the others. */
const further: Readonly<Record<string, string>> = {
  'GET /product/parameters/datalinks/{id}/values/{productId}':
    'Values of a link are those of the entity it leads to, with the rights of that one.',
  'POST /cardvault/consumertoken': 'Consumers enter cards with people of our own company only.',
  'POST /profile/employee/{EmployeeId}/role': 'Some edit the roles of our own people only.',
};

/** A history shows records: it needs their view feature besides its own. */
const beside = ({ operation, entity }: RouteModel, needed: readonly string[]): readonly string[] => {
  const view = shipped.entities.get(entity)?.policy.view;
  const isMore = operation === 'history' && view?.kind === 'feature' && !view.anyOf.includes(needed[0] ?? '');
  return isMore ? [...needed, view.anyOf[0] ?? ''] : needed;
};

const sets = distinct([
  ...[...calls, ...screens].flatMap(({ needed }) => [needed, ...needed.map((feature) => [feature])]),
  ...calls.flatMap(({ route, needed }) => needed.map((feature) => beside(route, [feature]))),
]);

let clients: FeatureClients;
beforeAll(async () => {
  clients = await createFeatureClients('memory', sets);
});
afterAll(() => clients.app.store.close());

/** A read uses existing records; a write uses none, so that an accepted one changes nothing. */
async function addressFor(route: RouteModel, isReal: boolean): Promise<string> {
  const real = isReal ? await addressOf(clients.app.store, route) : undefined;
  return real ?? route.path.replace(/\/\{[^}]+\?\}/g, '').replace(/\{[^}]+\}/g, nobody);
}

async function send(ask: Ask, route: RouteModel): Promise<Answer> {
  const path = await addressFor(route, route.method === 'GET');
  return ask(route.method, path, ['GET', 'DELETE'].includes(route.method) ? undefined : {});
}

/** Calls with the same features are tried together, since changing roles is slow. */
function byFeatures<One extends { readonly needed: readonly string[] }>(all: readonly One[]) {
  const key = ({ needed }: { readonly needed: readonly string[] }) => [...needed].sort().join(' ');
  return [...new Set(all.map(key))].map((one) => all.filter((each) => key(each) === one));
}

describe('calls and their features', () => {
  it('covers most calls with a feature', () => {
    expect(calls.length).toBeGreaterThan(400);
    expect(sets.length).toBeGreaterThan(80);
  });

  it('nobody without them is let in, whatever else they hold', async () => {
    const wrong: string[] = [];
    for (const group of byFeatures(calls)) {
      const ask = await clients.lacking(group[0]?.needed ?? []);
      for (const { route } of group) {
        const path = await addressFor(route, route.method === 'GET');
        const body = ['GET', 'DELETE'].includes(route.method) ? undefined : {};
        const asked = route.operation === 'find' ? [path, `${path}?$export=csv`] : [path];
        for (const address of asked) {
          const answer = await ask(route.method, address, body);
          if (answer.status !== 403 || answer.body.Code !== 'forbidden')
            wrong.push(`${route.method} ${address}: ${answer.status}`);
        }
      }
    }
    expect(wrong).toEqual([]);
  });

  it('each of them alone is enough', async () => {
    const wrong: string[] = [];
    const each = calls.flatMap(({ route, needed }) =>
      needed.map((feature) => ({ route, needed: beside(route, [feature]) })),
    );
    const used = new Set<string>();
    for (const group of byFeatures(each)) {
      const ask = await clients.holding(group[0]?.needed ?? []);
      for (const { route, needed } of group) {
        const { status, body } = await send(ask, route);
        const call = `${route.method} ${route.path}`;
        if (status === 403 && call in further) used.add(call);
        else if ([401, 403].includes(status) || status >= 500)
          wrong.push(`${needed}: ${call}: ${status} ${body.Message}`);
      }
    }
    expect(wrong).toEqual([]);
    expect([...used].sort()).toEqual(Object.keys(further).sort());
    expect(clients.app.errors).toEqual([]);
  });

  it('screens open by the same rule', () => {
    const wrong = screens.flatMap(({ route, needed }) => {
      const address = route.replace(/:\w+/g, '1');
      const others = [...shipped.features.keys()].filter((feature) => !needed.includes(feature));
      const isShut = !mayOpen(shipped, address, others);
      return isShut && needed.every((feature) => mayOpen(shipped, address, [feature])) ? [] : [address];
    });
    expect(wrong).toEqual([]);
  });
});
