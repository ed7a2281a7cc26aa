/** Delivery by e-mail: the message is queued when the run ends, and its outcome is recorded with the run. */
import type { DataRecord } from '#engine';
import { dayIn, letterEntity, letterStates, type StoreSession, writeLetter } from '#server/extension';
import { type Due, isForAnother, type MadeFile, type Parties } from './delivery.ts';
import { deliveryStates, dueIn, later } from './deliveryStates.ts';
import type { Subject } from './subject.ts';
import { noMailServer, reasonIn, subjectFor, tellDelivery } from './tellDelivery.ts';

type Writing = {
  readonly user: DataRecord;
  readonly reader: DataRecord;
  readonly subscription: DataRecord;
  readonly about: Subject | undefined;
  readonly file: MadeFile;
};

/** In the transaction that ends the run, so that no run sends two messages. */
export async function writeReportLetter(
  due: Due,
  session: StoreSession,
  { user, reader, subscription, about, file }: Writing,
): Promise<string> {
  const { ports } = due.runtime;
  const isOther = isForAnother(subscription, reader);
  const kind = about?.kind ?? 'report';
  // A recipient knows it by its name in their language.
  const named = isOther ? await subjectFor(due.runtime, subscription, reader, session) : about;
  const note = isOther ? (file.readerNote ?? '') : file.note;
  const link = `${ports.publicUrl}${isOther ? (about?.to ?? '/') : '/report/deliveries'}`;
  const params = {
    ...{ name: reader.DisplayName, sender: user.DisplayName, report: named?.name ?? file.name, link, note },
    date: dayIn(ports.now(), null, due.zone),
  };
  const text = `${kind}.mail${isOther ? '-from' : ''}${note ? '-note' : ''}`;
  const to = isOther ? reader : { ...user, Email: subscription.Path ?? user.Email };
  const ends = {
    ...{ entity: 'report-subscription', id: String(subscription.Id) },
    owner: String(subscription.Owner),
  };
  // What is sent once has no end to ask for; the page that ends it is the owner's.
  const stopAt = isOther ? undefined : (about?.to ?? '/report/deliveries');
  return writeLetter(due.runtime, session, to, {
    ...{ about: text, params, by: 'server', attachment: { id: String(file.FileId), name: file.name } },
    ...(subscription.When !== 'once' && { ends, ...(stopAt && { stopAt }) }),
  });
}

/** Records per query. */
const atOnce = 100;
const minute = 60_000;
const hour = 60 * minute;

/** Records which messages were sent and which were rejected; notifies the subscriber of the latter. */
export async function settleLetters(due: Due): Promise<number> {
  const { store, ports } = due.runtime;
  for (;;) {
    const now = ports.now().toISOString();
    const { items } = await store.find({
      entity: 'report-delivery',
      filter: dueIn([deliveryStates.sending], now),
      page: { number: 1, size: atOnce },
    });
    const ids = items.map(({ LetterId }) => String(LetterId));
    const letters = new Map(
      (await store.getMany(letterEntity, ids)).map((letter) => [String(letter.Id), letter]),
    );
    for (const delivery of items) await settle(due, delivery, letters.get(String(delivery.LetterId)));
    if (items.length < atOnce || due.stopping?.aborted) return 0;
  }
}

async function settle(due: Due, delivery: DataRecord, letter: DataRecord | undefined): Promise<void> {
  const { store, ports } = due.runtime;
  const [id, now] = [String(delivery.Id), ports.now().toISOString()];
  const isRefused = letter?.StateId === letterStates.failed;
  if (letter?.StateId === letterStates.waiting) {
    await noteWaiting(due, delivery, letter);
    return;
  }
  const parties = await partiesOf(due, delivery);
  const recipient =
    delivery.RecipientId && !delivery.Location
      ? await store.get('user', String(delivery.RecipientId))
      : undefined;
  const path = delivery.Location ?? recipient?.DisplayName ?? '';
  const params = { path, reason: letter?.LastError ?? '' };
  const problem = { code: 'conflict', key: 'report.delivery.mail.refused', params };
  await store.transaction(async (session) => {
    const StateId = isRefused ? deliveryStates.failed : deliveryStates.done;
    const Reason = isRefused ? reasonIn(due.runtime, parties.user, problem) : null;
    const end = { StateId, NextTry: null, Reason, FinishedDate: now };
    const isNoted = await session.update('report-delivery', id, end);
    if (isNoted) await tellDelivery(due, session, { delivery, parties, ...(isRefused ? { problem } : {}) });
  });
}

/** Looked at again soon; without a mail server only someone who sets one up changes anything. */
async function noteWaiting(due: Due, delivery: DataRecord, letter: DataRecord): Promise<void> {
  const { store, ports } = due.runtime;
  const { user } = ports.mail ? { user: undefined } : await partiesOf(due, delivery);
  const Reason = ports.mail ? (letter.LastError ?? null) : reasonIn(due.runtime, user, noMailServer);
  const NextTry = later(ports.now().toISOString(), ports.mail ? minute : hour);
  await store.update('report-delivery', String(delivery.Id), { NextTry, Reason });
}

async function partiesOf({ runtime }: Due, delivery: DataRecord): Promise<Parties> {
  const { items } = await runtime.store.find({
    entity: 'user',
    filter: { kind: 'compare', path: 'UserName', operator: 'eq', value: String(delivery.Owner) },
  });
  return {
    user: items[0],
    subscription: undefined,
    reader: undefined,
    about: await subjectFor(runtime, delivery, items[0]),
  };
}
