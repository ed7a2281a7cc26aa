/** The route that reads one record of an entity, given a page's URL parameters. */

import type { Model } from '../types/modelTypes.ts';
import type { RouteModel } from '../types/routeTypes.ts';

/**
 * The first route that needs only the record's id and the parameters of the address, preferring callable ones
 * and those that return the whole record. Undefined when there is none.
 */
export function readingRoute(
  { routes }: Pick<Model, 'routes'>,
  entity: string,
  parameters: readonly string[],
  mayCall: (route: RouteModel) => boolean = () => true,
): RouteModel | undefined {
  const known = new Set(parameters);
  const reading = routes.filter(
    (route) =>
      route.entity === entity &&
      route.operation === 'get' &&
      !route.through &&
      route.idParameter !== undefined &&
      neededBy(route.path).every((name) => name === route.idParameter || known.has(name)),
  );
  const [whole, part] = [reading.filter(({ fields }) => !fields), reading.filter(({ fields }) => fields)];
  return whole.find(mayCall) ?? part.find(mayCall) ?? whole[0] ?? part[0];
}

/** Names in `{}`, without the optional ones. */
const neededBy = (path: string): readonly string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
