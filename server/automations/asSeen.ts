/** Records as the owner of an automation sees them: what is closed to the owner reaches no step, text or trial. */
import { type AutomationModel, type DataRecord, type Model, redact } from '#engine';
import { Refusal } from '../errors/Refusal.ts';
import { isAllowed } from '../operations/authorize.ts';
import type { EntityPlan } from '../operations/EntityPlan.ts';
import { hiddenRead } from '../operations/hiddenReads.ts';
import type { OperationCall, WriteScope } from '../operations/OperationCall.ts';
import { ownerOf } from '../operations/ownerOf.ts';
import { type Person, seesEvery } from '../operations/rowLimits.ts';

export const asSeenBy = (
  { runtime, user }: Pick<OperationCall, 'runtime' | 'user'>,
  { entity, hasHiddenFields }: Pick<EntityPlan, 'entity' | 'hasHiddenFields'>,
  record: DataRecord,
): DataRecord => (hasHiddenFields ? redact(runtime.model.entities, entity, record, user) : record);

/** The owner of a record, with its other records. */
export async function ownerAsSeen(
  { call, session }: Pick<WriteScope, 'call' | 'session'>,
  plan: EntityPlan,
  record: DataRecord,
): Promise<DataRecord | undefined> {
  const owner = await ownerOf(call, session, plan, record);
  const { entity: id, kin = {} } = plan.entity.owner?.ref ?? {};
  if (!owner || id === undefined) return undefined;
  const { planOf } = call.runtime;
  const lists = Object.entries(kin).map(([name, of]) => {
    const isSeen = isAllowed(planOf(of).entity.policy.view, call.features);
    const items = (isSeen ? owner[name] : []) as readonly DataRecord[];
    return [name, items.map((item) => asSeenBy(call, planOf(of), item))] as const;
  });
  return { ...asSeenBy(call, planOf(id), owner), ...Object.fromEntries(lists) };
}

/**
 * What the condition would tell a person who may not see it. A condition is tested for every record, so the
 * person must see all of them. Undefined: nothing.
 */
export function conditionBeyond(
  model: Model,
  { if: condition, entity: id }: Pick<AutomationModel, 'if' | 'entity'>,
  person: Person,
): string | undefined {
  const entity = model.entities.get(id);
  if (!condition || !entity) return undefined;
  if (!seesEvery(model, id, person)) return id;
  return hiddenRead({ model, features: person.features }, entity, [condition]);
}

/** Rights may have been withdrawn since the automation was published. */
export function refuseConditionBeyond(
  { runtime, user, features }: OperationCall,
  automation: AutomationModel,
) {
  const what = conditionBeyond(runtime.model, automation, { user, features });
  if (what) throw new Refusal('forbidden', 'automation.problem.hidden', { params: { what } });
}

/** Whether a person saw a record that is gone cannot be told any more, unless they see all of them. */
export const seesGone = ({ runtime, user, features }: OperationCall, { entity }: EntityPlan): boolean =>
  isAllowed(entity.policy.view, features) && seesEvery(runtime.model, entity.id, { user, features });

export function refuseUnlessSeenGone(call: OperationCall, plan: EntityPlan): void {
  if (seesGone(call, plan)) return;
  throw new Refusal('forbidden', 'automation.problem.hidden', { params: { what: plan.entity.id } });
}
