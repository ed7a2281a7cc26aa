// Code, because a calendar works out when a schedule falls due next.
import { type DataRecord, nextTimes, normaliseInput } from '#engine';
import { refusals } from '../../errors/Refusal.ts';
import { createRecord } from '../../operations/createRecord.ts';
import type { OperationCall } from '../../operations/OperationCall.ts';
import { updateRecord } from '../../operations/updateRecord.ts';
import type { Action, ActionRequest } from '../Action.ts';
import { recurringOf } from './recurringOf.ts';

export const createSchedule: Action = (call, request) =>
  createRecord(call, request.plan, inZone(call, request, { TimeZone: null, ...inputOf(request) }));

export const saveSchedule: Action = (call, request) => {
  const { plan, revision } = request;
  const input = inputOf(request);
  if (!input.Id) throw refusals.idMissing();
  return updateRecord(call, plan, {
    id: String(input.Id).toLowerCase(),
    input: inZone(call, request, input),
    revision,
  });
};

const inputOf = ({ plan, input }: ActionRequest): DataRecord => normaliseInput(plan.entity, input).record;

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
