/** Which route reads one record of an entity, from a page whose address has these parameters. */

import type { Model } from '../types/modelTypes.ts';
import type { RouteModel } from '../types/routeTypes.ts';

/**
 * The first that needs nothing but the record's id and what the address has; rather one that the person may call, and
 * rather one that gives the whole record. Undefined where there is none.
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

/** Names in `{}`, but for the optional ones. */
const neededBy = (path: string): readonly string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
