/** Uniqueness of records that are rows of another record. */
import { type DataRecord, type Issue, type UniqueModel, uniqueKey } from '#engine';
import { checkUnique, notUnique } from './checkUnique.ts';
import type { EntityPlan } from './EntityPlan.ts';
import { type From, type HeldChange, listOf, recordsOf } from './heldRows.ts';
import { idOf } from './storedFields.ts';

/** Findings, placed at the rows, of values that another record of the rows' entity already has. */
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
      // The stored values of sibling rows are about to change; siblings are compared with each other instead.
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

/** All but the first of the rows with equal values, by index. */
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
