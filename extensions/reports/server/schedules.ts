// Custom code: due times are computed from a calendar.
import { type DataRecord, nextTimes, normaliseInput } from '#engine';
import {
  type ActionRequest,
  answers,
  createRecord,
  defineAction,
  type OperationCall,
  record,
  refusals,
  updateRecord,
} from '#server/extension';
import { recurringOf } from './recurringOf.ts';
import { known, some } from './shapes.ts';

const schedule = some(
  {
    ...{
      Id: answers.id,
      ScheduleId: answers.id,
      Name: answers.text,
      StartDateTime: answers.maybeText,
      EffectiveStartDate: answers.maybeText,
    },
    ...{
      RecurrenceId: { type: 'integer' },
      ReportConfigurationId: answers.maybeText,
      TimeZone: answers.maybeText,
    },
  },
  [],
);

export const createSchedule = defineAction({
  body: record('create'),
  answer: known(schedule),
  run: (call, request) =>
    createRecord(call, request.plan, inZone(call, request, { TimeZone: null, ...inputOf(request) })),
});

export const saveSchedule = defineAction({
  body: record('update'),
  answer: known(schedule),
  run: (call, request) => {
    const { plan, revision } = request;
    const input = inputOf(request);
    if (!input.Id) throw refusals.idMissing();
    return updateRecord(call, plan, {
      id: String(input.Id).toLowerCase(),
      input: inZone(call, request, input),
      revision,
    });
  },
});

const inputOf = ({ plan, input }: ActionRequest): DataRecord => normaliseInput(plan.entity, input).record;

/** The default zone is the caller's, or the server's if schedules do not support it. */
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

/** `GET /report/schedule/{id}/runs`: the next ten due times. */
export const nextRuns = defineAction({
  body: 'none',
  answer: answers.all({ Items: answers.list(answers.text) }),
  run: async (call, { id, zone }) => {
    const schedule = await ownSchedule(call, id);
    return { Items: nextTimes(recurringOf(schedule, zone), call.now, 10) };
  },
});

async function ownSchedule({ runtime, user }: OperationCall, id: unknown): Promise<DataRecord> {
  const found = await runtime.store.get('report-schedule', String(id ?? ''));
  if (found?.Owner === user.UserName) return found;
  throw refusals.noSuchRecord({ params: { entity: 'entity.report-schedule', id: String(id) } });
}
