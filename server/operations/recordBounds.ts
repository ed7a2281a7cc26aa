/** How many records one owner or person may have, and how large one may be: held where records are stored. */
import type { DataRecord, EntityModel, FilterTree } from '#engine';
import { refusals } from '../errors/Refusal.ts';
import type { StoreSession } from '../store/types.ts';
import { allOf, equals } from './filters.ts';

/** Refuses what went in beyond a bound; asked once it is written, in the same transaction. */
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
      // What belongs to nobody is the application's.
      if (asked.has(key) || values.every((value) => value === null)) continue;
      asked.add(key);
      const filter = allOf(per.map((name, index) => equals(name, values[index]))) as FilterTree;
      if ((await session.count(entity.id, filter)) > count)
        throw refusals.tooManyRecords({ params: { limit: count, count, entity: entity.plural } });
    }
  }
}

/** Refuses a record that is larger than one of its entity may be. */
export function refuseTooLarge({ maxBytes, fields }: EntityModel, record: DataRecord): void {
  if (maxBytes === undefined) return;
  const stored = fields.flatMap(({ name, stored }) => (stored ? [[name, record[name]] as const] : []));
  const bytes = new TextEncoder().encode(JSON.stringify(Object.fromEntries(stored))).length;
  if (bytes > maxBytes) throw refusals.recordTooLarge({ params: { limit: maxBytes, bytes } });
}

/** Whether a write of these fields can give a record to another owner. */
export function concernsBounds({ atMost }: EntityModel, fields: DataRecord): boolean {
  return atMost.some(({ per }) => per.some((name) => Object.hasOwn(fields, name)));
}
