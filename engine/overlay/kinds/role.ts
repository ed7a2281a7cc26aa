/** A role: a new one, or features granted to and revoked from a shipped one. */
import type { RolesDeclaration } from '../../declaration/types.generated.ts';
import { fitsPattern } from '../../model/fitsPattern.ts';
import type { DeclarationDraft } from '../declarationDraft.ts';
import { declaredFeatures } from '../declaredFeatures.ts';
import { retitle } from '../retitle.ts';
import type { RoleChange } from '../types.ts';
import { defineChange, ownText, textAt, textsOf } from './defineChange.ts';

export const roleKind = defineChange({
  kind: 'role',
  isContent: true,
  apply: applyRole,
  // A role may by now hold what the change grants, or lack what it revokes.
  base: ({ name, add = [], remove = [] }, draft) => {
    const roles: RolesDeclaration['roles'] = draft.seen('roles')?.roles ?? [];
    const known = roles.find(({ id }) => id === name);
    if (!known) return undefined;
    const title = textsOf(`role.${name}`, known.title, draft);
    // A pattern of the role matches rights of new entities too, which it does not grant.
    const declared = new Set(declaredFeatures(draft).map(({ id }) => id));
    const isHeld = (feature: string) => declared.has(feature) && holdsFeature(known, feature);
    return {
      ...(title && { title }),
      ...(add.every(isHeld) && { add }),
      ...(!remove.some((feature) => !declared.has(feature) || isHeld(feature)) && { remove }),
    };
  },
  // The role itself changes: it gets the rights of the copy besides those of the entity.
  copied: (change, { feature }) => {
    const more = (list: readonly string[] = []) => {
      const own = list.map(feature).filter((right) => !list.includes(right));
      return [...list, ...own];
    };
    const [add, remove] = [more(change.add), more(change.remove)];
    const isChanged = add.length + remove.length > (change.add ?? []).length + (change.remove ?? []).length;
    if (!isChanged) return undefined;
    return {
      ...change,
      ...(add.length > 0 && { add: add as NonNullable<RoleChange['add']> }),
      ...(remove.length > 0 && { remove: remove as NonNullable<RoleChange['remove']> }),
    };
  },
  subject: ({ name, title }, saying) => ({
    code: 'role',
    params: { title: title ? ownText(title, saying) : textAt(`role.${name}`, saying) },
  }),
});

type Role = { id: string; title: string; features: string[]; except?: string[] };

/** Grants and revokes features of a role; a new role has a title. */
function applyRole(change: RoleChange, draft: DeclarationDraft): void {
  const { json } = draft.named('roles') ?? draft.add('schemas/access/roles.json', { roles: [] });
  const known = json.roles.find(({ id }) => id === change.name);
  if (!known && !change.title) draft.report(change, 'title-missing', { at: '/title' });
  else {
    const role: Role = known ?? { id: change.name, title: change.name, features: [] };
    if (change.title)
      role.title = retitle(change, { key: `role.${change.name}`, texts: change.title, at: '/title' }, draft);
    const all = declaredFeatures(draft).map(({ id }) => id);
    give(role, change.add ?? [], all);
    take(role, change.remove ?? []);
    draft.mark(role, change);
    if (!known) json.roles = [...json.roles, role];
  }
}

/** To grant a feature that a pattern excludes, replaces the pattern with the names it matches. */
function give(role: Role, added: readonly string[], all: readonly string[]): void {
  const except = (role.except ?? []).flatMap((pattern) =>
    added.some((feature) => fitsPattern(pattern, feature))
      ? all.filter((name) => fitsPattern(pattern, name))
      : [pattern],
  );
  const left = except.filter((name) => !added.includes(name));
  role.features = [...new Set([...role.features, ...added])];
  if (left.length > 0) role.except = [...new Set(left)];
  else delete role.except;
}

function take(role: Role, removed: readonly string[]): void {
  role.features = role.features.filter((feature) => !removed.includes(feature));
  const held = removed.filter((name) => role.features.some((pattern) => fitsPattern(pattern, name)));
  if (held.length > 0) role.except = [...new Set([...(role.except ?? []), ...held])];
}

/** Whether a role is declared to hold a feature. */
function holdsFeature(
  { features, except = [] }: Pick<Role, 'features' | 'except'>,
  feature: string,
): boolean {
  const isIn = (patterns: readonly string[]) => patterns.some((pattern) => fitsPattern(pattern, feature));
  return isIn(features) && !isIn(except);
}
