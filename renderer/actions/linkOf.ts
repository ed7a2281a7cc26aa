import type { ActionModel } from '#engine';
import { fillPath } from '../data/fillPath.ts';
import { returnTo } from '../data/returnTo.ts';
import type { ScreenScope } from '../data/screenScope.ts';

/** The address that a declared link leads to. */
export function linkOf({ to = '/', returns }: ActionModel, scope: ScreenScope, root?: unknown): string {
  const { route, data, user, query } = scope;
  const own = fillPath(to, { root, route, data, user });
  return returns ? returnTo(query, own) : own;
}
