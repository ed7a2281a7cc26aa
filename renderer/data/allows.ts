import type { Access } from '#engine';

/** Whether someone with these features may; without a login only what is public. */
export function allows(access: Access | undefined, features: readonly string[] | undefined): boolean {
  if (!access || access.kind === 'public') return true;
  if (!features) return false;
  return access.kind === 'login' || access.anyOf.some((feature) => features.includes(feature));
}

/** The features of which one is missing, for the sentence that says so. */
export function missingFeatures(access: Access): readonly string[] {
  return access.kind === 'feature' ? access.anyOf : [];
}
