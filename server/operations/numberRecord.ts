/** Assigns the numbers of `x-sequence` fields, in the transaction that stores the record. */
import {
  countIn,
  type DataRecord,
  type FieldModel,
  numberIn,
  type SequenceFrame,
  sequenceFrame,
} from '#engine';
import { dayIn } from '../work/dayIn.ts';
import type { EntityPlan } from './EntityPlan.ts';
import { allOf, equals } from './filters.ts';
import type { WriteScope } from './OperationCall.ts';
import { noteId } from './serverNotes.ts';
import { idsIn } from './storedFields.ts';

const counterEntity = 'number-sequence';

/**
 * The record with its numbers. Transactions that write run one at a time, in all processes, so the counter
 * cannot change in between; one that is rolled back gives its number back.
 */
export async function numberRecord(
  scope: WriteScope,
  plan: EntityPlan,
  record: DataRecord,
): Promise<DataRecord> {
  let numbered = record;
  for (const field of plan.numbered) {
    const counting = await countingOf(scope, plan, field, numbered);
    const given = numbered[field.name];
    if (typeof given === 'string' && given !== '') await noteGiven(scope, counting, given);
    else numbered = { ...numbered, [field.name]: await nextNumber(scope, plan, counting, numbered) };
  }
  return numbered;
}

/** The record without numbers: a copy gets its own. */
export const withoutNumbers = ({ numbered }: EntityPlan, record: DataRecord): DataRecord =>
  numbered.length === 0
    ? record
    : { ...record, ...Object.fromEntries(numbered.map(({ name }) => [name, null])) };

type Counting = {
  readonly field: FieldModel;
  readonly frame: SequenceFrame;
  /** The Id of the counter. */
  readonly id: string;
};

async function countingOf(
  { call }: WriteScope,
  { entity }: EntityPlan,
  field: FieldModel,
  record: DataRecord,
): Promise<Counting> {
  const { parts = [], within = [] } = field.sequence ?? {};
  const frame = sequenceFrame(parts, {
    // A number belongs to the business, not to whoever asks for it from another time zone.
    today: dayIn(new Date(call.now), null, call.runtime.zone),
    textOf: (name) => codeOf(scopeField(entity, name), record[name], call),
  });
  const scope = [frame.before, frame.after, ...within.map((name) => scopeValue(record[name]))];
  const id = await noteId(call.runtime.ports, JSON.stringify(['number', field.id, ...scope]));
  return { field, frame, id };
}

/** A reference by its id. */
const scopeValue = (value: unknown) =>
  typeof value === 'object' && value !== null ? (idsIn(value)[0] ?? null) : (value ?? null);

const scopeField = ({ fieldByPath }: EntityPlan['entity'], name: string) => fieldByPath.get(name);

/** Choices are written by name. */
function codeOf(field: FieldModel | undefined, value: unknown, { runtime }: WriteScope['call']): string {
  const items = runtime.model.lookups.get(field?.lookup ?? '')?.items;
  return String(items?.find(({ Id }) => Id === value)?.Name ?? value ?? '');
}

/** Numbers that records brought along before the counter existed are skipped. */
async function nextNumber(
  scope: WriteScope,
  plan: EntityPlan,
  counting: Counting,
  record: DataRecord,
): Promise<string> {
  const { session } = scope;
  const { field, frame } = counting;
  const last = await lastCount(scope, counting);
  let count = (last ?? (await highestCount(scope, plan, counting, record))) + 1;
  const unique = `${field.id}.sequence`;
  const isTaken = async () => {
    const one = { ...record, [field.name]: numberIn(frame, count) };
    return (await session.conflicting(plan.entity.id, one)).some(({ id }) => id === unique);
  };
  while (await isTaken()) count += 1;
  await writeCount(scope, counting, { last, count });
  return numberIn(frame, count);
}

/** The counter continues after a number that the record brings along. */
async function noteGiven(scope: WriteScope, counting: Counting, given: string): Promise<void> {
  const count = countIn(counting.frame, given);
  const last = await lastCount(scope, counting);
  // Without a counter the first number is found among the records.
  if (count !== undefined && last !== undefined && count > last)
    await writeCount(scope, counting, { last, count });
}

async function lastCount({ session }: WriteScope, { id }: Counting): Promise<number | undefined> {
  const counter = await session.get(counterEntity, id);
  return counter === undefined ? undefined : Number(counter.Last);
}

async function writeCount(
  { session, call }: WriteScope,
  { field, id }: Counting,
  { last, count }: { readonly last: number | undefined; readonly count: number },
): Promise<void> {
  const stamp = { ModifiedDate: call.now, ModifiedBy: call.user.UserName };
  if (last !== undefined) {
    await session.update(counterEntity, id, { Last: count, ...stamp });
    return;
  }
  const made = { Id: id, Revision: 1, CreatedDate: call.now, CreatedBy: call.user.UserName };
  await session.insert(counterEntity, { ...made, ...stamp, Field: field.id, Last: count });
}

/** The highest counter among stored records of the scope; 0 if there are none. */
async function highestCount(
  { session }: WriteScope,
  { entity }: EntityPlan,
  { field, frame }: Counting,
  record: DataRecord,
): Promise<number> {
  const within = (field.sequence?.within ?? []).map((name) => equals(name, scopeValue(record[name])));
  const begins = { kind: 'compare', path: field.name, operator: 'startsWith', value: frame.before } as const;
  const { items } = await session.find({
    entity: entity.id,
    filter: allOf([...within, ...(frame.before === '' ? [] : [begins])]),
    sort: [{ path: field.name, direction: 'desc' }],
    page: { number: 1, size: 50 },
    only: [field.name],
  });
  return Math.max(0, ...items.map((one) => countIn(frame, String(one[field.name] ?? '')) ?? 0));
}
