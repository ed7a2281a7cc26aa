/** Writes the runs that a time starts: schedules, and dates of records. Each is written once, by its key. */
import {
  type AutomationModel,
  type DataRecord,
  type FilterTree,
  momentFrom,
  nextTime,
  type Recurring,
} from '#engine';
import { pausesOf } from '../jobs/pauses.ts';
import { runEntity, runOf } from '../operations/automationEvents.ts';
import { allOf, equals } from '../operations/filters.ts';
import { answersOf } from '../operations/loadRecord.ts';
import { type OperationCall, type Runtime, ruleContext } from '../operations/OperationCall.ts';
import { dayIn } from '../work/dayIn.ts';
import { callAs } from './callAs.ts';
import { inRawTransaction, type Working } from './transaction.ts';

const stateEntity = 'automation-state';
const [minute, day] = [60_000, 24 * 3_600_000];
/** A date is searched for again after this time, as records change. */
const searchEvery = 5 * minute;
/** Days that are made up for after the server stood still. */
const caughtUp = 31;
/** No schedule recurs less often. */
const longestPeriod = 93 * day;
const atOnce = 200;
/** Records that one time of one automation starts. */
const mostRecords = 10_000;

export async function writeDueRuns(working: Working): Promise<void> {
  const paused = await pausesOf(working.runtime);
  for (const { automations } of working.runtime.model.entities.values())
    for (const automation of automations) {
      if (automation.off || (automation.when.on !== 'schedule' && automation.when.on !== 'date')) continue;
      if (paused.has(pausedAs(automation.id))) continue;
      if (working.stopping?.aborted) return;
      await writeFor(working, automation);
    }
}

export const pausedAs = (automation: string): string => `automation ${automation}`;

/** Once more, as if its time had come now. */
export async function startNow(call: OperationCall, automation: AutomationModel): Promise<void> {
  const noted = call.now;
  const own = { ...call, runtime: call.runtime.latest() };
  await writeRuns(own, automation, { noted, keyOf: ({ Id }) => `${automation.id} now ${noted} ${Id}` });
  call.runtime.events.announce('recordChanged', { entity: runEntity, id: '', operation: 'create' });
}

/** After a pause, the times in between are not made up for. */
export async function skipMissed(runtime: Runtime, automation: AutomationModel): Promise<void> {
  if (automation.when.on !== 'schedule' && automation.when.on !== 'date') return;
  const now = runtime.ports.now();
  const state = await stateOf(runtime, automation, now);
  await runtime.store.update(stateEntity, String(state.Id), { DueDate: now.toISOString() });
}

/** The next time of a schedule. */
export function nextOf({ when }: AutomationModel, zone: string, after: string): string | undefined {
  return when.on === 'schedule' ? nextTime(recurringOf(when, zone), after) : undefined;
}

/** 2024 began on a Monday. */
function recurringOf(when: AutomationModel['when'], zone: string): Recurring {
  const { every = 'day', at = '08:00', day: on = 1 } = when;
  const first = String(Math.min(on, every === 'week' ? 7 : 31)).padStart(2, '0');
  return { start: momentFrom(`2024-01-${first}T${at}:00`, zone) ?? '', every, zone };
}

async function writeFor(working: Working, automation: AutomationModel): Promise<void> {
  const { runtime, zone } = working;
  const now = runtime.ports.now();
  const state = await corrected(runtime, await stateOf(runtime, automation, now), now);
  const due =
    automation.when.on === 'schedule'
      ? scheduleDue(automation, state, { now, zone })
      : dateDue(automation, state, { now, zone });
  if (!due) return;
  const call = await callAs(runtime, { owner: undefined }, zone);
  if (!call) return;
  await writeRuns(call, automation, due);
  await runtime.store.update(stateEntity, String(state.Id), { DueDate: due.noted });
}

/** Created when the automation is first seen: earlier times are not made up for. */
async function stateOf({ store, ports }: Runtime, { id }: AutomationModel, now: Date): Promise<DataRecord> {
  const find = async () =>
    (await store.find({ entity: stateEntity, filter: equals('Automation', id) })).items[0];
  const found = await find();
  if (found) return found;
  const moment = now.toISOString();
  const stamp = {
    CreatedDate: moment,
    CreatedBy: 'automation',
    ModifiedDate: moment,
    ModifiedBy: 'automation',
  };
  await store.insertMany(stateEntity, [
    { Id: ports.newId(), Revision: 1, ...stamp, Automation: id, SeenDate: moment },
  ]);
  return (await find()) as DataRecord;
}

