import type { Model } from '#engine';

/** The features a person holds through roles; a role that is gone gives none. */
export function grantFeatures(model: Model, roles: readonly string[]): readonly string[] {
  return [...new Set(roles.flatMap((role) => model.roles.get(role)?.features ?? []))].sort();
}
