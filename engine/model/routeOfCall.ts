/** Finds the route that answers a call of a screen. */
import type { RouteModel } from '../types/routeTypes.ts';

/** A call as a screen declares it: `/profile/brand/{route.profileId}`, without `/api`. */
export type DeclaredCall = { readonly method: string; readonly route: string };

/** The route of a call, whose parameters have other names; undefined when none is declared. */
export function routeOfCall(
  { routes }: { readonly routes: readonly RouteModel[] },
  { method, route }: DeclaredCall,
): RouteModel | undefined {
  return byShape(routes).get(shapeOf(method, route));
}

const known = new WeakMap<readonly RouteModel[], ReadonlyMap<string, RouteModel>>();

/** Cached, because every form and action of every screen asks. */
function byShape(routes: readonly RouteModel[]): ReadonlyMap<string, RouteModel> {
  const made = known.get(routes);
  if (made) return made;
  const shapes = new Map<string, RouteModel>();
  for (const route of routes) {
    const shape = shapeOf(route.method, route.path);
    if (!shapes.has(shape)) shapes.set(shape, route);
  }
  known.set(routes, shapes);
  return shapes;
}

/** An optional parameter may be omitted; the values decide at run time. */
function shapeOf(method: string, path: string): string {
  return `${method} ${path
    .replace(/\{[^}]*\}/g, '{}')
    .replace(/\/+$/, '')
    .toLowerCase()}`;
}
