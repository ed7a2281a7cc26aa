/** What must be unique among records is so among those that are rows of another, too. */
import { type DataRecord, type Issue, type UniqueModel, uniqueKey } from '#engine';
import { checkUnique, notUnique } from './checkUnique.ts';
import type { EntityPlan } from './EntityPlan.ts';
import { type From, type HeldChange, listOf, recordsOf } from './heldRows.ts';
import { idOf } from './storedFields.ts';

/** Findings of values that must be unique among the records the rows are; at the rows. */
export async function checkHeldUnique(
  { call, session }: From,
  plan: EntityPlan,
  { previous = {}, next, issues }: HeldChange & { readonly issues: readonly Issue[] },
): Promise<readonly Issue[]> {
  const found: Issue[] = [];
  for (const field of plan.held) {
    const { entity, owner } = recordsOf(field);
    const child = call.runtime.planOf(entity);
    const rows: unknown = next[field.name];
    if (child.entity.unique.length === 0 || !Array.isArray(rows)) continue;
    const known = new Map(listOf(previous[field.name]).map((row) => [row.Id, row]));
    const records = rows.map((row) => ({ ...row, [owner]: next.Id }) as DataRecord);
    const twins = twinsIn(child, records);
    for (const [index, record] of records.entries()) {
      const at = `/${field.name}/${index}`;
      const own = issues
        .filter(({ path }) => path.startsWith(`${at}/`))
        .map((issue) => ({ ...issue, path: issue.path.slice(at.length) }));
      const before = known.get(record.Id);
      const check = { plan: child, record, previous: before && { ...before, [owner]: next.Id }, issues: own };
      // What the other rows hold is about to change, and is compared with each other instead.
      const broken = (await checkUnique(session, check)).filter(
        ({ rule }) => !isAmongRows(child, rule, owner),
      );
      for (const issue of [...broken, ...(twins.get(index) ?? [])])
        found.push({ ...issue, path: `${at}${issue.path}` });
    }
  }
  return found;
}

const isAmongRows = ({ entity }: EntityPlan, rule: string, owner: string): boolean =>
  entity.unique.some(({ id, within }) => id === rule && within.includes(owner));

/** Of rows with the same values, all but the first: by their place. */
function twinsIn(
  { entity }: EntityPlan,
  records: readonly DataRecord[],
): ReadonlyMap<number, readonly Issue[]> {
  const found = new Map<number, readonly Issue[]>();
  for (const unique of entity.unique) {
    const seen = new Set<string>();
    for (const [index, record] of records.entries()) {
      const values = [...unique.fields, ...unique.within].map((name) => idOf(record[name]) ?? null);
      if (unique.fields.some((name) => (record[name] ?? null) === null)) continue;
      const key = JSON.stringify(
        values.map((value) => (typeof value === 'string' ? keyOf(value, unique) : value)),
      );
      if (seen.has(key)) found.set(index, [...(found.get(index) ?? []), notUnique(unique, record)]);
      seen.add(key);
    }
  }
  return found;
}

const keyOf = (text: string, { collation }: UniqueModel): string =>
  collation === 'nocase' ? uniqueKey(text) : text;
