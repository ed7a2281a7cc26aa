/** Rows that are records themselves: read and written together with the record that holds them. */
import {
  type DataRecord,
  type FieldModel,
  newRecord,
  refersToMany,
  sameValue,
  withInnerDefaults,
} from '#engine';
import type { StoreSession } from '../store/types.ts';
import type { EntityPlan } from './EntityPlan.ts';
import { type OperationCall, ruleContext, type WriteScope } from './OperationCall.ts';
import { ownerOf } from './ownerOf.ts';
import { completeRecord } from './shapeRecord.ts';
import { storedFields } from './storedFields.ts';
import { takeOut } from './takeOut.ts';
import { insertRecord, updateRecord } from './writeRecord.ts';

export type From = { readonly call: OperationCall; readonly session: StoreSession };

/** The number of records whose rows one query loads. */
const recordsAtOnce = 500;

/** Loads the rows into records fresh from the store, in place. */
export async function fillHeld(from: From, plan: EntityPlan, records: readonly DataRecord[]): Promise<void> {
  if (plan.held.length === 0) return;
  for (let start = 0; start < records.length; start += recordsAtOnce) {
    const some = records.slice(start, start + recordsAtOnce);
    const ids = some.map(({ Id }) => String(Id));
    putHeld(some, await heldRowsOf(from, plan, ids));
  }
}

/** Rows by their field and the id of their record. */
type HeldRows = ReadonlyMap<string, ReadonlyMap<unknown, readonly DataRecord[]>>;

/** The rows of some records, which need not be loaded yet. */
export async function heldRowsOf(
  from: From,
  { held }: EntityPlan,
  ids: readonly string[],
): Promise<HeldRows> {
  const found = await Promise.all(
    held.map(async (field) => [field.name, await rowsOfField(from, field, ids)] as const),
  );
  return new Map(found);
}

/** Puts the rows into their records, in place. */
export function putHeld(records: readonly DataRecord[], rows: HeldRows): void {
  for (const [name, byId] of rows)
    for (const record of records) (record as Record<string, unknown>)[name] = byId.get(record.Id) ?? [];
}

/** Does the same for expanded references whose expansion includes their rows. */
export async function fillHeldBeside(
  from: From,
  { heldBeside }: EntityPlan,
  records: readonly DataRecord[],
): Promise<void> {
  await Promise.all(
    heldBeside.map(({ as, target }) => {
      const beside = records.map((record) => record[as] as DataRecord | null | undefined);
      const found = beside.filter((one) => one !== null && one !== undefined);
      return fillHeld(from, from.call.runtime.planOf(target), found);
    }),
  );
}

async function rowsOfField(
  { call, session }: From,
  field: FieldModel,
  ids: readonly string[],
): Promise<ReadonlyMap<unknown, readonly DataRecord[]>> {
  const { entity, owner } = recordsOf(field);
  const child = call.runtime.planOf(entity);
  const order = child.entity.order?.field;
  const { items } = await session.find({
    entity,
    filter: { kind: 'compare', path: owner, operator: 'in', value: ids },
    isFew: true,
    ...(order ? { sort: [{ path: order, direction: 'asc' }] } : {}),
  });
  const names = rowNames(field);
  const byOwner = new Map<unknown, DataRecord[]>(ids.map((id) => [id, []]));
  const ownerById = new Map<unknown, DataRecord | undefined>();
  for (const item of items) {
    if (child.readsOwner && !ownerById.has(item[owner]))
      ownerById.set(item[owner], await ownerOf(call, session, child, item));
    const complete = completeRecord(call, child, item, ownerById.get(item[owner]));
    byOwner.get(item[owner])?.push(pick(complete, names));
  }
  return byOwner;
}

/** The members of a row in its record: its fields, and the expansions of references and lookups. */
function rowNames({ fields = [] }: FieldModel): readonly string[] {
  return fields.flatMap(({ name, kind, expand }) =>
    expand && !refersToMany({ kind }) ? [name, expand.as] : [name],
  );
}

/** Empty members are omitted, as in every answer. */
const pick = (record: DataRecord, names: readonly string[]): DataRecord =>
  Object.fromEntries(
    names.flatMap((name) => ((record[name] ?? null) === null ? [] : [[name, record[name]]])),
  );

