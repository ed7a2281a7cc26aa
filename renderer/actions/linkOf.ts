import type { ActionModel } from '#engine';
import { fillPath } from '../data/fillPath.ts';
import { returnTo } from '../data/returnTo.ts';
import type { ScreenScope } from '../data/screenScope.ts';
import { asLeft } from '../data/trail.ts';

/** The address that a declared link leads to; a link back leads to `opener` if the address names no other. */
export function linkOf(
  { to = '/', returns }: ActionModel,
  scope: ScreenScope,
  root?: unknown,
  opener?: string,
): string {
  const { route, data, user, query } = scope;
  const own = fillPath(to, { root, route, data, user });
  return returns ? asLeft(returnTo(query, opener ?? own), opener) : own;
}
