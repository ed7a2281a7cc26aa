import type { Access } from '#engine';
import { refusals } from '../errors/Refusal.ts';

/** Whether these features satisfy the access rule. */
export function isAllowed(access: Access, features: ReadonlySet<string> | undefined): boolean {
  if (access.kind === 'public') return true;
  if (!features) return false;
  return access.kind === 'login' || access.anyOf.some((feature) => features.has(feature));
}

/** Refuses a call without a login with 401, and one without the feature with 403 that names it. */
export function authorize(access: Access, features: ReadonlySet<string> | undefined): void {
  if (isAllowed(access, features)) return;
  if (!features) throw refusals.notLoggedIn();
  if (access.kind === 'feature' && access.anyOf.length > 0)
    throw refusals.forbidden({ params: { feature: access.anyOf.join(', ') } });
  throw refusals.nobodyMay();
}
