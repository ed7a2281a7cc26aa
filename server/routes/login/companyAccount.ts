/** The account of a person whom a provider has identified: linked before, by a verified address, or new. */
import type { DataRecord } from '#engine';
import { Refusal } from '../../errors/Refusal.ts';
import type { ApiCall } from '../../http/ApiCall.ts';
import { operationCall } from '../../http/operationCall.ts';
import type { Provider } from '../../login/company/Provider.ts';
import { type Claims, claimAt } from '../../login/company/providerClient.ts';
import { SignInProblem } from '../../login/company/SignInProblem.ts';
import { idOfDigest } from '../../login/idOfDigest.ts';
import { createWithin } from '../../operations/createRecord.ts';
import { equals } from '../../operations/filters.ts';
import { grantFeatures } from '../../operations/grantFeatures.ts';
import { guardedStore } from '../../operations/guardedStore.ts';
import { inTransaction, type OperationCall, type WriteScope } from '../../operations/OperationCall.ts';
import { refuseLast, rolesOf } from '../../operations/rightsOver.ts';
import { updateWithin } from '../../operations/updateRecord.ts';
import { cleanUserName } from '../../operations/userNames.ts';

const identityEntity = 'sign-in-identity';

/** The most groups that are read, and the longest texts, in characters. */
const limits = { groups: 2000, text: 256, subject: 255 } as const;

/** In one transaction: finds or creates the account, and applies the roles of the groups. */
export async function accountOf(call: ApiCall, provider: Provider, claims: Claims): Promise<DataRecord> {
  const system = systemCall(call, provider);
  const person = readPerson(provider, claims);
  if (!isDomainAllowed(provider, person)) throw new SignInProblem('domain');
  const id = idOfDigest(
    await call.ports.digest(JSON.stringify(['identity', provider.key, provider.issuer, claims.sub])),
  );
  try {
    return await inTransaction(system, async (scope) => {
      const known = await scope.session.get(identityEntity, id);
      const linked = known && (await scope.session.get('user', String(known.UserId)));
      const account =
        linked ?? (await byAddress(scope, provider, person)) ?? (await create(scope, provider, person));
      if (account.IsActive !== true || account.IsService === true) throw new SignInProblem('inactive');
      const user = await applyRoles(scope, { provider, person, account });
      refuseBeyond(system, provider, user);
      await remember(scope, { id, provider, claims, user, isKnown: linked !== undefined });
      return user;
    });
  } catch (error) {
    throw problemOf(error);
  }
}

/** The provider writes in its own name, and holds no rights of a person. */
function systemCall(call: ApiCall, { labels }: Provider): OperationCall {
  const { runtime } = call;
  const features = new Set(runtime.model.features.keys());
  const name = `sign-in: ${labels['en-CA']}`.slice(0, 100);
  const user = { Id: '', UserName: name, DisplayName: name, Roles: [], Features: [...features] };
  const store = guardedStore(runtime.store, { model: runtime.model, features });
  return { ...operationCall(call), runtime: { ...runtime, store }, user, features };
}

type Person = {
  readonly userName: string;
  readonly displayName: string;
  /** Verified by the provider. */
  readonly email: string | undefined;
  readonly groups: readonly string[];
};

function readPerson({ claims: names }: Provider, claims: Claims): Person {
  const text = (value: unknown): string =>
    typeof value === 'string' && value.length <= limits.text ? cleanUserName(value) : '';
  const sent = text(claimAt(claims, names.email)).toLowerCase();
  const isAddress = /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(sent);
  const email = isAddress && claims.email_verified === true ? sent : undefined;
  const userName = text(claimAt(claims, names.userName)) || (email ?? '');
  const sentGroups: readonly unknown[] = [claimAt(claims, names.groups) ?? []].flat();
  const groups = sentGroups.slice(0, limits.groups).map(text);
  return { userName, email, displayName: text(claims.name) || userName, groups };
}

function isDomainAllowed({ mailDomains }: Provider, { email }: Person): boolean {
  return (
    mailDomains.length === 0 || (email !== undefined && mailDomains.includes(email.split('@').at(-1) ?? ''))
  );
}

/** Only an address that both sides have confirmed, and that belongs to one account alone. */
async function byAddress(
  { session }: WriteScope,
  provider: Provider,
  { email }: Person,
): Promise<DataRecord | undefined> {
  if (email === undefined) return undefined;
  const { items } = await session.find({ entity: 'user', filter: equals('Email', email) });
  const found = items.filter(
    ({ Email, IsService }) => String(Email).toLowerCase() === email && IsService !== true,
  );
  const fit = found.filter(({ IsEmailUnconfirmed }) => IsEmailUnconfirmed !== true);
  if (found.length === 0) return undefined;
  if (found.length > 1 || fit.length === 0) throw new SignInProblem('ambiguous');
  // Someone else at this provider has the account already: an address was given to another person.
  const [account] = fit;
  const links = await session.find({ entity: identityEntity, filter: equals('UserId', account?.Id) });
  if (links.items.some(({ Provider: key }) => key === provider.key)) throw new SignInProblem('ambiguous');
  return account;
}

