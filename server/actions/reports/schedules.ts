// Code, because a schedule's first time goes by two names, and when it falls due next is worked out by a calendar.
import { type DataRecord, nextTimes } from '#engine';
import { refusals } from '../../errors/Refusal.ts';
import { createRecord } from '../../operations/createRecord.ts';
import type { OperationCall } from '../../operations/OperationCall.ts';
import { updateRecord } from '../../operations/updateRecord.ts';
import type { Action } from '../Action.ts';
import { recurringOf } from './recurringOf.ts';

export const createSchedule: Action = (call, { plan, input, zone }) => {
  // The zone of whoever asks, unless it is none that a schedule may have: then the server's own counts.
  const zones = call.runtime.model.lookups.get('time-zone')?.items ?? [];
  const TimeZone = zones.some(({ Id }) => Id === zone) ? zone : undefined;
  return createRecord(call, plan, { TimeZone, ...withBothNames(input) });
};

export const saveSchedule: Action = (call, { plan, input, revision }) => {
  if (!input.Id) throw refusals.idMissing();
  return updateRecord(call, plan, {
    id: String(input.Id).toLowerCase(),
    input: withBothNames(input),
    revision,
  });
};

/** `GET /report/schedule/{id}/runs`: the next ten. */
export const nextRuns: Action = async (call, { id, zone }) => {
  const schedule = await ownSchedule(call, id);
  return { Items: nextTimes(recurringOf(schedule, zone), call.now, 10) };
};

async function ownSchedule({ runtime, user }: OperationCall, id: unknown): Promise<DataRecord> {
  const found = await runtime.store.get('report-schedule', String(id ?? ''));
  if (found?.Owner === user.UserName) return found;
  throw refusals.noSuchRecord({ params: { entity: 'entity.report-schedule', id: String(id) } });
}

/** Decision 13: either is taken, both are answered. The recurrence may come as an object with its Id. */
function withBothNames({ Recurrence, EffectiveStartDate, ...input }: DataRecord): DataRecord {
  const start = input.StartDateTime ?? EffectiveStartDate;
  const RecurrenceId = input.RecurrenceId ?? (Recurrence as DataRecord | undefined)?.Id;
  return {
    ...input,
    ...(start === undefined ? {} : { StartDateTime: start }),
    ...(RecurrenceId === undefined ? {} : { RecurrenceId }),
  };
}
