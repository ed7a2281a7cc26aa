/** Which route reads one record of an entity, from a page whose address has these parameters. */

import type { Model } from '../types/modelTypes.ts';
import type { RouteModel } from '../types/routeTypes.ts';

/** The first that needs nothing but the record's id and what the address has; undefined where there is none. */
export function readingRoute(
  { routes }: Pick<Model, 'routes'>,
  entity: string,
  parameters: readonly string[],
): RouteModel | undefined {
  const known = new Set(parameters);
  return routes.find(
    (route) =>
      route.entity === entity &&
      route.operation === 'get' &&
      !route.through &&
      route.idParameter !== undefined &&
      neededBy(route.path).every((name) => name === route.idParameter || known.has(name)),
  );
}

/** Names in `{}`, but for the optional ones. */
const neededBy = (path: string): readonly string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
