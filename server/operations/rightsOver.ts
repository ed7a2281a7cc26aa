/** Administrators cannot grant rights that they do not hold, or change people who hold more than they do. */
import { type DataRecord, type Issue, keptFeatures, type Model, mayAccess } from '#engine';
import { refusals } from '../errors/Refusal.ts';
import type { StoreSession } from '../store/types.ts';
import type { EntityPlan } from './EntityPlan.ts';
import { allOf, equals } from './filters.ts';
import { grantFeatures } from './grantFeatures.ts';
import type { OperationCall } from './OperationCall.ts';

/** The caller, whose rights are compared with those of the account. */
export type Holder = { readonly model: Model; readonly features: ReadonlySet<string> };

export const holderOf = ({ runtime, features }: Pick<OperationCall, 'runtime' | 'features'>): Holder => ({
  model: runtime.model,
  features,
});

/** Refuses changes to a person who has rights that the caller lacks. */
export function refuseAbove(holder: Holder, person: DataRecord): void {
  // Service accounts have no password, and their rights are not roles.
  if (person.IsService === true)
    throw refusals.serviceAccountPerson({ params: { name: person.DisplayName } });
  const beyond = featureBeyond(holder, person);
  if (beyond) throw refusals.personAbove({ params: { name: person.DisplayName, feature: beyond } });
}

/** A feature of the account that the caller does not hold. */
function featureBeyond({ model, features }: Holder, account: DataRecord): string | undefined {
  return grantFeatures(model, rolesOf(account)).find((feature) => !features.has(feature));
}

/** Whether the caller manages people and holds every right of this account. */
export function mayManage(holder: Holder, account: DataRecord): boolean {
  return managesPeople(holder) && featureBeyond(holder, account) === undefined;
}

export function managesPeople({ model, features }: Holder): boolean {
  const access = model.entities.get('user')?.policy.update;
  return access !== undefined && mayAccess(access, { Features: [...features] });
}

/** Refuses unknown roles, and roles that grant more than the caller holds. */
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

/** Refuses, after the write, to leave no account that can sign in and holds a required feature. */
export async function refuseLast(session: StoreSession, model: Model, before: DataRecord): Promise<void> {
  const had = hasPassword(before) ? keptOf(model, before) : [];
  if (had.length === 0) return;
  const { items } = await session.find({ entity: 'user', filter: equals('IsActive', true) });
  const left = new Set(had);
  for (const account of items) {
    const held = hasPassword(account) ? keptOf(model, account).filter((feature) => left.has(feature)) : [];
    if (held.length === 0 || (await isKeptOut(session, model, account.UserName))) continue;
    for (const feature of held) left.delete(feature);
    if (left.size === 0) return;
  }
  const [gone] = left;
  throw refusals.lastManager({ params: { name: before.DisplayName, feature: gone } });
}

const keptOf = (model: Model, account: DataRecord): readonly string[] => {
  const features = grantFeatures(model, rolesOf(account));
  return keptFeatures.filter((feature) => features.includes(feature));
};

const hasPassword = ({ IsActive, PasswordHash }: DataRecord): boolean =>
  IsActive === true && typeof PasswordHash === 'string';

/** Whether a record linked to the person prevents them from signing in. */
async function isKeptOut(session: StoreSession, model: Model, userName: unknown): Promise<boolean> {
  for (const { id, ofUser } of model.entities.values()) {
    if (!ofUser?.active) continue;
    const filter = allOf([equals(ofUser.by, userName), equals(ofUser.active, false)]);
    if ((await session.count(id, filter)) > 0) return true;
  }
  return false;
}

export function rolesOf({ Roles }: DataRecord): readonly string[] {
  return Array.isArray(Roles) ? Roles.map(String) : [];
}
