/** Asks for confirmation when an operand changes while rules use it. */
import type { DataRecord, Issue } from '#engine';
import type { EntityPlan } from '../EntityPlan.ts';
import { equals } from '../filters.ts';
import { ruleContext } from '../OperationCall.ts';
import { completeRecord } from '../shapeRecord.ts';
import { findUses } from './findUses.ts';
import type { From } from './loadOperandValues.ts';

type OperandChange = { readonly record: DataRecord; readonly previous?: DataRecord };

/** One confirmation that names what uses the operand; none when nothing does. */
export async function askAboutChange(
  from: From,
  plan: EntityPlan,
  { record, previous }: OperandChange,
): Promise<readonly Issue[]> {
  const change = plan.entity.operand?.change;
  if (!change || !previous) return [];
  const vars = { ...ruleContext(from.call, { action: 'update', previous }) };
  if (change.when.evaluate({ root: record, vars }) !== true) return [];
  const uses = await findUses(from, { plan, record: previous });
  const names = [...uses.map(({ label }) => label), ...(await referringNames(from, plan, previous))];
  if (names.length === 0) return [];
  const params = { name: previous[plan.entity.labelField], names: [...new Set(names)] };
  const rule = `${plan.entity.id}.operand.change`;
  return [{ rule, path: `/${change.at}`, level: 'confirm', message: change.message, params }];
}

/** Names of records with rules that refer to the operand itself, as an option refers to its parameters. */
async function referringNames(
  { call, session }: From,
  { inbound, speakers }: EntityPlan,
  operand: DataRecord,
): Promise<readonly string[]> {
  const names: string[] = [];
  for (const { entity, path } of inbound) {
    const plan = speakers.find((one) => one.plan.entity.id === entity)?.plan;
    if (!plan) continue;
    const { items } = await session.find({ entity, filter: equals(path, operand.Id) });
    for (const record of items)
      names.push(String(completeRecord(call, plan, { ...record })[plan.entity.labelField] ?? record.Id));
  }
  return names;
}
