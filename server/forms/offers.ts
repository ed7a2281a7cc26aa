/** The records that the references of a form offer to people outside. */
import {
  type DataRecord,
  type EntityModel,
  type FilterTree,
  type Offered,
  offersRecords,
  type PublicFieldModel,
  type PublicFormModel,
} from '#engine';
import { allOf, among, usualOrder } from '../operations/filters.ts';
import type { OperationCall } from '../operations/OperationCall.ts';
import type { StoreSession } from '../store/types.ts';
import { varsOf } from './formCall.ts';

/** As many as a list on a phone can show. */
export const mostOffered = 500;

type Asking = { readonly call: OperationCall; readonly session: Pick<StoreSession, 'find'> };

/** By field; a reference without a condition offers nothing. */
export async function offersOf(
  asking: Asking,
  form: PublicFormModel,
): Promise<Map<string, readonly Offered[]>> {
  const found = new Map<string, readonly Offered[]>();
  for (const field of form.fields) {
    const target = targetOf(asking.call, form, field);
    if (target) found.set(field.field, await offered(asking, target, conditionOf(asking.call, field)));
  }
  return found;
}

/** The entity that a field leads to; undefined for fields that hold their own values, and for files. */
export function targetOf(
  { runtime: { model } }: OperationCall,
  { entity }: PublicFormModel,
  { field }: PublicFieldModel,
): EntityModel | undefined {
  const found = model.entities.get(entity)?.fieldByPath.get(field);
  return found && offersRecords(found) ? model.entities.get(found.ref?.entity ?? '') : undefined;
}

export function conditionOf(call: OperationCall, { where }: PublicFieldModel): FilterTree | undefined {
  return where?.bind({ root: undefined, vars: varsOf(call, {}) });
}

async function offered(
  { session }: Asking,
  entity: EntityModel,
  filter: FilterTree | undefined,
): Promise<readonly Offered[]> {
  if (!filter) return [];
  const page = { number: 1, size: mostOffered };
  const { items } = await session.find({ entity: entity.id, filter, sort: usualOrder(entity), page });
  return items.map((record) => ({ Id: String(record.Id), Name: nameIn(record, entity.labelField) }));
}

const nameIn = (record: DataRecord, field: string): string => String(record[field] ?? '');

/** Those of the ids that the field offers now. */
export async function offeredAmong(
  { call, session }: Asking,
  {
    target,
    field,
    ids,
  }: { readonly target: EntityModel; readonly field: PublicFieldModel; readonly ids: readonly string[] },
): Promise<ReadonlySet<string>> {
  const filter = conditionOf(call, field);
  if (!filter || ids.length === 0) return new Set();
  const { items } = await session.find({
    entity: target.id,
    filter: allOf([filter, among('Id', ids)]) as FilterTree,
  });
  return new Set(items.map(({ Id }) => String(Id)));
}
