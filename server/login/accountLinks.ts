/** Links to choose a password: unguessable, stored as a digest, time-limited and valid once. */
import type { DataRecord } from '#engine';
import { letterEntity, writeLetter } from '../mail/letters.ts';
import { allOf, equals } from '../operations/filters.ts';
import type { Runtime } from '../operations/OperationCall.ts';
import type { StoreSession } from '../store/types.ts';
import { idOfDigest } from './idOfDigest.ts';

const entity = 'account-link';

export type Purpose = 'invite' | 'reset';

const hour = 3_600_000;
const lasts: Readonly<Record<Purpose, number>> = { invite: 7 * 24 * hour, reset: hour };
/** Valid links per person; no more e-mails are sent beyond that. */
const mostLinks = 5;

/** E-mails a link to a person; false if too many are still valid. */
export async function sendLink(
  runtime: Runtime,
  session: StoreSession,
  person: DataRecord,
  by: string,
): Promise<Purpose | undefined> {
  const { ports } = runtime;
  const moment = ports.now();
  await removeExpired(session, moment.toISOString());
  const UserId = String(person.Id);
  if ((await session.count(entity, equals('UserId', UserId))) >= mostLinks) return undefined;
  const purpose: Purpose = person.PasswordHash ? 'reset' : 'invite';
  const token = ports.randomToken();
  const now = moment.toISOString();
  await session.insert(entity, {
    ...{ Id: idOfDigest(await ports.digest(token)), Revision: 1 },
    ...{ CreatedDate: now, CreatedBy: by, ModifiedDate: now, ModifiedBy: by },
    ...{ UserId, Purpose: purpose, ExpiresAt: new Date(moment.getTime() + lasts[purpose]).toISOString() },
  });
  // In the fragment, so that no log and no other site receives it.
  const link = `${ports.publicUrl}/account/password#${token}`;
  const params = { name: person.DisplayName, user: person.UserName, days: lasts[purpose] / (24 * hour) };
  await writeLetter(runtime, session, person, { about: `mail.${purpose}`, params, link, by });
  return purpose;
}

/** The person and purpose of a link; undefined if it is unknown, used or expired. */
export async function personOfLink(
  { store, ports }: Pick<Runtime, 'store' | 'ports'>,
  token: string,
  session: StoreSession = store,
): Promise<{ readonly person: DataRecord; readonly purpose: Purpose } | undefined> {
  const link = await session.get(entity, idOfDigest(await ports.digest(token)));
  if (!link || Date.parse(String(link.ExpiresAt)) <= ports.now().getTime()) return undefined;
  const person = await session.get('user', String(link.UserId));
  return person?.IsActive === true ? { person, purpose: link.Purpose as Purpose } : undefined;
}

/** Invalidates all of the person's links, and removes them from waiting e-mails. */
export async function forgetLinks(session: StoreSession, userId: string): Promise<void> {
  const { items } = await session.find({ entity, filter: equals('UserId', userId) });
  for (const { Id } of items) await session.remove(entity, String(Id));
  const filter = allOf([equals('UserId', userId), { kind: 'not', of: equals('Link', null) }]);
  const { items: letters } = await session.find({ entity: letterEntity, filter });
  for (const { Id } of letters) await session.update(letterEntity, String(Id), { Link: null });
}

async function removeExpired(session: StoreSession, value: string): Promise<void> {
  const filter = { kind: 'compare', path: 'ExpiresAt', operator: 'lt', value } as const;
  const { items } = await session.find({ entity, filter, page: { number: 1, size: 100 } });
  for (const { Id } of items) await session.remove(entity, String(Id));
}
