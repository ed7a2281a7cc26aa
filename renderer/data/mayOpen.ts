import { matchRoutes } from 'react-router';
import type { Model } from '#engine';
import { allows } from './allows.ts';

/** Whether these features open the screen at an address, so that no link leads to a refusal. */
export function mayOpen(model: Model, address: string, features: readonly string[]): boolean {
  const screens = [...model.screens.values()];
  const routes = screens.map(({ id, route }) => ({ id, path: route }));
  const [pathname = '/'] = address.split(/[?#]/);
  // Like the router, take the most specific match.
  const found = matchRoutes(routes, pathname)?.at(-1)?.route.id;
  return allows(screens.find(({ id }) => id === found)?.access, features);
}
