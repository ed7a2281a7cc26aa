import type { Access } from '../types/basicTypes.ts';
import type { UserContext } from './types.ts';

/** Whether a person has access: everyone, any login, or holders of one of the features. */
export function mayAccess(access: Access, user: Pick<UserContext, 'Features'>): boolean {
  if (access.kind !== 'feature') return true;
  return access.anyOf.some((feature) => user.Features.includes(feature));
}
