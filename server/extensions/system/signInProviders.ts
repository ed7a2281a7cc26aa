// In code, because a provider speaks for accounts: its rights are compared with the caller's.
import { type DataRecord, type Issue, normaliseInput } from '#engine';
import { refusals } from '../../errors/Refusal.ts';
import * as answers from '../../http/fieldSchemas.ts';
import { sent, Type } from '../../http/sent.ts';
import { callbackUrl, domainsOf, fromRecord, roleMapOf, sealOfSignIn } from '../../login/company/Provider.ts';
import { createProviderClient } from '../../login/company/providerClient.ts';
import { SignInProblem } from '../../login/company/SignInProblem.ts';
import { createWithin } from '../../operations/createRecord.ts';
import type { EntityPlan } from '../../operations/EntityPlan.ts';
import { equals } from '../../operations/filters.ts';
import { grantFeatures } from '../../operations/grantFeatures.ts';
import { loadRecord } from '../../operations/loadRecord.ts';
import { inTransaction, type OperationCall, type WriteScope } from '../../operations/OperationCall.ts';
import { removeWithin } from '../../operations/removeRecord.ts';
import { updateWithin } from '../../operations/updateRecord.ts';
import { writeHistory } from '../../operations/writeHistory.ts';
import { defineAction } from '../Action.ts';
import { record } from '../recordBody.ts';

/** `POST /signinprovider`. */
export const createProvider = defineAction({
  body: record('create'),
  answer: answers.ref('sign-in-provider'),
  run: (call, { plan, input }) =>
    inTransaction(call, async (scope) => {
      const fields = fieldsOf(plan, input);
      refuseUnfit(call, plan, fields);
      const made = await createWithin(scope, plan, fields);
      return trusted(scope, plan, made);
    }),
});

/** `PUT /signinprovider/{id}`: takes effect at the next sign-in. */
export const updateProvider = defineAction({
  body: record('update'),
  answer: answers.ref('sign-in-provider'),
  run: (call, { plan, id = '', input, revision }) =>
    inTransaction(call, async (scope) => {
      const before = await loadRecord(scope, plan, id);
      refuseProviderAbove(call, before);
      const fields = fieldsOf(plan, input);
      refuseUnfit(call, plan, { ...before, ...fields }, before);
      const answer = await updateWithin(scope, plan, { id, input: fields, revision });
      // A secret is for the issuer that it was entered for.
      if (before.Issuer !== answer.Issuer) await putSecret(scope, plan, answer, null);
      if (answer.IsActive !== true) await endLogins(scope, id);
      return trusted(scope, plan, answer);
    }),
});

/** `DELETE /signinprovider/{id}`: also ends the logins and the links of accounts. */
export const removeProvider = defineAction({
  body: 'none',
  answer: answers.all({ Id: answers.id }),
  run: (call, { plan, id = '' }) =>
    inTransaction(call, async (scope) => {
      refuseProviderAbove(call, await loadRecord(scope, plan, id));
      await endLogins(scope, id);
      const { items } = await scope.session.find({
        entity: 'sign-in-identity',
        filter: equals('Provider', id),
      });
      for (const { Id } of items) await scope.session.remove('sign-in-identity', String(Id));
      await removeWithin(scope, plan, id);
      return { Id: id };
    }),
});

/** `PUT /signinprovider/{id}/secret`: stored sealed. */
export const setProviderSecret = defineAction({
  body: sent({ Secret: Type.String({ minLength: 1, maxLength: 1024 }) }),
  answer: answers.all({ Id: answers.id }),
  run: async (call, { plan, params: { id = '' }, input }) => {
    const sealed = await (await sealOfSignIn(call.runtime, 'secret')).close(input.Secret.trim());
    return inTransaction(call, async (scope) => {
      const before = await loadRecord(scope, plan, id);
      refuseProviderAbove(call, before);
      await putSecret(scope, plan, before, sealed);
      await trusted(scope, plan, before);
      return { Id: id };
    });
  },
});

/** `POST /signinprovider/{id}/test`: whether the provider answers, and the addresses to register there. */
export const testProvider = defineAction({
  body: 'none',
  answer: answers.all({
    ...{ Id: answers.id, CallbackUrl: answers.text },
    ...{ LogoutUrl: answers.text, BackChannelUrl: answers.text },
  }),
  run: async (call, { plan, params: { id = '' } }) => {
    const { ports } = call.runtime;
    const stored = await inTransaction(call, (scope) => loadRecord(scope, plan, id));
    refuseProviderAbove(call, stored);
    try {
      // Tested before it is turned on.
      await createProviderClient(ports).test(fromRecord(stored));
    } catch (error) {
      if (!(error instanceof SignInProblem)) throw error;
      throw refusals.providerFailed({ params: { issuer: stored.Issuer }, cause: error });
    }
    return {
      ...{ Id: id, CallbackUrl: callbackUrl(ports.publicUrl, id), LogoutUrl: `${ports.publicUrl}/` },
      BackChannelUrl: `${ports.publicUrl}/api/sign-in/${id}/logout`,
    };
  },
});