/**
 * What a clock that was ahead has noted becomes now: otherwise nothing would start until its time has come. Keys keep
 * times that have run from running again.
 */
async function corrected({ store }: Runtime, state: DataRecord, now: Date): Promise<DataRecord> {
  const DueDate = now.toISOString();
  if (String(state.DueDate ?? state.SeenDate) <= DueDate) return state;
  await store.update(stateEntity, String(state.Id), { DueDate });
  return { ...state, DueDate };
}

type DueRuns = {
  /** Distinguishes the runs of this time from those of others. */
  readonly keyOf: (record: DataRecord) => string;
  readonly filter?: FilterTree | undefined;
  /** What the state then remembers. */
  readonly noted: string;
};
type Clock = { readonly now: Date; readonly zone: string };

/** The latest time that has passed since the last one; those missed in between are made up for once. */
function scheduleDue(
  { id, when }: AutomationModel,
  { SeenDate, DueDate }: DataRecord,
  { now, zone }: Clock,
): DueRuns | undefined {
  const recurring = recurringOf(when, zone);
  if (!recurring.start) return undefined;
  // After a long pause, or a clock that was wrong, only the end of the time in between matters.
  const after = later(String(DueDate ?? SeenDate), new Date(now.getTime() - longestPeriod).toISOString());
  let last: string | undefined;
  for (let next = nextTime(recurring, after); next && Date.parse(next) <= now.getTime(); ) {
    last = next;
    next = nextTime(recurring, next);
  }
  const time = last;
  return time === undefined ? undefined : { noted: time, keyOf: ({ Id }) => `${id} ${time} ${Id}` };
}

/** Records whose date, moved by the days, is today or lies in the days since the last search. */
function dateDue(
  { id, when }: AutomationModel,
  { DueDate }: DataRecord,
  { now, zone }: Clock,
): DueRuns | undefined {
  const { field = '', days = 0, at = '08:00' } = when;
  if (DueDate && now.getTime() - Date.parse(String(DueDate)) < searchEvery) return undefined;
  const today = dayIn(now, null, zone);
  const opens = momentFrom(`${today}T${at}:00`, zone);
  const isOpen = opens !== undefined && Date.parse(opens) <= now.getTime();
  const last = isOpen ? today : moved(today, -1);
  const first = DueDate
    ? later(moved(dayIn(new Date(String(DueDate)), null, zone), -1), moved(today, -caughtUp))
    : today;
  if (first > last) return undefined;
  const compare = (operator: 'ge' | 'lt', value: string): FilterTree =>
    ({ kind: 'compare', path: field, operator, value }) as FilterTree;
  const filter = allOf([compare('ge', moved(first, -days)), compare('lt', moved(last, 1 - days))]);
  return {
    noted: now.toISOString(),
    keyOf: (record) => `${id} ${String(record[field]).slice(0, 10)} ${record.Id}`,
    filter,
  };
}

const moved = (date: string, by: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + by * day).toISOString().slice(0, 10);
const later = (one: string, other: string): string => (one > other ? one : other);

/** In pieces, each its own transaction; a repeated piece writes nothing twice. */
async function writeRuns(call: OperationCall, automation: AutomationModel, due: DueRuns): Promise<void> {
  const { runtime } = call;
  const plan = runtime.planOf(automation.entity);
  let count = 0;
  const query = { entity: plan.entity.id, ...(due.filter && { filter: due.filter }) };
  for await (const items of runtime.store.stream(query)) {
    const records = await answersOf({ call, session: runtime.store }, plan, items);
    const runs = records
      .filter((record) => holds(call, automation, record))
      .map((record) => ({
        ...runOf(call, plan, { automation, record, event: automation.when.on }),
        Key: due.keyOf(record).slice(0, 300),
      }));
    count += runs.length;
    if (count > mostRecords) {
      runtime.ports.log.warn(
        { automation: automation.id, most: mostRecords },
        'automation starts too many runs',
      );
      return;
    }
    for (let at = 0; at < runs.length; at += atOnce)
      await inRawTransaction(runtime, (raw) => raw.insertMany(runEntity, runs.slice(at, at + atOnce)));
  }
}

function holds(call: OperationCall, { if: condition }: AutomationModel, record: DataRecord): boolean {
  if (!condition) return true;
  const context = ruleContext(call, { action: 'update', owner: undefined, previous: record });
  try {
    return (
      condition.evaluate({ root: record, vars: { ...context, record } as Record<string, unknown> }) === true
    );
  } catch (error) {
    call.runtime.ports.log.warn(
      { err: error, automation: call.user.UserName },
      'condition of an automation failed',
    );
    return false;
  }
}
