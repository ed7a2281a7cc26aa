/** One run of a subscription: creates the file, delivers it, and records and reports the outcome. */
import type { DataRecord } from '#engine';
import {
  equals,
  hasDomains,
  isOutside,
  languageOf,
  type Runtime,
  type StoreSession,
} from '#server/extension';
import {
  type Delivering,
  gone,
  isForAnother,
  type MadeFile,
  type Parties,
  type Skipped,
  type Trouble,
  unreachable,
} from './delivery.ts';
import { writeReportLetter } from './deliveryLetters.ts';
import { deliveredBy, deliveryStates, isWorthAnother, later, waitAfter } from './deliveryStates.ts';
import { makeFile } from './makeFile.ts';
import { placeFile } from './placeFile.ts';
import { isReachable } from './sending/recipientsOf.ts';
import { noMailServer, reasonIn, subjectFor, tellDelivery } from './tellDelivery.ts';

/** Returns whether it succeeded. A run that has lost its lease records nothing. */
export async function runDelivery(due: Delivering, delivery: DataRecord): Promise<boolean> {
  // A release may have been published since the round began.
  const server = { ...due, runtime: due.runtime.latest() };
  const parties = await partiesOf(server, delivery);
  const round = { ...server, zone: await zoneOf(server, parties) };
  const outcome = await outcomeOf(round, delivery, parties);
  if ('lost' in outcome) return false;
  if ('skipped' in outcome) return noteSkipped(round, delivery, outcome);
  return 'problem' in outcome
    ? (await noteTrouble(round, { delivery, parties, trouble: outcome }), false)
    : noteSuccess(round, { delivery, parties, file: outcome });
}

async function partiesOf({ runtime }: Delivering, delivery: DataRecord): Promise<Parties> {
  const { store } = runtime;
  const user = await userNamed(runtime, delivery.Owner);
  const subscription = await store.get('report-subscription', String(delivery.SubscriptionId));
  const reader = subscription?.RecipientId ? await readerOf(runtime, subscription) : user;
  return { user, reader, subscription, about: await subjectFor(runtime, delivery, user) };
}

/** The recipient with an account, while it can be reached. */
async function readerOf({ store }: Runtime, { RecipientId }: DataRecord): Promise<DataRecord | undefined> {
  const found = await store.get('user', String(RecipientId));
  return found && isReachable(found) ? { ...found, Language: await languageOf(store, found) } : undefined;
}

/** Dates in a run use the time zone of its schedule. */
async function zoneOf({ runtime, zone }: Delivering, { subscription }: Parties): Promise<string> {
  const { ScheduleId } = subscription ?? {};
  const schedule = ScheduleId ? await runtime.store.get('report-schedule', String(ScheduleId)) : undefined;
  return String(schedule?.TimeZone ?? zone);
}

/** The active user with this name; people who are gone or deactivated receive nothing. */
async function userNamed({ store }: Runtime, name: unknown): Promise<DataRecord | undefined> {
  const { items } = await store.find({ entity: 'user', filter: equals('UserName', name) });
  const user = items.find(({ UserName, IsActive }) => UserName === name && IsActive === true);
  return user && { ...user, Language: await languageOf(store, user) };
}

/** The file with the current delivery, or the problem, or nothing because the lease is lost. */
type Outcome = MadeFile | Trouble | Skipped | { readonly lost: true };

/** Reuses a file created by an earlier attempt. */
async function outcomeOf(
  round: Delivering,
  delivery: DataRecord,
  { user, reader, subscription }: Parties,
): Promise<Outcome> {
  if (!user || !subscription) return gone;
  if (!reader) return unreachable;
  if (await isBarred(round, user, subscription)) return barred(subscription);
  const { Name, Note } = delivery;
  // A file shows what its recipient may see: another one gets another file.
  const isTheirs = (delivery.RecipientId ?? null) === (subscription.RecipientId ?? null);
  const FileId = isTheirs ? (delivery.FileId ?? delivery.HeldFileId) : null;
  const known = FileId ? { FileId, name: String(Name), note: String(Note ?? '') } : undefined;
  const made = known ?? (await makeFile(round, subscription, { owner: user, reader }));
  if ('problem' in made || 'skipped' in made || subscription.DeliveryExtensionId !== deliveredBy.share)
    return made;
  return placeFile(round, { delivery, subscription, file: made, isAgain: known !== undefined });
}

/**
 * Rights and domains may have changed since the address was entered. While no domains are configured,
 * existing subscriptions continue.
 */
async function isBarred(
  { runtime }: Delivering,
  { Roles }: DataRecord,
  { DeliveryExtensionId, Path, RecipientId }: DataRecord,
): Promise<boolean> {
  const { model, store } = runtime;
  // The confirmed address of an account is inside.
  if (DeliveryExtensionId !== deliveredBy.mail || RecipientId) return false;
  const feature = model.entities.get('report-subscription')?.fieldByPath.get('Path')?.mailTo;
  const roles = Array.isArray(Roles) ? Roles.map(String) : [];
  if (!feature || runtime.featuresOf(roles).includes(feature)) return false;
  return (await hasDomains(store)) && (await isOutside(store, String(Path)));
}

