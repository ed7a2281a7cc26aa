/** Grants and revokes features of a role one by one. */
import type { Change, RoleModel } from '#engine';

type RoleChange = Extract<Change, { kind: 'role' }>;
type Wish = { readonly role: string; readonly feature: string; readonly wanted: boolean };

/** Whether a role has a feature; compiled roles contain no patterns. */
export function isGranted({ features }: RoleModel, feature: string): boolean {
  return features.includes(feature);
}

/** The change after one more toggle; undefined if nothing is left of it. */
export function changedRole(
  before: RoleChange | undefined,
  { role, feature, wanted }: Wish,
): RoleChange | undefined {
  const without = (list: readonly string[] = []) => list.filter((one) => one !== feature);
  const had = { add: before?.add ?? [], remove: before?.remove ?? [] };
  const [add, remove] = [without(had.add), without(had.remove)];
  // Undoing a grant or a revocation of the draft removes it.
  const isUndone = (wanted ? had.remove : had.add).includes(feature);
  if (!isUndone) (wanted ? add : remove).push(feature);
  if (add.length === 0 && remove.length === 0 && !before?.title) return undefined;
  return {
    kind: 'role',
    name: role,
    ...(before?.title ? { title: before.title } : {}),
    ...(add.length > 0 ? { add: [...add].sort() as [string, ...string[]] } : {}),
    ...(remove.length > 0 ? { remove: [...remove].sort() as [string, ...string[]] } : {}),
    ...(before?.was ? { was: before.was } : {}),
  } as RoleChange;
}
