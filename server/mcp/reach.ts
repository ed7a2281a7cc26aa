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
      ...named('find', best(of, 'find')),
      ...named('read', best(of, 'get')),
      ...named('create', best(of, 'create')),
      ...named('update', best(of, 'update')),
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

/** Of several calls, the one that answers most: without a choice of fields or records of its own. */
function best(routes: readonly RouteModel[], operation: OperationName): RouteModel | undefined {
  const plainness = ({ fields, where, path }: RouteModel): number =>
    (fields ? 2000 : 0) + (where ? 1000 : 0) + path.length;
  return routes
    .filter((route) => route.operation === operation && saysAll(route))
    .toSorted((one, other) => plainness(one) - plainness(other))[0];
}

/** A record is named by its id, in the path or, when it is changed, in the body. */
function saysAll({ operation, path, idParameter }: RouteModel): boolean {
  const parameters = path.match(/\{[^}]+\}/g) ?? [];
  if (operation === 'find' || operation === 'create') return parameters.length === 0;
  if (parameters.length === 0) return operation === 'update';
  return parameters.length === 1 && idParameter !== undefined && !path.includes('?}');
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
