/** Protects operands from removal while rule texts use them. */
import type { DataRecord, RemovalModel } from '#engine';
import { refusals } from '../../errors/Refusal.ts';
import type { EntityPlan } from '../EntityPlan.ts';
import type { WriteScope } from '../OperationCall.ts';
import { ruleContext } from '../OperationCall.ts';
import { findUses, type RuleUse } from './findUses.ts';

type UsedCheck = {
  readonly plan: EntityPlan;
  readonly record: DataRecord;
  readonly rule: RemovalModel;
  /** Ids removed along with it; their rules do not count. */
  readonly gone: ReadonlySet<unknown>;
};

/** Throws 409 while a rule text uses the operand, or operand value, to be removed. */
export async function refuseUsedInRules(scope: WriteScope, check: UsedCheck): Promise<void> {
  const { plan, record, rule, gone } = check;
  const uses = (await usesOf(scope, check)).filter((use) => !gone.has(use.record.Id));
  if (uses.length === 0) return;
  const names = [...new Set(uses.map(({ label }) => label))];
  throw refusals.inUseBy(rule, names, { name: String(record[plan.entity.labelField] ?? record.Id) });
}

async function usesOf(scope: WriteScope, { plan, record, rule }: UsedCheck): Promise<readonly RuleUse[]> {
  const used = rule.usedInRules;
  if (!used?.operand || !used.value) return findUses(scope, { plan, record });
  const target = plan.entity.fieldByPath.get(used.operand)?.ref?.entity;
  const operand = target && (await scope.session.get(target, String(record[used.operand])));
  if (!target || !operand) return [];
  const vars = { ...ruleContext(scope.call, { action: 'remove' }) };
  const value = used.value.evaluate({ root: record, vars });
  if (value === undefined) return [];
  return findUses(scope, { plan: scope.call.runtime.planOf(target), record: operand, value });
}
