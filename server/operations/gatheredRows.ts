import { type DataRecord, type GatherRule, gatherRows } from '#engine';
import { fillHeld } from './heldRows.ts';
import type { OperationCall } from './OperationCall.ts';

/** The rows of a list as computed from the records they come from; rows not stored yet have an empty id. */
export async function gatheredRows(
  call: OperationCall,
  record: DataRecord,
  list: string,
  entity: string,
): Promise<readonly DataRecord[]> {
  const { entity: model } = call.runtime.planOf(entity);
  const stored = Array.isArray(record[list]) ? (record[list] as readonly DataRecord[]) : [];
  const [field, rule] = [model.fieldByPath.get(list), model.rules.gathers.find((one) => one.field === list)];
  if (!field || !rule) return stored;
  return gatherRows(field, stored, { key: rule.key, keys: await keysOf(call, record, rule) });
}

/** The keys that the records yield; records that yield none are skipped. */
async function keysOf(
  call: OperationCall,
  record: DataRecord,
  { from, where, rows, value }: GatherRule,
): Promise<readonly unknown[]> {
  const { runtime, user, today, now } = call;
  const around = { user, today, now };
  const filter = where.bind({ root: undefined, vars: { ...around, record } });
  const { items } = await runtime.store.find({ entity: from, filter });
  if (rows) await fillHeld({ call, session: runtime.store }, runtime.planOf(from), items);
  return items.flatMap((item) =>
    (rows ? listOf(item[rows]) : [item]).map((root, index) =>
      value.evaluate({ root, vars: { ...around, record: item, row: root, index } }),
    ),
  );
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
