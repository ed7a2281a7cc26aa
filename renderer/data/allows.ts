import type { Access } from '#engine';

/** Whether these features grant access; without a login only public access is granted. */
export function allows(access: Access | undefined, features: readonly string[] | undefined): boolean {
  if (!access || access.kind === 'public') return true;
  if (!features) return false;
  return access.kind === 'login' || access.anyOf.some((feature) => features.includes(feature));
}

/** Features of which one is required, for the message that names them. */
export function missingFeatures(access: Access): readonly string[] {
  return access.kind === 'feature' ? access.anyOf : [];
}
