/** Updates dependent records in the transaction of the record they depend on. */
import { type DataRecord, sameValue } from '#engine';
import type { EntityPlan } from './EntityPlan.ts';
import { ruleContext, type WriteScope } from './OperationCall.ts';
import { renameInRules } from './ruleTexts/renameInRules.ts';
import { completeRecord } from './shapeRecord.ts';
import { updateRecord } from './writeRecord.ts';

export type Change = { readonly previous: DataRecord; readonly next: DataRecord };

/** Applies the declared updates to every record that refers to the changed one, recursively. */
export async function cascadeUpdate(
  scope: WriteScope,
  plan: EntityPlan,
  { previous, next }: Change,
): Promise<void> {
  for (const { entity, rule } of plan.followers) {
    if (rule.fields.every((name) => sameValue(previous[name], next[name]))) continue;
    const follower = scope.call.runtime.planOf(entity);
    const records = await scope.session.referring(entity, rule.through, String(previous.Id));
    for (const found of records) {
      const record = completeRecord(scope.call, follower, found);
      const vars = { ...ruleContext(scope.call, { action: 'update', previous: record }), record };
      const values = Object.entries(rule.set).map(
        ([name, value]) => [name, value.evaluate({ root: record, vars }) ?? null] as const,
      );
      const change = { previous: record, next: { ...record, ...Object.fromEntries(values) } };
      await renameInRules(scope, follower, change);
      const written = await updateRecord(scope, follower, { ...change, operation: 'follow' });
      if (written && Object.keys(written).length > 0) await cascadeUpdate(scope, follower, change);
    }
  }
}