async function create(scope: WriteScope, provider: Provider, person: Person): Promise<DataRecord> {
  if (!provider.createsAccounts) throw new SignInProblem('no-account');
  if (mappedRoles(scope.call, provider, person).length === 0) throw new SignInProblem('no-group');
  const { userName, displayName, email } = person;
  if (userName === '') throw new SignInProblem('answer');
  const fields = { UserName: userName, DisplayName: displayName, Roles: [], Language: scope.call.locale };
  const plan = scope.call.runtime.planOf('user');
  const made = await createWithin(scope, plan, { ...fields, ...(email && { Email: email }) });
  return (await scope.session.get('user', String(made.Id))) as DataRecord;
}

/** The roles of the groups, without those that no longer exist. */
function mappedRoles(
  { runtime }: OperationCall,
  { roleMap }: Provider,
  { groups }: Person,
): readonly string[] {
  const held = new Set(groups);
  const roles = roleMap.filter(({ group }) => held.has(group)).flatMap((one) => one.roles);
  return [...new Set(roles)].filter((role) => runtime.model.roles.has(role));
}

type Applying = { readonly provider: Provider; readonly person: Person; readonly account: DataRecord };

/** The roles that the mapping names follow the provider; the others stay. */
async function applyRoles(scope: WriteScope, { provider, person, account }: Applying): Promise<DataRecord> {
  const named = new Set(provider.roleMap.flatMap(({ roles }) => roles));
  const before = rolesOf(account);
  const roles = [...before.filter((role) => !named.has(role)), ...mappedRoles(scope.call, provider, person)];
  const isSame = roles.length === before.length && roles.every((role) => before.includes(role));
  if (isSame) return account;
  const plan = scope.call.runtime.planOf('user');
  await updateWithin(scope, plan, { id: String(account.Id), input: { Roles: roles } });
  await refuseLast(scope.session, scope.call.runtime.model, account);
  return (await scope.session.get('user', String(account.Id))) as DataRecord;
}

/** A provider speaks for nobody who may do more than the person who set it up. */
function refuseBeyond(
  { runtime: { model } }: OperationCall,
  { trustedRoles }: Provider,
  user: DataRecord,
): void {
  if (!trustedRoles) return;
  const trusted = new Set(grantFeatures(model, trustedRoles));
  if (grantFeatures(model, rolesOf(user)).some((feature) => !trusted.has(feature)))
    throw new SignInProblem('above');
}

type Link = {
  readonly id: string;
  readonly provider: Provider;
  readonly claims: Claims;
  readonly user: DataRecord;
  readonly isKnown: boolean;
};

async function remember(
  { session, call }: WriteScope,
  { id, provider, claims, user, isKnown }: Link,
): Promise<void> {
  if (isKnown) {
    await session.update(identityEntity, id, { LastUsedDate: call.now });
    return;
  }
  if (claims.sub.length > limits.subject) throw new SignInProblem('answer');
  const stamps = {
    ...{ CreatedDate: call.now, CreatedBy: call.user.UserName },
    ...{ ModifiedDate: call.now, ModifiedBy: call.user.UserName },
  };
  // A link to an account that is gone is replaced.
  await session.remove(identityEntity, id);
  await session.insert(identityEntity, {
    ...{ Id: id, Revision: 1, ...stamps, LastUsedDate: call.now },
    ...{ Provider: provider.key, Issuer: provider.issuer, Subject: claims.sub, UserId: user.Id },
  });
  const facts = { user: user.UserName, provider: provider.key };
  call.runtime.ports.log.info(facts, 'account linked to a sign-in provider');
}

const problems: Readonly<Record<string, 'name-taken' | 'last-manager'>> = {
  'user.last-manager': 'last-manager',
  'user.name.unique': 'name-taken',
  'account.name.look-alike': 'name-taken',
  'account.name.scripts': 'name-taken',
};

function problemOf(error: unknown): unknown {
  if (!(error instanceof Refusal)) return error;
  const keys = [error.key, ...(error.details.issues ?? []).map(({ message }) => message)];
  const reason = keys.map((key) => problems[key]).find((one) => one !== undefined);
  return reason || error.code === 'validation' ? new SignInProblem(reason ?? 'answer', error) : error;
}
