import { matchRoutes } from 'react-router';
import type { Model } from '#engine';
import { allows } from './allows.ts';

/** Whether the screen at an address opens for someone with these features: a link that ends at a refusal is none. */
export function mayOpen(model: Model, address: string, features: readonly string[]): boolean {
  const screens = [...model.screens.values()];
  const routes = screens.map(({ id, route }) => ({ id, path: route }));
  const [pathname = '/'] = address.split(/[?#]/);
  // As the router chooses: the most exact one wins.
  const found = matchRoutes(routes, pathname)?.at(-1)?.route.id;
  return allows(screens.find(({ id }) => id === found)?.access, features);
}