function fieldsOf({ entity }: EntityPlan, input: DataRecord): DataRecord {
  const { record, unknown } = normaliseInput(entity, input);
  if (unknown.length > 0) throw refusals.unknownFields({ params: { names: unknown } });
  return record;
}

/** Anyone who controls a provider can sign in as everyone it speaks for. */
function refuseProviderAbove({ runtime: { model }, features }: OperationCall, provider: DataRecord): void {
  const trustedRoles = Array.isArray(provider.TrustedRoles) ? provider.TrustedRoles.map(String) : [];
  const mapped = roleMapOf(provider).flatMap(({ roles }) => roles);
  const beyond = grantFeatures(model, [...trustedRoles, ...mapped]).find((feature) => !features.has(feature));
  if (beyond) throw refusals.providerAbove({ params: { name: provider.Name, feature: beyond } });
}

/** From now on it speaks for nobody who may do more than the caller. */
async function trusted(
  { session, call }: WriteScope,
  plan: EntityPlan,
  answer: DataRecord,
): Promise<DataRecord> {
  const TrustedRoles = [...call.user.Roles];
  await session.update(plan.entity.id, String(answer.Id), { TrustedRoles });
  return { ...answer, TrustedRoles };
}

async function putSecret(
  scope: WriteScope,
  plan: EntityPlan,
  { Id, SecretDate = null }: DataRecord,
  sealed: string | null,
): Promise<void> {
  const current = sealed === null ? null : scope.call.now;
  await scope.session.update(plan.entity.id, String(Id), { Secret: sealed, SecretDate: current });
  const entries = [{ field: 'SecretDate', previous: SecretDate, current }];
  await writeHistory(scope, plan, { record: { Id }, operation: 'update', entries });
  scope.changes.push({ entity: plan.entity.id, id: String(Id), operation: 'update' });
}

async function endLogins({ session, changes }: WriteScope, provider: string): Promise<void> {
  const { items } = await session.find({ entity: 'session', filter: equals('Provider', provider) });
  for (const { Id, UserId } of items) {
    await session.remove('session', String(Id));
    changes.push({ entity: 'user', id: String(UserId), operation: 'update' });
  }
}

function refuseUnfit(call: OperationCall, plan: EntityPlan, provider: DataRecord, before?: DataRecord): void {
  const gains = provider.ReplacesPasswords === true && before?.ReplacesPasswords !== true;
  const issues = [
    ...(isIssuer(provider.Issuer) ? [] : [issue('Issuer', 'sign-in-provider.issuer.bad')]),
    ...roleIssues(call, provider),
    ...(provider.CreatesAccounts === true && roleMapOf(provider).length === 0
      ? [issue('CreatesAccounts', 'sign-in-provider.creates-nobody')]
      : []),
    ...domainsOf(provider.MailDomains)
      .filter((domain) => !/^[\p{L}\p{N}][\p{L}\p{N}.-]*\.[\p{L}\p{N}-]+$/u.test(domain))
      .map((value) => issue('MailDomains', 'sign-in-provider.domain.bad', { value })),
    // Anyone who switches passwords off must have come in without one.
    ...(gains && call.signedInWith !== String(before?.Id ?? '')
      ? [issue('ReplacesPasswords', 'sign-in-provider.not-tried')]
      : []),
  ];
  if (issues.length > 0) throw refusals.invalid({ issues, entity: plan.entity.id });
}

/** Hosts without encryption are refused at the call, unless the operator allows them. */
function isIssuer(value: unknown): boolean {
  const text = String(value ?? '').trim();
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, search, hash } = new URL(text);
  return /^https?:$/.test(protocol) && `${username}${password}${search}${hash}` === '';
}

function roleIssues({ runtime: { model }, features }: OperationCall, provider: DataRecord): readonly Issue[] {
  return roleMapOf(provider).flatMap(({ roles }, index) =>
    roles.flatMap((role): readonly Issue[] => {
      const at = `RoleMap/${index}/Roles`;
      const granted = model.roles.get(role)?.features;
      if (!granted) return [issue(at, 'user.no-such-role', { role })];
      const beyond = granted.find((feature) => !features.has(feature));
      return beyond ? [issue(at, 'user.role-beyond', { role, feature: beyond })] : [];
    }),
  );
}

const issue = (field: string, message: string, params: Issue['params'] = {}): Issue => ({
  ...{ rule: message, path: `/${field}`, level: 'error', message, params },
});
