/** Who manages people gives no right that they do not hold, and touches nobody who holds more than they. */
import type { DataRecord, Issue } from '#engine';
import { refusals } from '../../errors/Refusal.ts';
import type { EntityPlan } from '../../operations/EntityPlan.ts';
import { equals } from '../../operations/filters.ts';
import { grantFeatures } from '../../operations/grantFeatures.ts';
import type { OperationCall, WriteScope } from '../../operations/OperationCall.ts';

/** Without somebody who holds them nobody could give them back. */
const keptFeatures = ['User.Manage', 'Configuration.Edit'];

/** Refuses to touch a person who may do what the caller may not. */
export function refuseAbove(call: OperationCall, person: DataRecord): void {
  const beyond = grantFeatures(call.runtime.model, rolesOf(person)).find(
    (feature) => !call.features.has(feature),
  );
  if (beyond) throw refusals.personAbove({ params: { name: person.DisplayName, feature: beyond } });
}

/** Refuses roles that are none, and those that are given by somebody who does not hold all they give. */
export function refuseGiven(
  call: OperationCall,
  { entity }: EntityPlan,
  change: { readonly from?: DataRecord; readonly to: unknown },
): void {
  const { model } = call.runtime;
  const held = new Set(change.from ? rolesOf(change.from) : []);
  const issues = rolesOf({ Roles: change.to }).flatMap((role): readonly Issue[] => {
    if (held.has(role)) return [];
    const features = model.roles.get(role)?.features;
    const at = { path: '/Roles', level: 'error' as const };
    if (!features)
      return [{ ...at, rule: 'user.no-such-role', message: 'user.no-such-role', params: { role } }];
    const beyond = features.find((feature) => !call.features.has(feature));
    if (!beyond) return [];
    return [
      { ...at, rule: 'user.role-beyond', message: 'user.role-beyond', params: { role, feature: beyond } },
    ];
  });
  if (issues.length > 0) throw refusals.invalid({ issues, entity: entity.id });
}

/** Refuses, once it is written, what leaves nobody who can sign in and hold one of these. */
export async function refuseLast({ call, session }: WriteScope, before: DataRecord): Promise<void> {
  const { model } = call.runtime;
  const had = grantFeatures(model, canSignIn(before) ? rolesOf(before) : []);
  const { items } = await session.find({ entity: 'user', filter: equals('IsActive', true) });
  const held = new Set(items.filter(canSignIn).flatMap((one) => grantFeatures(model, rolesOf(one))));
  const gone = keptFeatures.find((feature) => had.includes(feature) && !held.has(feature));
  if (gone) throw refusals.lastManager({ params: { name: before.DisplayName, feature: gone } });
}

const canSignIn = ({ IsActive, PasswordHash }: DataRecord): boolean =>
  IsActive === true && typeof PasswordHash === 'string';

export function rolesOf({ Roles }: DataRecord): readonly string[] {
  return Array.isArray(Roles) ? Roles.map(String) : [];
}
