// In code, because rights are compared with the caller's, and logins end when their basis changes.
import { type DataRecord, normaliseInput } from '#engine';
import { refusals } from '../../errors/Refusal.ts';
import * as answers from '../../http/fieldSchemas.ts';
import { forgetLinks } from '../../login/accountLinks.ts';
import { removeCompanyLink } from '../../login/company/companyLinks.ts';
import { sessionsOf } from '../../login/createSessions.ts';
import { removeSecondFactor } from '../../login/secondFactor.ts';
import { createWithin } from '../../operations/createRecord.ts';
import type { EntityPlan } from '../../operations/EntityPlan.ts';
import { loadRecord } from '../../operations/loadRecord.ts';
import { inTransaction, type WriteScope } from '../../operations/OperationCall.ts';
import { holderOf, refuseAbove, refuseGiven, refuseLast, rolesOf } from '../../operations/rightsOver.ts';
import { takeOut } from '../../operations/takeOut.ts';
import { updateWithin } from '../../operations/updateRecord.ts';
import { defineAction } from '../Action.ts';
import { record } from '../recordBody.ts';

/** `POST /user`: creates a person with roles, who cannot sign in before a password is generated. */
export const createUser = defineAction({
  body: record('create'),
  answer: answers.ref('user'),
  run: (call, { plan, input }) =>
    inTransaction(call, (scope) => addAccount(scope, plan, fieldsOf(plan, input))),
});

/** Creates an account with at most the caller's rights. */
export async function addAccount(
  scope: WriteScope,
  plan: EntityPlan,
  record: DataRecord,
): Promise<DataRecord> {
  refuseGiven(scope.call, plan, { to: record.Roles });
  // People get e-mails in the language of the person who adds them, until they choose one.
  return createWithin(scope, plan, { Language: scope.call.locale, ...record });
}

/** `PUT /user/{id}`: name, roles, and whether they may sign in; deactivation ends their logins at once. */
export const updateUser = defineAction({
  body: record('update'),
  answer: answers.ref('user'),
  run: (call, { plan, id = '', input, revision }) =>
    inTransaction(call, (scope) =>
      changeAccount(scope, plan, {
        id,
        input: fieldsOf(plan, input),
        ...(revision !== undefined && { revision }),
      }),
    ),
});

type AccountChange = { readonly id: string; readonly input: DataRecord; readonly revision?: number };

/** Changes an account that has at most the caller's rights; deactivation ends its logins at once. */
export async function changeAccount(
  scope: WriteScope,
  plan: EntityPlan,
  change: AccountChange,
): Promise<DataRecord> {
  const { call, session } = scope;
  const { id, input } = change;
  const before = await loadRecord(scope, plan, id);
  refuseAbove(holderOf(call), before);
  if (input.Roles !== undefined) refuseGiven(call, plan, { from: before, to: input.Roles });
  const answer = await updateWithin(scope, plan, change);
  await keepAddressSafe(scope, before, answer);
  await refuseLast(session, call.runtime.model, before);
  if (answer.IsActive !== true) await endSessionsOf(scope, id);
  return answer;
}

/**
 * Invalidates open links when the address changes: they went to the old one. Also if rights are granted while
 * the address, entered by someone else, is unverified.
 */
async function keepAddressSafe(
  { session }: WriteScope,
  before: DataRecord,
  after: DataRecord,
): Promise<void> {
  const id = String(before.Id);
  const isMoved = (before.Email ?? null) !== (after.Email ?? null);
  const gains = rolesOf(after).some((role) => !rolesOf(before).includes(role));
  if (isMoved || (gains && before.IsEmailUnconfirmed === true)) await forgetLinks(session, id);
  if (isMoved && before.IsEmailUnconfirmed === true)
    await session.update('user', id, { IsEmailUnconfirmed: false });
}

/**
 * `POST /user/{id}/password`: generates a password, returned only here, to be changed at the next sign-in.
 */
