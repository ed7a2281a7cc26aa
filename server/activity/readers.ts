/** People who may read a record: only they can be mentioned, follow it or be told of it. */
import type { DataRecord, EntityModel, FilterTree } from '#engine';
import { callOf } from '../automations/callAs.ts';
import { allOf, equals } from '../operations/filters.ts';
import type { OperationCall, Runtime } from '../operations/OperationCall.ts';
import { type Around, readIfSeen } from './aroundRecord.ts';

/** The runtime without anyone's row access, and a time zone for those who have told none. */
export type All = { readonly runtime: Runtime; readonly zone: string };

/** A person with the record as they see it. */
export type Reader = {
  readonly person: DataRecord;
  readonly call: OperationCall;
  readonly record: DataRecord;
};

/** Undefined when the person may not read the record, or may no longer sign in. */
export async function readerOf(
  { runtime, zone }: All,
  person: DataRecord,
  { entity, id }: { readonly entity: EntityModel; readonly id: string },
): Promise<Reader | undefined> {
  if (person.IsActive !== true || person.IsService === true) return undefined;
  const call = await callOf(runtime, person, zone);
  const record = call && (await readIfSeen(call, entity, id));
  return call && record && { person, call, record };
}

/** People offered at once, and people examined for that. */
const [mostOffered, mostExamined] = [10, 60];

/** People that the caller may list, whose name contains the text, among those who may read the record. */
export async function findReaders(
  all: All,
  { call, plan: { entity }, id }: Pick<Around, 'call' | 'plan' | 'id'>,
  text: string,
): Promise<readonly DataRecord[]> {
  const named: readonly FilterTree[] =
    text === '' ? [] : [{ kind: 'compare', path: 'DisplayName', operator: 'contains', value: text }];
  const filter = allOf([equals('IsActive', true), ...named]);
  const { items } = await call.runtime.store.find({
    ...{ entity: 'user', filter, sort: [{ path: 'DisplayName', direction: 'asc' }] },
    page: { number: 1, size: mostExamined },
  });
  const found: DataRecord[] = [];
  for (const person of items) {
    if (found.length >= mostOffered) break;
    if (await readerOf(all, person, { entity, id })) found.push(person);
  }
  return found;
}