const barred = ({ Path }: DataRecord): Trouble => ({
  problem: { code: 'forbidden', key: 'mail.outside', params: { value: Path } },
  cause: 'refused',
});

const noteSkipped = (round: Delivering, delivery: DataRecord, { skipped }: Skipped): Promise<boolean> =>
  noted(round, delivery, async () => ({
    ...{ StateId: deliveryStates.skipped, NextTry: null, Reason: null },
    ...{ Note: skipped, FinishedDate: round.runtime.ports.now().toISOString() },
  }));

type Ending = { readonly delivery: DataRecord; readonly parties: Parties };

async function noteSuccess(
  round: Delivering,
  { delivery, parties, file }: Ending & { readonly file: MadeFile },
): Promise<boolean> {
  const { user, reader, subscription, about } = parties;
  if (!user || !reader || !subscription) return false;
  const { ports } = round.runtime;
  const FinishedDate = ports.now().toISOString();
  const isLetter = subscription.DeliveryExtensionId === deliveredBy.mail;
  const isNoted = await noted(round, delivery, async (session) => {
    const writing = { user, reader, subscription, about, file };
    const letter = isLetter && (await writeReportLetter(round, session, writing));
    const made = {
      ...(isForAnother(subscription, reader) ? { HeldFileId: file.FileId } : { FileId: file.FileId }),
      Name: file.name,
      Location: subscription.Path,
      Note: file.note || null,
    };
    // Delivered is what the mail server has taken: until then nothing is told.
    if (letter) {
      const told = { delivery: { ...delivery, ...made }, parties, problem: noMailServer, outcome: 'partly' };
      if (!ports.mail) await tellDelivery(round, session, told);
      const Reason = ports.mail ? null : reasonIn(round.runtime, user, noMailServer);
      return { ...made, StateId: deliveryStates.sending, NextTry: null, Reason, LetterId: letter };
    }
    await tellDelivery(round, session, { delivery: { ...delivery, ...made }, parties });
    return { ...made, StateId: deliveryStates.done, NextTry: null, FinishedDate, Reason: null };
  });
  if (!isNoted) await tellOfRemoval(round, { delivery, parties });
  return isNoted;
}

async function noteTrouble(
  round: Delivering,
  { delivery, parties, trouble }: Ending & { readonly trouble: Trouble },
): Promise<void> {
  const { user } = parties;
  const now = round.runtime.ports.now().toISOString();
  const { problem, cause } = trouble;
  const attempts = Number(delivery.Attempts ?? 1);
  const tried = { since: String(delivery.CreatedDate ?? now), now, attempts };
  const isTriedAgain = cause !== 'refused' && isWorthAnother(tried, cause);
  const Reason = reasonIn(round.runtime, user, problem);
  const isTold = await noted(round, delivery, async (session) => {
    // Notifies on the first failure, when it can still be fixed, and on the last.
    if (!isTriedAgain || attempts === 1) await tellDelivery(round, session, { delivery, parties, problem });
    return isTriedAgain
      ? { StateId: deliveryStates.waiting, NextTry: later(now, waitAfter(attempts)), Reason }
      : { StateId: deliveryStates.failed, NextTry: null, FinishedDate: now, Reason };
  });
  if (!isTold) await tellOfRemoval(round, { delivery, parties });
}

/** Removing a report during a run removes its deliveries; the person is notified nevertheless. */
async function tellOfRemoval(round: Delivering, { delivery, parties }: Ending): Promise<void> {
  const { store } = round.runtime;
  if (await subjectFor(round.runtime, delivery, parties.user)) return;
  await store.transaction((session) =>
    tellDelivery(round, session, { delivery, parties, problem: gone.problem }),
  );
}

/** Writes the outcome with everything that belongs to it, or nothing when another process has the run. */
async function noted(
  { runtime }: Delivering,
  delivery: DataRecord,
  work: (session: StoreSession) => Promise<DataRecord>,
): Promise<boolean> {
  const { store, events } = runtime;
  const id = String(delivery.Id);
  const isNoted = await store.transaction(async (session) => {
    const stored = await session.get('report-delivery', id);
    if (stored?.StateId !== deliveryStates.running || stored.Attempts !== delivery.Attempts) return false;
    return session.update('report-delivery', id, await work(session));
  });
  if (isNoted) {
    const user = await userNamed(runtime, delivery.Owner);
    const heard = { id, operation: 'update', ...(user && { user: String(user.Id) }) } as const;
    events.announce('recordChanged', { entity: 'report-delivery', ...heard });
    events.announce('recordChanged', { entity: 'notification', ...heard });
  }
  return isNoted;
}
