/** The kinds of records that a caller may work with through MCP, and the calls for it. */
import { accessOfRoute, type EntityModel, type Model, type OperationName, type RouteModel } from '#engine';
import { refusals } from '../errors/Refusal.ts';
import type { ApiCall } from '../http/ApiCall.ts';
import { isAllowed } from '../operations/authorize.ts';

export type Reach = {
  readonly entity: EntityModel;
  readonly find?: RouteModel;
  readonly read?: RouteModel;
  readonly create?: RouteModel;
  readonly update?: RouteModel;
};

/** Only calls that say everything in their path: a list without an owner, a record by its id. */
export function reachOf(call: ApiCall): readonly Reach[] {
  const { model } = call.runtime;
  const open = model.routes.filter((route) => isPlain(route) && isOpen(call, model, route));
  return [...model.entities.values()].flatMap((entity) => {
    const of = open.filter((route) => route.entity === entity.id);
    const reach = {
      ...named('find', first(of, 'find', 0)),
      ...named('read', first(of, 'get', 1)),
      ...named('create', first(of, 'create', 0)),
      ...named('update', first(of, 'update', 1)),
    };
    return Object.keys(reach).length > 0 ? [{ entity, ...reach }] : [];
  });
}

export function reachNamed(call: ApiCall, name: string): Reach {
  const found = reachOf(call).find(({ entity }) => entity.id === name);
  if (!found) throw refusals.mcpNoEntity({ params: { name: name.slice(0, 60) } });
  return found;
}

const named = <Name extends string>(name: Name, route: RouteModel | undefined) =>
  (route ? { [name]: route } : {}) as { readonly [key in Name]?: RouteModel };

function first(routes: readonly RouteModel[], operation: OperationName, parameters: number) {
  return routes.find(
    (route) =>
      route.operation === operation &&
      (route.path.match(/\{/g) ?? []).length === parameters &&
      (parameters === 0 || (route.idParameter !== undefined && !route.path.includes('?}'))),
  );
}

const isPlain = ({ any, through, offered, flag, requests, method, operation }: RouteModel): boolean =>
  !any && !through && !offered && !flag && !requests && (operation !== 'find' || method === 'GET');

function isOpen({ session }: ApiCall, model: Model, route: RouteModel): boolean {
  const entities = session?.key?.entities;
  if (entities && !entities.has(route.entity)) return false;
  return isAllowed(accessOfRoute(model, route), session?.features);
}

export const withId = ({ path }: RouteModel, id: string): string =>
  path.replace(/\{[^}]+\}/, encodeURIComponent(id));
