/** Limits on records per owner or person and on record size, checked where records are stored. */
import type { DataRecord, EntityModel, FilterTree } from '#engine';
import { refusals } from '../errors/Refusal.ts';
import type { StoreSession } from '../store/types.ts';
import { allOf, equals } from './filters.ts';

/** Refuses inserts beyond a limit; called after the write, in the same transaction. */
export async function refuseBeyondBounds(
  session: StoreSession,
  entity: EntityModel,
  records: readonly DataRecord[],
): Promise<void> {
  for (const { count, per } of entity.atMost) {
    const asked = new Set<string>();
    for (const record of records) {
      const values = per.map((name) => record[name] ?? null);
      const key = JSON.stringify(values);
      // Records without an owner belong to the application and are not limited.
      if (asked.has(key) || values.every((value) => value === null)) continue;
      asked.add(key);
      const filter = allOf(per.map((name, index) => equals(name, values[index]))) as FilterTree;
      if ((await session.count(entity.id, filter)) > count)
        throw refusals.tooManyRecords({ params: { limit: count, count, entity: entity.plural } });
    }
  }
}

/** Refuses a record larger than its entity allows. */
export function refuseTooLarge({ maxBytes, fields }: EntityModel, record: DataRecord): void {
  if (maxBytes === undefined) return;
  const stored = fields.flatMap(({ name, stored }) => (stored ? [[name, record[name]] as const] : []));
  const bytes = new TextEncoder().encode(JSON.stringify(Object.fromEntries(stored))).length;
  if (bytes > maxBytes) throw refusals.recordTooLarge({ params: { limit: maxBytes, bytes } });
}

/** Whether writing these fields can give a record to another owner. */
export function concernsBounds({ atMost }: EntityModel, fields: DataRecord): boolean {
  return atMost.some(({ per }) => per.some((name) => Object.hasOwn(fields, name)));
}
