// Code, because a schedule's first time goes by two names, and when it falls due next is worked out by a calendar.
import { type DataRecord, nextTimes } from '#engine';
import { refusals } from '../../errors/Refusal.ts';
import { createRecord } from '../../operations/createRecord.ts';
import type { OperationCall } from '../../operations/OperationCall.ts';
import { updateRecord } from '../../operations/updateRecord.ts';
import type { Action, ActionRequest } from '../Action.ts';
import { recurringOf } from './recurringOf.ts';

export const createSchedule: Action = (call, request) =>
  createRecord(
    call,
    request.plan,
    inZone(call, request, { TimeZone: null, ...withBothNames(request.input) }),
  );

export const saveSchedule: Action = (call, request) => {
  const { plan, input, revision } = request;
  if (!input.Id) throw refusals.idMissing();
  return updateRecord(call, plan, {
    id: String(input.Id).toLowerCase(),
    input: inZone(call, request, withBothNames(input)),
    revision,
  });
};

/** Where none is chosen, the zone of whoever asks, unless it is none that a schedule may have: then the server's own. */
function inZone(
  { runtime }: OperationCall,
  { zone, serverZone }: Pick<ActionRequest, 'zone' | 'serverZone'>,
  input: DataRecord,
): DataRecord {
  if (input.TimeZone !== null) return input;
  const zones = runtime.model.lookups.get('time-zone')?.items ?? [];
  const TimeZone = [zone, serverZone].find((one) => zones.some(({ Id }) => Id === one)) ?? null;
  return { ...input, TimeZone };
}

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
