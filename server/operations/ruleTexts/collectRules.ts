/** Collects the rule texts of a record and everything it owns, in reading order. */
import type { DataRecord, FieldModel } from '#engine';
import { isAllowed } from '../authorize.ts';
import type { EntityPlan } from '../EntityPlan.ts';
import { allOf, equals } from '../filters.ts';
import { completeRecord } from '../shapeRecord.ts';
import type { From } from './loadOperandValues.ts';

export type RulesOfRecord = {
  readonly plan: EntityPlan;
  /** With derived values, such as its name. */
  readonly record: DataRecord;
  readonly rules: readonly { readonly field: FieldModel; readonly text: string }[];
};

type CollectedRules = {
  /** Only records that have rules. */
  readonly records: readonly RulesOfRecord[];
  /** Entities that this person may not see. */
  readonly hidden: readonly EntityPlan[];
};

/** The record first, then what it owns: entities without owned rules before those with them. */
export async function collectRules(
  from: From,
  plan: EntityPlan,
  record: DataRecord,
): Promise<CollectedRules> {
  const own = rulesOf(from, plan, record);
  const records: RulesOfRecord[] = own.rules.length > 0 ? [own] : [];
  const hidden = new Set<EntityPlan>();
  for (const below of plansBelow(from, plan)) {
    if (!isAllowed(below.entity.policy.view, from.call.features)) {
      hidden.add(below);
      continue;
    }
    for (const item of await closestTo(from, below, { plan, id: record.Id })) {
      const inside = await collectRules(from, below, item);
      records.push(...inside.records);
      for (const one of inside.hidden) hidden.add(one);
    }
  }
  return { records, hidden: [...hidden] };
}

function rulesOf({ call }: From, plan: EntityPlan, record: DataRecord): RulesOfRecord {
  const rules = plan.ruleFields.flatMap((field) => {
    const view = plan.entity.policy.fields[field.name]?.view;
    const text = record[field.name];
    if (typeof text !== 'string' || text.trim() === '') return [];
    return view && !isAllowed(view, call.features) ? [] : [{ field, text }];
  });
  return { plan, record: completeRecord(call, plan, { ...record }), rules };
}

/** Owned entities that have rules, or own entities that do. */
function plansBelow(from: From, { entity }: EntityPlan): readonly EntityPlan[] {
  const planOf = from.call.runtime.planOf;
  const plans = entity.owns.filter((id) => id !== entity.id).map(planOf);
  const withRules = plans.filter((plan) => reachesRules(plan, planOf));
  const goesOn = (plan: EntityPlan) =>
    Number(plan.entity.owns.some((id) => reachesRules(planOf(id), planOf)));
  return withRules.toSorted((left, right) => goesOn(left) - goesOn(right));
}

function reachesRules(
  plan: EntityPlan,
  planOf: (entity: string) => EntityPlan,
  seen: ReadonlySet<EntityPlan> = new Set(),
): boolean {
  if (plan.entity.many || seen.has(plan)) return false;
  const all = new Set([...seen, plan]);
  return plan.ruleFields.length > 0 || plan.entity.owns.some((id) => reachesRules(planOf(id), planOf, all));
}

type Owner = { readonly plan: EntityPlan; readonly id: unknown };

/** A record with several owners is listed under the last one it names: an option of a plan under the plan. */
async function closestTo(
  { session }: From,
  { entity }: EntityPlan,
  { plan, id }: Owner,
): Promise<readonly DataRecord[]> {
  const owners = entity.fields.filter(({ ref }) => ref?.owner);
  const at = owners.findIndex(({ ref }) => ref?.entity === plan.entity.id);
  const names = owners.slice(at).map(({ name }, index) => equals(name, index === 0 ? id : null));
  const sort = [{ path: entity.order?.field ?? 'CreatedDate', direction: 'asc' }] as const;
  const { items } = await session.find({ entity: entity.id, filter: allOf(names), sort });
  return items;
}
