/** When something is sent: the choices of the panel, as subscriptions store them. */
import type { DataRecord } from '#engine';
import { allOf, createWithin, equals, lookupItem, removeWithin, type WriteScope } from '#server/extension';
import { never } from '../deliveryStates.ts';
import { subjectOf } from '../subject.ts';

/** The recurrence of each choice that repeats. */
const recurrences: Readonly<Record<string, number>> = { day: 1, week: 2, month: 3, quarter: 4 };

/** `now` becomes once, at this moment; what repeats gets a schedule of its own. */
export async function timed(scope: WriteScope, input: DataRecord, zone: string): Promise<DataRecord> {
  const { call, session } = scope;
  const { When = 'schedule', SendDate } = input;
  if (When === 'now') return { ...input, When: 'once', SendDate: call.now, ScheduleId: null };
  const RecurrenceId = recurrences[String(When)];
  // The rules of the subscription say that the time is missing.
  if (RecurrenceId === undefined || !SendDate) return { ...input, When };
  const subject = await subjectOf({ ...call, session }, input);
  const every = lookupItem(call.runtime.model, call.locale, 'send-when', When)?.DisplayName;
  const zones = call.runtime.model.lookups.get('time-zone')?.items ?? [];
  const schedule = await createWithin(scope, call.runtime.planOf('report-schedule'), {
    ...{ Name: `${subject?.name ?? ''} – ${every}`.slice(-256), StartDateTime: SendDate, RecurrenceId },
    ...{ ReportConfigurationId: input.ReportConfigurationId ?? null },
    TimeZone: zones.some(({ Id }) => Id === zone) ? zone : null,
  });
  return { ...input, When: 'schedule', SendDate: null, ScheduleId: schedule.Id };
}

/** What a person has sent once is kept with its deliveries until so many others follow. */
const mostSent = 25;

/** Makes room among those sent once, the oldest first. */
export async function dropSent(scope: WriteScope): Promise<void> {
  const { call, session } = scope;
  const filter = allOf([
    equals('Owner', call.user.UserName),
    equals('When', 'once'),
    equals('NextRun', never),
  ]);
  const { items } = await session.find({
    entity: 'report-subscription',
    filter,
    sort: [{ path: 'CreatedDate', direction: 'desc' }],
  });
  for (const { Id } of items.slice(mostSent))
    await removeWithin(scope, call.runtime.planOf('report-subscription'), String(Id));
}
