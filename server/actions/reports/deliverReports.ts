/** Subscriptions that are due: each run once and only once, what fell due while nobody ran it caught up by one. */
import type { DataRecord, UserContext } from '#engine';
import { Refusal } from '../../errors/Refusal.ts';
import { receiveFile } from '../../files/receiveFile.ts';
import { dayIn } from '../../http/dayIn.ts';
import { ownRecords } from '../../login/ownRecords.ts';
import { writeLetter } from '../../mail/letters.ts';
import { equals } from '../../operations/filters.ts';
import type { OperationCall, Runtime } from '../../operations/OperationCall.ts';
import { runtimeFor } from '../../operations/rowAccess.ts';
import { StoreConflict, type StoreSession } from '../../store/types.ts';
import { WorkBudget } from '../../work/WorkBudget.ts';
import { nextTime } from './recurrence.ts';
import type { Chosen } from './reportQuery.ts';
import { prepareRun, reportFile } from './runReport.ts';

type Due = { readonly runtime: Runtime; readonly zone: string; readonly stopping?: AbortSignal | undefined };

/** Plans what is new, carries on what a stop cut short, and runs what is due. Gives how many were delivered. */
export async function deliverReports(due: Due): Promise<number> {
  const { store, ports, model } = due.runtime;
  if (!model.entities.has('report-subscription')) return 0;
  const { items: begun } = await store.find({
    entity: 'report-delivery',
    filter: equals('Status', 'running'),
  });
  let count = 0;
  for (const delivery of begun) count += await deliver(due, delivery);
  const { items } = await store.find({ entity: 'report-subscription' });
  for (const subscription of items) {
    if (due.stopping?.aborted) return count;
    try {
      const delivery = await claim(due, subscription);
      if (delivery) count += await deliver(due, delivery);
    } catch (error) {
      // Another process, or the same a moment ago, has taken it.
      if (!(error instanceof StoreConflict))
        ports.log.error({ err: error, subscription: subscription.Id }, 'subscription not run');
    }
  }
  return count;
}

/** Notes the run and when the next one is, in one transaction; nothing while it is not due. */
async function claim({ runtime, zone }: Due, subscription: DataRecord): Promise<DataRecord | undefined> {
  const { store, ports } = runtime;
  const schedule = await store.get('report-schedule', String(subscription.ScheduleId));
  if (!schedule) return undefined;
  const recurring = {
    start: String(schedule.StartDateTime),
    recurrence: Number(schedule.RecurrenceId),
    zone: String(schedule.TimeZone ?? zone),
  };
  const now = ports.now().toISOString();
  const planned = subscription.NextRun ?? nextTime(recurring, String(subscription.ModifiedDate ?? now));
  if (!planned || Date.parse(String(planned)) > Date.parse(now)) {
    if (planned && !subscription.NextRun)
      await store.update('report-subscription', String(subscription.Id), { NextRun: planned });
    return undefined;
  }
  const { Owner, ReportConfigurationId, Id: SubscriptionId } = subscription;
  const delivery = {
    ...{
      Id: ports.newId(),
      SubscriptionId,
      ReportConfigurationId,
      Owner,
      DueDate: planned,
      Status: 'running',
    },
    ...{ CreatedDate: now, CreatedBy: Owner, ModifiedDate: now, ModifiedBy: Owner, Revision: 1 },
  };
  await store.transaction(async (session) => {
    await session.insert('report-delivery', delivery);
    await session.update('report-subscription', String(SubscriptionId), {
      NextRun: nextTime(recurring, now) ?? null,
    });
  });
  return delivery;
}

/** Makes the file as its person would; its end and what the bell says of it come together. */
async function deliver(due: Due, delivery: DataRecord): Promise<number> {
  const { store, ports, events } = due.runtime;
  const user = await userNamed(due.runtime, delivery.Owner);
  const subscription = await store.get('report-subscription', String(delivery.SubscriptionId));
  const about = await store.get('report-configuration', String(delivery.ReportConfigurationId));
  const outcome = user && subscription ? await outcomeOf(due, subscription, user) : { problem: gone };
  const FinishedDate = ports.now().toISOString();
  const isDone = 'FileId' in outcome;
  const told = await store.transaction(async (session) => {
    const stored = await session.get('report-delivery', String(delivery.Id));
    if (stored?.Status !== 'running') return false;
    await session.update('report-delivery', String(delivery.Id), {
      ...{ Status: isDone ? 'done' : 'failed', FinishedDate },
      ...(isDone ? { FileId: outcome.FileId, Name: outcome.name } : {}),
    });
    if (!user) return false;
    if (isDone && subscription?.DeliveryExtensionId === byMail)
      await mail(due, session, { user, subscription, about, outcome });
    await session.insert('notification', {
      ...{ Id: delivery.Id, UserId: user.Id, Kind: 'report.delivery', Title: 'report.delivery' },
      ...{
        About: String(about?.ReportConfigurationName ?? ''),
        Outcome: isDone ? 'done' : 'failed',
        FindingCount: 0,
      },
      ...{ To: '/report/deliveries', Problem: isDone ? null : outcome.problem, FinishedDate, ReadDate: null },
      ...{
        CreatedDate: FinishedDate,
        CreatedBy: delivery.Owner,
        ModifiedDate: FinishedDate,
        ModifiedBy: delivery.Owner,
        Revision: 1,
      },
    });
    return true;
  });
  if (told && user)
    events.announce('recordChanged', {
      entity: 'notification',
      id: String(delivery.Id),
      operation: 'create',
      user: String(user.Id),
    });
  return isDone ? 1 : 0;
}

