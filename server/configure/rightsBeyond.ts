/** Role rights: people grant what they hold, revoke what they can regrant, and leave each a holder. */
import type { Model, OverlayFinding } from '#engine';
import { equals } from '../operations/filters.ts';
import { grantFeatures } from '../operations/grantFeatures.ts';
import type { StoreSession } from '../store/types.ts';
import type { Step } from './publicationStep.ts';

/** The feature that opens the configurator. */
export const configureFeature = 'Configuration.Edit';

/** All findings about role rights that the person may not change. */
export function rightsBeyond(step: Step): readonly OverlayFinding[] {
  const again = step.earlier?.flatMap((was) => givenAgain(step, was)) ?? [];
  return [...given(step), ...again, ...rolesAbove(step), ...taken(step)];
}

/** Features that roles gain although the person does not hold them; new features are held by nobody yet. */
function given({ live, next, features, others }: Step): readonly OverlayFinding[] {
  return [...next.roles.values()].flatMap((role) => {
    const beyond = gainedBy(role.id, live, next, others).filter(
      (feature) => live.features.has(feature) && !features.has(feature),
    );
    return beyond.map((feature) => finding(role.id, '/add', 'not-yours-to-give', { feature }));
  });
}

/** Otherwise, removing and restoring a feature in two publications would let anyone grant it. */
function givenAgain(step: Step, was: Model): readonly OverlayFinding[] {
  return given({ ...step, live: was }).filter(
    ({ params: { feature } }) => !step.live.features.has(String(feature)),
  );
}

/**
 * Only people who hold all rights of a role may change it. New features are exempt: nobody holds them yet,
 * and otherwise a new entity could not be opened to anyone.
 */
function rolesAbove({ live, next, features, others }: Step): readonly OverlayFinding[] {
  return [...live.roles.values()].flatMap((role) => {
    if (role.features.every((feature) => features.has(feature))) return [];
    const gained = gainedBy(role.id, live, next, others).filter((feature) => live.features.has(feature));
    // An earlier release may be restored unless it takes rights from those who could undo that.
    const isUndoable = others !== undefined && !role.features.includes(configureFeature);
    const lost = isUndoable ? [] : lostBy(role.id, live, next);
    if (gained.length + lost.length === 0) return [];
    return [finding(role.id, lost.length > 0 ? '/remove' : '/add', 'role-above-yours')];
  });
}

/**
 * Revoking must be reversible: the person must still hold the feature afterwards. Restoring an earlier
 * release is exempt, because the release before it can be restored in turn.
 */
function taken({ live, next, features, roles, others }: Step): readonly OverlayFinding[] {
  if (others) return [];
  const left = new Set(grantFeatures(next, roles));
  return [...live.roles.values()].flatMap(({ id }) =>
    lostBy(id, live, next)
      .filter((feature) => features.has(feature) && !left.has(feature))
      .map((feature) => finding(id, '/remove', 'not-yours-to-take', { feature })),
  );
}

function gainedBy(role: string, live: Model, next: Model, others?: Model): readonly string[] {
  const held = new Set([live, others].flatMap((model) => model?.roles.get(role)?.features ?? []));
  return (next.roles.get(role)?.features ?? []).filter((feature) => !held.has(feature));
}

/** A feature that no longer exists is not lost by any particular role. */
function lostBy(role: string, live: Model, next: Model): readonly string[] {
  const held = new Set(next.roles.get(role)?.features);
  return (live.roles.get(role)?.features ?? []).filter(
    (feature) => next.features.has(feature) && !held.has(feature),
  );
}

function finding(
  role: string,
  at: string,
  code: string,
  params: OverlayFinding['params'] = {},
): OverlayFinding {
  return { change: { kind: 'role', name: role }, at, level: 'error', code, params: { ...params, role } };
}

/** Features that someone who can sign in holds now and nobody would hold: no one could grant them again. */
export async function lastHolders(
  store: Pick<StoreSession, 'find'>,
  { live, next }: Pick<Step, 'live' | 'next'>,
): Promise<readonly OverlayFinding[]> {
  const { items } = await store.find({ entity: 'user', filter: equals('IsActive', true) });
  const roles = items.map(({ Roles }) => (Array.isArray(Roles) ? Roles.map(String) : []));
  const heldUnder = (model: Model) => new Set(roles.flatMap((own) => grantFeatures(model, own)));
  const after = heldUnder(next);
  const gone = [...heldUnder(live)].filter((feature) => next.features.has(feature) && !after.has(feature));
  const isLockout = !after.has(configureFeature);
  return [
    ...(isLockout ? [{ at: '', level: 'error', code: 'nobody-may-configure', params: {} } as const] : []),
    ...gone
      .filter((feature) => feature !== configureFeature)
      .map((feature) => ({ at: '', level: 'error', code: 'last-holder', params: { feature } }) as const),
  ];
}
