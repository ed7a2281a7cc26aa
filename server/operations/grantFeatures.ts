import type { Model } from '#engine';

/** The features that these roles grant; removed roles grant none. */
export function grantFeatures(model: Model, roles: readonly string[]): readonly string[] {
  return [...new Set(roles.flatMap((role) => model.roles.get(role)?.features ?? []))].sort();
}
