/** Checks shared by both removals. */
import { checkWritable, type DataRecord } from '#engine';
import {
  type EntityPlan,
  loadRecord,
  ownerOf,
  refusals,
  refuseErrors,
  ruleContext,
  type WriteScope,
} from '#server/extension';

/** The list, open for changes; a list still being imported does not exist for anyone. */
export async function openList(scope: WriteScope, plan: EntityPlan, id: string): Promise<DataRecord> {
  const list = await loadRecord(scope, plan, id);
  if (!list.UploadedDate) throw refusals.noSuchRecord({ params: { entity: plan.entity.title, id } });
  const owner = await ownerOf(scope.call, scope.session, plan, list);
  const context = ruleContext(scope.call, { action: 'remove', owner, previous: list });
  refuseErrors(plan, checkWritable(plan.entity, list, list, context));
  return list;
}
