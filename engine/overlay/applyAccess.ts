/** Features, the roles that hold them, and messages. */
import { fitsPattern } from '../model/fitsPattern.ts';
import type { DeclarationDraft } from './declarationDraft.ts';
import { retitle } from './retitle.ts';
import type { FeatureChange, MessageChange, RoleChange } from './types.ts';

/** Adds or renames a feature. */
export function applyFeature(change: FeatureChange, draft: DeclarationDraft): void {
  const { json } = draft.named('features') ?? draft.add('schemas/access/features.json', { features: [] });
  const title = retitle(change, { key: `feature.${change.name}`, texts: change.title, at: '/title' }, draft);
  const known = json.features.find(({ id }) => id === change.name);
  if (known) draft.mark(Object.assign(known, { title }), change);
  else json.features = [...json.features, draft.mark({ id: change.name, title }, change)];
}

type Role = { id: string; title: string; features: string[]; except?: string[] };

/** Grants and revokes features of a role; a new role has a title. */
export function applyRole(change: RoleChange, draft: DeclarationDraft): void {
  const { json } = draft.named('roles') ?? draft.add('schemas/access/roles.json', { roles: [] });
  const known = json.roles.find(({ id }) => id === change.name);
  if (!known && !change.title) draft.report(change, 'title-missing', { at: '/title' });
  else {
    const role: Role = known ?? { id: change.name, title: change.name, features: [] };
    if (change.title)
      role.title = retitle(change, { key: `role.${change.name}`, texts: change.title, at: '/title' }, draft);
    const all = (draft.seen('features')?.features ?? []).map(({ id }) => id);
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
export function holdsFeature(
  { features, except = [] }: Pick<Role, 'features' | 'except'>,
  feature: string,
): boolean {
  const isIn = (patterns: readonly string[]) => patterns.some((pattern) => fitsPattern(pattern, feature));
  return isIn(features) && !isIn(except);
}

/** Replaces a message. */
export function applyMessage(change: MessageChange, draft: DeclarationDraft): void {
  if (draft.textOf(change.name, 'fr-CA') === undefined)
    draft.report(change, 'no-message', { at: '/name', params: { key: change.name } });
  else draft.text(change, change.name, change.text, '/text');
}
