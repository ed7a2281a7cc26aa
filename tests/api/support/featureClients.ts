/**
 * One person whose features change from call to call, and the rights that the declarations give each call.
 */
import type { Access, DataRecord, Model, RouteModel } from '#engine';
import {
  type Ask,
  declarations,
  type Running,
  type StoreKind,
  model as shipped,
  startApp,
} from './startApp.ts';
import { withRoles } from './withRoles.ts';

export const only = (features: readonly string[]) => `only ${features.join(' ')}`;
export const without = (features: readonly string[]) => `without ${features.join(' ')}`;

export type FeatureClients = {
  readonly app: Running;
  readonly model: Model;
  /** Asks as someone with only these features. */
  readonly holding: (features: readonly string[]) => Promise<Ask>;
  /** Asks as someone with every feature except these. */
  readonly lacking: (features: readonly string[]) => Promise<Ask>;
};

/** `sets`: the features someone holds alone or lacks. */
export async function createFeatureClients(
  store: StoreKind,
  sets: readonly (readonly string[])[],
): Promise<FeatureClients> {
  const roles = sets.flatMap((features) => [
    [only(features), { features }],
    [without(features), { features: ['*'], except: features }],
  ]);
  const added = withRoles(Object.fromEntries(roles));
  const app = await startApp({ store, added });
  // One login for all roles: the server re-reads a login after some seconds.
  const ask = await app.as('viewer');
  const { items } = await app.store.find({ entity: 'user' });
  const { Id } = items.find(({ UserName }) => UserName === 'viewer') as DataRecord;
  const as = async (role: string): Promise<Ask> => {
    await app.store.update('user', String(Id), { Roles: [role] });
    app.clock.now = new Date(app.clock.now.getTime() + 6_000);
    return ask;
  };
  return {
    app,
    model: added.compilation.model,
    holding: (features) => as(only(features)),
    lacking: (features) => as(without(features)),
  };
}

type Policy = Readonly<Record<string, string | readonly string[] | undefined>>;

const policies = new Map(
  declarations.files.flatMap(({ file, json }) => {
    if (!file.endsWith('behaviour.json')) return [];
    const { for: of, policy = {} } = json as { for: string; policy?: Policy };
    return [[of, policy] as const];
  }),
);

/** The permission that an operation needs from the policy of its entity, as the language documents it. */
const asks: Readonly<Partial<Record<RouteModel['operation'], keyof Policy>>> = {
  ...{ find: 'view', get: 'view', operands: 'view', uses: 'view', judge: 'view', download: 'view' },
  ...{ texts: 'view', exportTexts: 'view', history: 'view', removable: 'view' },
  ...{ create: 'create', copy: 'create', upload: 'create' },
  ...{ update: 'update', order: 'update', action: 'update', setTexts: 'update', importTexts: 'update' },
  remove: 'remove',
};

const anyOf = (access: Access | undefined) => (access?.kind === 'feature' ? access.anyOf : undefined);

/** The features of which any opens a call, read from the files; undefined where no single feature decides. */
export function neededFor(route: RouteModel): readonly string[] | undefined {
  if (route.access) return anyOf(route.access);
  if (route.any) return undefined;
  const policy = policies.get(route.entity) ?? {};
  const name = asks[route.operation];
  const declared = name && (policy[name] ?? (name === 'view' ? undefined : policy.write));
  const features = declared === undefined ? undefined : [declared].flat();
  return features?.every((feature) => shipped.features.has(feature)) ? features : undefined;
}

/** Each set of features once. */
export const distinct = (sets: readonly (readonly string[])[]): readonly (readonly string[])[] => [
  ...new Map(sets.map((set) => [[...set].sort().join(), set])).values(),
];