/** Of `delivery-extension`. */
const byMail = 1;

type Mailing = {
  readonly user: DataRecord;
  readonly subscription: DataRecord;
  readonly about: DataRecord | undefined;
  readonly outcome: { readonly FileId: unknown; readonly name: string };
};

/** With the end of the run, or not at all: no run is sent twice. */
async function mail(
  { runtime, zone }: Due,
  session: StoreSession,
  { user, subscription, about, outcome }: Mailing,
): Promise<void> {
  const { ports } = runtime;
  const report = String(about?.ReportConfigurationName ?? outcome.name);
  const link = `${ports.publicUrl}/report/deliveries`;
  const params = { name: user.DisplayName, report, date: dayIn(ports.now(), null, zone), link };
  const attachment = { id: String(outcome.FileId), name: outcome.name };
  const to = { ...user, Email: subscription.Path };
  await writeLetter(runtime, session, to, { about: 'report.mail', params, by: 'server', attachment });
}

const gone = { code: 'conflict', key: 'report.delivery.gone' } as const;

type Outcome = { readonly FileId: unknown; readonly name: string } | { readonly problem: DataRecord };

async function outcomeOf(due: Due, subscription: DataRecord, user: DataRecord): Promise<Outcome> {
  const { zone } = due;
  const call = await callOf(due, user);
  if (!call) return { problem: gone };
  const { runtime } = call;
  try {
    const format = subscription.ReportFormatId === 2 ? 'EXCEL' : 'PDF';
    const chosen = (subscription.ReportParameters ?? {}) as Chosen;
    const running = await prepareRun(
      { call, session: runtime.store },
      { id: subscription.ReportConfigurationId, chosen, zone },
    );
    const { content, name } = await reportFile(call, running, { format });
    const stream = content instanceof Uint8Array ? new Blob([content]).stream() : content;
    const limits = runtime.planOf('report-delivery').entity.fieldByPath.get('FileId')?.file;
    if (!limits) throw new Error('A delivery has no file.');
    const { Id } = await receiveFile(call, { content: stream as ReadableStream<Uint8Array>, name, limits });
    return { FileId: Id, name };
  } catch (error) {
    if (!(error instanceof Refusal)) {
      runtime.ports.log.error({ err: error, subscription: subscription.Id }, 'report not delivered');
      return { problem: { code: 'internal', key: 'server.internal', params: { trace: subscription.Id } } };
    }
    const { code, key, details } = error;
    const { params, issues, entity } = details;
    return { problem: JSON.parse(JSON.stringify({ code, key, params, issues, entity })) };
  }
}

/** Who is gone, or may not sign in any more, gets nothing. */
async function userNamed({ store }: Runtime, name: unknown): Promise<DataRecord | undefined> {
  const { items } = await store.find({ entity: 'user', filter: equals('UserName', name) });
  return items.find(({ UserName, IsActive }) => UserName === name && IsActive === true);
}

/** A call as the person would make it, with the rights they have now; undefined where they may not sign in. */
async function callOf(
  { runtime, zone }: Due,
  { Id, UserName, DisplayName, Roles, Language }: DataRecord,
): Promise<OperationCall | undefined> {
  const roles = Array.isArray(Roles) ? Roles.map(String) : [];
  const known = runtime.featuresOf(roles);
  const moment = runtime.ports.now();
  const person: UserContext = {
    Id: String(Id),
    UserName: String(UserName),
    DisplayName: String(DisplayName),
    Roles: roles,
    Features: known,
  };
  const own = await ownRecords(runtime, person);
  if (!own) return undefined;
  const [user, features] = [{ ...own, ...person }, new Set(known)];
  return {
    ...{ runtime: runtimeFor(runtime, { user, features }), user, features },
    locale: Language === 'fr-CA' ? 'fr-CA' : 'en-CA',
    now: moment.toISOString(),
    today: dayIn(moment, null, zone),
    confirmed: [],
    budget: new WorkBudget(),
  };
}
