// In code, because an e-mail with a link opens an account: reading it requires the right to set passwords.
import { type DataRecord, locales } from '#engine';
import { Refusal, refusals } from '../../errors/Refusal.ts';
import * as answers from '../../http/fieldSchemas.ts';
import { sendLink } from '../../login/accountLinks.ts';
import { letterEntity, letterStates, linkMark } from '../../mail/letters.ts';
import { createWithin } from '../../operations/createRecord.ts';
import { equals } from '../../operations/filters.ts';
import { loadAnswer, loadRecord } from '../../operations/loadRecord.ts';
import { inTransaction, type OperationCall, type WriteScope } from '../../operations/OperationCall.ts';
import { holderOf, managesPeople, refuseAbove, rolesOf } from '../../operations/rightsOver.ts';
import { defineAction } from '../Action.ts';

/** `GET /letter/{id}`: as sent, with its link for those who may set the person's password. */
export const readLetter = defineAction({
  body: 'none',
  answer: answers.ref('letter'),
  run: async (call, { plan, id = '' }) => {
    const { store } = call.runtime;
    const answer = await loadAnswer({ call, session: store }, plan, id);
    const stored = await store.get(letterEntity, id);
    const person = await store.get('user', String(stored?.UserId));
    const link = stored?.Link && person && isWithin(call, person) ? String(stored.Link) : '…';
    return { ...answer, Text: String(answer.Text).replaceAll(linkMark, () => link) };
  },
});

function isWithin(call: OperationCall, person: DataRecord): boolean {
  try {
    refuseAbove(holderOf(call), person);
    return true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}

/** `POST /letter/{id}/send`: retries one that waits or has failed. */
export const sendLetterAgain = defineAction({
  body: 'none',
  answer: answers.ref('letter'),
  run: (call, { id = '' }) => sendAgain(call, id),
});

export const sendAgain = (call: OperationCall, id: string): Promise<DataRecord> =>
  inTransaction(call, async ({ session, changes }) => {
    const plan = call.runtime.planOf(letterEntity);
    const letter = await loadRecord({ call, session }, plan, id);
    if (!call.runtime.ports.mail) throw refusals.noMailServer();
    const stored = await session.get(letterEntity, id);
    if (String(letter.Text).includes(linkMark) && !stored?.Link) throw refusals.letterWithoutLink();
    const NextTry = call.runtime.ports.now().toISOString();
    await session.update(letterEntity, id, { StateId: letterStates.waiting, NextTry, Attempts: 0 });
    changes.push({ entity: letterEntity, id, operation: 'update' });
    return loadAnswer({ call, session }, plan, id);
  });

/** The person a link was sent to. */
const linked = answers.objectOf(
  [
    ['Id', answers.id],
    ['UserName', answers.text],
    ['Email', answers.text],
    ['Purpose', { enum: ['invite', 'reset'] }],
    ['IsHeld', answers.flag],
  ],
  ['Id', 'UserName', 'Email', 'Purpose'],
);

/** `POST /user/{id}/link`: an invitation, or a password link if the person already has one. */
export const sendUserLink = defineAction({
  body: 'none',
  answer: linked,
  run: (call, { plan, id = '' }) =>
    inTransaction(call, async (scope) => {
      const person = await loadRecord(scope, plan, id);
      return sendTo(scope, (await scope.session.get('user', id)) ?? person);
    }),
});

/** `POST /profile/employee/{id}/resetpassword`: to the account the record is about, created if missing. */
export const sendLinkOf = defineAction({
  body: 'none',
  answer: linked,
  run: (call, { plan, id = '' }) =>
    inTransaction(call, async (scope) => {
      const record = await loadRecord(scope, plan, id);
      const { ofUser } = plan.entity;
      const UserName = ofUser ? String(record[ofUser.by] ?? '') : '';
      if (UserName === '') throw refusals.noUserName();
      const known = await userNamed(scope, UserName);
      if (known) return sendKnown(scope, known);
      const Email = String(record.Email ?? '');
      const DisplayName = String(record.DisplayName ?? UserName);
      // Without roles: those are assigned in user management.
      const users = call.runtime.planOf('user');
      const Language = locales.find((one) => one === record.PreferredLanguageCulture) ?? call.locale;
      const made = await createWithin(scope, users, { UserName, DisplayName, Email, Language, Roles: [] });
      // The editor of the record chose the address, so its owner is unverified.
      const IsEmailUnconfirmed = !managesPeople(holderOf(call));
      await scope.session.update('user', String(made.Id), { IsEmailUnconfirmed });
      return sendTo(scope, { ...made, Email });
    }),
});

/** Sent to the account's own address, not the record's: editing the record must not decide who gets in. */
function sendKnown(scope: WriteScope, account: DataRecord): Promise<DataRecord> {
  const holdsNothing = !account.PasswordHash && rolesOf(account).length === 0;
  const isOpen = account.IsEmailUnconfirmed !== true || holdsNothing || managesPeople(holderOf(scope.call));
  if (!isOpen) throw refusals.emailUnconfirmed({ params: { name: account.DisplayName } });
  return sendTo(scope, account);
}

async function userNamed({ session }: WriteScope, name: string): Promise<DataRecord | undefined> {
  const page = { number: 1, size: 1 };
  return (await session.find({ entity: 'user', filter: equals('UserName', name), page })).items[0];
}

async function sendTo({ call, session, changes }: WriteScope, person: DataRecord): Promise<DataRecord> {
  refuseAbove(holderOf(call), person);
  const { DisplayName, UserName, Email } = person;
  if (!Email) throw refusals.noEmail({ params: { name: DisplayName } });
  const Purpose = await sendLink(call.runtime, session, person, call.user.UserName);
  if (!Purpose) throw refusals.enoughLinks({ params: { name: DisplayName } });
  changes.push({ entity: letterEntity, id: String(person.Id), operation: 'create' });
  call.runtime.ports.log.info({ user: UserName, by: call.user.UserName, purpose: Purpose }, 'link sent');
  // Without a mail server, someone must pass the link on.
  return { Id: person.Id, UserName, Email, Purpose, ...(call.runtime.ports.mail ? {} : { IsHeld: true }) };
}
