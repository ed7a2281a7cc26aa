/** Access to a declared route, checked by the server and by screens before they offer the call. */
import type { Access } from '../types/basicTypes.ts';
import type { EntityModel, Model } from '../types/modelTypes.ts';
import type { OperationName, RouteModel } from '../types/routeTypes.ts';

/** The route's own access rule, otherwise that of the entity for the operation. */
export function accessOfRoute(
  of: Pick<Model, 'entities'> & Partial<Pick<Model, 'routes'>>,
  route: RouteModel,
): Access {
  if (route.access) return route.access;
  const { any } = route;
  const entities = any
    ? [...of.entities.values()].filter(({ parts }) => parts[any.part]?.[any.by] !== undefined)
    : [of.entities.get(route.entity)].flatMap((entity) => entity ?? []);
  const each = entities.map((entity) => {
    const own = any && ownRoute(of, entity, route);
    return own?.access ?? accessByOperation[route.operation](entity, route);
  });
  const [only] = each;
  if (each.length === 1 && only) return only;
  // Access to one of the entities suffices; its own route then checks the caller's rights.
  if (each.length === 0 || each.some(({ kind }) => kind !== 'feature')) return { kind: 'login' };
  return { kind: 'feature', anyOf: [...new Set(each.flatMap(anyOf))] };
}

/** The entity's own route for a route of any entity: `/profile/brand/{id}` for `/profile/{id}`. */
export function ownRoute(
  { routes = [] }: Partial<Pick<Model, 'routes'>>,
  { id }: Pick<EntityModel, 'id'>,
  { operation, path }: RouteModel,
): RouteModel | undefined {
  if (operation !== 'find' && operation !== 'get') return undefined;
  const folder = `${path.replace(/\/\{.*$/, '')}/`;
  return routes.find(
    (own) =>
      own.operation === operation &&
      own.entity === id &&
      !own.any &&
      own.path.startsWith(folder) &&
      (operation === 'get' ? own.idParameter !== undefined : isWhole(own)),
  );
}

/** A list of all records with all fields. */
const isWhole = ({ path, fields, where, through, offered, flag }: RouteModel): boolean =>
  !(fields || where || through || offered || flag || path.includes('{'));

const accessByOperation = {
  find: (entity) => entity.policy.view,
  get: (entity) => entity.policy.view,
  create: (entity) => entity.policy.create,
  update: (entity) => entity.policy.update,
  remove: (entity) => entity.policy.remove,
  order: (entity) => entity.policy.update,
  copy: (entity) => entity.policy.create,
  transition: (entity, route) => transitionAccess(entity, route),
  button: (entity, { automation }) =>
    entity.automations.find(({ id }) => id === automation)?.when.roles
      ? entity.policy.view
      : entity.policy.update,
  action: (entity) => entity.policy.update,
  lookup: () => ({ kind: 'login' }),
  operands: (entity) => entity.policy.view,
  uses: (entity) => entity.policy.view,
  judge: (entity) => entity.policy.view,
  download: (entity) => entity.policy.view,
  upload: (entity) => entity.policy.create,
  texts: (entity) => entity.policy.view,
  setTexts: (entity) => entity.policy.update,
  exportTexts: (entity) => entity.policy.view,
  importTexts: (entity) => entity.policy.update,
  history: (entity) => entity.policy.view,
  removable: (entity) => entity.policy.view,
} satisfies Record<OperationName, (entity: EntityModel, route: RouteModel) => Access>;

/** A route to several states requires any of their features; the operation then checks the right one. */
function transitionAccess(entity: EntityModel, route: RouteModel): Access {
  const all = entity.workflow?.transitions ?? [];
  const possible = route.transition
    ? all.filter((transition) => transition.id === route.transition)
    : all.filter((transition) => !route.except.includes(transition.id));
  if (possible.length === 0 || possible.some(({ access }) => access.kind !== 'feature'))
    return { kind: 'login' };
  return { kind: 'feature', anyOf: [...new Set(possible.flatMap(({ access }) => anyOf(access)))] };
}

const anyOf = (access: Access): readonly string[] => (access.kind === 'feature' ? access.anyOf : []);
