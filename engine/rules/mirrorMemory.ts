/** Remembers relations between rows, to distinguish removals from additions. */
import type { DataRecord, MirrorRule } from '../types/modelTypes.ts';
import { listedIds } from './mirrorEntries.ts';
import type { EntityPlan, FieldPlan } from './planTypes.ts';
import { valueAt } from './pointers.ts';
import { firstByKey, type Relations } from './settleMirror.ts';
import { isRecord } from './values.ts';

export type MirrorMemory = {
  /** Relations when the rule last ran, including inactive ones. */
  readonly relations: Map<MirrorRule, Relations>;
  /** Relations of removed rows by id: an item that is added again gets them back. */
  readonly former: Map<MirrorRule, Map<unknown, readonly unknown[]>>;
  /** Relations of rows whose list is irrelevant, by id. */
  readonly resting: Map<MirrorRule, Relations>;
};

/** The relations of the previous record, whose rows may be gone; empty for a new record. */
export function createMirrorMemory(plan: EntityPlan, previous: DataRecord | undefined): MirrorMemory {
  const memory: MirrorMemory = { relations: new Map(), former: new Map(), resting: new Map() };
  recallRelations(memory, plan, previous);
  return memory;
}

/** Resets to the relations of a record. */
export function recallRelations(
  memory: MirrorMemory,
  plan: EntityPlan,
  previous: DataRecord | undefined,
): void {
  memory.relations.clear();
  memory.former.clear();
  memory.resting.clear();
  for (const rule of previous ? plan.entity.rules.mirrors : []) {
    const target = plan.byPattern.get(rule.field);
    const key = plan.byPattern.get(rule.key);
    const list = `/${rule.each.replaceAll('.', '/')}`;
    const rows = valueAt(previous, list);
    if (!target || !key || !Array.isArray(rows)) continue;
    const resting = restingRows(previous, { list, target, key, rows });
    const present = rows.filter(isRecord);
    const ids = present.map((row) => [row[key.field.name], listedIds(row[target.field.name])] as const);
    memory.resting.set(rule, firstByKey(resting));
    memory.relations.set(rule, firstByKey([...resting, ...ids]));
  }
}

type Stored = {
  readonly list: string;
  readonly target: FieldPlan;
  readonly key: FieldPlan;
  readonly rows: readonly unknown[];
};

function restingRows(previous: DataRecord | undefined, { list, target, key, rows }: Stored) {
  const stash = isRecord(previous?.$stash) ? previous.$stash : {};
  return rows.flatMap((row, index) => {
    const ids = listedIds(stash[`${list}/${index}${target.pointer}`]);
    return isRecord(row) && ids.length > 0 ? [[row[key.field.name], ids] as const] : [];
  });
}