export const resetPassword = defineAction({
  body: 'none',
  answer: answers.all({ Id: answers.id, UserName: answers.text, Password: answers.text }),
  run: async (call, { plan, id = '' }) => {
    const { ports } = call.runtime;
    // Twenty base64 characters: 120 bits.
    const password = ports.randomToken().slice(0, 20);
    const PasswordHash = await ports.hash.hash(password);
    return inTransaction(call, async (scope) => {
      const person = await loadRecord(scope, plan, id);
      refuseAbove(holderOf(call), person);
      await scope.session.update('user', id, { PasswordHash, MustChangePassword: true });
      await forgetLinks(scope.session, id);
      await endSessionsOf(scope, id);
      ports.log.info({ user: person.UserName, by: call.user.UserName }, 'password reset');
      return { Id: id, UserName: person.UserName, Password: password };
    });
  },
});

/** `DELETE /user/{id}/session`: ends all logins of a person. */
export const endSessions = defineAction({
  body: 'none',
  answer: answers.all({ Id: answers.id, Ended: answers.count }),
  run: (call, { plan, id = '' }) =>
    inTransaction(call, async (scope) => {
      refuseAbove(holderOf(call), await loadRecord(scope, plan, id));
      return { Id: id, Ended: await endSessionsOf(scope, id) };
    }),
});

/**
 * `DELETE /user/{id}/second-factor`: for people who lost both phone and recovery codes; the password alone
 * then suffices.
 */
export const removeUserSecondFactor = defineAction({
  body: 'none',
  answer: answers.all({ Id: answers.id, WasOn: { type: 'boolean' } }),
  run: (call, { id = '' }) =>
    inTransaction(call, async (scope) => {
      const person = await managed(scope, id);
      const wasOn = await removeSecondFactor(scope, id);
      const facts = { user: person.UserName, by: call.user.UserName };
      if (wasOn) call.runtime.ports.log.info(facts, 'second factor switched off');
      return { Id: id, WasOn: wasOn };
    }),
});

/** `DELETE /user/{UserId}/passkey/{id}`: for a lost or stolen device. */
export const removeUserPasskey = defineAction({
  body: 'none',
  answer: answers.all({ Id: answers.id }),
  run: (call, { params: { UserId = '', id = '' } }) =>
    inTransaction(call, async (scope) => {
      const person = await managed(scope, UserId);
      const passkey = await scope.session.get('passkey', id);
      if (passkey?.UserId !== UserId) throw refusals.passkeyGone();
      await takeOut(scope, call.runtime.planOf('passkey'), passkey);
      const facts = { user: person.UserName, by: call.user.UserName };
      call.runtime.ports.log.info(facts, 'passkey removed');
      return { Id: id };
    }),
});

/** `DELETE /user/{UserId}/signinidentity/{id}`: the person at the provider no longer signs in to this account. */
export const removeUserIdentity = defineAction({
  body: 'none',
  answer: answers.all({ Id: answers.id }),
  run: (call, { params: { UserId = '', id = '' } }) =>
    inTransaction(call, async (scope) => {
      await managed(scope, UserId);
      await removeCompanyLink(scope, { userId: UserId, id });
      return { Id: id };
    }),
});

/** A person whose rights are not above those of the caller. */
async function managed(scope: WriteScope, id: string): Promise<DataRecord> {
  const person = await loadRecord(scope, scope.call.runtime.planOf('user'), id);
  refuseAbove(holderOf(scope.call), person);
  return person;
}

function fieldsOf({ entity }: EntityPlan, input: DataRecord): DataRecord {
  const { record, unknown } = normaliseInput(entity, input);
  if (unknown.length > 0) throw refusals.unknownFields({ params: { names: unknown } });
  return record;
}

/** Cached logins are cleared when the person is announced as changed. */
async function endSessionsOf({ session, changes }: WriteScope, id: string): Promise<number> {
  const records = await sessionsOf(session, id);
  for (const { Id } of records) await session.remove('session', String(Id));
  changes.push({ entity: 'user', id, operation: 'update' });
  return records.length;
}
