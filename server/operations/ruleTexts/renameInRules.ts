/** Renames an operand in every rule text that uses it, or refuses. */
import { type DataRecord, renameOperand } from '#engine';
import { refusals } from '../../errors/Refusal.ts';
import type { EntityPlan } from '../EntityPlan.ts';
import type { WriteScope } from '../OperationCall.ts';
import { updateRecord } from '../writeRecord.ts';
import { findUses } from './findUses.ts';

export type Change = { readonly previous: DataRecord; readonly next: DataRecord };

/** Rewrites the texts in the same transaction; 422 at the name if the rename is not possible. */
export async function renameInRules(scope: WriteScope, plan: EntityPlan, change: Change): Promise<void> {
  const operand = plan.entity.operand;
  if (!operand) return;
  const [from, to] = [change.previous[operand.name], change.next[operand.name]];
  if (from === to || typeof from !== 'string' || from === '') return;
  const uses = await findUses(scope, { plan, record: change.previous });
  const isNamed = typeof to === 'string' && to !== '' && operand.rename === 'rewrite';
  for (const { plan: speaker, field, record, text } of uses) {
    const renamed = isNamed ? renameOperand(text, { from, to }) : undefined;
    if (renamed === undefined)
      throw refusal(
        plan,
        change,
        uses.map(({ label }) => label),
      );
    const written = await updateRecord(scope, speaker, {
      previous: record,
      next: { ...record, [field.name]: renamed },
      operation: 'rename',
      revision: record.Revision as number,
    });
    if (!written) throw refusals.staleRevision({ params: { by: '' } });
  }
}

function refusal(plan: EntityPlan, { previous }: Change, labels: readonly string[]) {
  const operand = plan.entity.operand;
  const name = String(previous[plan.entity.labelField] ?? previous.Id);
  const params = { name, names: [...new Set(labels)] };
  const message = operand?.message ?? '';
  const path = `/${operand?.name ?? ''}`;
  return refusals.invalid({
    entity: plan.entity.id,
    issues: [{ rule: 'operand.rename', path, level: 'error', message, params }],
  });
}