/** Merges the input over a record; in known rows, members that were not sent are kept. */
export function laidOver(plan: EntityPlan, previous: DataRecord, input: DataRecord): DataRecord {
  const next: Record<string, unknown> = { ...previous, ...input };
  for (const { name } of plan.held) {
    const known = new Map(listOf(previous[name]).map((row) => [row.Id, row]));
    if (!Array.isArray(input[name])) continue;
    next[name] = input[name].map((row) =>
      typeof row === 'object' && row !== null ? { ...known.get(row.Id), ...row } : row,
    );
  }
  return withInnerDefaults(plan.entity, next, previous);
}

/** Applies the defaults of a new record to every new row, so that it is checked as one. */
export function withNewRows(
  call: OperationCall,
  plan: EntityPlan,
  { previous = {}, next }: HeldChange,
): DataRecord {
  const rows = plan.held.flatMap((field) => {
    const given: unknown = next[field.name];
    if (!Array.isArray(given)) return [];
    const known = new Set(listOf(previous[field.name]).map(({ Id }) => Id));
    const { entity } = call.runtime.planOf(recordsOf(field).entity);
    const context = ruleContext(call, { action: 'create' });
    const defaults = pick(newRecord(entity, context), rowNames(field));
    const filled = given.map((row) =>
      typeof row === 'object' && row !== null && !known.has(row.Id) ? { ...defaults, ...row } : row,
    );
    return [[field.name, filled] as const];
  });
  return { ...next, ...Object.fromEntries(rows) };
}

export type HeldChange = {
  readonly previous?: DataRecord;
  readonly next: DataRecord;
};

/** Whether any row was added, removed, moved or changed. */
export function isHeldChanged(plan: EntityPlan, { previous = {}, next }: HeldChange): boolean {
  return plan.held.some((field) => {
    const { fields = [], name } = field;
    if (!Array.isArray(next[name])) return false;
    const own = fields.filter(({ readOnly }) => !readOnly);
    const kept = (record: DataRecord) => listOf(record[name]).map((row) => storedFields(own, row));
    return !sameValue(kept(previous), kept(next));
  });
}

/** Writes the rows as records, in their order. */
export async function writeHeld(
  scope: WriteScope,
  plan: EntityPlan,
  { previous = {}, next }: HeldChange,
): Promise<void> {
  for (const field of plan.held) {
    const rows = next[field.name];
    if (!Array.isArray(rows)) continue;
    const holder = { id: String(next.Id), field, before: listOf(previous[field.name]) };
    await removeGone(scope, holder, rows as readonly DataRecord[]);
    for (const [index, row] of rows.entries()) await writeRow(scope, holder, { row, index });
  }
}

type Holder = {
  readonly id: string;
  readonly field: FieldModel;
  readonly before: readonly DataRecord[];
};

async function removeGone(scope: WriteScope, holder: Holder, rows: readonly DataRecord[]): Promise<void> {
  const { entity, owner } = recordsOf(holder.field);
  const child = scope.call.runtime.planOf(entity);
  const kept = new Set(rows.map(({ Id }) => Id));
  for (const gone of holder.before)
    if (!kept.has(gone.Id)) await takeOut(scope, child, { ...gone, [owner]: holder.id });
}

/** An id that is not one of this record's rows counts as new, even if it exists elsewhere. */
async function writeRow(
  scope: WriteScope,
  { id, field, before }: Holder,
  { row, index }: { readonly row: DataRecord; readonly index: number },
): Promise<void> {
  const { entity, owner } = recordsOf(field);
  const child = scope.call.runtime.planOf(entity);
  const order = child.entity.order?.field;
  const place = { [owner]: id, ...(order ? { [order]: index } : {}) };
  const known = before.find(({ Id }) => Id === row.Id);
  if (known) {
    const whole = { ...known, [owner]: id };
    await updateRecord(scope, child, {
      previous: whole,
      next: { ...whole, ...row, ...place },
      operation: 'update',
    });
    return;
  }
  const Id = scope.call.runtime.ports.newId();
  const context = ruleContext(scope.call, { action: 'create' });
  await insertRecord(scope, child, { ...newRecord(child.entity, context, { Id }), ...row, ...place, Id });
}

export function recordsOf(field: FieldModel): NonNullable<FieldModel['records']> {
  if (!field.records) throw new Error(`${field.path} holds no records.`);
  return field.records;
}

export const listOf = (value: unknown): readonly DataRecord[] => (Array.isArray(value) ? value : []);
